//! The rules: from a file to what is wrong in it.

use crate::tree::{AUTHORING, Text, root};
use crate::words::{
    half_width_between_han, has_word, public_items, resolves, targets, unit_named_floats,
};

/// Lines after which a source file is asked to be divided.
pub(crate) const LONGEST_FILE: usize = 450;

/// Pure rooms know no browser, clock, file or environment; `ui` leaves the browser to `browser`.
pub(crate) fn rooms(file: &Text) -> Vec<String> {
    const BROWSER: [&str; 3] = ["web_sys", "gloo", "js_sys"];
    const OUTSIDE: [&str; 10] = [
        "leptos",
        "wasm_bindgen",
        "std::fs",
        "std::env",
        "std::net",
        "std::process",
        "std::io",
        "std::time",
        "SystemTime",
        "HashMap",
    ];
    let forbidden: Vec<&str> = if file.is_pure() {
        [&BROWSER[..], &OUTSIDE].concat()
    } else if file.is_under(&["src/ui"]) {
        BROWSER.to_vec()
    } else {
        return Vec::new();
    };
    file.lines_where(|line| {
        // Event targets have types that Leptos hands on.
        let code = line
            .split("//")
            .next()
            .unwrap_or("")
            .replace("leptos::web_sys", "leptos");
        let found = forbidden.iter().find(|word| has_word(&code, word))?;
        Some(format!("`{found}` does not belong in this room"))
    })
}

/// A quantity has a type that says its unit: no public `f64` with the unit in its name.
pub(crate) fn units_in_types(file: &Text) -> Vec<String> {
    if !file.is_pure() || file.is_under(&["src/units"]) {
        return Vec::new();
    }
    public_items(&file.text)
        .into_iter()
        .flat_map(|(line, item)| {
            unit_named_floats(&item)
                .into_iter()
                .map(move |name| format!("{}:{line}: `{name}: f64` wants a type", file.path))
        })
        .collect()
}

/// The page's wasm must not carry the standard library's tables for floating-point text.
pub(crate) fn no_float_parsing(file: &Text) -> Vec<String> {
    let shipped = file.is_under(&["src"]) && !file.is_under(&[AUTHORING, "src/bin"]);
    if !shipped || !file.ends(&[".rs"]) {
        return Vec::new();
    }
    file.lines_where(|line| {
        let parses = line.contains("parse::<f64>") || line.contains("f64::from_str");
        parses.then(|| "read decimals with `units::Decimal`".to_owned())
    })
}

/// A view by the macro of Leptos compiles as well, and is several times as much code.
pub(crate) fn own_views(file: &Text) -> Vec<String> {
    let foreign = file.text.contains("view! {") && !file.text.contains("markup::view;");
    if file.is_under(&["src/ui"]) && file.ends(&[".rs"]) && foreign {
        return vec![format!("{}: `view!` is that of `ui::markup`", file.path)];
    }
    Vec::new()
}

pub(crate) fn length(file: &Text) -> Vec<String> {
    let lines = file.text.lines().count();
    if file.ends(&[".rs", ".mjs", ".js"]) && lines > LONGEST_FILE {
        return vec![format!(
            "{}: {lines} lines are more than one job",
            file.path
        )];
    }
    Vec::new()
}

pub(crate) fn spaces(file: &Text) -> Vec<String> {
    let mut problems = file.lines_where(|line| {
        let trailing = line.ends_with([' ', '\t', '\r']);
        trailing.then(|| "space at the end of the line".to_owned())
    });
    if !file.text.is_empty() && !file.text.ends_with('\n') && !file.ends(&[".json"]) {
        problems.push(format!("{}: no newline at the end", file.path));
    }
    problems
}

/// Every source file says first what it is for.
pub(crate) fn opening(file: &Text) -> Vec<String> {
    let says = if file.ends(&[".rs"]) {
        file.text.starts_with("//! ")
    } else if file.ends(&[".mjs", ".js"]) {
        file.text.starts_with("// ")
    } else {
        true
    };
    if says {
        Vec::new()
    } else {
        vec![format!("{}: does not say what it is for", file.path)]
    }
}

/// Nothing of one machine is committed: folders of its user, hosts of its registry.
pub(crate) fn machine(file: &Text) -> Vec<String> {
    // Written apart, so that this file keeps its own rule.
    let traces = [
        concat!("/wor", "k/"),
        concat!("/tmp", "/brief"),
        concat!("/roo", "t/"),
        concat!("/hom", "e/"),
        concat!("\"resol", "ved\":"),
    ];
    file.lines_where(|line| {
        let trace = traces.iter().find(|trace| line.contains(**trace))?;
        Some(format!("`{trace}` is of one machine"))
    })
}

/// Chinese sentences have full-width punctuation.
pub(crate) fn chinese(file: &Text) -> Vec<String> {
    if !file.is_under(&["src/locale", "src/ui"]) && !file.ends(&[".html", ".md"]) {
        return Vec::new();
    }
    file.lines_where(|line| {
        let at = half_width_between_han(line)?;
        Some(format!("half-width `{at}` in Chinese"))
    })
}

/// Each link of a document names a file, and a heading, that is there.
pub(crate) fn links(file: &Text) -> Vec<String> {
    if !file.ends(&[".md"]) {
        return Vec::new();
    }
    let own = root().join(&file.path);
    let folder = own.parent().unwrap_or(root());
    file.lines_where(|line| {
        let broken: Vec<&str> = targets(line)
            .filter(|to| !resolves(&own, folder, to))
            .collect();
        (!broken.is_empty()).then(|| format!("no such place: {}", broken.join(", ")))
    })
}
