//! Any JSON document as a tree, within limits.

use super::columns::Reader;

/// Levels of lists and objects in each other; model files use about six.
pub(crate) const MOST_LEVELS: u32 = 64;

/// Values in a document. One takes 32 bytes here and as few as two in a file, so this bounds what a
/// file can make of its own size. An index of the largest models has about 150,000.
pub(crate) const MOST_VALUES: u32 = 2_000_000;

/// A JSON value. Python writes `NaN` and `Infinity` too: they are read as [`Value::Odd`], so that
/// no number here is either.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value {
    Null,
    Flag(bool),
    Whole(i64),
    /// A number with a fraction or exponent, good to about fifteen digits.
    Real(f64),
    /// A number that is none, or beyond what fits.
    Odd,
    Text(String),
    List(Vec<Value>),
    /// Fields in the order of the document; of a repeated name the last one holds.
    Map(Vec<(String, Value)>),
}

/// Why a document cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It is no JSON; bytes before the fault.
    Syntax(usize),
    /// Too many levels.
    TooDeep,
    /// Too many values.
    TooMany,
}

impl Value {
    /// Reads a whole document.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut reader = Reader::new(text);
        let mut left = MOST_VALUES;
        reader.skip_space();
        let value = value(&mut reader, 0, &mut left)?;
        reader.end().map_err(|stop| Fault::Syntax(stop.at))?;
        Ok(value)
    }

    /// A field of an object.
    pub(crate) fn get(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Map(fields) => fields.iter().rev().find(|(n, _)| n == name).map(|(_, v)| v),
            _ => None,
        }
    }

    /// The text.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; none for anything else.
    pub(crate) fn items(&self) -> &[Self] {
        match self {
            Self::List(items) => items,
            _ => &[],
        }
    }

    /// A whole number, also where it is written with a fraction of zero.
    pub(crate) fn whole(&self) -> Option<i64> {
        match self {
            Self::Whole(value) => Some(*value),
            #[expect(clippy::cast_possible_truncation, reason = "below 2^53, and whole")]
            Self::Real(value) if value.abs() < 9e15 && value.fract() == 0.0 => Some(*value as i64),
            _ => None,
        }
    }
}

fn value(reader: &mut Reader<'_>, level: u32, left: &mut u32) -> Result<Value, Fault> {
    if level > MOST_LEVELS {
        return Err(Fault::TooDeep);
    }
    *left = left.checked_sub(1).ok_or(Fault::TooMany)?;
    match reader.peek() {
        Some(b'{') => map(reader, level, left),
        Some(b'[') => list(reader, level, left),
        Some(b'"') => text(reader).map(Value::Text),
        Some(b'-' | b'0'..=b'9') => number(reader),
        _ => {
            for (word, value) in [
                ("null", Value::Null),
                ("true", Value::Flag(true)),
                ("false", Value::Flag(false)),
                ("NaN", Value::Odd),
                ("Infinity", Value::Odd),
            ] {
                if reader.word(word) {
                    return Ok(value);
                }
            }
            Err(syntax(reader))
        }
    }
}

fn syntax(reader: &Reader<'_>) -> Fault {
    Fault::Syntax(reader.at())
}

fn text(reader: &mut Reader<'_>) -> Result<String, Fault> {
    reader.text().map_err(|stop| Fault::Syntax(stop.at))
}

fn sign(reader: &mut Reader<'_>, sign: u8) -> Result<(), Fault> {
    reader
        .sign(sign, "a sign")
        .map_err(|stop| Fault::Syntax(stop.at))
}

fn map(reader: &mut Reader<'_>, level: u32, left: &mut u32) -> Result<Value, Fault> {
    let mut fields = Vec::new();
    sign(reader, b'{')?;
    if reader.take(b'}') {
        return Ok(Value::Map(fields));
    }
    loop {
        let name = text(reader)?;
        sign(reader, b':')?;
        fields.push((name, value(reader, level + 1, left)?));
        reader.skip_space();
        if reader.take(b'}') {
            return Ok(Value::Map(fields));
        }
        sign(reader, b',')?;
    }
}

fn list(reader: &mut Reader<'_>, level: u32, left: &mut u32) -> Result<Value, Fault> {
    let mut items = Vec::new();
    sign(reader, b'[')?;
    if reader.take(b']') {
        return Ok(Value::List(items));
    }
    loop {
        items.push(value(reader, level + 1, left)?);
        reader.skip_space();
        if reader.take(b']') {
            return Ok(Value::List(items));
        }
        sign(reader, b',')?;
    }
}

