//! Reading words, ids, names and lists of them.

use super::codec::ProblemReason;
use super::keys::Complaint;

/// Words and ids are lower case; spaces around them come from copying.
pub(super) fn tidy(text: &str) -> String {
    text.trim().to_ascii_lowercase()
}

/// The longest id or name.
const LONGEST: usize = 64;

/// Whether a text can be an id of the catalog, such as `h100-sxm` or `qwen2.5-0.5b`.
pub(super) fn is_id(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-._".contains(&b))
}

/// Whether a character is a letter or a digit. Beyond ASCII that is whatever is no sign: the tables
/// of Unicode are more to transfer than they tell here.
pub(crate) fn is_letter(c: char) -> bool {
    let sign = matches!(c, '\u{80}'..='\u{bf}' | '×' | '÷' | '\u{2000}'..='\u{2bff}'
        | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '！'..='／' | '：'..='＠' | '［'..='｀' | '｛'..='･'
        | '\u{fff0}'..='\u{ffff}');
    c.is_ascii_alphanumeric() || (!c.is_ascii() && !sign)
}

/// Whether a text has another in it. The standard library's search is made for long texts and is
/// ten times this much code.
pub(crate) fn has(text: &str, part: &str) -> bool {
    let mut rest = text.chars();
    loop {
        if rest.as_str().starts_with(part) {
            return true;
        }
        if rest.next().is_none() {
            return false;
        }
    }
}

/// Whether a text can be the name of a certificate or framework, such as `iso 27001` or `等保三级`.
pub(super) fn is_name(text: &str) -> bool {
    (1..=LONGEST).contains(&text.len())
        && text.chars().all(|c| {
            is_letter(c) || matches!(c, ' ' | '-' | '.' | '_' | '/' | '+' | ':' | '(' | ')')
        })
}

/// Reads a list: each entry once, in the order given; an empty value is an empty list.
pub(super) fn read_list(
    text: &str,
    fits: fn(&str) -> bool,
    list: &mut Vec<String>,
) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for entry in text.split(',').map(tidy).filter(|entry| !entry.is_empty()) {
        if !fits(&entry) {
            complaints.push((entry, ProblemReason::Malformed));
        } else if !list.contains(&entry) {
            list.push(entry);
        }
    }
    complaints
}

/// Reads a list of words: which of them are in it. An empty list is a complaint unless the key
/// may be empty.
pub(super) fn read_set(
    text: &str,
    words: &'static [&'static str],
    may_be_empty: bool,
) -> (Vec<bool>, Vec<Complaint>) {
    let mut chosen = vec![false; words.len()];
    let mut complaints = Vec::new();
    for entry in text.split(',').map(tidy).filter(|entry| !entry.is_empty()) {
        let found = words
            .iter()
            .zip(&mut chosen)
            .find(|(word, _)| **word == entry);
        match found {
            Some((_, on)) => *on = true,
            None => complaints.push((entry, ProblemReason::UnknownWord(words))),
        }
    }
    if complaints.is_empty() && !chosen.contains(&true) && !may_be_empty {
        complaints.push((text.to_owned(), ProblemReason::UnknownWord(words)));
    }
    (chosen, complaints)
}

#[cfg(test)]
mod tests {
    use super::{has, is_name};

    #[test]
    fn names_have_letters_of_any_script_and_few_signs() {
        for name in ["iso 27001", "等保三级", "ens (alto)", "ccn-stic é"] {
            assert!(is_name(name), "{name}");
        }
        for text in [
            "",
            "a,b",
            "等保，三级",
            "a\u{a0}b",
            "（x）",
            "a\nb",
            "“x”",
            "、",
        ] {
            assert!(!is_name(text), "{text:?}");
        }
    }

    #[test]
    fn a_text_has_what_the_standard_search_finds_in_it() {
        let texts = ["", "a", "aab", "abab", "等保三级", "iso 27001"];
        for text in texts {
            for part in ["", "a", "ab", "bab", "保三", "级级", "001", "iso 27001 "] {
                assert_eq!(has(text, part), text.contains(part), "{text:?} {part:?}");
            }
        }
    }
}
