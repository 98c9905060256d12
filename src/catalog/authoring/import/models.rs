//! Models.

use super::curation::Curation;
use super::table::Row;
use super::text::leading_number;
use crate::catalog::authoring::files::ModelEntry;
use std::collections::BTreeMap;

/// Reads `models.csv`, in the order of the table.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn models(rows: &[Row], curation: &Curation) -> Result<Vec<ModelEntry>, String> {
    rows.iter().map(|row| model(row, curation)).collect()
}

fn model(row: &Row, curation: &Curation) -> Result<ModelEntry, String> {
    let id = row.get("model");
    let told = |what: &str| format!("model {id}: {what}");
    let rule = curation.model(id);
    let listed: u64 = row
        .get("total_params")
        .parse()
        .map_err(|_| told("total_params"))?;
    let total = rule.total.unwrap_or(listed);
    let active = match row.get("active_params") {
        _ if rule.active.is_some() => rule.active.unwrap_or(total),
        // A dense model: all of what the rule says there is.
        _ if rule.total.is_some() => total,
        "" => billions(row.get("published_active_b"))
            .or_else(|| without_idle_experts(row, total))
            .ok_or_else(|| told("no active parameters"))?,
        text => text.parse().map_err(|_| told("active_params"))?,
    };
    let kind = match row.get("type") {
        t if t.starts_with("dense") || t.starts_with("moe") => "decoder",
        "encoder" => "encoder",
        "encoder-decoder" => "encoder-decoder",
        "speech" => "speech",
        "diffusion" | "image" => "diffusion",
        "video diffusion" => "video-diffusion",
        "vision" | "cnn" | "cnn/vision" => "vision",
        other => return Err(told(&format!("type {other:?}"))),
    };
    let shaped = !matches!(kind, "diffusion" | "video-diffusion") && !rule.no_shape;
    let mut shape = if shaped { shape(row) } else { BTreeMap::new() };
    shape.extend(rule.shape.clone());
    let notes = row.get("notes");
    Ok(ModelEntry {
        id: id.to_owned(),
        name: rule
            .name
            .clone()
            .unwrap_or_else(|| name(id, &curation.words)),
        family: row.get("family").to_owned(),
        kind: kind.to_owned(),
        total,
        active,
        shape,
        tied_embeddings: rule
            .tied_embeddings
            .unwrap_or_else(|| row.get("tied_embeddings") == "yes"),
        traits: rule.traits,
        tower: rule.tower,
        max_context: row.get("max_context").parse().ok(),
        licence: row.get("licence").to_owned(),
        source: row.get("source").to_owned(),
        note: notes.to_owned(),
        hand: false,
    })
}

/// Whole parameters from a figure in billions.
fn billions(text: &str) -> Option<u64> {
    let micros = text.parse::<crate::units::Decimal>().ok()?.to_micros();
    u64::try_from(micros).ok()?.checked_mul(1000)
}

/// All parameters but those of the experts that one token does not use: three matrices per expert.
fn without_idle_experts(row: &Row, total: u64) -> Option<u64> {
    let number = |column: &str| row.get(column).parse::<u64>().ok();
    let idle = number("experts")?.checked_sub(number("experts_per_token")?)?;
    let one = 3 * number("hidden")? * number("moe_intermediate")?;
    total.checked_sub(number("layers")?.checked_mul(idle)?.checked_mul(one)?)
}

/// The name of an id as publishers write it: known words from the data, sizes in capitals.
fn name(id: &str, words: &BTreeMap<String, String>) -> String {
    let parts: Vec<String> = id
        .split('-')
        .map(|part| {
            if let Some(word) = words.get(part) {
                return word.clone();
            }
            let size = part.strip_prefix('a').unwrap_or(part);
            if size.ends_with('b') && size.starts_with(|c: char| c.is_ascii_digit()) {
                return part.to_ascii_uppercase();
            }
            let mut letters = part.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect();
    parts.join(" ")
}

/// The shape, by the names of the fields; empty where the table lacks a part that every
/// transformer has.
fn shape(row: &Row) -> BTreeMap<String, u32> {
    let number = |column: &str| -> Option<u32> {
        row.get(column)
            .split('+')
            .map(|n| n.trim().parse::<u32>().ok())
            .sum()
    };
    let mut out = BTreeMap::new();
    let needed = ["layers", "hidden", "heads", "kv_heads", "head_dim"];
    if needed.iter().any(|c| number(c).is_none()) {
        return out;
    }
    let mut put = |name: &str, value: Option<u32>| {
        if let Some(value) = value {
            out.insert(name.to_owned(), value);
        }
    };
    for column in needed.iter().chain(&["intermediate", "vocab"]) {
        put(column, number(column));
    }
    let layers = number("layers").unwrap_or(0);
    // "12+12": an encoder and a decoder.
    let encoder = row.get("layers").split_once('+');
    put(
        "encoder_layers",
        encoder.and_then(|(first, _)| first.trim().parse().ok()),
    );
    let (other, linear) = pattern(row.get("swa_pattern"), layers);
    put("full_layers", Some(layers - other));
    put("linear_layers", linear.then_some(other));
    put("windowed_layers", (!linear && other > 0).then_some(other));
    put(
        "window",
        number("sliding_window").filter(|_| !linear && other > 0),
    );
    put("kv_rank", number("kv_lora_rank"));
    put("rope_dim", number("rope_head_dim"));
    put("experts", number("experts"));
    put("experts_per_token", number("experts_per_token"));
    put("shared_experts", number("shared_experts"));
    put("expert_intermediate", number("moe_intermediate"));
    put("first_dense", number("first_dense_layers"));
    out
}

/// Layers that do not see the whole context, of a pattern such as `5 sliding : 1 full`, and
/// whether they are linear. The pattern repeats from the first layer.
fn pattern(text: &str, layers: u32) -> (u32, bool) {
    if text.starts_with("all ") {
        return (layers, false);
    }
    let numbers: Vec<u32> = text
        .split(':')
        .filter_map(|part| leading_number(part.trim())?.parse().ok())
        .collect();
    match numbers.as_slice() {
        [other, full] if other + full > 0 => {
            let cycle = other + full;
            let rest = layers % cycle;
            (
                (layers / cycle) * other + rest.min(*other),
                text.contains("linear"),
            )
        }
        _ => (0, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        assert_eq!(pattern("5 sliding : 1 full", 26), (22, false));
        assert_eq!(pattern("3 linear : 1 full", 64), (48, true));
        assert_eq!(pattern("1 sliding : 1 full", 24), (12, false));
        assert_eq!(pattern("all sliding", 40), (40, false));
        assert_eq!(pattern("", 32), (0, false));
    }

    #[test]
    fn names() {
        let words = BTreeMap::from([("llama".to_owned(), "Llama".to_owned())]);
        assert_eq!(name("llama-3.1-8b", &words), "Llama 3.1 8B");
        assert_eq!(name("qwen3-30b-a3b", &words), "Qwen3 30B A3B");
    }
}
