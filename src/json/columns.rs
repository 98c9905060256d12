//! The JSON of the shipped document, and no more: an object of columns, each a list of texts, of
//! integers or of quantities.
//!
//! A general JSON library would add 17 kB (brotli) to the page for this one file. What is read
//! here is JSON to every tool; of all JSON it is the part that the writer uses.

use crate::sorted::SortedMap;

/// Columns of one kind, by name.
pub(crate) type Named<T> = SortedMap<String, Vec<T>>;

/// Where reading stopped, and what was expected there.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stop {
    /// Bytes before it.
    pub(crate) at: usize,
    /// What should have stood there.
    pub(crate) expected: &'static str,
}

type Read<T> = Result<T, Stop>;

/// A text being read.
pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

/// A number as written: digits × 10^exponent.
struct Number {
    negative: bool,
    digits: u64,
    exponent: i32,
    whole: bool,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    fn stop<T>(&self, expected: &'static str) -> Read<T> {
        let at = self.at;
        Err(Stop { at, expected })
    }

    /// Bytes before the next one.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Takes a byte if it comes next.
    pub(crate) fn take(&mut self, byte: u8) -> bool {
        let there = self.peek() == Some(byte);
        self.at += usize::from(there);
        there
    }

    /// Takes a word if it comes next.
    pub(crate) fn word(&mut self, word: &str) -> bool {
        let rest = self.text.get(self.at..);
        let there = rest.is_some_and(|rest| rest.starts_with(word));
        self.at += if there { word.len() } else { 0 };
        there
    }

    /// Passes over an ASCII byte that [`Reader::peek`] has shown.
    pub(crate) fn skip_byte(&mut self) {
        self.at += 1;
    }

    pub(crate) fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// Takes a sign of the syntax with the space around it.
    pub(crate) fn sign(&mut self, byte: u8, expected: &'static str) -> Read<()> {
        self.skip_space();
        if !self.take(byte) {
            return self.stop(expected);
        }
        self.skip_space();
        Ok(())
    }

    /// Takes a field's name with its colon.
    pub(crate) fn field(&mut self, name: &'static str) -> Read<()> {
        let start = self.at;
        if self.text()? != name {
            self.at = start;
            return self.stop(name);
        }
        self.sign(b':', "a colon")
    }

    pub(crate) fn end(&mut self) -> Read<()> {
        self.skip_space();
        if self.at == self.text.len() {
            Ok(())
        } else {
            self.stop("the end")
        }
    }

    /// Takes an object of lists.
    pub(crate) fn columns<T>(&mut self, item: fn(&mut Self) -> Read<T>) -> Read<Named<T>> {
        let mut columns = SortedMap::default();
        self.sign(b'{', "an object")?;
        if self.take(b'}') {
            return Ok(columns);
        }
        loop {
            let name = self.text()?;
            self.sign(b':', "a colon")?;
            *columns.get_or_default(name) = self.list(item)?;
            self.skip_space();
            if self.take(b'}') {
                return Ok(columns);
            }
            self.sign(b',', "a comma")?;
        }
    }

    fn list<T>(&mut self, item: fn(&mut Self) -> Read<T>) -> Read<Vec<T>> {
        let mut items = Vec::new();
        self.sign(b'[', "a list")?;
        if self.take(b']') {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            self.skip_space();
            if self.take(b']') {
                return Ok(items);
            }
            self.sign(b',', "a comma")?;
        }
    }

    /// Takes a text.
    pub(crate) fn text(&mut self) -> Read<String> {
        if !self.take(b'"') {
            return self.stop("a text");
        }
        let mut text = String::new();
        loop {
            let start = self.at;
            while self
                .peek()
                .is_some_and(|b| b != b'"' && b != b'\\' && b >= b' ')
            {
                self.at += 1;
            }
            // Both ends lie beside ASCII, so this is never cut within a character.
            text.push_str(self.text.get(start..self.at).unwrap_or_default());
            if self.take(b'"') {
                return Ok(text);
            }
            if !self.take(b'\\') {
                return self.stop("the end of a text");
            }
            text.push(self.escape()?);
        }
    }

