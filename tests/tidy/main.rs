//! House rules that the compiler does not check, by reading the tree. Each rule is a function from
//! a file to what is wrong in it, so that it is itself tested on a bad example at the end.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test stops where it cannot read"
)]

mod rules;
mod tree;
mod words;

use rules::{
    LONGEST_FILE, chinese, length, links, machine, no_float_parsing, opening, own_views, rooms,
    spaces, units_in_types,
};
use std::fs;
use tree::{Text, root, texts};
use words::slug;

/// Asserts that a rule finds nothing in any file.
#[track_caller]
fn all_keep(rule: impl Fn(&Text) -> Vec<String>) {
    let problems: Vec<String> = texts().iter().flat_map(rule).collect();
    assert!(problems.is_empty(), "\n{}\n", problems.join("\n"));
}

// The project keeps them.

#[test]
fn rooms_know_only_what_they_may() {
    all_keep(rooms);
}

#[test]
fn units_are_in_types() {
    all_keep(units_in_types);
}

#[test]
fn no_float_is_parsed_by_the_standard_library() {
    all_keep(no_float_parsing);
}

#[test]
fn views_are_templates() {
    all_keep(own_views);
}

#[test]
fn files_have_one_job() {
    all_keep(length);
}

#[test]
fn lines_end_cleanly() {
    all_keep(spaces);
}

#[test]
fn sources_say_what_they_are_for() {
    all_keep(opening);
}

#[test]
fn nothing_of_one_machine_is_committed() {
    all_keep(machine);
}

#[test]
fn chinese_punctuation_is_full_width() {
    all_keep(chinese);
}

#[test]
fn links_of_documents_resolve() {
    all_keep(links);
}

/// `docs/maintenance.md` lists the places.
#[test]
fn a_tool_version_is_written_once() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let tools = read("xtask/src/tools.rs");
    let trunk = tools
        .lines()
        .find_map(|line| {
            line.strip_prefix("const TRUNK: &str = \"")?
                .strip_suffix("\";")
        })
        .expect("the version of Trunk");
    let manifest = read("Cargo.toml");
    let bindgen = manifest
        .lines()
        .find_map(|line| {
            line.strip_prefix("wasm-bindgen = { version = \"=")?
                .split('"')
                .next()
        })
        .expect("the version of wasm-bindgen");
    for (version, home) in [(trunk, "xtask/src/tools.rs"), (bindgen, "Cargo.toml")] {
        for file in texts() {
            let elsewhere = file.path != home && file.ends(&[".toml", ".rs", ".md", ".mjs"]);
            // Tests of version parsing use made-up lock files.
            let of_tests = file.path == "xtask/src/tools.rs";
            assert!(
                !elsewhere || of_tests || !file.text.contains(version),
                "{} repeats {version} of {home}",
                file.path
            );
        }
    }
}

/// The header that hosts are told to send and the page's own policy are the same.
#[test]
fn the_documented_policy_is_that_of_the_page() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let page = read("index.html");
    let (_, rest) = page
        .split_once("\"Content-Security-Policy\" content=\"")
        .unwrap();
    let policy = rest.split('"').next().unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    assert!(
        read("docs/hosting.md").contains(policy),
        "docs/hosting.md lacks: {policy}"
    );
}

// The rules see what they are for.

#[track_caller]
fn sees(rule: fn(&Text) -> Vec<String>, path: &str, bad: &str, good: &str) {
    assert_eq!(rule(&Text::new(path, bad)).len(), 1, "{bad}");
    assert_eq!(rule(&Text::new(path, good)), Vec::<String>::new());
}

#[test]
fn each_rule_sees_a_breach() {
    sees(
        rooms,
        "src/fit/mod.rs",
        "use web_sys::Window;\n",
        "// unlike web_sys\n",
    );
    sees(
        rooms,
        "src/fit.rs",
        "use std::time::Instant;\n",
        "use std::fmt;\n",
    );
    sees(
        rooms,
        "src/ui/card.rs",
        "use gloo::timers;\n",
        "use leptos::prelude::*;\n",
    );
    let (bad, good) = (
        "pub fn need(\n    size_gb: f64,\n) {\n",
        "fn need(size_gb: f64) {\n",
    );
    sees(units_in_types, "src/fit/mod.rs", bad, good);
    let field = "struct Rate {\n    pub rate_usd: f64,\n}\n";
    let bad = format!("pub {field}");
    sees(
        units_in_types,
        "src/cost/mod.rs",
        &bad,
        &format!("pub(crate) {field}"),
    );
    sees(
        units_in_types,
        "src/cost/mod.rs",
        &bad,
        &bad.replace("rate_usd", "share"),
    );
    let (bad, good) = ("let x = t.parse::<f64>();\n", "let x = t.parse::<u32>();\n");
    sees(no_float_parsing, "src/query/mod.rs", bad, good);
    let (bad, import) = ("view! { <p /> }\n", "use super::markup::view;\n");
    sees(own_views, "src/ui/card.rs", bad, &format!("{import}{bad}"));
    let (bad, good) = (
        "//! a\n".repeat(LONGEST_FILE + 1),
        "//! a\n".repeat(LONGEST_FILE),
    );
    sees(length, "src/lib.rs", &bad, &good);
    sees(spaces, "a.md", "a \n", "a\n");
    sees(spaces, "a.md", "a", "");
    sees(opening, "src/lib.rs", "use std::fmt;\n", "//! Doc.\n");
    let bad = concat!("see /wor", "k/x\n");
    sees(machine, "a.md", bad, "framework/platform\n");
    sees(
        chinese,
        "src/locale/zh.rs",
        "太小,装不下\n",
        "太小，装不下 1.5 GB, 好\n",
    );
    sees(chinese, "src/locale/zh.rs", "太小. 装不下\n", "1,000 张\n");
    sees(
        links,
        "README.md",
        "[a](docs/none.md)\n",
        "[a](Cargo.toml) [b](https://x.org)\n",
    );
    sees(links, "README.md", "# A b\n[a](#c)\n", "[a](src/lib.rs)\n");
}

#[test]
fn a_heading_has_the_anchor_that_hosts_give_it() {
    assert_eq!(slug("## What it is, in short"), "what-it-is-in-short");
    assert_eq!(slug("# 终端 `kasuan plan`"), "终端-kasuan-plan");
}
