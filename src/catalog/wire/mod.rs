//! The shipped form of the catalog: one compact JSON document of named columns.
//!
//! ```json
//! {"version": 2,
//!  "text": {"offer.instance": ["p5.48xlarge", "…"], "offer.region": ["us-east-1", "…"]},
//!  "int":  {"offer.region": [0, 0, 1], "price.micros": [55040000]},
//!  "num":  {"offer.ram_gb": [2048, null]}}
//! ```
//!
//! Columns suit both ends of the way: equal things lie side by side, which halves the compressed
//! size against one object per offer, and reading needs the code of three kinds of list instead of
//! one per type, which keeps the page small. A text column with an `int` column of the same name
//! is a table of distinct values, and the integers point into it (−1: none); one without is
//! plain. Optional integers are −1 where unknown, optional quantities `null`. Money is in
//! millionths, a quantity that no short decimal states is `[m, e]` for m × 2^e, a date is `YYYYMMDD` as a number, lists and prices are counted in an own column
//! and follow each other. An id of an offer is shipped as what it has beyond seller, instance and region. Reading checks every index and everything that the rooms rely on.

mod columns;
mod ids;
mod read;
mod read_market;
mod read_models;
mod read_offers;
#[cfg(test)]
#[cfg(feature = "terminal")]
mod tests;
#[cfg(feature = "terminal")]
mod write;
#[cfg(feature = "terminal")]
mod write_market;
#[cfg(feature = "terminal")]
mod write_rows;

use super::Catalog;
use super::engine::SupportLevel;
use super::model::ModelKind;
use super::offer::{InstanceLink, PriceKind};
use super::provider::{ExtraKind, StoppedRule};
use super::{HardwareKind, Payment, Topology};
use crate::json;
use std::fmt;

/// The version of this layout. A change that an older reader would misread raises it.
const VERSION: u32 = 2;

/// What stands for "none" in a column of integers.
const NONE: i64 = -1;

/// Bits of `price.flags` and `offer.flags`.
const PRICE_MONTHLY: i64 = 1;
const PRICE_FLOOR: i64 = 2;
const PRICE_UNCONFIRMED: i64 = 4;
/// From this bit on stands which of [`Product::ALL`] a commitment is to, counted from 1.
const PRICE_PRODUCT: i64 = 8;
const OFFER_CARD_ASSUMED: i64 = 1;
const OFFER_COUNTS_CONFIRMED: i64 = 2;

/// Bits of `serverless.flags`.
const SERVERLESS_CARD_ASSUMED: i64 = 1;
const SERVERLESS_ALWAYS_ON: i64 = 2;
const SERVERLESS_HOST_EXTRA: i64 = 4;

/// Bits of `model.flags`: which groups of columns hold a row for the model, and what is so of it.
const MODEL_SHAPE: i64 = 1;
const MODEL_LATENT: i64 = 2;
const MODEL_EXPERTS: i64 = 4;
const MODEL_TIED: i64 = 8;
const MODEL_NETWORK: i64 = 16;
const MODEL_PLAIN: i64 = 32;
const MODEL_QKV_BIASES: i64 = 64;
const MODEL_ALL_BIASES: i64 = 128;
const MODEL_OUTPUT_GATE: i64 = 256;
const MODEL_GLOBAL: i64 = 512;
const MODEL_KEYS_AS_VALUES: i64 = 1024;
const MODEL_LINEAR: i64 = 2048;
const MODEL_TOWER: i64 = 4096;

