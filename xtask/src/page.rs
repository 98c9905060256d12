//! `cargo xtask build`: the page, built for release into `dist/`.

use crate::args::Args;
use crate::process::{self, Outcome, cargo, program, root};
use crate::split::{self, Names};
use crate::tools;
use std::path::{Path, PathBuf};

/// The command.
pub fn run(args: Args) -> Outcome {
    args.finish()?;
    build()?;
    println!("The page is in {}.", dist().display());
    Ok(())
}

/// Where the built page is.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Builds the page.
pub fn build() -> Outcome {
    build_into(&dist(), Names::LeftOut)
}

/// Builds the page into a folder, with or without the names of its functions.
pub fn build_into(folder: &Path, names: Names) -> Outcome {
    let path = tools::for_page()?;
    // Trunk must not fetch tools of its own, and its `--offline` is cargo's, too: so the crates
    // are fetched before.
    process::run(
        "fetch crates",
        cargo().args(["fetch", "--locked", "--quiet"]),
    )?;
    let mut trunk = program("trunk");
    trunk
        .args(["build", "--release", "--offline", "--locked", "--dist"])
        .arg(folder)
        .env("PATH", &path);
    // Flags from the environment would replace those of `.cargo/config.toml`, which the page
    // needs; and Trunk takes NO_COLOR=1 for a bad value.
    trunk
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env_remove("NO_COLOR");
    process::run("build the page", &mut trunk)?;
    split::split(folder, names, &path)
}
