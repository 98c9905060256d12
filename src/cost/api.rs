//! A model by the token: what a month of it costs, and from which volume serving it oneself costs
//! less.

use crate::catalog::TokenPrice;
use crate::demand::Month;
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
    /// Instances that are kept running, however few the tokens.
    pub least: u32,
}

impl SelfHosted {
    /// What a month of so many output tokens costs.
    #[must_use]
    pub fn month(&self, output: Tokens) -> Money {
        self.instance.scaled(self.instances(output.get())) + self.fixed
    }

    /// Instances for so many output tokens in a month; one that is filled to the last token suffices.
    fn instances(&self, output: f64) -> f64 {
        let full = output / self.capacity.get().max(1e-9);
        f64::ceil(full * (1.0 - 1e-12)).max(self.at_least())
    }

    fn at_least(&self) -> f64 {
        f64::from(self.least.max(1))
    }

    /// The least volume of the first month, in output tokens, at which an API is no cheaper over all
    /// months of a project: as [`break_even`](Self::break_even) where they are alike.
    ///
    /// With F(V) = Σ (instances for V × the month's load × m + f) ÷ (a × Σ loads) this is the least V
    /// that is not below F(V). F only rises, so V → F(V) from nothing on never passes it, and ends
    /// there, since instances are whole. Where a c > m it exists, and is at most the V at which even an
    /// instance more in every month pays; that is taken where a thousand steps do not end.
    #[must_use]
    pub fn break_even_over(&self, per_million: Money, months: &[Month]) -> Option<Tokens> {
        let alike = months.iter().all(|month| month.load == Ratio::new(1.0));
        if alike {
            return self.break_even(per_million);
        }
        let (a, m) = (per_million.to_f64() / 1e6, self.instance.to_f64());
        let (c, f) = (self.capacity.get(), self.fixed.to_f64().max(0.0));
        if a <= 0.0 || c <= 0.0 || a * c <= m {
            return None;
        }
        let loads = Month::sum(months).get();
        let costs = |volume: f64| -> f64 {
            let month = |month: &Month| {
                let instances = self.instances(volume * month.load.get());
                month.share.get() * (instances * m + f)
            };
            months.iter().map(month).sum()
        };
        let mut volume = 0.0;
        for _ in 0..1000 {
            let next = costs(volume) / (a * loads);
            if next <= volume {
                return Some(Tokens::new(volume));
            }
            volume = next;
        }
        let time: f64 = months.iter().map(|month| month.share.get()).sum();
        let most = self.at_least() * m + f;
        Some(Tokens::new(most * time / (loads * (a - m / c))))
    }

