//! Lays compact JSON out for people: what is short stays on one line.

/// Columns that a value may take on one line.
const WIDTH: usize = 118;

/// Breaks compact JSON into lines; a value that fits in the width stays whole. The order of fields
/// is kept.
#[must_use]
pub fn layout(compact: &str) -> String {
    let mut out = String::with_capacity(compact.len() * 5 / 4);
    value(compact, 0, 0, &mut out);
    out.push('\n');
    out
}

/// Writes one value at an indent, `lead` columns into its line.
fn value(text: &str, indent: usize, lead: usize, out: &mut String) {
    let opening = text.as_bytes().first().copied();
    let (Some(b'{' | b'['), Some(inner)) = (opening, text.get(1..text.len() - 1)) else {
        out.push_str(text);
        return;
    };
    let parts = split(inner, b',');
    let spaced = spread(text);
    let top = indent == 0;
    if !top && spaced.chars().count() + indent + lead <= WIDTH {
        out.push_str(&spaced);
        return;
    }
    out.push(if opening == Some(b'{') { '{' } else { '[' });
    for (position, part) in parts.iter().enumerate() {
        out.push_str(if position == 0 { "\n" } else { ",\n" });
        (0..indent + 2).for_each(|_| out.push(' '));
        match split(part, b':').as_slice() {
            [key, _, ..] if opening == Some(b'{') => {
                out.push_str(key);
                out.push_str(": ");
                let rest = part.get(key.len() + 1..).unwrap_or_default();
                value(rest, indent + 2, key.chars().count() + 2, out);
            }
            _ => value(part, indent + 2, 0, out),
        }
    }
    if !parts.is_empty() {
        out.push('\n');
        (0..indent).for_each(|_| out.push(' '));
    }
    out.push(if opening == Some(b'{') { '}' } else { ']' });
}

/// Splits at a separator that stands outside strings and nested values.
fn split(text: &str, separator: u8) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        if quoted {
            if escaped {
                escaped = false;
            } else if byte == b'\\' {
                escaped = true;
            } else if byte == b'"' {
                quoted = false;
            }
            continue;
        }
        match byte {
            b'"' => quoted = true,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            _ if byte == separator && depth == 0 => {
                parts.extend(text.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    if start < text.len() {
        parts.extend(text.get(start..));
    }
    parts
}

/// The same text with a space after each comma and colon outside strings.
fn spread(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 9 / 8);
    let (mut quoted, mut escaped) = (false, false);
    for c in text.chars() {
        out.push(c);
        if quoted {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == '"' {
                quoted = false;
            }
        } else if c == '"' {
            quoted = true;
        } else if c == ',' || c == ':' {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::layout;

    #[test]
    fn what_is_short_stays_on_one_line() {
        let text = layout(r#"{"a":[1,2],"b":{"c":"x, y: \"z\""}}"#);
        assert_eq!(
            text,
            "{\n  \"a\": [1, 2],\n  \"b\": {\"c\": \"x, y: \\\"z\\\"\"}\n}\n"
        );
    }

    #[test]
    fn what_is_long_is_broken_and_reads_back() {
        let long: Vec<String> = (0..40).map(|n| format!("entry {n}")).collect();
        let compact =
            serde_json::to_string(&serde_json::json!({"list": long, "empty": {}})).unwrap();
        let text = layout(&compact);
        assert!(text.lines().all(|line| line.chars().count() <= 120));
        let (back, first): (serde_json::Value, serde_json::Value) = (
            serde_json::from_str(&text).unwrap(),
            serde_json::from_str(&compact).unwrap(),
        );
        assert_eq!(back, first);
    }
}
