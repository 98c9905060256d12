//! What the rules are made of: Rust code, Markdown and Chinese, as far as they matter.

use std::fs;
use std::path::Path;

/// The word stands in the code as a whole.
pub(crate) fn has_word(code: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(part) && !code[at + word.len()..].starts_with(part))
}

/// Public signatures, and public fields of public structs, each with its line.
pub(crate) fn public_items(text: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut items = Vec::new();
    let mut in_public_struct = false;
    for (i, line) in lines.iter().enumerate() {
        if has_word(line, "struct") {
            in_public_struct = line.trim_start().starts_with("pub struct");
        }
        if !line.trim_start().starts_with("pub ") {
            continue;
        }
        let mut item = String::new();
        for line in &lines[i..] {
            item.push_str(line);
            item.push(' ');
            if line.contains(['{', ';']) || line.trim_end().ends_with(',') && !item.contains("fn ")
            {
                break;
            }
        }
        if in_public_struct || has_word(&item, "fn") {
            items.push((i + 1, item));
        }
    }
    items
}

pub(crate) fn unit_named_floats(item: &str) -> Vec<String> {
    const UNITS: [&str; 20] = [
        "gb", "gib", "mb", "mib", "bytes", "hours", "hour", "h", "seconds", "secs", "s", "ms",
        "usd", "cny", "tokens", "tps", "flops", "tflops", "gbps", "watts",
    ];
    let mut names = Vec::new();
    for float in [": f64", ": Option<f64>"] {
        for (at, _) in item.match_indices(float) {
            let part = |c: char| c.is_alphanumeric() || c == '_';
            let name = item[..at].rsplit(|c| !part(c)).next().unwrap_or("");
            let last = name.rsplit('_').next().unwrap_or("");
            if UNITS.contains(&last) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}')
}

/// A half-width mark after a Han character and before another one, with or without a space.
pub(crate) fn half_width_between_han(line: &str) -> Option<char> {
    let chars: Vec<char> = line.chars().collect();
    chars.iter().enumerate().find_map(|(i, mark)| {
        let before = i.checked_sub(1).and_then(|i| chars.get(i))?;
        let after = chars[i + 1..].iter().find(|c| **c != ' ')?;
        (matches!(mark, ',' | '.' | ';' | ':' | '?' | '!') && is_han(*before) && is_han(*after))
            .then_some(*mark)
    })
}

/// What the links and pictures of a line of Markdown point to.
pub(crate) fn targets(line: &str) -> impl Iterator<Item = &str> {
    line.split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', ' ']).next())
}

pub(crate) fn resolves(own: &Path, folder: &Path, target: &str) -> bool {
    if target.contains("://") || target.starts_with("mailto:") {
        return true;
    }
    let (path, heading) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() {
        own.to_owned()
    } else {
        folder.join(path)
    };
    if heading.is_empty() {
        return file.exists();
    }
    fs::read_to_string(file).is_ok_and(|text| {
        text.lines()
            .filter(|line| line.starts_with('#'))
            .any(|line| slug(line) == heading)
    })
}

/// The anchor that hosts of Markdown give a heading.
pub(crate) fn slug(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| {
            if c == ' ' {
                '-'
            } else {
                c.to_ascii_lowercase()
            }
        })
        .collect()
}
