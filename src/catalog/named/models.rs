//! Models by name.

use super::words::{is_number, pieces};
use crate::catalog::{Catalog, Model};

/// Words behind a model's name that do not make it another model: kinds of tuning, of packing and
/// of number format.
const TUNED: [&str; 30] = [
    "awq",
    "base",
    "bf",
    "bnb",
    "chat",
    "dev",
    "fp",
    "gguf",
    "gptq",
    "hf",
    "instruct",
    "int",
    "it",
    "k",
    "mlx",
    "model",
    "mxfp",
    "nf",
    "nvfp",
    "preview",
    "pt",
    "q",
    "quantized",
    "release",
    "sft",
    "thinking",
    "uncased",
    "cased",
    "v",
    "w",
];

/// Words before it: publishers.
const PUBLISHERS: [&str; 8] = [
    "facebook",
    "google",
    "meta",
    "microsoft",
    "mistralai",
    "nvidia",
    "openai",
    "timm",
];

/// The model of a name: an id, a published name, or a repository of it, in any case, with any signs
/// between the parts, and with the usual endings.
#[must_use]
pub fn model_by_name<'a>(catalog: &'a Catalog, name: &str) -> Option<&'a Model> {
    if let Some(model) = catalog.model_by_id(name.trim()) {
        return Some(model);
    }
    let last = name.trim().rsplit('/').next().unwrap_or_default();
    let mut wanted = shortened(pieces(last));
    while wanted
        .first()
        .is_some_and(|p| PUBLISHERS.contains(&p.as_str()))
    {
        wanted.remove(0);
    }
    let mut best: Option<(usize, &Model)> = None;
    for model in &catalog.models {
        for own in [&model.id, &model.name].map(|text| shortened(pieces(text))) {
            let length = own.len();
            if best.is_none_or(|(longest, _)| length > longest) && begins(&wanted, &own) {
                best = Some((length, model));
            }
        }
    }
    best.map(|(_, model)| model)
}

/// The short form of a family that goes by two names.
fn shortened(mut all: Vec<String>) -> Vec<String> {
    if all.starts_with(&["stable".to_owned(), "diffusion".to_owned()]) {
        all.splice(0..2, ["sd".to_owned()]);
        if all.get(1).is_some_and(|p| p == "xl") {
            all.splice(0..2, ["sdxl".to_owned()]);
        } else if all.get(1).is_some_and(|p| p == "v") {
            all.remove(1);
        }
    }
    all
}

/// Whether a name begins with a model's, followed by nothing that makes it another model.
fn begins(name: &[String], own: &[String]) -> bool {
    let Some(rest) = name.strip_prefix(own) else {
        return false;
    };
    let sized = own.windows(2).any(is_size);
    let mut at = 0;
    while let Some(piece) = rest.get(at) {
        let next = rest.get(at + 1).map_or("", String::as_str);
        at += 1;
        if TUNED.contains(&piece.as_str()) {
            // A version or a width may follow: v0.1, fp8.
            while rest.get(at).is_some_and(|p| is_number(p)) {
                at += 1;
            }
        } else if is_number(piece) && piece.len() >= 4 {
            // A month of release: 2507.
        } else if is_number(piece) && next == "k" {
            // A length of context: 128k.
            at += 1;
        } else if is_number(piece) && !sized && (next == "b" || next == "e") {
            // Sizes that the model's own name leaves out: Scout-17B-16E.
            at += 1;
        } else {
            return false;
        }
    }
    true
}

/// Whether two pieces state a size: 8B, 350M.
fn is_size(pair: &[String]) -> bool {
    matches!(pair, [number, unit] if is_number(number) && (unit == "b" || unit == "m"))
}
