//! Today's date, which pure rooms take as a value.

use crate::units::Date;

/// The first day of the calendar. The compiler evaluates this, so that a wrong date does not build.
const FIRST_DAY: Date = match Date::new(1990, 1, 1) {
    Ok(day) => day,
    Err(_) => unreachable!(),
};

/// The day of the reader's clock. A clock outside the calendar gives its first day, on which no
/// price looks old.
#[must_use]
pub fn today() -> Date {
    let now = js_sys::Date::new_0();
    let part = |value: u32| u8::try_from(value).unwrap_or(0);
    u16::try_from(now.get_full_year())
        .ok()
        .and_then(|year| Date::new(year, part(now.get_month() + 1), part(now.get_date())).ok())
        .unwrap_or(FIRST_DAY)
}
