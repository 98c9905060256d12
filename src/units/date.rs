//! Calendar dates without zones or clocks.

use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Why a text is no date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DateError;

impl fmt::Display for DateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a date is YYYY, YYYY-MM or YYYY-MM-DD, from 1990 to 2199"
        )
    }
}

impl Date {
    /// Takes a year, month and day that exist; years from 1990 to 2199.
    ///
    /// # Errors
    /// [`DateError`] for a day that the calendar lacks.
    pub const fn new(year: u16, month: u8, day: u8) -> Result<Self, DateError> {
        if year < 1990 || year > 2199 || month < 1 || month > 12 || day < 1 {
            return Err(DateError);
        }
        let leap =
            year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
        let length = match month {
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => 31,
        };
        if day > length {
            return Err(DateError);
        }
        Ok(Self { year, month, day })
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.year
    }

    /// The month, 1 to 12.
    #[must_use]
    pub const fn month(self) -> u8 {
        self.month
    }

    /// The day of the month, from 1.
    #[must_use]
    pub const fn day(self) -> u8 {
        self.day
    }

    /// Days since 1970-01-01 (Howard Hinnant's civil-day formula, valid for all years here).
    #[must_use]
    pub const fn days(self) -> i32 {
        let year = self.year as i32 - (self.month <= 2) as i32;
        let era = year / 400;
        let year_of_era = year - era * 400;
        let month = (self.month as i32 + 9) % 12;
        let day_of_year = (153 * month + 2) / 5 + self.day as i32 - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        era * 146_097 + day_of_era - 719_468
    }

    /// The day that lies so many days after 1970-01-01, by the inverse of [`Date::days`].
    ///
    /// # Errors
    /// [`DateError`] outside the years from 1990 to 2199.
    pub const fn from_days(days: i32) -> Result<Self, DateError> {
        if days < 7_305 || days > 84_005 {
            return Err(DateError);
        }
        let shifted = days + 719_468;
        let era = shifted / 146_097;
        let day_of_era = shifted - era * 146_097;
        let year_of_era =
            (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 {
            month_from_march + 3
        } else {
            month_from_march - 9
        };
        let year = year_of_era + era * 400 + (month <= 2) as i32;
        // The range of days admitted above keeps each part within its type.
        Self::new(year as u16, month as u8, day as u8)
    }

    /// Whole days from this day to a later one; negative when the other is earlier.
    #[must_use]
    pub const fn days_until(self, later: Self) -> i32 {
        later.days() - self.days()
    }

    /// Whole calendar months from this day to a later one, as a person counts: from 18 May to
    /// 18 November are 6, to 17 November 5.
    #[must_use]
    pub const fn months_until(self, later: Self) -> i32 {
        let months =
            (later.year as i32 - self.year as i32) * 12 + later.month as i32 - self.month as i32;
        if later.day < self.day {
            months - 1
        } else {
            months
        }
    }
}

impl FromStr for Date {
    type Err = DateError;

    /// Reads `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; a missing part is its first.
    fn from_str(text: &str) -> Result<Self, DateError> {
        let mut parts = text.split('-');
        let mut number = |width: usize| -> Result<Option<u16>, DateError> {
            match parts.next() {
                None => Ok(None),
                Some(part) if part.len() == width && part.bytes().all(|b| b.is_ascii_digit()) => {
                    part.parse().map(Some).map_err(|_| DateError)
                }
                Some(_) => Err(DateError),
            }
        };
        let year = number(4)?.ok_or(DateError)?;
        let month = number(2)?.unwrap_or(1);
        let day = number(2)?.unwrap_or(1);
        if parts.next().is_some() {
            return Err(DateError);
        }
        // Both were read from two digits, so they fit a byte.
        Self::new(year, month as u8, day as u8)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn a_missing_part_is_its_first() {
        assert_eq!(date("2022").to_string(), "2022-01-01");
        assert_eq!(date("2026-07").to_string(), "2026-07-01");
        assert_eq!(date("2026-11-30").to_string(), "2026-11-30");
    }

    #[test]
    fn refuses_days_that_do_not_exist() {
        for text in [
            "",
            "26",
            "2026-13",
            "2026-02-29",
            "2026-1-1",
            "2026-01-01-01",
            "2026-00",
        ] {
            assert_eq!(text.parse::<Date>(), Err(DateError), "{text}");
        }
        assert!("2024-02-29".parse::<Date>().is_ok());
    }

    #[test]
    fn counts_days() {
        assert_eq!(date("1995-01-01").days(), 9131);
        assert_eq!(date("2024-02-28").days_until(date("2024-03-01")), 2);
        assert_eq!(date("2026-11-30").days_until(date("2026-11-29")), -1);
    }

    #[test]
    fn days_and_dates_are_inverse() {
        for days in 7_305..=84_005 {
            assert_eq!(Date::from_days(days).map(Date::days), Ok(days));
        }
        assert_eq!(Date::from_days(7_305), Ok(date("1990-01-01")));
        assert_eq!(Date::from_days(84_005), Ok(date("2199-12-31")));
        assert_eq!(Date::from_days(84_006), Err(DateError));
    }

    #[test]
    fn counts_months_as_a_person() {
        assert_eq!(date("2026-05-18").months_until(date("2026-11-18")), 6);
        assert_eq!(date("2026-05-18").months_until(date("2026-11-17")), 5);
        assert_eq!(date("2024-10-10").months_until(date("2026-11-30")), 25);
    }
}
