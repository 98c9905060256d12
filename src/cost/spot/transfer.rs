//! How long saving and fetching take.

use crate::units::{Bytes, BytesPerSecond, Hours, Seconds};

/// What one instance writes to network block storage. One general-purpose volume is sold with up to
/// 1,000 MiB/s (Amazon EBS gp3, 2020 to 2025; 2,000 since), a premium one with 1,200 MB/s (Azure
/// Premium SSD v2, Google pd-ssd). A volume left at what its price includes is slower: gp3 writes
/// 125 MiB/s; who keeps it so gives the time of a save.
pub const STORE_WRITE: BytesPerSecond = BytesPerSecond::from_gb(1.0);

/// What one instance reads from object storage: ten connections, the default of the AWS command
/// line (`max_concurrent_requests`), at the 85 MB/s that the S3 guide on performance design
/// patterns reckons for each.
pub const STORE_READ: BytesPerSecond = BytesPerSecond::from_gb(0.85);

/// The time to write a checkpoint of so many bytes, of which each of the instances writes an equal
/// part to a volume of its own. 0 for nothing.
#[must_use]
pub fn save_time(states: Bytes, instances: u32) -> Hours {
    hours(states / f64::from(instances.max(1)), STORE_WRITE)
}

/// The time until an instance has fetched so many bytes: at the rate of its network, where that is
/// known and slower than [`STORE_READ`].
#[must_use]
pub fn fetch_time(amount: Bytes, network: Option<BytesPerSecond>) -> Hours {
    // A network of 0 is not one that was measured.
    let rate = network
        .filter(|rate| *rate > BytesPerSecond::ZERO)
        .map_or(STORE_READ, |rate| rate.min(STORE_READ));
    hours(amount, rate)
}

fn hours(amount: Bytes, rate: BytesPerSecond) -> Hours {
    Seconds::new(amount.get().max(0.0) / rate.get()).to_hours()
}
