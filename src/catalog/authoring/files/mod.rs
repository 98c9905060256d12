//! The readable files under `catalog/`, field by field. `docs/catalog.md` explains them.
//!
//! Money is a decimal string, a date is ISO, an unknown field is refused, and what is not known is
//! left out.

mod facts;
mod limits;
mod market;
mod sellers;

pub use facts::{
    AcceleratorEntry, AliasEntry, CurrencyEntry, EngineEntry, ExtraEntry, ModelEntry, NetworkEntry,
    PipelineEntry, RegionEntry, SourceEntry,
};
pub use limits::{Band, Limits, MoreCounts};
pub use market::{
    HardwareEntry, HostEntry, InterruptionEntry, LeftOutFact, OverheadEntry, Ownership,
    ProcessorEntry, Processors, ServerlessEntry, TariffEntry, TokenEntry, UnknownHosts,
};
pub use sellers::{CheckedEntry, LeftOut, OfferEntry, PriceEntry, ProviderEntry, ProviderFile};

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde hands a reference to the predicate"
)]
fn is_false(value: &bool) -> bool {
    !value
}
