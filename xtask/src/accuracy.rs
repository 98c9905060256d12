//! `cargo xtask accuracy`: writes `docs/accuracy.md` and the page's summary from the measurements.

use crate::args::Args;
use crate::process::{self, Outcome, cargo};

/// The command.
pub fn run(args: Args) -> Outcome {
    args.finish()?;
    let mut kasuan = cargo();
    kasuan.args([
        "run", "--locked", "--quiet", "--bin", "kasuan", "--", "accuracy", "--write", ".",
    ]);
    process::run("accuracy", &mut kasuan)
}
