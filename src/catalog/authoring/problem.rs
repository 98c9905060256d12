//! What is wrong with the readable files.

use std::fmt;

/// One thing that is wrong, where and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The file, relative to the catalog's folder.
    pub file: String,
    /// The entry's id; empty where the file as a whole is meant.
    pub id: String,
    /// The field; empty where the entry as a whole is meant.
    pub field: String,
    /// What is wrong.
    pub message: String,
}

impl Problem {
    /// Takes the parts.
    #[must_use]
    pub fn new(file: &str, id: &str, field: &str, message: &str) -> Self {
        Self {
            file: file.to_owned(),
            id: id.to_owned(),
            field: field.to_owned(),
            message: message.to_owned(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        for part in [&self.id, &self.field] {
            if !part.is_empty() {
                write!(f, " {part}")?;
            }
        }
        write!(f, ": {}", self.message)
    }
}
