//! `cargo xtask bench`: the time to rank the whole catalog, natively.

use crate::args::Args;
use crate::process::{self, Outcome, cargo};

/// The command.
pub fn run(args: Args) -> Outcome {
    args.finish()?;
    process::run(
        "bench",
        cargo().args(["bench", "--locked", "--bench", "rank"]),
    )
}
