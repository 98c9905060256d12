//! `cargo xtask test`: every check of the project, and how many tests passed.

use crate::args::Args;
use crate::process::{self, Outcome, Show, cargo, program, root};
use crate::{page, size, system, tools};
use std::fs;

/// Turns warnings into errors.
const DENY: [&str; 3] = ["--", "-D", "warnings"];

/// The command. A failed step does not keep the others from running, unless they need it.
pub fn run(mut args: Args) -> Outcome {
    let fast = args.flag("--fast");
    args.finish()?;
    let mut tally = Tally::default();
    native(&mut tally, fast);
    if !fast {
        page_and_browser(&mut tally);
    }
    tally.close()
}

/// `cargo xtask e2e [part of a file name…]`: the browser tests alone.
pub fn run_browser(args: Args) -> Outcome {
    let mut tally = Tally::default();
    if tally.step(page::build()) {
        browser(&mut tally, &args.rest());
    }
    tally.close()
}

/// Formatting, lints, documentation, and all tests that need no browser.
fn native(tally: &mut Tally, fast: bool) {
    tally.step(process::run(
        "format",
        cargo().args(["fmt", "--all", "--check"]),
    ));
    let mut clippy = cargo();
    clippy
        .args([
            "clippy",
            "--quiet",
            "--locked",
            "--workspace",
            "--all-targets",
        ])
        .args(DENY);
    tally.step(process::run("lints, native", &mut clippy));
    let mut doc = cargo();
    doc.args([
        "doc",
        "--quiet",
        "--locked",
        "--no-deps",
        "--package",
        "kasuan",
        "--lib",
    ]);
    doc.env("RUSTDOCFLAGS", "-D warnings");
    tally.step(process::run("documentation", &mut doc));
    let mut tests = cargo();
    tests.args(["test", "--locked", "--workspace", "--no-fail-fast"]);
    if !fast {
        // Ten thousand random questions in all (`tests/total.rs`).
        tests.env("KASUAN_QUESTIONS", "5000");
    }
    tally.counted("tests, native", &mut tests, Show::OnFailure);
}

/// Lints of the page, the page itself, its size, and the journeys through it.
fn page_and_browser(tally: &mut Tally) {
    if !tally.step(tools::wasm_target()) {
        return;
    }
    let mut clippy = cargo();
    clippy.args([
        "clippy",
        "--quiet",
        "--locked",
        "--package",
        "kasuan",
        "--lib",
        "--bins",
    ]);
    clippy
        .args([
            "--no-default-features",
            "--features",
            "web",
            "--target",
            tools::WASM,
        ])
        .args(DENY);
    tally.step(process::run("lints, page", &mut clippy));
    if tally.step(page::build()) {
        tally.step(size::check_growth());
        browser(tally, &[]);
    }
}

/// The journeys through the built page whose file names contain one of the parts; none means all.
fn browser(tally: &mut Tally, parts: &[String]) {
    let mut terminal = cargo();
    terminal.args([
        "build",
        "--quiet",
        "--release",
        "--locked",
        "--bin",
        "kasuan",
    ]);
    // The terminal program is the page's second witness.
    if !tally.step(process::run("build the terminal program", &mut terminal))
        || !tally.step(system::node_packages())
    {
        return;
    }
    let chromium = match system::chromium() {
        Ok(path) => path,
        Err(sentence) => {
            tally.step(Err(sentence));
            return;
        }
    };
    let mut node = program("node");
    node.args(["--test", "--test-reporter=spec"]);
    node.args(
        specs().iter().filter(|name| {
            parts.is_empty() || parts.iter().any(|part| name.contains(part.as_str()))
        }),
    );
    if let Some(path) = chromium {
        node.env("KASUAN_CHROMIUM", path);
    }
    tally.counted("tests, in Chromium", &mut node, Show::Always);
}

/// The browser tests, in the order of their names.
fn specs() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(root().join("tests/e2e"))
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| name.ends_with(".spec.mjs"))
        .map(|name| format!("tests/e2e/{name}"))
        .collect();
    names.sort();
    names
}

/// What came of the steps.
#[derive(Default)]
struct Tally {
    passed: u32,
    failed: u32,
    failures: Vec<String>,
}

impl Tally {
    /// Notes a step without tests of its own; it counts only if it fails.
    fn step(&mut self, outcome: Outcome) -> bool {
        let success = outcome.is_ok();
        if let Err(sentence) = outcome {
            self.failed += 1;
            self.failures.push(sentence);
        }
        success
    }

    /// Prints what failed and the count: the last line, which CI and people look for.
    fn close(self) -> Outcome {
        println!();
        for sentence in &self.failures {
            println!("{sentence}");
        }
        println!("{} passed, {} failed", self.passed, self.failed);
        match self.failed {
            0 => Ok(()),
            _ => Err(String::new()),
        }
    }

    /// Runs a step that counts tests, and adds its counts.
    fn counted(&mut self, name: &str, command: &mut std::process::Command, show: Show) {
        let (text, outcome) = process::read(name, command, show);
        let (passed, failed) = counts(&text);
        println!("  {passed} passed, {failed} failed");
        self.passed += passed;
        match outcome {
            Ok(()) if failed == 0 && passed > 0 => {}
            Ok(()) => {
                self.failed += failed.max(1);
                self.failures.push(format!("{name}: no test ran."));
            }
            // A runner that breaks off may not have counted what broke it.
            Err(sentence) => {
                self.failed += failed.max(1);
                self.failures.push(sentence);
            }
        }
    }
}

/// Adds up the summary lines of cargo's and Node's test runners.
fn counts(text: &str) -> (u32, u32) {
    let (mut passed, mut failed) = (0, 0);
    for line in text.lines() {
        if let Some(summary) = line.strip_prefix("test result: ") {
            let words: Vec<&str> = summary.split([' ', ';']).collect();
            for pair in words.windows(2) {
                match (pair[0].parse::<u32>(), pair[1]) {
                    (Ok(count), "passed") => passed += count,
                    (Ok(count), "failed") => failed += count,
                    _ => {}
                }
            }
        } else if let Some(summary) = line.strip_prefix("ℹ ").or_else(|| line.strip_prefix("# "))
        {
            match summary
                .split_once(' ')
                .map(|(word, count)| (word, count.parse::<u32>()))
            {
                Some(("pass", Ok(count))) => passed += count,
                Some(("fail" | "cancelled", Ok(count))) => failed += count,
                _ => {}
            }
        }
    }
    (passed, failed)
}

#[cfg(test)]
mod tests {
    use super::{Tally, counts};

    #[test]
    fn the_counts_of_cargo_are_added_up() {
        let text = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
                    test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured\n";
        assert_eq!(counts(text), (15, 2));
    }

    #[test]
    fn the_counts_of_node_are_added_up() {
        let text = "✔ opens (1 ms)\nℹ tests 9\nℹ suites 2\nℹ pass 6\nℹ fail 2\nℹ cancelled 1\n";
        assert_eq!(counts(text), (6, 3));
        assert_eq!(counts("# pass 4\n# fail 0\n"), (4, 0));
    }

    #[test]
    fn a_failed_step_counts_and_a_passed_one_does_not() {
        let mut tally = Tally::default();
        assert!(tally.step(Ok(())));
        assert!(!tally.step(Err("It broke.".to_owned())));
        assert_eq!((tally.passed, tally.failed), (0, 1));
    }
}
