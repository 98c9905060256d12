//! Networks with blocks of different sizes (DeciLM, the Nemotron of NVIDIA's Puzzle), which a config
//! lists one by one under `block_configs`.

use super::fields::{Fields, MOST_WIDTH};
use super::layers::{Layer, Mixing, Network};
use crate::json::Value;

/// What the list of blocks says.
pub(super) struct Blocks {
    pub(super) layers: Vec<Layer>,
    /// Query heads that share a key/value head.
    pub(super) group: Option<u32>,
    /// The mean width of the feed-forward networks, which makes their count right.
    pub(super) intermediate: Option<u32>,
}

/// Reads the list; `None` where there is none.
pub(super) fn blocks(fields: Fields<'_>, hidden: u32) -> Option<Blocks> {
    let list = fields.list("block_configs");
    if list.is_empty() {
        return None;
    }
    let mut blocks = Blocks {
        layers: Vec::with_capacity(list.len()),
        group: None,
        intermediate: None,
    };
    let (mut width, mut networks) = (0_u64, 0_u64);
    for block in list {
        let attention = Fields::new(block.get("attention").unwrap_or(&Value::Null), &[]);
        let network = Fields::new(block.get("ffn").unwrap_or(&Value::Null), &[]);
        let gone = |part: Fields<'_>| {
            ["no_op", "replace_with_linear"]
                .iter()
                .any(|name| part.flag(name) == Some(true))
        };
        let group = attention.width(&["n_heads_in_group"]).ok().flatten();
        blocks.group = blocks.group.or(group);
        let one = ffn_width(network, hidden);
        if !gone(network)
            && let Some(one) = one
        {
            width += u64::from(one);
            networks += 1;
        }
        blocks.layers.push((
            if gone(attention) {
                Mixing::None
            } else {
                Mixing::Full
            },
            if gone(network) {
                Network::None
            } else {
                Network::Dense
            },
        ));
    }
    let mean = width.checked_div(networks);
    blocks.intermediate = mean.and_then(|mean| u32::try_from(mean).ok());
    Some(blocks)
}

/// The width of a network: stated, or two thirds of the hidden width times a factor, rounded up to
/// 256 (`_ffn_mult_to_intermediate_size` in modeling_decilm.py).
fn ffn_width(network: Fields<'_>, hidden: u32) -> Option<u32> {
    if let Ok(Some(width)) = network.width(&["intermediate_size"]) {
        return Some(width);
    }
    let factor = match network.get("ffn_mult")? {
        Value::Real(factor) => *factor,
        #[expect(clippy::cast_precision_loss, reason = "a small factor")]
        Value::Whole(factor) => *factor as f64,
        _ => return None,
    };
    let width = (2.0 * factor * f64::from(hidden) / 3.0).clamp(1.0, f64::from(MOST_WIDTH - 256));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "clamped to a positive range"
    )]
    let width = width as u32;
    Some(width.next_multiple_of(256))
}