    fn escape(&mut self) -> Read<char> {
        let Some(byte) = self.peek() else {
            return self.stop("an escape");
        };
        self.at += 1;
        Ok(match byte {
            b'"' | b'\\' | b'/' => char::from(byte),
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'n' => '\n',
            b'r' => '\r',
            b't' => '\t',
            b'u' => {
                let first = self.unit()?;
                match char::from_u32(first) {
                    Some(c) => c,
                    // Characters beyond the first plane are two halves.
                    None => match self.second_half(first) {
                        Some(c) => c,
                        None => return self.stop("a character's number"),
                    },
                }
            }
            _ => return self.stop("an escape"),
        })
    }

    /// Takes the four digits of a character's number.
    fn unit(&mut self) -> Read<u32> {
        let code = self
            .text
            .get(self.at..self.at + 4)
            .filter(|digits| digits.bytes().all(|b| b.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code {
            Some(code) => {
                self.at += 4;
                Ok(code)
            }
            None => self.stop("a character's number"),
        }
    }

    /// The character of a first half and of the second half that follows it.
    fn second_half(&mut self, first: u32) -> Option<char> {
        if !(self.take(b'\\') && self.take(b'u')) {
            return None;
        }
        let second = self.unit().ok()?;
        let halves = (0xd800..0xdc00).contains(&first) && (0xdc00..0xe000).contains(&second);
        let code = 0x1_0000 + ((first & 0x3ff) << 10) + (second & 0x3ff);
        if halves { char::from_u32(code) } else { None }
    }

    /// Takes an integer.
    pub(crate) fn integer(&mut self) -> Read<i64> {
        let start = self.at;
        let number = self.number()?;
        let value = i64::try_from(number.digits).ok().filter(|_| number.whole);
        match value {
            Some(value) if number.negative => Ok(-value),
            Some(value) => Ok(value),
            None => {
                self.at = start;
                self.stop("an integer")
            }
        }
    }

    /// Takes a quantity: `null`, a decimal, or `[m,e]` for m × 2^e, which states exactly what no
    /// short decimal does.
    pub(crate) fn quantity(&mut self) -> Read<Option<f64>> {
        let start = self.at;
        if self.word("null") {
            return Ok(None);
        }
        let value = if self.peek() == Some(b'[') {
            let parts = self.list(Self::integer)?;
            match parts[..] {
                [mantissa, exponent] => binary(mantissa, exponent),
                _ => None,
            }
        } else {
            let number = self.number()?;
            decimal(&number)
        };
        match value {
            Some(value) => Ok(Some(value)),
            None => {
                self.at = start;
                self.stop("a number that can be read exactly")
            }
        }
    }

    fn number(&mut self) -> Read<Number> {
        let negative = self.take(b'-');
        let start = self.at;
        let mut number = Number {
            negative,
            digits: 0,
            exponent: 0,
            whole: true,
        };
        while let Some(byte) = self.peek() {
            match byte {
                b'0'..=b'9' => {
                    let digit = u64::from(byte - b'0');
                    let digits = number.digits.checked_mul(10);
                    match digits.and_then(|d| d.checked_add(digit)) {
                        Some(digits) => number.digits = digits,
                        None => return self.stop("fewer digits"),
                    }
                    number.exponent -= i32::from(!number.whole);
                }
                b'.' if number.whole && self.at > start => number.whole = false,
                _ => break,
            }
            self.at += 1;
        }
        if self.at == start {
            return self.stop("a number");
        }
        if self.take(b'e') {
            number.whole = false;
            let below = self.take(b'-');
            let mut power: i32 = 0;
            let digits = self.at;
            while let Some(byte @ b'0'..=b'9') = self.peek() {
                power = power
                    .saturating_mul(10)
                    .saturating_add(i32::from(byte - b'0'));
                self.at += 1;
            }
            if self.at == digits {
                return self.stop("an exponent");
            }
            let power = if below { -power } else { power };
            number.exponent = number.exponent.saturating_add(power);
        }
        Ok(number)
    }
}

/// The value of a decimal if one rounding gives it: digits below 2^53 and powers of ten up to
/// 10^22 are exact, so that their product or quotient is the nearest value.
fn decimal(number: &Number) -> Option<f64> {
    const EXACT: u64 = 1 << 53;
    if number.digits > EXACT || !(-22..=22).contains(&number.exponent) {
        return None;
    }
    let mut power = 1.0;
    for _ in 0..number.exponent.unsigned_abs() {
        power *= 10.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "integers up to 2^53 are exact")]
    let digits = number.digits as f64;
    let value = if number.exponent < 0 {
        digits / power
    } else {
        digits * power
    };
    Some(if number.negative { -value } else { value })
}

/// m × 2^e, where both are in the range of a double.
fn binary(mantissa: i64, exponent: i64) -> Option<f64> {
    if mantissa.unsigned_abs() > 1 << 53 || !(-1074..=971).contains(&exponent) {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "integers up to 2^53 are exact")]
    let mut value = mantissa as f64;
    for _ in 0..exponent.unsigned_abs() {
        value *= if exponent < 0 { 0.5 } else { 2.0 };
    }
    value.is_finite().then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, value: Option<f64>) {
        let mut reader = Reader::new(text);
        assert_eq!(reader.quantity(), Ok(value));
        assert_eq!(reader.end(), Ok(()));
    }

    #[track_caller]
    fn refuses<'a, T: std::fmt::Debug>(
        text: &'a str,
        item: impl FnOnce(&mut Reader<'a>) -> Read<T>,
        expected: &str,
    ) {
        assert_eq!(item(&mut Reader::new(text)).unwrap_err().expected, expected);
    }

    #[test]
    fn reads_quantities_to_the_nearest_value() {
        reads("null", None);
        reads("0", Some(0.0));
        reads("81559.5", Some(81_559.5));
        reads("936e9", Some(936e9));
        reads("-1e-3", Some(-0.001));
        reads("9007199254740992", Some(9_007_199_254_740_992.0));
        reads("[3,-1]", Some(1.5));
        reads("[ 1 , -1074 ]", Some(5e-324));
        let exact = "a number that can be read exactly";
        for text in [
            "9007199254740993",
            "1e23",
            "1e-23",
            "[1]",
            "[1,2,3]",
            "[1,972]",
        ] {
            refuses(text, Reader::quantity, exact);
        }
        for text in ["", "-", "x", "nul", ".5", "\"1\""] {
            refuses(text, Reader::quantity, "a number");
        }
        refuses("1e", Reader::quantity, "an exponent");
        refuses("99999999999999999999", Reader::quantity, "fewer digits");
    }

    #[test]
    fn an_integer_has_no_fraction() {
        assert_eq!(Reader::new("-12").integer(), Ok(-12));
        for text in ["1.0", "1e3", "9223372036854775808"] {
            refuses(text, Reader::integer, "an integer");
        }
    }

    #[test]
    fn reads_texts_with_escapes() {
        let text = Reader::new(r#""a\"\\\/\b\f\n\r\t\u0041卡""#).text();
        assert_eq!(text.as_deref(), Ok("a\"\\/\u{8}\u{c}\n\r\tA卡"));
        for text in ["\"a", "\"\\\"", "\"a\nb\""] {
            refuses(text, Reader::text, "the end of a text");
        }
        refuses("\"\\x\"", Reader::text, "an escape");
        assert_eq!(
            Reader::new(r#""\ud83d\ude00""#).text().as_deref(),
            Ok("\u{1f600}")
        );
        for text in [
            "\"\\u12\"",
            "\"\\ud800\"",
            "\"\\ud800\\u0041\"",
            "\"\\udc00\\ud800\"",
            "\"\\u+041\"",
        ] {
            refuses(text, Reader::text, "a character's number");
        }
    }
}
