//! What the browser tests need from the machine: Node and Chromium. On Debian and Ubuntu they are
//! installed, given the rights to; elsewhere a sentence says what to install.

use crate::process::{self, Outcome, find, program, root};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// The oldest Node that the browser tests run on; `tests/e2e/package.json` says the same.
const NODE: u32 = 18;

/// Names under which Chromium and its relatives are installed.
const CHROMIUM: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
];

/// Makes sure of a Node that is new enough.
pub fn node() -> Outcome {
    if find("node").is_none() || find("npm").is_none() {
        let wanted: &[&str] = match (find("node"), find("npm")) {
            (None, _) => &["nodejs", "npm"],
            _ => &["npm"],
        };
        apt(
            wanted,
            &format!("Install Node {NODE} or newer with npm (https://nodejs.org)."),
        )?;
    }
    let version = process::output(program("node").arg("--version")).unwrap_or_default();
    match major(&version) {
        Some(major) if major >= NODE => Ok(()),
        _ => Err(format!(
            "The browser tests need Node {NODE} or newer; this one is {version}. \
             Install a newer one (https://nodejs.org)."
        )),
    }
}

/// Makes sure of the packages of the browser tests, as their lock file says.
pub fn node_packages() -> Outcome {
    node()?;
    let folder = root().join("tests/e2e");
    let lock = fs::read(folder.join("package-lock.json"))
        .map_err(|error| format!("tests/e2e/package-lock.json cannot be read: {error}"))?;
    // What was installed last; a lock file that reads otherwise is installed anew.
    let installed = folder.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|text| text == lock) {
        return Ok(());
    }
    process::run(
        "packages of the browser tests",
        program("npm")
            .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
            .current_dir(&folder),
    )?;
    fs::write(&installed, lock).map_err(|error| format!("{}: {error}", installed.display()))
}

/// Makes sure of a Chromium; the path of its program, or `None` where it is Playwright's own.
pub fn chromium() -> Outcome<Option<PathBuf>> {
    if let Some(path) = env::var_os("KASUAN_CHROMIUM") {
        return Ok(Some(PathBuf::from(path)));
    }
    let on_path = || {
        CHROMIUM
            .into_iter()
            .filter_map(find)
            .find(|path| !is_snap_stub(path))
    };
    if let Some(path) = on_path() {
        return Ok(Some(path));
    }
    let advice = "Install Chromium or Google Chrome, or set KASUAN_CHROMIUM to its program.";
    if is_ubuntu() && is_root() {
        // Ubuntu's own package is a snap, which containers and CI machines cannot run.
        process::run(
            "install Playwright's Chromium",
            program("node")
                .arg("node_modules/playwright-core/cli.js")
                .args(["install", "--with-deps", "chromium-headless-shell"])
                .current_dir(root().join("tests/e2e")),
        )
        .map_err(|error| format!("{error}\n{advice}"))?;
        return Ok(None);
    }
    apt(&["chromium"], advice)?;
    on_path().map(Some).ok_or_else(|| advice.to_owned())
}

/// Installs Debian packages as root; the advice is the error elsewhere.
fn apt(packages: &[&str], advice: &str) -> Outcome {
    if find("apt-get").is_none() || !Path::new("/etc/debian_version").exists() {
        return Err(advice.to_owned());
    }
    let list = packages.join(" ");
    if !is_root() {
        return Err(format!("{advice} Here: sudo apt-get install {list}"));
    }
    static UPDATE: Once = Once::new();
    UPDATE.call_once(|| {
        // A stale list may still do; if not, the installation below says so.
        let _ = process::run("apt-get update", program("apt-get").args(["update", "-qq"]));
    });
    let mut install = program("apt-get");
    install
        .args(["install", "-y", "-qq", "--no-install-recommends"])
        .args(packages);
    install.env("DEBIAN_FRONTEND", "noninteractive");
    process::run(&format!("apt-get install {list}"), &mut install)
        .map_err(|error| format!("{error}\n{advice}"))
}

fn is_root() -> bool {
    process::output(program("id").arg("-u")).as_deref() == Some("0")
}

fn is_ubuntu() -> bool {
    fs::read_to_string("/etc/os-release")
        .is_ok_and(|text| text.lines().any(|line| line == "ID=ubuntu"))
}

/// Ubuntu's `chromium-browser` is a script that tells how to install a snap.
fn is_snap_stub(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.len() < 10_000)
        && fs::read_to_string(path).is_ok_and(|text| text.contains("snap install"))
}

fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::major;

    #[test]
    fn the_major_version_of_node() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major(""), None);
    }
}
