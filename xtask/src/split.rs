//! The second step of a page build: what the first ranking does not need becomes a module of its
//! own, which the page fetches once the first ranking is on screen (`src/ui/later.rs`).
//!
//! Trunk has built the page whole. Here its compiled program is split, bound to JavaScript anew,
//! and put in the place of the whole one under the same names. Those have a hash of the whole.

use crate::process::{self, Outcome, program, root};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Trunk's names begin with that of the program.
const NAME: &str = "kasuan-page-";

/// The module that the page fetches later.
pub const LATER: &str = "kasuan-later-";

/// The script that fetches it, as the splitter names it.
const LOADER: &str = "./__wasm_split.js";

/// Whether the modules say the names of their functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Names {
    /// As a profiler wants them.
    Kept,
    /// As the page is shipped.
    LeftOut,
}

/// Splits the page in `dist`. The search path has the tools.
pub fn split(dist: &Path, names: Names, path: &OsStr) -> Outcome {
    let hash = hash(dist)?;
    let page = format!("{NAME}{hash}");
    let work = target().join("split");
    let _ = fs::remove_dir_all(&work);
    let whole = target().join("wasm32-unknown-unknown/page/kasuan-page.wasm");
    let mut splitter = program("wasm-split-cli");
    splitter
        .arg(&whole)
        .arg(&work)
        .args(["--target", "web", "--out-name", &page])
        .env("PATH", path);
    process::run("split the page", &mut splitter)?;
    let mut bind = program("wasm-bindgen");
    // The second module takes the table and the memory of the first.
    bind.args(["--target", "web", "--no-typescript", "--keep-lld-exports"])
        .arg("--out-dir")
        .arg(work.join("bound"))
        .arg(work.join(format!("{page}.wasm")))
        .env("PATH", path);
    process::run("bind the first module", &mut bind)?;

    let binary = format!("{page}_bg.wasm");
    let first = read(&work.join("bound").join(&binary))?;
    let later = read(&work.join("split_later.wasm"))?;
    let script = text(&work.join("bound").join(format!("{page}.js")))?;
    let loader = text(&work.join("__wasm_split.js"))?;
    let later_name = format!("{LATER}{hash}.wasm");
    let script = joined(&script, &loader, &page, &later_name)
        .ok_or("The scripts of the split page are not as expected: see xtask/src/split.rs.")?;
    let [first, later] = match names {
        Names::Kept => [first, later],
        Names::LeftOut => [without_custom(&first), without_custom(&later)],
    };
    write(&dist.join(binary), &first)?;
    write(&dist.join(later_name), &later)?;
    write(&dist.join(format!("{page}.js")), script.as_bytes())
}

/// The hash in the name of Trunk's script.
fn hash(dist: &Path) -> Outcome<String> {
    let entries = fs::read_dir(dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    entries
        .filter_map(Result::ok)
        .filter_map(|entry| entry.file_name().into_string().ok())
        .find_map(|name| Some(name.strip_prefix(NAME)?.strip_suffix(".js")?.to_owned()))
        .ok_or_else(|| format!("There is no {NAME}….js in {}.", dist.display()))
}

/// Cargo's folder of what it built.
fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR")
        .map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// One script of two: that of the first module, and the loader of the second, which imports each
/// other otherwise. `None` where one of them is not as the pinned tools write it.
fn joined(script: &str, loader: &str, page: &str, later: &str) -> Option<String> {
    let (import, script) = script.split_once('\n')?;
    let name = import
        .strip_prefix("import * as ")?
        .strip_suffix(&format!(" from \"{LOADER}\""))?;
    let import = format!("import {{ initSync }} from \"./{page}.js\";");
    let streaming = "return async (imports) => (WebAssembly.instantiateStreaming(src, imports));";
    let file = "\"./split_later.wasm\"";
    let load = "export const __wasm_split_load_later = ";
    let known = [import.as_str(), streaming, file, load];
    if known.iter().any(|part| loader.matches(part).count() != 1) {
        return None;
    }
    let loader = loader
        .replace(&import, "")
        .replace(file, &format!("\"./{later}\""))
        .replace(
            load,
            &format!("const {name} = {{}};\n{name}.__wasm_split_load_later = "),
        )
        // Streaming asks for the right type of the answer, which not every server gives.
        .replace(
            streaming,
            "return async (imports) => \
             WebAssembly.instantiate(await (await src).arrayBuffer(), imports);",
        );
    Some(format!("{loader}{script}"))
}

/// A module without its custom sections: names, relocations, producers.
fn without_custom(module: &[u8]) -> Vec<u8> {
    let (head, mut rest) = module.split_at(module.len().min(8));
    let mut kept = head.to_vec();
    while let Some(section) = section(rest) {
        let (this, next) = rest.split_at(section);
        if this.first() != Some(&0) {
            kept.extend_from_slice(this);
        }
        rest = next;
    }
    kept
}

/// The length of the first section with its head; `None` at the end.
fn section(bytes: &[u8]) -> Option<usize> {
    let mut length = 0_usize;
    for (at, byte) in bytes.iter().enumerate().skip(1).take(5) {
        length |= usize::from(byte & 0x7f) << (7 * (at - 1));
        if byte & 0x80 == 0 {
            let end = at + 1 + length;
            return (end <= bytes.len()).then_some(end);
        }
    }
    None
}

fn read(file: &Path) -> Outcome<Vec<u8>> {
    fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn text(file: &Path) -> Outcome<String> {
    fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Outcome {
    fs::write(file, bytes).map_err(|error| format!("{}: {error}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::{joined, without_custom};

    #[test]
    fn custom_sections_are_left_out() {
        let mut module = b"\0asm\x01\0\0\0".to_vec();
        let bare = module.clone();
        module.extend([0, 3, 1, b'x', 9]);
        module.extend([1, 2, 7, 7]);
        module.extend([0, 2, 1, b'y']);
        assert_eq!(without_custom(&module), [&bare[..], &[1, 2, 7, 7]].concat());
        assert_eq!(without_custom(b"\0a"), b"\0a");
    }

    #[test]
    fn two_scripts_become_one() {
        let script = "import * as import1 from \"./__wasm_split.js\"\nrest(import1);";
        let loader = "import { initSync } from \"./p.js\";\n\
            export const __wasm_split_load_later = wrap(() => {\n\
            const src = fetch(new URL(\"./split_later.wasm\", import.meta.url));\n\
            return async (imports) => (WebAssembly.instantiateStreaming(src, imports));\n});\n";
        let one = joined(script, loader, "p", "l.wasm").unwrap();
        assert!(
            !one.contains("from \"") && one.ends_with("rest(import1);"),
            "{one}"
        );
        assert!(one.contains("const import1 = {};\nimport1.__wasm_split_load_later = wrap("));
        assert!(one.contains("new URL(\"./l.wasm\", import.meta.url)"));
        assert_eq!(
            joined(script, &loader.replace("Streaming", ""), "p", "l"),
            None
        );
    }
}
