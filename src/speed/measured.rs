//! The asker's own measurements held against the estimates for the same card.

use super::{Speed, SpeedUnit};
use crate::catalog::{AcceleratorIx, Catalog, GpuCount, InstanceLink};
use crate::fit::{Device, Group, Measured, Subject, footprint};
use crate::query::{DEFAULT_CONCURRENCY, Query, Workload};
use crate::units::{Range, Ratio};

/// A measurement beside the estimate for the same card and question.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// As measured: bytes per card, or units of work per second.
    pub measured: Ratio,
    /// As estimated, in the same unit.
    pub estimated: Ratio,
    /// The most that this card can show: its memory. `None` for a speed.
    pub most: Option<Ratio>,
}

impl Compared {
    /// Measured ÷ estimated.
    #[must_use]
    pub fn factor(&self) -> Ratio {
        Ratio::new(self.measured.get() / self.estimated.get())
    }

    /// Whether it can be of the same run: nothing that was looked at lies further off than this.
    #[must_use]
    pub fn is_plausible(&self) -> bool {
        let factor = self.factor().get();
        (1.0 / WIDEST..=WIDEST).contains(&factor)
            && self.most.is_none_or(|most| self.measured <= most)
    }
}

/// A measurement further from the estimate than this is taken for one of another run or unit, and
/// is not used.
pub const WIDEST: f64 = 10.0;

/// What was measured, on which card.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnRun {
    /// The card.
    pub card: AcceleratorIx,
    /// How many of them.
    pub cards: u32,
    /// Peak memory of one card.
    pub memory: Option<Compared>,
    /// Speed of the whole run.
    pub speed: Option<Compared>,
}

impl OwnRun {
    /// Holds the measurements of a query against its estimates: the same model, formats and load
    /// on the card that it names. `None` where nothing was measured, or the card is unknown.
    #[must_use]
    pub fn of(catalog: &Catalog, query: &Query, subject: Option<&Subject>) -> Option<Self> {
        if query.measured_peak_gb.is_none()
            && query.measured_speed.is_none()
            && query.measured_step_s.is_none()
        {
            return None;
        }
        // Memory and hours as said are exact.
        if query.workload == Workload::Vram {
            return None;
        }
        let (card, accelerator) = catalog.accelerator_by_id(&query.measured_on)?;
        let cards = query.measured_cards.max(1);
        let device = Device::new(catalog, query, accelerator, GpuCount::Whole(cards))?;
        let group = Group::of(query.workload, cards, InstanceLink::Unknown);
        let sequences = query.concurrency.unwrap_or(DEFAULT_CONCURRENCY).max(1);
        // No run took more than its card has; a label is rounded.
        let held = accelerator.nominal.unwrap_or(device.usable) * 1.02;
        let memory = query.measured_peak_gb.map(|gb| Compared {
            measured: Ratio::new(gb.to_f64() * 1e9),
            most: Some(Ratio::new(held.get())),
            estimated: Ratio::new(
                footprint(query, subject, &device, &group, sequences)
                    .total
                    .expected
                    .get(),
            ),
        });
        let speed = super::speed(query, subject, &device, &group, sequences).ok();
        let speed = speed.and_then(|speed| {
            Some(Compared {
                measured: measured_rate(query, subject, cards, &speed)?,
                estimated: speed.rate.expected,
                most: None,
            })
        });
        let positive = |compared: &Compared| {
            compared.measured > Ratio::ZERO && compared.estimated > Ratio::ZERO
        };
        Some(Self {
            card,
            cards,
            memory: memory.filter(positive),
            speed: speed.filter(positive),
        })
    }

    /// The factors that hold for every card.
    #[must_use]
    pub fn factors(&self) -> Measured {
        let usable = |compared: &Option<Compared>| {
            compared
                .filter(Compared::is_plausible)
                .map(|compared| compared.factor())
        };
        Measured {
            memory: usable(&self.memory),
            speed: usable(&self.speed),
        }
    }
}

/// The measured speed of the whole run per second, from a rate or from the time of one step.
fn measured_rate(
    query: &Query,
    subject: Option<&Subject>,
    cards: u32,
    speed: &Speed,
) -> Option<Ratio> {
    if let Some(rate) = query.measured_speed {
        return Some(Ratio::new(rate.to_f64()));
    }
    let seconds = query.measured_step_s?.to_f64();
    let samples =
        f64::from(query.batch.max(1)) * f64::from(query.accumulation.max(1)) * f64::from(cards);
    let work = match (speed.unit, subject) {
        (SpeedUnit::TrainingTokens, Some(subject)) => {
            samples * crate::fit::sequence_length(query, &subject.model)
        }
        // A step of an image network takes its batch; one of a pipeline is a denoising step.
        (SpeedUnit::Images, _) if query.workload == Workload::Image => {
            samples / f64::from(query.steps.max(1))
        }
        (SpeedUnit::Images, _) => samples,
        _ => return None,
    };
    (seconds > 0.0).then(|| Ratio::new(work / seconds))
}

/// What is left of the uncertainty of a speed once one card was measured.
const SPEED_LEFT: f64 = 0.15;

impl Speed {
    /// The speed of a card as the measurement of another corrects it.
    pub(super) fn corrected(self, measured: Measured) -> Self {
        let Some(factor) = measured.speed.map(Ratio::get) else {
            return self;
        };
        let rate = self.rate.expected * factor;
        let seconds = |range: Range<crate::units::Seconds>| {
            let expected = range.expected * (1.0 / factor);
            Range::new(
                expected * (1.0 / (1.0 + SPEED_LEFT)),
                expected,
                expected * (1.0 + SPEED_LEFT),
            )
        };
        Self {
            rate: Range::new(
                rate * (1.0 / (1.0 + SPEED_LEFT)),
                rate,
                rate * (1.0 + SPEED_LEFT),
            ),
            first_token: self.first_token.map(seconds),
            per_token: self.per_token.map(seconds),
            ..self
        }
    }
}
