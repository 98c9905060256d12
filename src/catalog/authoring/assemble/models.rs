//! Models and their shapes.

use super::{Desk, Place, ordered};
use crate::catalog::authoring::files::{ModelEntry, NetworkEntry};
use crate::catalog::authoring::tree::Tree;
use crate::catalog::{
    Architecture, Biases, Experts, GlobalHeads, Latent, Linear, Model, ModelKind, Network, Pipeline,
};
use crate::units::{Bytes, Flops, Params, Ratio};

/// All models, in the order of the file.
pub(super) fn models(tree: &Tree, desk: &mut Desk) -> Vec<Model> {
    let file = "models.json";
    for id in tree.networks.keys() {
        if !tree.models.iter().any(|model| &model.id == id) {
            let at = Place {
                file: "networks.json",
                id,
            };
            desk.problem(at, "", "no model has this id");
        }
    }
    ordered(file, tree.models.iter(), |m| &m.id, desk);
    tree.models
        .iter()
        .map(|entry| {
            model(
                Place {
                    file,
                    id: &entry.id,
                },
                entry,
                tree.networks.get(&entry.id),
                desk,
            )
        })
        .collect()
}

fn model(at: Place<'_>, entry: &ModelEntry, pass: Option<&NetworkEntry>, desk: &mut Desk) -> Model {
    let kind = match entry.kind.as_str() {
        "decoder" => ModelKind::Decoder,
        "encoder" => ModelKind::Encoder,
        "encoder-decoder" => ModelKind::EncoderDecoder,
        "speech" => ModelKind::Speech,
        "diffusion" => ModelKind::Diffusion,
        "video-diffusion" => ModelKind::VideoDiffusion,
        "vision" => ModelKind::Vision,
        other => {
            desk.problem(at, "kind", &format!("{other:?} is no kind of model"));
            ModelKind::Decoder
        }
    };
    if entry.total == 0 || entry.active == 0 || entry.active > entry.total {
        desk.problem(
            at,
            "total",
            "active parameters are more than 0 and at most all of them",
        );
    }
    let shape = (!entry.shape.is_empty()).then(|| architecture(at, entry, desk));
    Model {
        id: entry.id.clone(),
        name: entry.name.clone(),
        family: entry.family.clone(),
        kind,
        total: parameters(entry.total),
        active: parameters(entry.active),
        shape,
        tower: entry.tower.map(parameters),
        network: pass.map(network),
        max_context: entry.max_context,
    }
}

fn network(entry: &NetworkEntry) -> Network {
    let giga = |count: f64| Flops::new((count * 1e9).round());
    let mega = |count: f64| Params::new((count * 1e6).round());
    let bytes = |count: f64| Bytes::new((count * 1e6).round());
    Network {
        side: entry.side,
        products: giga(entry.gflop - entry.attention_gflop),
        attention: giga(entry.attention_gflop),
        moved: mega(entry.moved_m),
        traffic: mega(entry.traffic_m),
        launches: entry.launches,
        trained: bytes(entry.trained_mb),
        convolved: bytes(entry.convolved_mb),
        held: bytes(entry.held_mb),
        held_wide: bytes(entry.held_wide_mb),
        pipeline: entry.pipeline.as_ref().map(|around| Pipeline {
            text: mega(around.text_m),
            decoder: mega(around.decoder_m),
            trainable: around.trainable_m.map(mega),
            fixed: Ratio::new(around.fixed),
            guided: around.guided,
            steps: around.steps,
            frames: around.frames,
            active: mega(around.active_m),
            decode: giga(around.decode_gflop),
            decode_traffic: mega(around.decode_traffic_m),
            decode_held: bytes(around.decode_held_mb),
            scores: bytes(around.scores_mb),
        }),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "parameter counts stay far below 2⁵³"
)]
fn parameters(count: u64) -> Params {
    Params::new(count as f64)
}