/// Reads a number: exactly where it is whole and fits, else as a double.
fn number(reader: &mut Reader<'_>) -> Result<Value, Fault> {
    let negative = reader.take(b'-');
    if reader.word("Infinity") {
        return Ok(Value::Odd);
    }
    let mut digits = 0_i64;
    // The power of ten that is left out of `digits`.
    let mut power = 0_i32;
    let mut is_whole = true;
    let mut fits = true;
    let mut places = |reader: &mut Reader<'_>, after_point: bool| {
        let start = reader.at();
        while let Some(byte @ b'0'..=b'9') = reader.peek() {
            let next = digits
                .checked_mul(10)
                .and_then(|d| d.checked_add(i64::from(byte - b'0')));
            match next.filter(|_| fits) {
                Some(next) => {
                    digits = next;
                    power -= i32::from(after_point);
                }
                None => {
                    fits = false;
                    power += i32::from(!after_point);
                }
            }
            reader.skip_byte();
        }
        reader.at() > start
    };
    if !places(reader, false) {
        return Err(syntax(reader));
    }
    if reader.take(b'.') {
        is_whole = false;
        if !places(reader, true) {
            return Err(syntax(reader));
        }
    }
    if reader.take(b'e') || reader.take(b'E') {
        is_whole = false;
        let below = reader.take(b'-');
        if !below {
            reader.take(b'+');
        }
        let start = reader.at();
        let mut exponent = 0_i32;
        while let Some(byte @ b'0'..=b'9') = reader.peek() {
            exponent = exponent
                .saturating_mul(10)
                .saturating_add(i32::from(byte - b'0'));
            reader.skip_byte();
        }
        if reader.at() == start {
            return Err(syntax(reader));
        }
        power = power.saturating_add(if below { -exponent } else { exponent });
    }
    if is_whole {
        return Ok(match digits {
            _ if !fits => Value::Odd,
            digits if negative => Value::Whole(-digits),
            digits => Value::Whole(digits),
        });
    }
    #[expect(
        clippy::cast_precision_loss,
        reason = "the nearest value is good enough"
    )]
    let mut value = digits as f64;
    for _ in 0..power.unsigned_abs().min(700) {
        value = if power < 0 {
            value / 10.0
        } else {
            value * 10.0
        };
    }
    Ok(match value {
        value if !value.is_finite() => Value::Odd,
        value if negative => Value::Real(-value),
        value => Value::Real(value),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, value: Value) {
        assert_eq!(Value::read(text), Ok(value), "{text}");
    }

    #[test]
    fn reads_what_python_writes() {
        reads("\u{feff} null ", Value::Null);
        reads("true", Value::Flag(true));
        reads("-12", Value::Whole(-12));
        reads("1e-05", Value::Real(0.000_01));
        reads("2.5E+2", Value::Real(250.0));
        reads("NaN", Value::Odd);
        reads(
            "[0.0, Infinity]",
            Value::List(vec![Value::Real(0.0), Value::Odd]),
        );
        reads("-Infinity", Value::Odd);
        reads("99999999999999999999", Value::Odd);
        reads("1e999", Value::Odd);
        reads("\"\\u5361\"", Value::Text("卡".to_owned()));
        let map = Value::read("{\"a\": 1, \"b\": [true, {}], \"a\": 2}").unwrap();
        assert_eq!(map.get("a"), Some(&Value::Whole(2)));
        assert_eq!(map.get("c"), None);
        assert_eq!(map.get("b").unwrap().items().len(), 2);
        assert_eq!(Value::read("4096.0").unwrap().whole(), Some(4096));
        assert_eq!(Value::read("0.5").unwrap().whole(), None);
    }

    #[test]
    fn refuses_what_is_no_json() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\" 1}",
            "{a: 1}",
            "1 2",
            "-",
            "1.",
            "1e",
            "nul",
            "+1",
            "'a'",
        ] {
            assert!(matches!(Value::read(text), Err(Fault::Syntax(_))), "{text}");
        }
    }

    #[test]
    fn levels_and_values_are_bounded() {
        let deep = "[".repeat(100_000);
        assert_eq!(Value::read(&deep), Err(Fault::TooDeep));
        let many = format!("[{}0]", "0,".repeat(MOST_VALUES as usize));
        assert_eq!(Value::read(&many), Err(Fault::TooMany));
        assert!(Value::read(&("[".repeat(64) + &"]".repeat(64))).is_ok());
    }
}
