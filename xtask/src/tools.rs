//! The tools that build the page, and their versions. Each version is written in one place:
//! Trunk's here, wasm-bindgen's in `Cargo.lock`, the toolchain's in `rust-toolchain.toml`, those
//! of the browser tests in `tests/e2e/package.json`.
//!
//! Tools live in a per-user folder with the version in its name, so that all clones share them
//! and no other version on the search path is taken by mistake.

use crate::process::{self, Outcome, cargo, find, root};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

/// The newest Trunk that the project's toolchain compiles.
const TRUNK: &str = "0.21.14";

/// What splits the page in two. It reads what `wasm_split_helpers` in `Cargo.lock` writes.
const WASM_SPLIT: &str = "0.2.4";

/// The target of the page.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Makes sure of everything that a page build needs, and hands back a search path that finds it.
pub fn for_page() -> Outcome<std::ffi::OsString> {
    wasm_target()?;
    let trunk = install(&Tool {
        name: "trunk",
        package: "trunk",
        version: TRUNK.to_owned(),
        // Its default features want OpenSSL's headers on the machine.
        options: &["--locked", "--no-default-features", "--features", "rustls"],
    })?;
    let wasm_bindgen = install(&Tool {
        name: "wasm-bindgen",
        package: "wasm-bindgen-cli",
        version: locked_version("wasm-bindgen")?,
        options: &[],
    })?;
    let wasm_split = install(&Tool {
        name: "wasm-split-cli",
        package: "wasm_split_cli_support",
        version: WASM_SPLIT.to_owned(),
        options: &["--locked", "--features", "build-binary"],
    })?;
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = [trunk, wasm_bindgen, wasm_split]
        .into_iter()
        .chain(env::split_paths(&path));
    env::join_paths(folders).map_err(|error| format!("The search path cannot be used: {error}"))
}

struct Tool {
    name: &'static str,
    package: &'static str,
    version: String,
    options: &'static [&'static str],
}

/// Installs a tool unless it is there; the folder of its program.
fn install(tool: &Tool) -> Outcome<PathBuf> {
    let tools = cache()?.join("tools");
    let place = tools.join(format!("{}-{}", tool.name, tool.version));
    let folder = place.join("bin");
    let program = folder.join(format!("{}{}", tool.name, env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(folder);
    }
    let crate_at = format!("{}@{}", tool.package, tool.version);
    if find("cargo-binstall").is_some() {
        let mut binstall = cargo();
        binstall.args([
            "binstall",
            "--no-confirm",
            "--disable-strategies",
            "compile",
        ]);
        binstall.arg("--root").arg(&place).arg(&crate_at);
        match process::run(&format!("download {crate_at}"), &mut binstall) {
            Ok(()) if program.is_file() => return Ok(folder),
            _ => println!("  No ready-made {}: compiling it.", tool.name),
        }
    }
    let mut compile = cargo();
    compile.arg("install").arg(&crate_at).args(tool.options);
    compile.arg("--root").arg(&place);
    // One target folder for both tools, kept outside the project: an interrupted compilation
    // goes on where it stopped. Tools need no optimised code, and time is what counts here.
    compile
        .env("CARGO_TARGET_DIR", tools.join("target"))
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
    process::run(
        &format!("compile {crate_at} (once, some minutes)"),
        &mut compile,
    )?;
    if program.is_file() {
        Ok(folder)
    } else {
        Err(format!(
            "{crate_at} was installed, but {} is not there.",
            program.display()
        ))
    }
}

/// Adds the wasm target where the toolchain lacks it.
pub fn wasm_target() -> Outcome {
    let sysroot = process::output(process::program("rustc").args(["--print", "sysroot"]))
        .ok_or("`rustc` is not on the search path. Install Rust from https://rustup.rs.")?;
    if Path::new(&sysroot).join("lib/rustlib").join(WASM).is_dir() {
        return Ok(());
    }
    if find("rustup").is_none() {
        return Err(format!(
            "This Rust has no target {WASM}, and there is no rustup to add it. \
             Install Rust from https://rustup.rs."
        ));
    }
    process::run(
        &format!("add target {WASM}"),
        process::program("rustup").args(["target", "add", WASM]),
    )
}

/// The folder that all clones of this user share.
fn cache() -> Outcome<PathBuf> {
    let variable = |name| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let base = variable("XDG_CACHE_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| variable("HOME").map(|home| home.join(".cache")))
        .or_else(|| variable("LOCALAPPDATA"))
        .ok_or("No place for tools: set XDG_CACHE_HOME to a folder.")?;
    Ok(base.join("kasuan"))
}

/// The version of a package in `Cargo.lock`.
fn locked_version(package: &str) -> Outcome<String> {
    let lock = fs::read_to_string(root().join("Cargo.lock"))
        .map_err(|error| format!("Cargo.lock cannot be read: {error}"))?;
    version_in(&lock, package).ok_or_else(|| format!("Cargo.lock has no package `{package}`."))
}

fn version_in(lock: &str, package: &str) -> Option<String> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.next()?;
    let version = lines
        .next()?
        .strip_prefix("version = \"")?
        .strip_suffix('"')?;
    Some(version.to_owned())
}

#[cfg(test)]
mod tests {
    use super::version_in;

    #[test]
    fn a_version_is_read_from_the_lock_file() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"0.9.9\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\n";
        assert_eq!(version_in(lock, "wasm-bindgen").as_deref(), Some("0.2.130"));
        assert_eq!(version_in(lock, "wasm"), None);
    }
}
