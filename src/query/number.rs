//! Forgiving reading of numbers that a person types into a form.

use crate::units::{Decimal, DecimalError};
use std::fmt;

/// What the suffix `k` stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kilo {
    /// 1000, as in money, images or requests; `m` is a million.
    Decimal,
    /// 1024, as model cards count tokens: a context of `32k` is 32,768 and `1m` is 1,048,576.
    Binary,
}

/// Why a text is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// There is nothing to read.
    Empty,
    /// A character that does not belong into a number.
    Character(char),
    /// An exponent such as `1e5`, which is more often a slip than meant.
    Exponent,
    /// Points or commas that make no number, such as `1.2.3` or `1,23,4`.
    Grouping,
    /// More digits than fit: the largest magnitude is about 9.2 × 10¹².
    TooLarge,
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "no number"),
            Self::Character(c) => write!(f, "unexpected character '{c}'"),
            Self::Exponent => write!(f, "write the number without an exponent"),
            Self::Grouping => write!(f, "points or commas in unexpected places"),
            Self::TooLarge => write!(f, "number too large"),
        }
    }
}

/// Reads a number as people write it: full-width digits and punctuation, commas, spaces and
/// underscores between groups of digits, and one suffix of `k`, `m`, `b` or `g`, `t` in either
/// case, `千`, `万`, `百万`, `千万` or `亿`.
///
/// Groups after the first have three digits, or four as in `1 0000`. A point is always decimal; a
/// comma always groups.
///
/// # Errors
/// [`NumberError`] where the text is no number in one of these forms.
pub fn read_number(text: &str, kilo: Kilo) -> Result<Decimal, NumberError> {
    let (digits, suffix) = split_suffix(text)?;
    let factor = match (suffix.as_str(), kilo) {
        ("", _) => 1,
        ("k", Kilo::Decimal) | ("千", _) => 1_000,
        ("k", Kilo::Binary) => 1_024,
        ("m", Kilo::Decimal) | ("百万", _) => 1_000_000,
        ("m", Kilo::Binary) => 1_048_576,
        ("b" | "g", _) => 1_000_000_000,
        ("t", _) => 1_000_000_000_000,
        ("万", _) => 10_000,
        ("千万", _) => 10_000_000,
        ("亿", _) => 100_000_000,
        _ => return Err(first_character(&suffix)),
    };
    scaled(digits, factor, 1)
}

/// Reads a model's size in billions of parameters: a plain number is billions already, and `b`,
/// `m`, `t`, `k`, `亿` and the like say what else it is, so that `350m` is 0.35 and `1.5t` 1500.
///
/// # Errors
/// [`NumberError`] where the text is no number in one of these forms.
pub fn read_params_b(text: &str) -> Result<Decimal, NumberError> {
    let (digits, suffix) = split_suffix(text)?;
    let (factor, divisor) = match suffix.as_str() {
        "" | "b" | "g" | "十亿" => (1, 1),
        "k" | "千" => (1, 1_000_000),
        "m" | "百万" => (1, 1_000),
        "t" | "万亿" => (1_000, 1),
        "万" => (1, 100_000),
        "千万" => (1, 100),
        "亿" => (1, 10),
        "百亿" => (10, 1),
        "千亿" => (100, 1),
        _ => return Err(first_character(&suffix)),
    };
    scaled(digits, factor, divisor)
}

fn first_character(suffix: &str) -> NumberError {
    suffix
        .chars()
        .next()
        .map_or(NumberError::Empty, NumberError::Character)
}

/// Multiplies and divides, rounding once to the nearest millionth.
fn scaled(value: Decimal, factor: i64, divisor: i64) -> Result<Decimal, NumberError> {
    let micros = i128::from(value.to_micros()) * i128::from(factor);
    let half = i128::from(divisor) / 2;
    let rounded = (micros + if micros < 0 { -half } else { half }) / i128::from(divisor);
    i64::try_from(rounded)
        .map(Decimal::from_micros)
        .map_err(|_| NumberError::TooLarge)
}

/// The number before a suffix, and the suffix in lower case.
fn split_suffix(text: &str) -> Result<(Decimal, String), NumberError> {
    let narrow: String = text
        .chars()
        .filter(|c| !is_invisible(*c))
        .map(narrow)
        .collect();
    let narrow = narrow.trim();
    let end = narrow
        .rfind(|c: char| c.is_ascii_digit() || c == '.')
        .map_or(0, |last| last + 1);
    let (digits, suffix) = narrow.split_at_checked(end).unwrap_or((narrow, ""));
    if digits.is_empty() {
        return Err(first_character(suffix));
    }
    if digits
        .split_once(['e', 'E'])
        .is_some_and(|(before, _)| before.ends_with(|c: char| c.is_ascii_digit() || c == '.'))
    {
        return Err(NumberError::Exponent);
    }
    let plain = ungrouped(digits)?;
    let number = plain.parse().map_err(|error| match error {
        DecimalError::Empty => NumberError::Empty,
        DecimalError::Character('.') => NumberError::Grouping,
        DecimalError::Character(c) => NumberError::Character(c),
        DecimalError::TooLarge => NumberError::TooLarge,
    })?;
    Ok((number, suffix.trim().to_ascii_lowercase()))
}

