//! Small readings of table text.

use crate::units::{Date, Decimal};

/// Lower-case kebab: letters and digits kept, everything else one dash.
pub(super) fn kebab(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

/// Whether a text matches a pattern in which `*` stands for anything.
pub(super) fn glob(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, tail)) => text.strip_prefix(head).is_some_and(|rest| {
            rest.char_indices()
                .map(|(at, _)| at)
                .chain([rest.len()])
                .any(|at| rest.get(at..).is_some_and(|end| glob(tail, end)))
        }),
    }
}

/// The remarks of a cell, split at semicolons.
pub(super) fn remarks(text: &str) -> impl Iterator<Item = &str> {
    text.split("; ").map(str::trim).filter(|s| !s.is_empty())
}

/// What stands between two texts.
pub(super) fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &text[text.find(before)? + before.len()..];
    Some(match rest.find(after) {
        Some(end) if !after.is_empty() => &rest[..end],
        _ => rest,
    })
}

/// What follows a text at the start.
pub(super) fn after<'a>(text: &'a str, head: &str) -> Option<&'a str> {
    text.strip_prefix(head).map(str::trim)
}

/// The first date (year and month at least) in a text.
pub(super) fn date_in(text: &str) -> Option<Date> {
    text.split(|c: char| !(c.is_ascii_digit() || c == '-'))
        .filter(|word| word.len() >= 7)
        .find_map(|word| word.parse().ok())
}

/// The number at the start of a text.
pub(super) fn leading_number(text: &str) -> Option<&str> {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    text.get(..end).filter(|n| !n.is_empty())
}

/// A decimal, also in the form `9.6e-05` that spreadsheets write.
pub(super) fn decimal(text: &str) -> Option<Decimal> {
    if let Ok(value) = text.parse() {
        return Some(value);
    }
    let value: f64 = text.parse().ok()?;
    value.is_finite().then(|| Decimal::from_f64(value))
}

/// A text without what stands in parentheses.
pub(super) fn without_parentheses(text: &str) -> String {
    let (mut out, mut depth) = (String::new(), 0_u32);
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ if depth == 0 => out.push(c),
            _ => {}
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn globs() {
        assert!(glob("*", ""));
        assert!(glob("Community Cloud pod*", "Community Cloud pod: A40"));
        assert!(glob("*serverless*", "1x T4 serverless"));
        assert!(!glob("a3-highgpu-?g", "a3-highgpu-1g"));
        assert!(!glob("1x *", "8x T4"));
    }

    #[test]
    fn readings() {
        assert_eq!(
            kebab("1x RTX 4090 (High freq.) spot"),
            "1x-rtx-4090-high-freq-spot"
        );
        assert_eq!(
            date_in("catalog version, 2025-11 or later")
                .unwrap()
                .to_string(),
            "2025-11-01"
        );
        assert_eq!(decimal("9.6774e-05").unwrap().to_string(), "0.000097");
        assert_eq!(leading_number("15600 (up to 17040)"), Some("15600"));
        assert_eq!(without_parentheses("a/b:c (read 2026) d"), "a/b:c d");
        assert_eq!(
            between("spot from X (eastus)", "spot from ", " ("),
            Some("X")
        );
    }
}
