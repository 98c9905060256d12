//! Running a step: what is announced, what is shown, and the sentence a failure ends with.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// A result whose error is a sentence for the person at the keyboard; empty where all was said.
pub type Outcome<T = ()> = Result<T, String>;

/// The project's folder. Cargo names it at run time, so that a moved clone keeps working.
pub fn root() -> PathBuf {
    let xtask = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    xtask
        .parent()
        .map_or_else(|| xtask.clone(), Path::to_path_buf)
}

/// A program, to be run in the project's folder.
pub fn program(name: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(root());
    command
}

/// Cargo, as this process was started by it.
pub fn cargo() -> Command {
    program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// A program on the search path.
pub fn find(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?)
        .map(|folder| folder.join(&file))
        .find(|path| path.is_file())
}

/// What a program prints, trimmed; `None` where it cannot run or fails.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

/// Runs a step with its output shown.
pub fn run(name: &str, command: &mut Command) -> Outcome {
    let start = announce(name);
    let status = command
        .status()
        .map_err(|error| cannot_start(name, command, &error))?;
    finish(name, start, status.success(), command)
}

/// What to do with the standard output of a step while it runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// Show each line as it comes.
    Always,
    /// Show all of it, if the step fails.
    OnFailure,
}

/// Runs a step and hands back its standard output, whether or not it succeeds.
pub fn read(name: &str, command: &mut Command, show: Show) -> (String, Outcome) {
    let start = announce(name);
    let mut child = match command.stdout(Stdio::piped()).spawn() {
        Ok(child) => child,
        Err(error) => return (String::new(), Err(cannot_start(name, command, &error))),
    };
    let mut text = String::new();
    if let Some(stdout) = child.stdout.take() {
        let mut lines = BufReader::new(stdout);
        let mut line = Vec::new();
        while matches!(lines.read_until(b'\n', &mut line), Ok(read) if read > 0) {
            let shown = String::from_utf8_lossy(&line);
            if show == Show::Always {
                print!("{shown}");
            }
            text.push_str(&shown);
            line.clear();
        }
    }
    let success = child.wait().is_ok_and(|status| status.success());
    if !success && show == Show::OnFailure {
        print!("{text}");
    }
    (text, finish(name, start, success, command))
}

fn announce(name: &str) -> Instant {
    println!("› {name}");
    let _ = std::io::stdout().flush();
    Instant::now()
}

fn finish(name: &str, start: Instant, success: bool, command: &Command) -> Outcome {
    let seconds = start.elapsed().as_secs_f64();
    if success {
        println!("✓ {name} ({seconds:.1} s)");
        return Ok(());
    }
    println!("✗ {name} ({seconds:.1} s)");
    Err(format!("{name} failed. To run it alone: {}", line(command)))
}

fn cannot_start(name: &str, command: &Command, error: &std::io::Error) -> String {
    format!("{name} could not start: {}: {error}", line(command))
}

fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line = program
        .file_stem()
        .unwrap_or(command.get_program())
        .to_string_lossy()
        .into_owned();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.to_string_lossy());
    }
    line
}
