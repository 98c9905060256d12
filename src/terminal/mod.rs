//! The terminal program: the same answers as the page, as text or JSON.
//!
//! `docs/cli.md` is its manual. Exit code 0 is an answer, also "nothing fits"; 2 is unusable
//! arguments, file or catalog, with the reason on the error stream.

mod accuracy;
mod advice_json;
mod args;
mod asked;
mod catalog;
mod inspect;
mod measured_json;
mod money_json;
mod plan;
mod plan_json;
mod plan_portfolio;
mod rules_json;
mod text;

use crate::catalog::Catalog;
use std::fmt;
use std::io::{self, Write};

/// The shipped catalog, as the page loads it.
pub const SHIPPED: &str = include_str!("../../public/catalog.json");

const USAGE: &str = "\
usage:
  kasuan plan '<URL, \"?query\" or query>' [--limit N] [--json] [--catalog FILE] [--today YYYY-MM-DD]
              [--model FILE]... [--schedule] [--why]
  kasuan inspect FILE... [--json]
  kasuan accuracy [--memory FILE.csv] [--throughput FILE.csv] [--json] [--rows]
  kasuan accuracy --write DIR
  kasuan accuracy --fit ROOM [--memory FILE.csv] [--throughput FILE.csv]
  kasuan catalog check [--catalog FILE]
  kasuan catalog list [--json] [--catalog FILE]
  kasuan catalog build [--dir DIR] [--out FILE]
  kasuan catalog import tables DIR [--dir DIR]
  kasuan help | --version

docs/cli.md has the keys, fields and codes.";

/// Why the program ends with code 2.
#[derive(Debug)]
pub enum Failure {
    /// Unusable arguments; what is wrong with them.
    Arguments(String),
    /// A file that cannot be read or written; which, and why.
    File(String, io::Error),
    /// A catalog that cannot be used; what is wrong with it.
    Catalog(String),
    /// A model file that cannot be used; which, and why.
    Model(String, String),
    /// The output cannot be written.
    Output(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Arguments(message) => write!(f, "{message}; see `kasuan help`"),
            Self::File(path, error) => write!(f, "{path}: {error}"),
            Self::Catalog(message) => write!(f, "catalog: {message}"),
            Self::Model(path, reason) => write!(f, "{path}: {reason}"),
            Self::Output(error) => write!(f, "output: {error}"),
        }
    }
}

/// Runs the program on its arguments, without the program's own name. Returns the exit code.
pub fn run(args: &[String], out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    // What a buffer still holds may fail to be written too.
    match dispatch(args, out).and_then(|()| out.flush().map_err(Failure::Output)) {
        Ok(()) => 0,
        // A reader such as `head` that has seen enough is no failure.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            // Nothing is left to do where even the error stream is closed.
            let _ = writeln!(err, "kasuan: {failure}");
            2
        }
    }
}

fn dispatch(args: &[String], out: &mut dyn Write) -> Result<(), Failure> {
    let Some((command, rest)) = args.split_first() else {
        return writeln!(out, "{USAGE}").map_err(Failure::Output);
    };
    match command.as_str() {
        "help" | "--help" | "-h" => writeln!(out, "{USAGE}").map_err(Failure::Output),
        "--version" | "-V" => {
            writeln!(out, "kasuan {}", env!("CARGO_PKG_VERSION")).map_err(Failure::Output)
        }
        "plan" => plan::run(rest, out),
        "inspect" => inspect::run(rest, out),
        "catalog" => catalog::run(rest, out),
        "accuracy" => accuracy::run(rest, out),
        other => Err(Failure::Arguments(format!("unknown command `{other}`"))),
    }
}

/// Loads the catalog of a file, or the shipped one.
fn load(file: Option<&str>) -> Result<Catalog, Failure> {
    let text = match file {
        None => return Catalog::from_json(SHIPPED).map_err(|e| Failure::Catalog(e.to_string())),
        Some(path) => {
            std::fs::read_to_string(path).map_err(|e| Failure::File(path.to_owned(), e))?
        }
    };
    Catalog::from_json(&text).map_err(|e| Failure::Catalog(e.to_string()))
}
