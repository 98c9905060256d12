//! Sums as a person writes them for a pocket calculator: `⌈5.5⌉ × (2 − 0.4) ÷ e^0.1`.

/// A number with thousands apart and at most one point: `12,345.60`.
pub fn number(text: &str) -> Result<f64, String> {
    let plain = text.replace(',', "").replace('−', "-");
    let digits = |c: char| c.is_ascii_digit() || c == '.' || c == '-';
    if plain.chars().all(digits) {
        plain.parse().map_err(|_| format!("`{text}` is no number"))
    } else {
        Err(format!("`{text}` is no number"))
    }
}

/// Whether a figure is a stated one, rounded to its digits.
pub fn agrees(found: f64, stated: &str) -> Result<bool, String> {
    let places = stated.split_once('.').map_or(0, |(_, places)| places.len());
    let half = 0.5 * libm::pow(0.1, places as f64);
    // The tolerance forgives the binary rounding of a figure that lies on the half.
    Ok((found - number(stated)?).abs() <= half * (1.0 + 1e-6) + 1e-12 * found.abs())
}

/// The value of a sum with `+ − × ÷ ^ ( ) ⌈ ⌉ √ e ln`.
pub fn sum(text: &str) -> Result<f64, String> {
    let mut reader = Reader {
        rest: text.chars().filter(|c| *c != ' ').collect(),
        at: 0,
    };
    let value = reader.sum()?;
    match reader.peek() {
        None => Ok(value),
        Some(other) => Err(format!("`{other}` in `{text}`")),
    }
}

struct Reader {
    rest: Vec<char>,
    at: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.rest.get(self.at).copied()
    }

    fn take(&mut self, wanted: char) -> bool {
        let there = self.peek() == Some(wanted);
        self.at += usize::from(there);
        there
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('−') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.power()?;
        loop {
            if self.take('×') {
                value *= self.power()?;
            } else if self.take('÷') {
                value /= self.power()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn power(&mut self) -> Result<f64, String> {
        if self.take('−') {
            return Ok(-self.power()?);
        }
        let base = self.single()?;
        if self.take('^') {
            return Ok(libm::pow(base, self.power()?));
        }
        Ok(base)
    }

    fn single(&mut self) -> Result<f64, String> {
        if self.take('(') {
            return self.until(')');
        }
        if self.take('⌈') {
            return self.until('⌉').map(f64::ceil);
        }
        if self.take('√') {
            return self.single().map(f64::sqrt);
        }
        if self.take('e') {
            return Ok(std::f64::consts::E);
        }
        if self.take('l') && self.take('n') {
            return self.single().map(libm::log);
        }
        let start = self.at;
        while self
            .peek()
            .is_some_and(|c| c.is_ascii_digit() || c == '.' || c == ',')
        {
            self.at += 1;
        }
        number(&self.rest[start..self.at].iter().collect::<String>())
    }

    fn until(&mut self, end: char) -> Result<f64, String> {
        let value = self.sum()?;
        if self.take(end) {
            Ok(value)
        } else {
            Err(format!("`{end}` is missing"))
        }
    }
}

#[test]
fn sums_are_read_as_they_are_meant() {
    for (text, value) in [
        ("1 + 2 × 3", 7.0),
        ("(1 + 2) × 3", 9.0),
        ("8 − 2 − 1", 5.0),
        ("8 ÷ 2 ÷ 2", 2.0),
        ("−2^2", -4.0),
        ("2^3^2", 512.0),
        ("⌈10 ÷ 4⌉ × 1,000.5", 3001.5),
        ("√16 × ln(e^2)", 8.0),
    ] {
        assert!((sum(text).unwrap() - value).abs() < 1e-9, "{text}");
    }
    for bad in ["", "1 +", "(1", "1 2 x", "2 × two"] {
        assert!(sum(bad).is_err(), "{bad}");
    }
    assert!(agrees(2.0 / 3.0, "0.67").unwrap() && !agrees(2.0 / 3.0, "0.66").unwrap());
    assert!(agrees(1234.4, "1,234").unwrap() && !agrees(1234.6, "1,234").unwrap());
}
