//! Heads and experts, which families give many names.

use super::ReadError;
use super::fields::{Fields, MOST_EXPERTS, MOST_WIDTH};
use super::network::at_most;
use crate::catalog::Experts;

/// The experts of a layer.
pub(super) fn experts(
    fields: Fields<'_>,
    model_type: &str,
    intermediate: u32,
) -> Result<Option<Experts>, ReadError> {
    if fields.flag("enable_moe_block") == Some(false) {
        return Ok(None);
    }
    let names = [
        "n_routed_experts",
        "num_local_experts",
        "num_experts",
        "moe_num_experts",
        "num_moe_experts",
    ];
    let count = fields.count(&names, 0, MOST_EXPERTS)?;
    let Some(count) = count.filter(|count| *count > 1) else {
        return Ok(None);
    };
    let names = [
        "num_experts_per_tok",
        "num_experts_per_token",
        "experts_per_token",
        "moe_top_k",
        "moe_topk",
        "moe_k",
        "top_k_experts",
    ];
    let Some(per_token) = fields.count(&names, 1, count)? else {
        return Err(ReadError::Missing("num_experts_per_tok"));
    };
    let names = [
        "moe_intermediate_size",
        "expert_ffn_hidden_size",
        "moe_ffn_hidden_size",
        "expert_intermediate_size",
        "intermediate_size",
    ];
    let width = fields.some(&names)?.unwrap_or(intermediate);
    let names = [
        "shared_expert_intermediate_size",
        "shared_intermediate_size",
        "moe_shared_expert_intermediate_size",
    ];
    let one = fields.some(&names)?;
    let names = [
        "n_shared_experts",
        "num_shared_experts",
        "num_shared_expert",
        "moe_num_shared_experts",
    ];
    let number = fields.count(&names, 0, MOST_EXPERTS)?;
    let is_llama = model_type.starts_with("llama4");
    let number = number.unwrap_or(u32::from(one.is_some() || is_llama));
    let always = number.saturating_mul(one.unwrap_or(width)).min(MOST_WIDTH);
    Ok(Some(Experts {
        count,
        per_token,
        // One wide shared expert counts as so many of the routed width.
        shared: always.saturating_add(width / 2) / width,
        intermediate: width,
        shared_intermediate: always,
        first_dense: 0,
        every: 1,
        latent: fields.some(&["moe_latent_size"])?.unwrap_or(0),
    }))
}

/// Key/value heads: as many as query heads where nothing says otherwise.
pub(super) fn kv_heads(fields: Fields<'_>, model_type: &str, heads: u32) -> Result<u32, ReadError> {
    if model_type == "falcon" || model_type.starts_with("refinedweb") {
        let is_new = fields.flag("new_decoder_architecture") == Some(true);
        if !is_new && fields.flag("multi_query") != Some(false) {
            return Ok(1);
        }
    } else if fields.flag("multi_query") == Some(true)
        || fields.text("attn_type") == Some("multiquery_attention")
    {
        return Ok(1);
    }
    if fields.flag("multi_query_attention") == Some(false) {
        return Ok(heads);
    }
    let names = [
        "num_key_value_heads",
        "num_kv_heads",
        "n_head_kv",
        "kv_n_heads",
        "multi_query_group_num",
        "num_query_groups",
        "num_attention_groups",
        "n_kv_heads",
    ];
    match fields.some(&names)? {
        Some(groups) if groups > heads => Err(at_most("num_key_value_heads", heads)),
        Some(groups) => Ok(groups),
        None => Ok(heads),
    }
}
