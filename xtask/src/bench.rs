//! `cargo xtask bench`: the time to rank the whole catalog, natively; with `--page`, in the browser.

use crate::args::Args;
use crate::process::{self, Outcome, cargo, program, root};
use crate::split::Names;
use crate::{page, system};

/// The command.
pub fn run(mut args: Args) -> Outcome {
    let in_page = args.flag("--page");
    args.finish()?;
    if in_page {
        return in_browser();
    }
    process::run(
        "bench",
        cargo().args(["bench", "--locked", "--bench", "rank"]),
    )
}

/// Types into the page as it is shipped, but for the names of its functions, by which the profiler
/// tells the ranking.
fn in_browser() -> Outcome {
    system::node_packages()?;
    let chromium = system::chromium()?;
    let folder = root().join("target/bench-page");
    page::build_into(&folder, Names::Kept)?;
    let mut node = program("node");
    node.arg("tests/e2e/bench.mjs").arg(&folder);
    if let Some(chromium) = chromium {
        node.env("KASUAN_CHROMIUM", chromium);
    }
    process::run("bench in the browser", &mut node)
}