/// Half-width forms of the full-width characters that Chinese keyboards write.
fn narrow(c: char) -> char {
    match c {
        // The block has the order of ASCII.
        '！'..='～' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        '。' => '.',
        '、' | '٬' | '’' | '\'' => ',',
        '萬' => '万',
        '億' => '亿',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

/// Whether a character shows nothing and only came along when the text was copied: zero-width
/// spaces and joiners, direction marks, the byte-order mark.
const fn is_invisible(c: char) -> bool {
    matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{feff}')
}

/// Takes the separators out of a number after checking that they make groups.
fn ungrouped(digits: &str) -> Result<String, NumberError> {
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let groups: Vec<&str> = whole.split([',', ' ', '_']).collect();
    let width = groups.last().map_or(0, |last| last.len());
    let well_grouped = groups.len() == 1
        || ((width == 3 || width == 4)
            && groups.iter().skip(1).all(|group| group.len() == width)
            && groups
                .first()
                .map(|first| first.trim_start_matches(['-', '+']).len())
                .is_some_and(|length| (1..=width).contains(&length)));
    if !well_grouped {
        // A character that belongs into no number explains more than bad groups.
        return Err(whole
            .chars()
            .find(|c| !c.is_ascii_digit() && !matches!(c, ',' | '_' | ' ' | '-' | '+'))
            .map_or(NumberError::Grouping, NumberError::Character));
    }
    let mut plain = groups.concat();
    if let Some(fraction) = fraction {
        plain.push('.');
        plain.push_str(fraction);
    }
    Ok(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, expected: &str) {
        let read = read_number(text, Kilo::Decimal).map(|value| value.to_string());
        assert_eq!(read.as_deref(), Ok(expected), "{text}");
    }

    #[track_caller]
    fn refuses(text: &str, error: NumberError) {
        assert_eq!(read_number(text, Kilo::Decimal), Err(error), "{text}");
        assert_eq!(read_params_b(text), Err(error), "{text}");
    }

    #[test]
    fn reads_what_people_write() {
        reads("1.5", "1.5");
        reads(" 42 ", "42");
        reads("7b", "7000000000");
        reads("70B", "70000000000");
        reads("3k", "3000");
        reads("2.5 M", "2500000");
        reads("1_000", "1000");
        reads("1,000", "1000");
        reads("1 000 000", "1000000");
        reads("1 0000", "10000");
        reads("1\u{202f}000.25", "1000.25");
        reads("\u{feff}4096\u{200b}", "4096");
        reads(".5", "0.5");
        reads("5.", "5");
        reads("-3", "-3");
        reads("5.k", "5000");
    }

    #[test]
    fn reads_chinese_forms() {
        reads("１２８", "128");
        reads("１２．５", "12.5");
        reads("１２。５", "12.5");
        reads("１，０００", "1000");
        reads("3万", "30000");
        reads("1.2萬", "12000");
        reads("2亿", "200000000");
        reads("５千", "5000");
        reads("１２８Ｋ", "128000");
    }

    #[test]
    fn a_context_counts_by_1024() {
        let reads = |text: &str| read_number(text, Kilo::Binary).unwrap().to_string();
        assert_eq!(reads("32k"), "32768");
        assert_eq!(reads("128K"), "131072");
        assert_eq!(reads("1m"), "1048576");
        // What is written out stays as written, and so do Chinese units, which are decimal.
        assert_eq!(reads("32000"), "32000");
        assert_eq!(reads("3万"), "30000");
        assert_eq!(
            read_number("32k", Kilo::Decimal).unwrap().to_string(),
            "32000"
        );
    }

    #[test]
    fn reads_sizes_of_models() {
        for (text, expected) in [
            ("13b", "13"),
            ("13", "13"),
            ("13 B", "13"),
            ("350m", "0.35"),
            ("1.5t", "1500"),
            ("0.6B", "0.6"),
            ("70亿", "7"),
            ("1.1千亿", "110"),
            ("1万亿", "1000"),
            ("671Ｂ", "671"),
        ] {
            let read = read_params_b(text).map(|value| value.to_string());
            assert_eq!(read.as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_number() {
        refuses("", NumberError::Empty);
        refuses("  ", NumberError::Empty);
        refuses("-", NumberError::Character('-'));
        refuses(".", NumberError::Empty);
        refuses("abc", NumberError::Character('a'));
        refuses("$5", NumberError::Character('$'));
        refuses("7x", NumberError::Character('x'));
        refuses("7bk", NumberError::Character('b'));
        refuses("1e5", NumberError::Exponent);
        refuses("1E-5", NumberError::Exponent);
        refuses("1.2.3", NumberError::Grouping);
        refuses("1,23", NumberError::Grouping);
        refuses("1,2345,678", NumberError::Grouping);
        refuses(",100", NumberError::Grouping);
        refuses("1,000.5,0", NumberError::Character(','));
        refuses("99999999999999", NumberError::TooLarge);
        assert_eq!(
            read_number("9000t", Kilo::Decimal),
            Err(NumberError::TooLarge)
        );
    }
}
