//! The terminal program.

use std::io::{self, BufWriter};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let mut out = BufWriter::new(io::stdout().lock());
    ExitCode::from(kasuan::terminal::run(
        &args,
        &mut out,
        &mut io::stderr().lock(),
    ))
}
