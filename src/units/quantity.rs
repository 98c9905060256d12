//! Floating-point quantities: one newtype per unit, never NaN, totally ordered.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Sub};

macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq)]
        pub struct $name(f64);

        impl $name {
            /// Nothing of it.
            pub const ZERO: Self = Self(0.0);

            /// Takes a value in this unit. A NaN becomes 0 and an infinity the largest number, so
            /// that every value has a place in the order.
            #[must_use]
            pub const fn new(value: f64) -> Self {
                if value.is_nan() {
                    Self(0.0)
                } else {
                    Self(value.clamp(f64::MIN, f64::MAX))
                }
            }

            /// The value in this unit.
            #[must_use]
            pub const fn get(self) -> f64 {
                self.0
            }

            /// The larger of the two.
            #[must_use]
            pub fn max(self, other: Self) -> Self {
                if other > self { other } else { self }
            }

            /// The smaller of the two.
            #[must_use]
            pub fn min(self, other: Self) -> Self {
                if other < self { other } else { self }
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &Self) -> Ordering {
                // `new` lets no NaN in; adding 0 folds −0 into 0, which `total_cmp` would split.
                (self.0 + 0.0).total_cmp(&(other.0 + 0.0))
            }
        }

        impl Add for $name {
            type Output = Self;
            fn add(self, other: Self) -> Self {
                Self::new(self.0 + other.0)
            }
        }

        impl AddAssign for $name {
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl Sub for $name {
            type Output = Self;
            fn sub(self, other: Self) -> Self {
                Self::new(self.0 - other.0)
            }
        }

        impl Mul<f64> for $name {
            type Output = Self;
            fn mul(self, factor: f64) -> Self {
                Self::new(self.0 * factor)
            }
        }

        impl Div<f64> for $name {
            type Output = Self;
            fn div(self, divisor: f64) -> Self {
                Self::new(self.0 / divisor)
            }
        }

        impl Div for $name {
            type Output = f64;
            fn div(self, other: Self) -> f64 {
                self.0 / other.0
            }
        }

        impl std::iter::Sum for $name {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::ZERO, Add::add)
            }
        }
    };
}

quantity!(
    /// A count of bytes. GB (10⁹) and GiB (2³⁰) are made and read by name, so they never mix.
    Bytes
);
quantity!(
    /// Bytes moved per second.
    BytesPerSecond
);
quantity!(
    /// Floating-point (or integer) operations.
    Flops
);
quantity!(
    /// Operations per second.
    FlopsPerSecond
);
quantity!(
    /// Hours of wall-clock time.
    Hours
);
quantity!(
    /// Seconds of wall-clock time.
    Seconds
);
quantity!(
    /// Tokens of a language model.
    Tokens
);
quantity!(
    /// Tokens per second.
    TokensPerSecond
);
quantity!(
    /// Parameters of a model.
    Params
);
quantity!(
    /// Cycles per second.
    Hertz
);
quantity!(
    /// Events per hour.
    PerHour
);
quantity!(
    /// Electrical power.
    Watts
);
quantity!(
    /// A pure number: a share, an efficiency, a factor.
    Ratio
);

const GIB: f64 = 1_073_741_824.0;

impl Bytes {
    /// Takes decimal gigabytes (10⁹ bytes).
    #[must_use]
    pub const fn from_gb(value: f64) -> Self {
        Self::new(value * 1e9)
    }

    /// Takes binary gibibytes (2³⁰ bytes).
    #[must_use]
    pub const fn from_gib(value: f64) -> Self {
        Self::new(value * GIB)
    }

    /// Takes binary mebibytes (2²⁰ bytes).
    #[must_use]
    pub const fn from_mib(value: f64) -> Self {
        Self::new(value * 1_048_576.0)
    }

    /// The value in decimal gigabytes (10⁹ bytes).
    #[must_use]
    pub const fn to_gb(self) -> f64 {
        self.0 / 1e9
    }

    /// The value in binary gibibytes (2³⁰ bytes).
    #[must_use]
    pub const fn to_gib(self) -> f64 {
        self.0 / GIB
    }
}

impl FlopsPerSecond {
    /// Takes 10¹² operations per second.
    #[must_use]
    pub const fn from_tera(value: f64) -> Self {
        Self::new(value * 1e12)
    }

    /// The value in 10¹² operations per second.
    #[must_use]
    pub const fn to_tera(self) -> f64 {
        self.0 / 1e12
    }
}

impl BytesPerSecond {
    /// Takes decimal gigabytes per second.
    #[must_use]
    pub const fn from_gb(value: f64) -> Self {
        Self::new(value * 1e9)
    }

    /// Takes gigabits per second, as network links are labelled.
    #[must_use]
    pub const fn from_gbit(value: f64) -> Self {
        Self::new(value * 1.25e8)
    }

    /// The value in decimal gigabytes per second.
    #[must_use]
    pub const fn to_gb(self) -> f64 {
        self.0 / 1e9
    }
}

impl Hours {
    /// A day.
    pub const DAY: Self = Self::new(24.0);
    /// A month of a machine that is always on: 365 × 24 ÷ 12.
    pub const MONTH: Self = Self::new(730.0);
    /// A year of 365 days.
    pub const YEAR: Self = Self::new(8760.0);

    /// The same time in seconds.
    #[must_use]
    pub const fn to_seconds(self) -> Seconds {
        Seconds::new(self.0 * 3600.0)
    }
}

impl Seconds {
    /// The same time in hours.
    #[must_use]
    pub const fn to_hours(self) -> Hours {
        Hours::new(self.0 / 3600.0)
    }
}

/// A figure with its uncertainty: low ≤ expected ≤ high.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Range<T> {
    /// The low end.
    pub low: T,
    /// The expected value.
    pub expected: T,
    /// The high end.
    pub high: T,
}

impl<T: Copy + Ord> Range<T> {
    /// Takes three figures in any order and keeps them ordered around the expected one.
    #[must_use]
    pub fn new(low: T, expected: T, high: T) -> Self {
        Self {
            low: low.min(expected),
            expected,
            high: high.max(expected),
        }
    }

    /// A figure that is known exactly.
    #[must_use]
    pub fn exact(value: T) -> Self {
        Self {
            low: value,
            expected: value,
            high: value,
        }
    }
}

impl<T: Add<Output = T> + Copy> Add for Range<T> {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            low: self.low + other.low,
            expected: self.expected + other.expected,
            high: self.high + other.high,
        }
    }
}

impl<T: Mul<f64, Output = T> + Copy> Mul<f64> for Range<T> {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self {
            low: self.low * factor,
            expected: self.expected * factor,
            high: self.high * factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gb_and_gib_differ() {
        assert_eq!(Bytes::from_gb(1.0).get(), 1e9);
        assert_eq!(Bytes::from_gib(1.0).get(), 1_073_741_824.0);
        assert_eq!(Bytes::from_mib(1024.0), Bytes::from_gib(1.0));
    }

    #[test]
    fn no_value_is_nan_and_the_order_is_total() {
        assert_eq!(Bytes::new(f64::NAN), Bytes::ZERO);
        assert_eq!(Bytes::new(0.0 / 1.0) - Bytes::ZERO, Bytes::ZERO);
        assert_eq!(Seconds::new(-0.0).cmp(&Seconds::ZERO), Ordering::Equal);
        assert!(Hours::new(f64::INFINITY).get().is_finite());
    }

    #[test]
    fn a_range_is_ordered() {
        let range = Range::new(Hours::new(3.0), Hours::new(2.0), Hours::new(1.0));
        assert!(range.low <= range.expected && range.expected <= range.high);
    }
}
