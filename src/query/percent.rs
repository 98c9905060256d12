//! Percent-encoding of query strings, tolerant on reading.

/// Undoes `%41` and `+`. What is no escape stays as it is, and bytes that are no UTF-8 become `�`;
/// the second value tells whether that happened.
pub(super) fn decode(text: &str) -> (String, bool) {
    let mut bytes = Vec::with_capacity(text.len());
    let mut malformed = false;
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'+', _) => bytes.push(b' '),
            (b'%', [high, low, after @ ..]) => match (digit(*high), digit(*low)) {
                (Some(high), Some(low)) => {
                    bytes.push(high * 16 + low);
                    rest = after;
                }
                _ => {
                    bytes.push(b'%');
                    malformed = true;
                }
            },
            (b'%', _) => {
                bytes.push(b'%');
                malformed = true;
            }
            (other, _) => bytes.push(*other),
        }
    }
    match String::from_utf8(bytes) {
        Ok(text) => (text, malformed),
        Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), true),
    }
}

/// The value of a hexadecimal digit.
fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

/// Appends a value. Letters, digits, `-._~` and the comma, which joins lists and needs no escape
/// in a query, stay readable.
pub(super) fn encode(value: &str, out: &mut String) {
    for byte in value.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b',' => {
                out.push(char::from(byte));
            }
            b' ' => out.push('+'),
            other => {
                out.push('%');
                for half in [other >> 4, other & 15] {
                    out.push(char::from(if half < 10 {
                        b'0' + half
                    } else {
                        b'A' + half - 10
                    }));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, expected: &str, malformed: bool) {
        assert_eq!(decode(text), (expected.to_owned(), malformed));
    }

    #[test]
    fn reads_escapes_and_keeps_what_is_none() {
        reads("a+b%20c", "a b c", false);
        reads("%e5%8D%A1", "卡", false);
        reads("卡", "卡", false);
        reads("50%", "50%", true);
        reads("%g1%2", "%g1%2", true);
        reads("%%41", "%A", true);
        reads("%ff", "\u{fffd}", true);
    }

    #[test]
    fn writes_what_it_reads() {
        let mut out = String::new();
        encode("iso 27001,等保/3 & +%", &mut out);
        assert_eq!(out, "iso+27001,%E7%AD%89%E4%BF%9D%2F3+%26+%2B%25");
        assert_eq!(decode(&out), ("iso 27001,等保/3 & +%".to_owned(), false));
    }
}
