//! From the source cells of the tables to titles and links that a person can use.

use super::text::{kebab, without_parentheses};
use crate::catalog::authoring::files::SourceEntry;

/// The growing list of sources. Entries that exist are kept as they are; a new cell gets an entry
/// by pattern, which a person may then reword.
pub(super) struct SourceBook {
    entries: Vec<SourceEntry>,
}

impl SourceBook {
    pub(super) fn new(entries: Vec<SourceEntry>) -> Self {
        Self { entries }
    }

    /// The id of a source cell.
    pub(super) fn id(&mut self, text: &str) -> String {
        if text.is_empty() {
            return String::new();
        }
        if let Some(entry) = self
            .entries
            .iter()
            .find(|e| e.texts.iter().any(|t| t == text))
        {
            return entry.id.clone();
        }
        let (title, url) = describe(text);
        let same = self
            .entries
            .iter_mut()
            .find(|e| e.title == title && e.url == url);
        if let Some(entry) = same {
            entry.texts.push(text.to_owned());
            return entry.id.clone();
        }
        let id = self.free_id(&kebab(&title));
        self.entries.push(SourceEntry {
            id: id.clone(),
            title,
            url,
            texts: vec![text.to_owned()],
        });
        id
    }

    fn free_id(&self, wanted: &str) -> String {
        let base: String = wanted.chars().take(60).collect();
        let base = base.trim_end_matches('-');
        let taken = |id: &str| self.entries.iter().any(|e| e.id == id);
        if !taken(base) {
            return base.to_owned();
        }
        (2_u32..)
            .map(|n| format!("{base}-{n}"))
            .find(|id| !taken(id))
            .unwrap_or_else(|| base.to_owned())
    }

    /// All entries, ordered by id.
    pub(super) fn into_entries(mut self) -> Vec<SourceEntry> {
        self.entries.sort_by(|a, b| a.id.cmp(&b.id));
        self.entries
    }
}

/// A title and a link for a cell: the first of several sources, without remarks.
fn describe(text: &str) -> (String, Option<String>) {
    let plain = without_parentheses(text);
    let first = plain.split(';').next().unwrap_or_default().trim();
    let first = first.strip_suffix(',').unwrap_or(first);
    let word = first.split_whitespace().next().unwrap_or_default();
    if let Some(bare) = word.strip_prefix("https://") {
        return (bare.trim_end_matches('/').to_owned(), Some(word.to_owned()));
    }
    if let Some(package) = first.strip_prefix("PyPI ") {
        let title = first.split(':').next().unwrap_or(first);
        let name = package.split_whitespace().next().unwrap_or_default();
        return (
            title.to_owned(),
            Some(format!("https://pypi.org/project/{name}/")),
        );
    }
    if let Some(package) = first.strip_prefix("npm ") {
        let title = first.split(':').next().unwrap_or(first);
        let name = package.split_whitespace().next().unwrap_or_default();
        return (
            title.to_owned(),
            Some(format!("https://www.npmjs.com/package/{name}")),
        );
    }
    let repository = word.split(':').next().unwrap_or_default();
    let mut parts = repository.split('/');
    let (owner, name) = (
        parts.next().unwrap_or_default(),
        parts.next().unwrap_or_default(),
    );
    let plain_name = |s: &str| {
        !s.is_empty()
            && s.chars()
                .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    };
    if plain_name(owner) && plain_name(name) && !owner.contains('.') && word.contains(':') {
        return (
            format!("{owner}/{name}"),
            Some(format!("https://github.com/{owner}/{name}")),
        );
    }
    let domain = word.split('/').next().unwrap_or_default();
    if domain.contains('.') && domain.split('.').all(plain_name) && !domain.ends_with(".csv") {
        let page = word.trim_end_matches(',');
        return (page.to_owned(), Some(format!("https://{page}")));
    }
    (first.to_owned(), None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_becomes_a_title_and_a_link() {
        let link = |text: &str| describe(text).1.unwrap_or_default();
        assert_eq!(link("a/b:c/d.json (read 2026)"), "https://github.com/a/b");
        assert_eq!(link("PyPI x 1.2: d.json"), "https://pypi.org/project/x/");
        assert_eq!(
            link("npm @a/b 1.0: c"),
            "https://www.npmjs.com/package/@a/b"
        );
        assert_eq!(
            link("https://a.com/x (recorded in a note)"),
            "https://a.com/x"
        );
        assert_eq!(link("cloud.a.com/x table"), "https://cloud.a.com/x");
        assert_eq!(
            describe("public log (2026)"),
            ("public log".to_owned(), None)
        );
    }

    #[test]
    fn one_cell_has_one_id() {
        let mut book = SourceBook::new(Vec::new());
        let first = book.id("a/b:c");
        assert_eq!(book.id("a/b:c"), first);
        assert_eq!(book.id("a/b:d"), first, "one repository is one source");
        assert_ne!(book.id("a/e:d"), first);
    }
}
