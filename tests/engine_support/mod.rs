//! One model on one card: what the tests of the engine ask.

#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

use crate::support::{CATALOG, query};
use kasuan::catalog::{GpuCount, InstanceLink};
use kasuan::explain::{self, Term};
use kasuan::fit::{self, Caveat, Device, Footprint, Group, Subject, Unsupported, Verdict};
use kasuan::query::Query;
use kasuan::speed::{self, Speed, Unrated};

/// 10⁹ bytes.
pub const GB: f64 = 1e9;
/// 2³⁰ bytes.
pub const GIB: f64 = 1_073_741_824.0;
/// 2²⁰ bytes.
pub const MIB: f64 = 1_048_576.0;

/// A question, its model, and cards to run it on.
pub struct Setup {
    pub query: Query,
    pub subject: Option<Subject>,
    pub device: Device<'static>,
    pub link: InstanceLink,
    pub shards: u32,
    pub sequences: u32,
}

impl Setup {
    /// One whole card with one sequence.
    #[track_caller]
    pub fn new(link: &str, card: &str) -> Self {
        let query = query(link);
        let subject = fit::subject(&CATALOG, &query);
        let (_, accelerator) = CATALOG.accelerator_by_id(card).expect(card);
        let device = Device::new(&CATALOG, &query, accelerator, GpuCount::Whole(1));
        let device = device.expect("its memory");
        Self {
            query,
            subject,
            device,
            link: InstanceLink::Unknown,
            shards: 1,
            sequences: 1,
        }
    }

    pub fn shards(self, shards: u32) -> Self {
        Self { shards, ..self }
    }

    pub fn sequences(self, sequences: u32) -> Self {
        Self { sequences, ..self }
    }

    pub fn group(&self) -> Group {
        Group::of(self.query.workload, self.shards, self.link)
    }

    pub fn footprint(&self) -> Footprint {
        let subject = self.subject.as_ref();
        fit::footprint(
            &self.query,
            subject,
            &self.device,
            &self.group(),
            self.sequences,
        )
    }

    pub fn cache(&self) -> f64 {
        self.footprint().cache.get()
    }

    pub fn verdict(&self) -> Verdict {
        fit::verdict(&self.footprint(), &self.device)
    }

    pub fn rated(&self) -> Result<Speed, Unrated> {
        let subject = self.subject.as_ref();
        speed::speed(
            &self.query,
            subject,
            &self.device,
            &self.group(),
            self.sequences,
        )
    }

    #[track_caller]
    pub fn speed(&self) -> Speed {
        self.rated().expect("a speed")
    }

    #[track_caller]
    pub fn rate(&self) -> f64 {
        self.speed().rate.expected.get()
    }

    /// Milliseconds per output token.
    #[track_caller]
    pub fn per_token_ms(&self) -> f64 {
        let per_token = self.speed().per_token.expect("a time per token");
        per_token.expected.get() * 1e3
    }

    pub fn supports(&self) -> Result<Option<Caveat>, Unsupported> {
        let subject = self.subject.as_ref();
        fit::supports(&CATALOG, &self.query, subject, self.device.accelerator)
    }

    pub fn memory_terms(&self) -> Vec<Term> {
        let subject = self.subject.as_ref();
        explain::memory(
            &self.query,
            subject,
            &self.device,
            &self.group(),
            self.sequences,
        )
    }

    pub fn speed_terms(&self) -> Vec<Term> {
        let subject = self.subject.as_ref();
        explain::speed(
            &self.query,
            subject,
            &self.device,
            &self.group(),
            self.sequences,
        )
    }
}

/// Whether two figures agree within a relative tolerance.
#[track_caller]
pub fn assert_close(found: f64, right: f64, tolerance: f64) {
    let error = (found / right - 1.0).abs();
    assert!(error <= tolerance, "{found} is {error} away from {right}");
}
