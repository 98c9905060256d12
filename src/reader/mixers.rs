//! Blocks that mix tokens otherwise than by grouped-query attention.

use super::ReadError;
use super::fields::{Fields, MOST_WIDTH};
use super::network::Frame;
use crate::catalog::{Architecture, Latent, Linear};

/// The ranks and widths of latent attention, where a config has them.
pub(super) fn latent(fields: Fields<'_>) -> Result<Option<Latent>, ReadError> {
    let Some(kv_rank) = fields.some(&["kv_lora_rank"])? else {
        return Ok(None);
    };
    let width = |names: &[&str]| fields.count(names, 1, MOST_WIDTH / 4096);
    let nope_dim = width(&["qk_nope_head_dim"])?.unwrap_or(128);
    Ok(Some(Latent {
        kv_rank,
        rope_dim: fields
            .count(&["qk_rope_head_dim"], 0, MOST_WIDTH / 4096)?
            .unwrap_or(64),
        q_rank: fields.some(&["q_lora_rank"])?.unwrap_or(0),
        nope_dim,
        value_dim: width(&["v_head_dim"])?.unwrap_or(nope_dim),
    }))
}

/// The sizes of layers with a matrix state: gated delta nets (Qwen3-Next), Kimi's delta attention,
/// Mamba 2. `None` for other kinds and where nothing is stated.
pub(super) fn linear(fields: Fields<'_>, hidden: u32) -> Result<Option<Linear>, ReadError> {
    let narrow = |fields: Fields<'_>, names: &[&str]| fields.count(names, 1, 4096);
    if let Some(value_heads) = narrow(fields, &["linear_num_value_heads"])? {
        let key_dim = narrow(fields, &["linear_key_head_dim"])?.unwrap_or(128);
        return Ok(Some(Linear {
            key_heads: narrow(fields, &["linear_num_key_heads"])?.unwrap_or(value_heads),
            value_heads,
            key_dim,
            value_dim: narrow(fields, &["linear_value_head_dim"])?.unwrap_or(key_dim),
            kernel: fields
                .count(&["linear_conv_kernel_dim"], 1, 1024)?
                .unwrap_or(4),
        }));
    }
    if let Some(kda) = fields.object("linear_attn_config") {
        let (heads, width) = (narrow(kda, &["num_heads"])?, narrow(kda, &["head_dim"])?);
        let kernel = kda
            .count(&["short_conv_kernel_size"], 1, 1024)?
            .unwrap_or(4);
        return Ok(heads.zip(width).map(|(heads, width)| Linear {
            key_heads: heads,
            value_heads: heads,
            key_dim: width,
            value_dim: width,
            kernel,
        }));
    }
    let Some(heads) = narrow(fields, &["mamba_num_heads", "mamba_n_heads"])? else {
        return Ok(None);
    };
    let expand = narrow(fields, &["mamba_expand", "expand"])?.unwrap_or(2);
    let width = narrow(fields, &["mamba_head_dim", "mamba_d_head"])?;
    let state = narrow(fields, &["mamba_d_state", "ssm_state_size", "state_size"])?;
    Ok(Some(Linear {
        key_heads: narrow(fields, &["mamba_n_groups", "n_groups"])?.unwrap_or(1),
        value_heads: heads,
        key_dim: state.unwrap_or(128),
        value_dim: width.unwrap_or_else(|| (hidden.saturating_mul(expand) / heads).clamp(1, 4096)),
        kernel: fields
            .count(&["mamba_d_conv", "conv_kernel"], 1, 1024)?
            .unwrap_or(4),
    }))
}

/// Parameters of linear layers of other kinds, and of sparse attention's indexer, which no shape
/// tells.
pub(super) fn more(frame: &Frame<'_>, shape: &Architecture) -> Result<f64, ReadError> {
    let fields = frame.fields;
    let layers = f64::from(shape.linear_layers);
    let hidden = frame.width();
    let some = |names: &[&str]| Ok::<_, ReadError>(fields.some(names)?.map(f64::from));
    let mut more = 0.0;
    // The indexer of DeepSeek-V3.2: its queries come from the query's latent.
    if let (Some(heads), Some(width)) = (some(&["index_n_heads"])?, some(&["index_head_dim"])?) {
        let rank = shape.latent.map_or(0, |latent| latent.q_rank);
        let from = if rank == 0 { hidden } else { f64::from(rank) };
        more += f64::from(shape.layers) * (from * heads * width + hidden * (width + heads));
    }
    if layers == 0.0 {
        return Ok(more);
    }
    let all = f64::from(shape.heads) * f64::from(shape.head_dim);
    let one = if let Some(linear) = shape.linear {
        let values = f64::from(linear.value_heads) * f64::from(linear.value_dim);
        if fields.has("linear_attn_config") {
            // Kimi makes its gates through a low rank instead of a whole matrix.
            let rank = f64::from(linear.value_dim);
            2.0 * rank * (hidden + values) - hidden * (values + f64::from(linear.value_heads))
        } else {
            0.0
        }
    } else if fields.has("conv_L_cache") {
        // LFM2: a short convolution between a threefold and a plain projection.
        4.0 * hidden * hidden
    } else if let Some(width) = some(&["lru_width"])? {
        // Griffin (RecurrentGemma): two branches, their output, and block-diagonal gates.
        3.0 * hidden * width + 2.0 * width * width / f64::from(frame.heads)
    } else if fields.has("attn_type_list") {
        // Lightning attention (MiniMax): queries, keys, values, gate and output of full width.
        5.0 * hidden * all
    } else if let Some(state) = some(&["mamba_d_state", "ssm_state_size", "state_size"])? {
        // Mamba (Gu and Dao 2023): steps come through a rank of a sixteenth of the width.
        let stated = some(&["intermediate_size"])?.filter(|_| fields.has("state_size"));
        let expand = some(&["mamba_expand", "expand"])?.unwrap_or(2.0);
        let inner = stated.unwrap_or(expand * hidden);
        let rank = some(&["mamba_dt_rank", "time_step_rank"])?.unwrap_or((hidden / 16.0).ceil());
        let kernel = some(&["mamba_d_conv", "conv_kernel"])?.unwrap_or(4.0);
        3.0 * hidden * inner + inner * (2.0 * rank + 3.0 * state + kernel)
    } else {
        hidden * (2.0 * all + 2.0 * f64::from(shape.kv_heads) * f64::from(shape.head_dim))
    };
    Ok(more + layers * one)
}