/// The position in such a list is the number in the document; extend at the end only.
const TOPOLOGIES: [Topology; 4] = [
    Topology::Switched,
    Topology::BridgePairs,
    Topology::CubeMesh,
    Topology::None,
];
const LINKS: [InstanceLink; 4] = [
    InstanceLink::Unknown,
    InstanceLink::Pcie,
    InstanceLink::Nvlink,
    InstanceLink::Rdma,
];
const LEVELS: [SupportLevel; 4] = [
    SupportLevel::Yes,
    SupportLevel::Partial,
    SupportLevel::Unknown,
    SupportLevel::No,
];
const MODEL_KINDS: [ModelKind; 7] = [
    ModelKind::Decoder,
    ModelKind::Encoder,
    ModelKind::EncoderDecoder,
    ModelKind::Speech,
    ModelKind::Diffusion,
    ModelKind::VideoDiffusion,
    ModelKind::Vision,
];
const EXTRA_KINDS: [ExtraKind; 9] = [
    ExtraKind::Egress,
    ExtraKind::BlockStorage,
    ExtraKind::ObjectStorage,
    ExtraKind::FileStorage,
    ExtraKind::Snapshot,
    ExtraKind::LoadBalancer,
    ExtraKind::CrossZone,
    ExtraKind::PublicIp,
    ExtraKind::Other,
];
const STOPPED: [StoppedRule; 3] = [
    StoppedRule::Storage,
    StoppedRule::Everything,
    StoppedRule::NoStop,
];
const HARDWARE_KINDS: [HardwareKind; 4] = [
    HardwareKind::CardNew,
    HardwareKind::CardUsed,
    HardwareKind::CardLaunch,
    HardwareKind::Server,
];
const PRICE_KINDS: [PriceKind; 14] = [
    PriceKind::OnDemand,
    PriceKind::Spot,
    PriceKind::Subscription,
    PriceKind::CapacityBlock,
    PriceKind::Serverless,
    PriceKind::Promotion,
    commit(1, Payment::AllUpfront),
    commit(1, Payment::PartialUpfront),
    commit(1, Payment::NoUpfront),
    commit(1, Payment::Unstated),
    commit(3, Payment::AllUpfront),
    commit(3, Payment::PartialUpfront),
    commit(3, Payment::NoUpfront),
    commit(3, Payment::Unstated),
];

const fn commit(years: u8, payment: Payment) -> PriceKind {
    PriceKind::Commit { years, payment }
}

/// Why a catalog cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CatalogError {
    /// The text is no catalog: what was expected where.
    Syntax(String),
    /// The document has another version than this program reads.
    Version(u32),
    /// A column is missing, too short or too long, or holds a value that it cannot.
    Column(&'static str),
    /// A row breaks a rule that the ranking relies on.
    Row {
        /// The id of the row, or what else names it.
        id: String,
        /// The rule.
        rule: &'static str,
    },
}

impl fmt::Display for CatalogError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(message) => write!(f, "not a catalog: {message}"),
            Self::Version(found) => write!(
                f,
                "the catalog has version {found}, this program reads version {VERSION}"
            ),
            Self::Column(name) => write!(f, "the catalog is damaged in column {name}"),
            Self::Row { id, rule } => write!(f, "the catalog is damaged at {id}: {rule}"),
        }
    }
}

impl std::error::Error for CatalogError {}

/// The document as it lies in the file.
struct Document {
    text: json::Named<String>,
    int: json::Named<i64>,
    num: json::Named<Option<f64>>,
}

impl Document {
    /// Reads the layout alone.
    fn parse(text: &str) -> Result<Self, CatalogError> {
        let mut reader = json::Reader::new(text);
        // The version comes first, since another one may have another layout.
        let version = Self::version(&mut reader)?;
        if version != VERSION {
            return Err(CatalogError::Version(version));
        }
        Ok(Self::columns(&mut reader)?)
    }

    fn version(reader: &mut json::Reader<'_>) -> Result<u32, json::Stop> {
        reader.sign(b'{', "an object")?;
        reader.field("version")?;
        let version = reader.integer()?;
        Ok(u32::try_from(version).unwrap_or(u32::MAX))
    }

    fn columns(reader: &mut json::Reader<'_>) -> Result<Self, json::Stop> {
        reader.sign(b',', "a comma")?;
        reader.field("text")?;
        let text = reader.columns(json::Reader::text)?;
        reader.sign(b',', "a comma")?;
        reader.field("int")?;
        let int = reader.columns(json::Reader::integer)?;
        reader.sign(b',', "a comma")?;
        reader.field("num")?;
        let num = reader.columns(json::Reader::quantity)?;
        reader.sign(b'}', "the end of the object")?;
        reader.end()?;
        Ok(Self { text, int, num })
    }
}

impl From<json::Stop> for CatalogError {
    fn from(stop: json::Stop) -> Self {
        let json::Stop { at, expected } = stop;
        Self::Syntax(format!("expected {expected} at byte {at}"))
    }
}

impl Catalog {
    /// Reads a shipped catalog and checks it: its references, the order of its rows, and what
    /// the ranking relies on.
    ///
    /// # Errors
    /// [`CatalogError`] where the text is no catalog, is of another version, or is damaged.
    pub fn from_json(text: &str) -> Result<Self, CatalogError> {
        let document = Document::parse(text)?;
        read::catalog(&document)
    }

    /// Writes the shipped form, its rows ordered as the fields' documentation says.
    /// [`Catalog::from_json`] reads back an equal catalog.
    #[cfg(feature = "terminal")]
    #[must_use]
    pub fn to_json(&self) -> String {
        write::catalog(self)
    }
}
