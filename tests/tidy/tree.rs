//! The text files of the project.

use std::fs;
use std::path::{Path, PathBuf};

/// Rooms that may know neither the browser nor the machine they run on.
pub(crate) const PURE: [&str; 11] = [
    "src/units",
    "src/json",
    "src/reader",
    "src/catalog",
    "src/query",
    "src/demand",
    "src/fit",
    "src/speed",
    "src/cost",
    "src/rank",
    "src/locale",
];

/// The conversion of tables into the catalog reads and writes files; it is no part of the page.
pub(crate) const AUTHORING: &str = "src/catalog/authoring";

/// A text file of the project.
pub(crate) struct Text {
    /// Its path from the project's folder, with forward slashes.
    pub(crate) path: String,
    /// What stands in it.
    pub(crate) text: String,
}

impl Text {
    pub(crate) fn new(path: &str, text: &str) -> Self {
        Self {
            path: path.to_owned(),
            text: text.to_owned(),
        }
    }

    pub(crate) fn ends(&self, endings: &[&str]) -> bool {
        endings.iter().any(|ending| self.path.ends_with(ending))
    }

    pub(crate) fn is_under(&self, folders: &[&str]) -> bool {
        folders.iter().any(|folder| {
            self.path
                .strip_prefix(folder)
                .is_some_and(|rest| rest.starts_with(['/', '.']))
        })
    }

    /// The file belongs to a pure room.
    pub(crate) fn is_pure(&self) -> bool {
        self.ends(&[".rs"]) && self.is_under(&PURE) && !self.is_under(&[AUTHORING])
    }

    /// Lines with their numbers, for which a rule says something.
    pub(crate) fn lines_where(&self, rule: impl Fn(&str) -> Option<String>) -> Vec<String> {
        self.text
            .lines()
            .enumerate()
            .filter_map(|(i, line)| rule(line).map(|what| (i, what)))
            .map(|(i, what)| format!("{}:{}: {what}", self.path, i + 1))
            .collect()
    }
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every text file that people write here.
pub(crate) fn texts() -> Vec<Text> {
    const SKIPPED: [&str; 5] = ["target", "dist", "node_modules", "shots", ".git"];
    const KINDS: [&str; 11] = [
        "rs",
        "md",
        "toml",
        "mjs",
        "js",
        "css",
        "html",
        "json",
        "csv",
        "svg",
        "webmanifest",
    ];
    fn walk(folder: &Path, texts: &mut Vec<Text>) {
        let mut paths: Vec<PathBuf> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() {
                if !SKIPPED.contains(&name.as_str()) {
                    walk(&path, texts);
                }
            } else if path
                .extension()
                .is_some_and(|e| KINDS.iter().any(|kind| e == *kind))
                || path.starts_with(root().join(".ci"))
            {
                let relative = path.strip_prefix(root()).unwrap().to_string_lossy();
                let text = fs::read_to_string(&path).unwrap();
                texts.push(Text {
                    path: relative.replace('\\', "/"),
                    text,
                });
            }
        }
    }
    let mut texts = Vec::new();
    walk(root(), &mut texts);
    assert!(
        texts.iter().any(|text| text.path == "src/lib.rs"),
        "the walk found no source"
    );
    texts
}
