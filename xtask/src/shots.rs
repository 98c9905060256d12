//! `cargo xtask shots`: pictures of the built page, for eyes.

use crate::args::Args;
use crate::process::{self, Outcome, program};
use crate::{page, system};

/// The command; arguments are passed on (parts of file names to take, such as `360-zh`).
pub fn run(args: Args) -> Outcome {
    system::node_packages()?;
    let chromium = system::chromium()?;
    page::build()?;
    let mut node = program("node");
    node.arg("tests/e2e/shots.mjs").args(args.rest());
    if let Some(chromium) = chromium {
        node.env("KASUAN_CHROMIUM", chromium);
    }
    process::run("screenshots", &mut node)
}
