//! Reading arguments: flags with and without a value, and what is left.

use super::Failure;

/// Arguments in reading.
pub struct Args<'a> {
    rest: Vec<&'a str>,
}

impl<'a> Args<'a> {
    /// Takes the arguments of one command.
    pub fn new(args: &'a [String]) -> Self {
        Self {
            rest: args.iter().map(String::as_str).collect(),
        }
    }

    /// Whether a flag is given; it is taken out.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.rest.len();
        self.rest.retain(|a| *a != name);
        self.rest.len() != before
    }

    /// The value of a flag, as `--name value` or `--name=value`; taken out. The last one holds.
    pub fn value(&mut self, name: &str) -> Result<Option<&'a str>, Failure> {
        let mut found = None;
        while let Some(at) = self.rest.iter().position(|a| {
            a.strip_prefix(name)
                .is_some_and(|r| r.is_empty() || r.starts_with('='))
        }) {
            let flag = self.rest.remove(at);
            found = match flag.split_once('=') {
                Some((_, value)) => Some(value),
                None if at < self.rest.len() => Some(self.rest.remove(at)),
                None => return Err(Failure::Arguments(format!("`{name}` lacks its value"))),
            };
        }
        Ok(found)
    }

    /// All values of a flag that may be repeated, in their order.
    pub fn values(&mut self, name: &str) -> Result<Vec<&'a str>, Failure> {
        let mut all = Vec::new();
        // The last one is taken out first.
        while let Some(at) = self.rest.iter().rposition(|a| {
            a.strip_prefix(name)
                .is_some_and(|r| r.is_empty() || r.starts_with('='))
        }) {
            let mut one = Self {
                rest: self.rest.split_off(at),
            };
            all.extend(one.value(name)?);
            self.rest.append(&mut one.rest);
        }
        all.reverse();
        Ok(all)
    }

    /// All arguments that are left, one at least.
    pub fn some(self, what: &str) -> Result<Vec<&'a str>, Failure> {
        self.refuse_flags()?;
        if self.rest.is_empty() {
            return Err(Failure::Arguments(format!("{what} is missing")));
        }
        Ok(self.rest)
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// The one argument that is left.
    pub fn one(self, what: &str) -> Result<&'a str, Failure> {
        self.refuse_flags()?;
        match self.rest.as_slice() {
            [only] => Ok(only),
            [] => Err(Failure::Arguments(format!("{what} is missing"))),
            _ => Err(Failure::Arguments(format!(
                "one {what} is expected; put it in quotes"
            ))),
        }
    }

    /// That nothing is left.
    pub fn none(self) -> Result<(), Failure> {
        self.refuse_flags()?;
        match self.rest.first() {
            None => Ok(()),
            Some(other) => Err(Failure::Arguments(format!("unexpected argument `{other}`"))),
        }
    }

    fn refuse_flags(&self) -> Result<(), Failure> {
        match self.rest.iter().find(|a| a.starts_with("--")) {
            None => Ok(()),
            Some(flag) => Err(Failure::Arguments(format!("unknown flag `{flag}`"))),
        }
    }
}
