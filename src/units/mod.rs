//! Quantities with their units, exact money, dates and decimal text.
//!
//! No bare `f64` crosses a room's boundary: what is measured in something has a type that says so.

mod date;
mod decimal;
mod money;
mod quantity;

pub use date::{Date, DateError};
pub use decimal::{Decimal, DecimalError};
pub use money::{Currency, Money};
pub use quantity::{
    Bytes, BytesPerSecond, Flops, FlopsPerSecond, Hertz, Hours, Params, PerHour, Range, Ratio,
    Seconds, Tokens, TokensPerSecond, Watts,
};
