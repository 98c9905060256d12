//! The command line, taken apart piece by piece; what is left over is an error.

use crate::process::Outcome;
use std::collections::VecDeque;

/// Arguments not yet taken.
pub struct Args(VecDeque<String>);

impl Args {
    /// The arguments of this process, without its name.
    pub fn from_command_line() -> Self {
        Self(std::env::args().skip(1).collect())
    }

    /// Takes the first argument.
    pub fn next(&mut self) -> Option<String> {
        self.0.pop_front()
    }

    /// Takes a flag; whether it was there.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.0.len();
        self.0.retain(|argument| argument != name);
        self.0.len() < before
    }

    /// Takes `--name value` or `--name=value`.
    pub fn value(&mut self, name: &str) -> Outcome<Option<String>> {
        let Some(at) = self.0.iter().position(|argument| {
            argument
                .strip_prefix(name)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('='))
        }) else {
            return Ok(None);
        };
        let argument = self.0.remove(at).unwrap_or_default();
        if let Some((_, value)) = argument.split_once('=') {
            return Ok(Some(value.to_owned()));
        }
        match self.0.remove(at) {
            Some(value) => Ok(Some(value)),
            None => Err(format!("`{name}` needs a value.")),
        }
    }

    /// Everything that is left.
    pub fn rest(self) -> Vec<String> {
        self.0.into()
    }

    /// Refuses what is left.
    pub fn finish(self) -> Outcome {
        match self.0.front() {
            None => Ok(()),
            Some(argument) => Err(format!(
                "`{argument}` is not understood here; `cargo xtask help` lists the commands."
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Args;

    fn args(words: &[&str]) -> Args {
        Args(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn both_spellings_of_a_value() {
        for words in [&["--port", "81"][..], &["--port=81"]] {
            let mut args = args(words);
            assert_eq!(args.value("--port"), Ok(Some("81".to_owned())));
            assert_eq!(args.finish(), Ok(()));
        }
    }

    #[test]
    fn a_value_may_be_missing_or_absent() {
        assert!(args(&["--port"]).value("--port").is_err());
        assert_eq!(args(&["--portal"]).value("--port"), Ok(None));
    }

    #[test]
    fn leftovers_are_refused() {
        let mut args = args(&["--fast", "--fats"]);
        assert!(args.flag("--fast"));
        assert!(args.finish().is_err());
    }
}
