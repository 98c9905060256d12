//! Providers and what they charge beside the instance.

use super::SourceIx;
use crate::units::{Bytes, Date, Money, Ratio, Seconds};

/// Index into [`super::Catalog::providers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProviderIx(pub u16);

/// A seller. Every fact that is not known is `None` or empty, and never passes a filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Provider {
    /// The id of the provider tables, such as `aws`.
    pub id: String,
    /// English name.
    pub name_en: String,
    /// Chinese name; the English one where the seller has none.
    pub name_zh: String,
    /// Lower-case code of the home jurisdiction.
    pub home: Option<String>,
    /// Promised availability of one instance, in percent.
    pub sla_percent: Option<Ratio>,
    /// Certificates, each as written, such as `ISO 27001`.
    pub compliance: Vec<String>,
    /// Machine-learning platform, such as `SageMaker AI`.
    pub platform: Option<String>,
    /// Frameworks offered ready-made, as written.
    pub frameworks: Option<String>,
    /// What a stopped instance goes on costing, as written.
    pub stopped_billing: Option<String>,
    /// Billing granularity, as written.
    pub billing: Option<String>,
    /// Shortest time that on-demand use is billed in; `None` where unknown.
    pub granularity: Option<Seconds>,
    /// Least time that a start is billed; `None` where unknown.
    pub minimum: Option<Seconds>,
    /// What a stopped instance goes on costing.
    pub stopped: Option<StoppedRule>,
    /// Credit for new customers, as written.
    pub credit: Option<String>,
    /// RDMA between hosts, as written.
    pub rdma: Option<String>,
    /// Where these facts were read.
    pub source: SourceIx,
}

/// What a stopped instance goes on costing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StoppedRule {
    /// Its disks and addresses only.
    Storage,
    /// Everything until it is released (or deallocated).
    Everything,
    /// It cannot be stopped: it runs or is released.
    NoStop,
}

impl StoppedRule {
    /// The word in files and output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Storage => "storage",
            Self::Everything => "everything",
            Self::NoStop => "no_stop",
        }
    }
}

/// What an extra is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ExtraKind {
    /// Traffic to the internet, per GB.
    Egress,
    /// Block storage, per GB and month.
    BlockStorage,
    /// Object storage, per GB and month.
    ObjectStorage,
    /// File storage, per GB and month.
    FileStorage,
    /// Snapshots, per GB and month.
    Snapshot,
    /// Load balancer, per hour.
    LoadBalancer,
    /// Traffic between zones, per GB.
    CrossZone,
    /// Public address, per hour.
    PublicIp,
    /// Anything else, kept but not used.
    Other,
}

/// One price of an extra.
#[derive(Clone, Debug, PartialEq)]
pub struct Extra {
    /// The provider's id.
    pub provider: String,
    /// What it is.
    pub kind: ExtraKind,
    /// The region as listed; empty where one price holds everywhere.
    pub region: String,
    /// The unit as listed, such as `GB`, `GB-month`, `hour`.
    pub unit: String,
    /// The price per unit. 0 stands for a free tier only.
    pub price: Money,
    /// The tier as listed.
    pub tier: String,
    /// The monthly amount at which this tier starts.
    pub from: Bytes,
    /// The monthly amount at which this tier ends; `None` for the last.
    pub to: Option<Bytes>,
    /// The day of the price.
    pub as_of: Date,
    /// Where it was read.
    pub source: SourceIx,
}