    /// The least volume of a month, in output tokens, at which an API that costs `per_million`
    /// output tokens (with the input that belongs to them) is no cheaper; `None` where it always
    /// is.
    ///
    /// With n instances of capacity c at m each and f beside, an API at a per token costs as much
    /// at V = (n m + f) ÷ a, which counts where V ≤ n c. Where a c > m that first holds for
    /// n = ⌈f ÷ (a c − m)⌉, and otherwise never; V is at least what n − 1 instances make. Where more
    /// than these are kept running, n is as many, however little they make.
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
        let kept = self.at_least();
        Some(Tokens::new(if n > kept {
            ((n * m + f) / a).max((n - 1.0) * c)
        } else {
            (kept * m + f) / a
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::SourceIx;
    use crate::units::{Currency, Date};

    fn usd(text: &str) -> Money {
        Money::from_decimal(text.parse().unwrap(), Currency::USD)
    }

    fn price(cached: Option<&str>) -> TokenPrice {
        TokenPrice {
            seller: "s".to_owned(),
            name: "m".to_owned(),
            model: "m".to_owned(),
            input: usd("0.5"),
            output: usd("2"),
            cached_input: cached.map(usd),
            batch_discount: None,
            as_of: Date::new(2026, 11, 1).unwrap(),
            source: SourceIx(0),
        }
    }

    #[test]
    fn input_and_output_are_billed_apart_and_cached_input_for_less() {
        // 3 million out with 7 in for each of them: 3 × 2 + 21 × 0.5.
        let volume = Volume::of(Tokens::new(3e6), 700, 100, false);
        assert_eq!(volume.input, Tokens::new(21e6));
        assert_eq!(bill(&price(None), &volume, Ratio::ZERO), usd("16.5"));
        // Two thirds cached, at a tenth of the price: 6 + 7 × 0.5 + 14 × 0.05.
        let cached = bill(&price(Some("0.05")), &volume, Ratio::new(2.0 / 3.0));
        assert!((cached.to_f64() - 10.2).abs() < 1e-5, "{cached:?}");
        // Without a price for it, cached input costs what input does.
        assert_eq!(bill(&price(None), &volume, Ratio::new(0.5)), usd("16.5"));
    }

    const HOST: SelfHosted = SelfHosted {
        instance: Money::from_micros(1_000_000_000, Currency::USD),
        fixed: Money::from_micros(0, Currency::USD),
        capacity: Tokens::new(1e9),
        least: 0,
    };

    #[test]
    fn an_instance_pays_off_where_it_can_be_filled_enough() {
        // 1,000 USD ÷ 2 USD per million.
        assert_eq!(HOST.break_even(usd("2")), Some(Tokens::new(5e8)));
        assert_eq!(HOST.break_even(usd("1")), Some(Tokens::new(1e9)));
        assert_eq!(HOST.break_even(usd("0.99")), None);
        assert_eq!(HOST.break_even(usd("0")), None);
        let idle = SelfHosted {
            capacity: Tokens::ZERO,
            ..HOST
        };
        assert_eq!(idle.break_even(usd("2")), None);
    }

    #[test]
    fn what_does_not_grow_is_shared_by_several_instances() {
        // Each full instance gains 200 against the API: 500 beside take three of them, and the
        // volume (3 × 1,000 + 500) ÷ 1.2 per million.
        let host = SelfHosted {
            fixed: usd("500"),
            ..HOST
        };
        let volume = host.break_even(usd("1.2")).unwrap();
        assert!(
            (volume.get() - 3500.0 / 1.2 * 1e6).abs() < 1.0,
            "{volume:?}"
        );
        assert_eq!(host.break_even(usd("1")), None);
    }

    /// The months of a project with so much growth.
    fn months(link: &str) -> Vec<Month> {
        let query = crate::query::decode(link).query;
        crate::demand::Demand::of(&query).months(&query)
    }

    #[test]
    fn over_the_months_a_break_even_is_what_a_scan_finds() {
        for (fixed, million, link) in [
            ("0", "2", "grow=10&mon=12"),
            ("0", "1.2", "grow=10&mon=12"),
            ("0", "1.05", "grow=3&mon=7.5"),
            ("500", "1.5", "grow=40&mon=6"),
            ("30", "3", "grow=100&mon=3.2"),
            ("0", "1.2", "grow=10&mon=12&floor=3"),
            ("500", "1.5", "grow=40&mon=6&floor=2"),
        ] {
            let (months, per_token) = (months(link), usd(million).to_f64() / 1e6);
            let host = SelfHosted {
                fixed: usd(fixed),
                least: crate::query::decode(link).query.load.floor,
                ..HOST
            };
            let found = host.break_even_over(usd(million), &months).unwrap().get();
            let pays = |volume: f64| {
                let each = months.iter().map(|month| {
                    let tokens = volume * month.load.get();
                    let own = host.month(Tokens::new(tokens)).to_f64();
                    month.share.get() * (own - per_token * tokens)
                });
                each.sum::<f64>() <= 1e-3
            };
            let scanned = (1..=100_000).map(|step| f64::from(step) * 1e5);
            let scanned = scanned.clone().find(|volume| pays(*volume)).unwrap();
            assert!(
                (scanned - found).abs() <= 1e5 + 1.0,
                "{fixed} {million} {link}: {found} {scanned}"
            );
        }
    }

    #[test]
    fn months_that_are_alike_are_one() {
        for link in ["", "grow=0&mon=7.5", "use=job&grow=10", "grow=10&mon=1"] {
            let months = months(link);
            assert_eq!(months.len(), 1, "{link}");
            assert_eq!(
                HOST.break_even_over(usd("2"), &months),
                HOST.break_even(usd("2"))
            );
        }
        assert_eq!(HOST.break_even_over(usd("1"), &months("grow=10")), None);
        // A price a millionth above that of a full instance takes a bound.
        let close = HOST.break_even_over(usd("1.000001"), &months("grow=10"));
        assert!(close.is_some_and(|volume| volume.get().is_finite()));
    }

    #[test]
    fn a_break_even_is_the_least_volume_that_a_scan_finds() {
        for (fixed, million, least) in [
            ("0", "2", 0),
            ("500", "1.2", 0),
            ("150", "1.5", 1),
            ("30", "1.01", 0),
            ("0", "2", 4),
            ("500", "1.2", 2),
            ("150", "1.5", 3),
        ] {
            let host = SelfHosted {
                fixed: usd(fixed),
                least,
                ..HOST
            };
            let per_token = usd(million).to_f64() / 1e6;
            let found = host.break_even(usd(million)).unwrap().get();
            let scanned = (1..=200_000)
                .map(|step| f64::from(step) * 1e5)
                .find(|volume| {
                    host.month(Tokens::new(*volume)).to_f64() <= per_token * volume + 1e-6
                })
                .unwrap();
            assert!(
                (scanned - found).abs() <= 1e5 + 1.0,
                "{fixed} {million} {least}: {found} {scanned}"
            );
        }
    }
}
