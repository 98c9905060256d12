//! What a contributor or CI runs: `cargo xtask <command>`. One file per command; `tools` holds the
//! versions of what is installed, `system` what the distribution provides, `process` how a step
//! is run and reported.

mod accuracy;
mod args;
mod bench;
mod catalog;
mod page;
mod process;
mod serve;
mod shots;
mod size;
mod split;
mod static_files;
mod system;
mod test;
mod tools;

use args::Args;
use process::Outcome;
use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask <command>

  serve   [--port N] [--host ADDRESS] [--base /path/] [--no-build]
                         build the page and serve it; prints the address
  build                  build the page into dist/
  test    [--fast]       formatting, lints, all tests, the built page in Chromium;
                         --fast: the native part alone
  e2e     [NAME...]      the browser tests alone: all, or the files with these names
  size                   the page's files, raw and compressed, against their budgets
  bench   [--page]       time to rank the whole catalog, natively or in the browser
  accuracy               write docs/accuracy.md and the page's summary of it
  catalog [...]          `kasuan catalog build`, or the `kasuan catalog` command given
  shots                  screenshots of the built page into tests/e2e/shots/";

fn main() -> ExitCode {
    match command(Args::from_command_line()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            if !sentence.is_empty() {
                eprintln!("\n{sentence}");
            }
            ExitCode::FAILURE
        }
    }
}

fn command(mut args: Args) -> Outcome {
    match args.next().as_deref() {
        Some("serve") => serve::run(args),
        Some("build") => page::run(args),
        Some("test") => test::run(args),
        Some("e2e") => test::run_browser(args),
        Some("size") => size::run(args),
        Some("bench") => bench::run(args),
        Some("accuracy") => accuracy::run(args),
        Some("catalog") => catalog::run(args),
        Some("shots") => shots::run(args),
        Some("help" | "--help" | "-h") => {
            println!("{USAGE}");
            Ok(())
        }
        Some(other) => Err(format!("There is no command `{other}`.\n\n{USAGE}")),
        None => Err(USAGE.to_owned()),
    }
}
