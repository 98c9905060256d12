//! A plausible architecture for a model known by its size alone.

use crate::catalog::{Architecture, Experts};

/// Known shapes of dense models (Llama 3.x, Qwen 2.5): parameters, layers, hidden width. Sizes
/// between them are interpolated on a logarithmic scale, sizes beyond them extrapolated.
const KNOWN: [(f64, f64, f64); 8] = [
    (0.124e9, 12.0, 768.0),
    (0.494e9, 24.0, 896.0),
    (1.236e9, 16.0, 2048.0),
    (3.213e9, 28.0, 3072.0),
    (8.030e9, 32.0, 4096.0),
    (32.76e9, 64.0, 5120.0),
    (70.55e9, 80.0, 8192.0),
    (405.9e9, 126.0, 16384.0),
];

/// Vocabulary of small and of other models (Llama 2 and Llama 3).
const SMALL_VOCABULARY: u32 = 32_000;
const VOCABULARY: u32 = 128_256;
/// Up to this size input and output embeddings are usually one matrix (Llama 3.2, Qwen 2.5 3B).
const TIED_BELOW: f64 = 4e9;
/// Routed experts of an inferred mixture (Qwen3).
const EXPERTS: u32 = 128;

/// A dense decoder with about so many parameters: grouped-query attention with 8 key/value heads
/// and a gated feed-forward network whose width makes the count right.
pub(crate) fn dense(parameters: f64) -> Architecture {
    let (layers, hidden) = skeleton(parameters);
    let mut shape = frame(parameters, layers, hidden);
    let left = parameters - outside_network(&shape);
    let per_width = 3.0 * f64::from(shape.hidden) * f64::from(shape.layers);
    shape.intermediate = rounded(left / per_width, 8);
    shape
}

/// A decoder with experts: the skeleton of a dense model of the active size, and experts that make
/// total and active parameters right.
pub(crate) fn mixture(parameters: f64, active: f64) -> Architecture {
    // Attention and embeddings must leave room for the experts that a token uses.
    let mut size = active;
    let mut shape = frame(active, 1, 128);
    for _ in 0..24 {
        let (layers, hidden) = skeleton(size);
        shape = frame(active, layers, hidden);
        if outside_network(&shape) < 0.7 * active {
            break;
        }
        size *= 0.8;
    }
    let fixed = outside_network(&shape);
    let routed = (parameters - fixed).max(1.0);
    let used = (active - fixed).max(0.0).min(routed);
    let per_expert = routed / (3.0 * f64::from(shape.hidden) * f64::from(shape.layers));
    let count = if parameters < 6.0 * active {
        8
    } else {
        EXPERTS
    };
    let width = rounded(per_expert / f64::from(count), 8);
    shape.intermediate = width;
    shape.experts = Some(Experts {
        count,
        per_token: rounded(f64::from(count) * used / routed, 1).min(count),
        intermediate: width,
        ..Experts::default()
    });
    shape
}

/// Layers and hidden width for a size.
fn skeleton(parameters: f64) -> (u32, u32) {
    let mut pair = (KNOWN[0], KNOWN[1]);
    for window in KNOWN.windows(2) {
        if let [left, right] = window {
            pair = (*left, *right);
            if parameters <= right.0 {
                break;
            }
        }
    }
    let ((n0, l0, h0), (n1, l1, h1)) = pair;
    let position = (libm::log(parameters) - libm::log(n0)) / (libm::log(n1) - libm::log(n0));
    let layers = l0 * libm::exp(position * (libm::log(l1) - libm::log(l0)));
    let hidden = h0 * libm::exp(position * (libm::log(h1) - libm::log(h0)));
    (rounded(layers, 1), rounded(hidden, 128))
}

/// A decoder without its feed-forward network.
fn frame(parameters: f64, layers: u32, hidden: u32) -> Architecture {
    let head_dim = if hidden < 2048 { 64 } else { 128 };
    let heads = (hidden / head_dim).max(1);
    let kv_heads = (1..=8)
        .rev()
        .find(|k| heads.is_multiple_of(*k))
        .unwrap_or(1);
    let tied_embeddings = parameters < TIED_BELOW;
    let vocab = if parameters < 1e9 {
        SMALL_VOCABULARY
    } else {
        VOCABULARY
    };
    // A tiny model has no room for a large vocabulary.
    let most = parameters / 2.0 / f64::from(hidden);
    Architecture {
        layers,
        full_layers: layers,
        hidden,
        heads,
        kv_heads,
        head_dim,
        vocab: vocab.min(rounded(most, 1)),
        tied_embeddings,
        ..Architecture::default()
    }
}

/// Parameters beside the feed-forward network: embeddings, attention, norms.
fn outside_network(shape: &Architecture) -> f64 {
    let hidden = f64::from(shape.hidden);
    let queries = f64::from(shape.heads) * f64::from(shape.head_dim);
    let keys = f64::from(shape.kv_heads) * f64::from(shape.head_dim);
    let embeddings =
        f64::from(shape.vocab) * hidden * if shape.tied_embeddings { 1.0 } else { 2.0 };
    let attention = 2.0 * hidden * (queries + keys) + 2.0 * hidden;
    embeddings + f64::from(shape.layers) * attention
}

/// Parameters that a shape holds, counted from its matrices.
#[cfg(test)]
pub(crate) fn count(shape: &Architecture) -> f64 {
    let per_width = 3.0 * f64::from(shape.hidden) * f64::from(shape.layers);
    let network = match &shape.experts {
        Some(experts) => per_width * f64::from(experts.intermediate) * f64::from(experts.count),
        None => per_width * f64::from(shape.intermediate),
    };
    outside_network(shape) + network
}

/// The nearest positive multiple of a step.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "`as` saturates, and the value is clamped to a positive range"
)]
fn rounded(value: f64, step: u32) -> u32 {
    let steps = (value / f64::from(step)).round().clamp(1.0, 1e6);
    (steps as u32).saturating_mul(step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dense_shape_has_the_parameters_it_was_made_for() {
        for billions in [
            0.1, 0.35, 1.0, 1.7, 3.0, 7.0, 13.0, 34.0, 65.0, 120.0, 405.0, 1000.0,
        ] {
            let parameters = billions * 1e9;
            let counted = count(&dense(parameters));
            let error = (counted / parameters - 1.0).abs();
            assert!(error < 0.01, "{billions} B: {counted} is off by {error}");
        }
    }

    #[test]
    fn a_mixture_has_its_total_and_about_its_active_parameters() {
        for (total, active) in [(30.5, 3.3), (46.7, 12.9), (235.0, 22.0), (671.0, 37.0)] {
            let shape = mixture(total * 1e9, active * 1e9);
            let error = (count(&shape) / (total * 1e9) - 1.0).abs();
            assert!(error < 0.01, "{total} B: off by {error}");
            let experts = shape.experts.expect("experts");
            let share = f64::from(experts.per_token) / f64::from(experts.count);
            let routed = count(&shape) - outside_network(&shape);
            let counted = outside_network(&shape) + routed * share;
            let off = (counted / (active * 1e9) - 1.0).abs();
            assert!(off < 0.25, "{active} B active: off by {off}");
        }
    }
}
