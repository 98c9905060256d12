//! The terminal program.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let mut out = BufWriter::new(io::stdout().lock());
    let code = kasuan::terminal::run(&args, &mut out, &mut io::stderr().lock());
    // A closed pipe is the reader's choice.
    let _ = out.flush();
    ExitCode::from(code)
}
