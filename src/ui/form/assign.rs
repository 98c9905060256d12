//! One value of the question from the text of a field, read by the codec of links: so a field and
//! a link accept the same words, ranges and ways of writing a number.

use crate::query::{ProblemReason, Query, decode, encode};
use std::fmt::Write as _;

/// The question with one key set from text, or without it where the text is blank.
///
/// # Errors
/// The reason why the text is no value of this key.
pub(super) fn assign(query: &Query, key: &str, text: &str) -> Result<Query, ProblemReason> {
    let mut link = without(query, &[key]);
    let text = text.trim();
    if !text.is_empty() {
        link.push('&');
        link.push_str(key);
        link.push('=');
        escape(text, &mut link);
    }
    let decoded = decode(&link);
    match decoded
        .problems
        .into_iter()
        .find(|problem| problem.key == key)
    {
        Some(problem) => Err(problem.reason),
        None => Ok(decoded.query),
    }
}

/// The question with some keys back at their defaults.
pub(in super::super) fn cleared(query: &Query, keys: &[&str]) -> Query {
    decode(&without(query, keys)).query
}

/// The keys of a question that differ from the default.
pub(in super::super) fn keys_set(query: &Query) -> Vec<String> {
    encode(query)
        .split('&')
        .filter_map(|pair| Some(pair.split_once('=')?.0.to_owned()))
        .collect()
}

fn without(query: &Query, keys: &[&str]) -> String {
    let text = encode(query);
    let kept: Vec<&str> = text
        .split('&')
        .filter(|pair| {
            let key = pair.split_once('=').map_or(*pair, |(key, _)| key);
            !key.is_empty() && !keys.contains(&key)
        })
        .collect();
    kept.join("&")
}

/// Escapes what has a meaning in a query, and everything beyond ASCII.
fn escape(text: &str, link: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b',' | b'~') {
            link.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(link, "%{byte:02X}");
        }
    }
}
