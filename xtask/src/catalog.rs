//! `cargo xtask catalog`: builds the shipped catalog, or passes on what is asked of it.

use crate::args::Args;
use crate::process::{self, Outcome, cargo};

/// The command.
pub fn run(args: Args) -> Outcome {
    let mut words = args.rest();
    if words.is_empty() {
        words.push("build".to_owned());
    }
    let mut kasuan = cargo();
    kasuan
        .args([
            "run", "--locked", "--quiet", "--bin", "kasuan", "--", "catalog",
        ])
        .args(words);
    process::run("catalog", &mut kasuan)
}