/// Names that a shape may hold.
const SHAPE: [&str; 34] = [
    "layers",
    "full_layers",
    "windowed_layers",
    "linear_layers",
    "bare_layers",
    "encoder_layers",
    "window",
    "hidden",
    "intermediate",
    "heads",
    "kv_heads",
    "head_dim",
    "global_kv_heads",
    "global_head_dim",
    "vocab",
    "positions",
    "kv_rank",
    "rope_dim",
    "q_rank",
    "nope_dim",
    "value_dim",
    "linear_key_heads",
    "linear_value_heads",
    "linear_key_dim",
    "linear_value_dim",
    "linear_kernel",
    "experts",
    "experts_per_token",
    "shared_experts",
    "expert_intermediate",
    "shared_intermediate",
    "first_dense",
    "expert_every",
    "expert_latent",
];

/// Traits that a shape may have.
const TRAITS: [&str; 5] = [
    "plain",
    "qkv_biases",
    "all_biases",
    "output_gate",
    "keys_as_values",
];

fn architecture(at: Place<'_>, entry: &ModelEntry, desk: &mut Desk) -> Architecture {
    for name in entry.shape.keys().filter(|n| !SHAPE.contains(&n.as_str())) {
        desk.problem(at, "shape", &format!("{name:?} is no part of a shape"));
    }
    for name in entry
        .traits
        .iter()
        .filter(|n| !TRAITS.contains(&n.as_str()))
    {
        desk.problem(at, "traits", &format!("{name:?} is no trait of a shape"));
    }
    let some = |name: &str| entry.shape.get(name).copied();
    let get = |name: &str| some(name).unwrap_or(0);
    let is = |name: &str| entry.traits.iter().any(|t| t == name);
    let shape = Architecture {
        layers: get("layers"),
        full_layers: get("full_layers"),
        windowed_layers: get("windowed_layers"),
        linear_layers: get("linear_layers"),
        bare_layers: get("bare_layers"),
        encoder_layers: get("encoder_layers"),
        window: some("window"),
        hidden: get("hidden"),
        intermediate: get("intermediate"),
        heads: get("heads"),
        kv_heads: get("kv_heads"),
        head_dim: get("head_dim"),
        global: some("global_head_dim").map(|head_dim| GlobalHeads {
            kv_heads: some("global_kv_heads").unwrap_or_else(|| get("kv_heads")),
            head_dim,
            keys_as_values: is("keys_as_values"),
        }),
        vocab: get("vocab"),
        positions: get("positions"),
        // Without parts of their own, the heads are as wide as the table says, in all their parts.
        latent: some("kv_rank").map(|kv_rank| Latent {
            kv_rank,
            rope_dim: get("rope_dim"),
            q_rank: get("q_rank"),
            nope_dim: some("nope_dim").unwrap_or_else(|| get("head_dim")),
            value_dim: some("value_dim").unwrap_or_else(|| get("head_dim")),
        }),
        linear: some("linear_value_heads").map(|value_heads| Linear {
            key_heads: get("linear_key_heads"),
            value_heads,
            key_dim: get("linear_key_dim"),
            value_dim: get("linear_value_dim"),
            kernel: get("linear_kernel"),
        }),
        experts: some("experts").map(|count| Experts {
            count,
            per_token: get("experts_per_token"),
            shared: get("shared_experts"),
            intermediate: get("expert_intermediate"),
            shared_intermediate: some("shared_intermediate").unwrap_or_else(|| {
                get("shared_experts").saturating_mul(get("expert_intermediate"))
            }),
            first_dense: get("first_dense"),
            every: get("expert_every"),
            latent: get("expert_latent"),
        }),
        tied_embeddings: entry.tied_embeddings,
        plain: is("plain"),
        biases: if is("all_biases") {
            Biases::All
        } else if is("qkv_biases") {
            Biases::Qkv
        } else {
            Biases::None
        },
        output_gate: is("output_gate"),
    };
    let kinds = u64::from(shape.full_layers)
        + u64::from(shape.windowed_layers)
        + u64::from(shape.linear_layers);
    let expected = if shape.bare_layers == 0 {
        shape.layers
    } else {
        shape.bare_layers
    };
    if kinds != u64::from(expected) || shape.bare_layers > shape.layers {
        desk.problem(
            at,
            "shape",
            "full, windowed and linear layers are not all layers, or all that lack a network",
        );
    }
    if shape.windowed_layers > 0 && shape.window.is_none() {
        desk.problem(at, "shape", "windowed layers have no window");
    }
    shape
}
