//! Cutting a name into pieces.

/// Lower-case words and numbers of a text, cut at every sign and wherever letters and digits meet.
pub(super) fn pieces(text: &str) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    let mut before = None;
    for c in text.chars() {
        let kind = if c.is_ascii_digit() {
            Some(true)
        } else if c.is_alphabetic() {
            Some(false)
        } else {
            None
        };
        if kind.is_some() {
            let low = c.to_lowercase();
            match out.last_mut() {
                Some(last) if kind == before => last.extend(low),
                _ => out.push(low.collect()),
            }
        }
        before = kind;
    }
    out
}

/// Whether a text has a number of gigabytes with a bare `G`, as in `80G`, and not `A10G`.
pub(super) fn bare_gigabytes(text: &str) -> Option<f64> {
    text.split(|c: char| !c.is_ascii_alphanumeric())
        .find_map(|word| word.strip_suffix(['g', 'G'])?.parse::<u32>().ok())
        .map(f64::from)
}

/// Whether a piece is a number.
pub(super) fn is_number(piece: &str) -> bool {
    piece.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn letters_and_digits_part() {
        assert_eq!(
            pieces("A100-SXM4-80GB"),
            ["a", "100", "sxm", "4", "80", "gb"]
        );
        assert_eq!(pieces("Qwen2.5_7B"), ["qwen", "2", "5", "7", "b"]);
        assert!(pieces(" +-").is_empty());
    }
}
