//! A model by the token: what a month of it costs, and from which volume serving it oneself costs
//! less.

use crate::catalog::TokenPrice;
use crate::units::{Money, Ratio, Tokens};

/// Tokens of a month.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Volume {
    /// Tokens read.
    pub input: Tokens,
    /// Tokens written.
    pub output: Tokens,
    /// No rate was asked for: this is what the own machines make at full use.
    pub full_use: bool,
}

impl Volume {
    /// The volume of so many output tokens, where each request reads `prompt` and writes `output`
    /// tokens.
    #[must_use]
    pub fn of(output_per_month: Tokens, prompt: u32, output: u32, full_use: bool) -> Self {
        Self {
            input: output_per_month * (f64::from(prompt) / f64::from(output.max(1))),
            output: output_per_month,
            full_use,
        }
    }
}

/// What a volume costs in the seller's currency. Of the input `cached` (0 to 1) is found cached,
/// and costs less where the seller lists that.
#[must_use]
pub fn bill(price: &TokenPrice, volume: &Volume, cached: Ratio) -> Money {
    let cached = cached.get().clamp(0.0, 1.0);
    let input = volume.input.get() / 1e6;
    let cheap = price.cached_input.unwrap_or(price.input);
    price.output.scaled(volume.output.get() / 1e6)
        + price.input.scaled(input * (1.0 - cached))
        + cheap.scaled(input * cached)
}

/// A service of one's own, which grows by whole instances.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelfHosted {
    /// What an instance costs per month.
    pub instance: Money,
    /// What does not grow with instances, per month.
    pub fixed: Money,
    /// Output tokens that an instance makes in a month.
    pub capacity: Tokens,
}

impl SelfHosted {
    /// What a month of so many output tokens costs.
    #[must_use]
    pub fn month(&self, output: Tokens) -> Money {
        let instances = (output.get() / self.capacity.get().max(1e-9))
            .ceil()
            .max(1.0);
        self.instance.scaled(instances) + self.fixed
    }

    /// The least volume of a month, in output tokens, at which an API that costs `per_million`
    /// output tokens (with the input that belongs to them) is no cheaper; `None` where it always
    /// is.
    ///
    /// With n instances of capacity c at m each and f beside, an API at a per token costs as much
    /// at V = (n m + f) ÷ a, which counts where V ≤ n c. Where a c > m that first holds for
    /// n = ⌈f ÷ (a c − m)⌉, and otherwise never; V is at least what n − 1 instances make.
    #[must_use]
    pub fn break_even(&self, per_million: Money) -> Option<Tokens> {
        let (a, m) = (per_million.to_f64() / 1e6, self.instance.to_f64());
        let (c, f) = (self.capacity.get(), self.fixed.to_f64().max(0.0));
        if a <= 0.0 || c <= 0.0 {
            return None;
        }
        let gain = a * c - m;
        // An instance that is filled to the last token still pays off.
        let n = if f > 0.0 {
            if gain <= 0.0 {
                return None;
            }
            (f / gain - 1e-9).ceil().max(1.0)
        } else {
            if gain < 0.0 {
                return None;
            }
            1.0
        };
        Some(Tokens::new(((n * m + f) / a).max((n - 1.0) * c)))
    }
}
