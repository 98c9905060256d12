//! The wide rows: accelerators, providers, offers and models, value by value.

use super::super::{
    Accelerator, Basis, Biases, GpuCount, Model, NotRankable, Offer, Pipeline, Price, Product,
    Provider, RateUnit, RegionGroup, Tier,
};
use super::ids;
use super::write::Columns;
use super::{LINKS, MODEL_KINDS, NONE, PRICE_KINDS, STOPPED, TOPOLOGIES};

pub(super) fn accelerator(columns: &mut Columns, row: &Accelerator) {
    columns.text("accelerator.id", &row.id);
    columns.text("accelerator.name", &row.name);
    columns.text("accelerator.vendor", &row.vendor.0);
    columns.text("accelerator.family", &row.family);
    columns.optional_int("accelerator.year", row.year.map(u32::from));
    columns.num("accelerator.nominal", row.nominal.map(|q| q.get()));
    columns.text("accelerator.memory", &row.memory);
    columns.num("accelerator.reported", row.reported.map(|q| q.get()));
    columns.num("accelerator.bandwidth", row.bandwidth.map(|q| q.get()));
    for (name, peak) in [
        ("peak.fp64", row.peak.fp64),
        ("peak.fp32", row.peak.fp32),
        ("peak.tf32", row.peak.tf32),
        ("peak.bf16", row.peak.bf16),
        ("peak.fp16", row.peak.fp16),
        ("peak.fp8", row.peak.fp8),
        ("peak.int8", row.peak.int8),
        ("peak.int4", row.peak.int4),
        ("peak.fp4", row.peak.fp4),
    ] {
        columns.num(name, peak.map(|q| q.get()));
    }
    columns.optional_int("accelerator.bf16", row.bf16.map(u32::from));
    columns.optional_int("accelerator.fp8", row.fp8.map(u32::from));
    columns.text("accelerator.link", &row.link);
    columns.num(
        "accelerator.link_bandwidth",
        row.link_bandwidth.map(|q| q.get()),
    );
    columns.optional_choice("accelerator.topology", row.topology.as_ref(), &TOPOLOGIES);
    columns.num("accelerator.tdp", row.tdp.map(|q| q.get()));
    columns.optional_int("accelerator.sm_count", row.sm_count);
    columns.num("accelerator.boost", row.boost.map(|q| q.get()));
    columns.num("accelerator.l2", row.l2.map(|q| q.get()));
    columns.optional_int("accelerator.pcie_gen", row.pcie_gen.map(u32::from));
    columns.num(
        "accelerator.blender_score",
        row.blender_score.map(|q| q.get()),
    );
    columns.texts(
        "accelerator.runtime_count",
        "accelerator.runtime",
        &row.runtimes,
    );
    columns.int("accelerator.rentable", i64::from(row.rentable));
    columns.int("accelerator.source", i64::from(row.source.0));
}

pub(super) fn provider(columns: &mut Columns, row: &Provider) {
    columns.text("provider.id", &row.id);
    columns.text("provider.name_en", &row.name_en);
    columns.text("provider.name_zh", &row.name_zh);
    columns.optional_text("provider.home", row.home.as_deref());
    columns.num("provider.sla_percent", row.sla_percent.map(|q| q.get()));
    columns.texts(
        "provider.compliance_count",
        "provider.compliance",
        &row.compliance,
    );
    columns.optional_text("provider.platform", row.platform.as_deref());
    columns.optional_text("provider.frameworks", row.frameworks.as_deref());
    columns.optional_text("provider.stopped_billing", row.stopped_billing.as_deref());
    columns.optional_text("provider.billing", row.billing.as_deref());
    columns.num("provider.granularity", row.granularity.map(|q| q.get()));
    columns.num("provider.minimum", row.minimum.map(|q| q.get()));
    columns.optional_choice("provider.stopped", row.stopped.as_ref(), &STOPPED);
    columns.optional_text("provider.credit", row.credit.as_deref());
    columns.optional_text("provider.rdma", row.rdma.as_deref());
    columns.int("provider.source", i64::from(row.source.0));
}

pub(super) fn offer(columns: &mut Columns, row: &Offer, seller: &str) {
    let id = ids::shipped(&row.id, seller, &row.instance, &row.region.name);
    columns.text("offer.id", &id);
    columns.int("offer.provider", i64::from(row.provider.0));
    columns.text("offer.instance", &row.instance);
    columns.text("offer.region", &row.region.name);
    columns.optional_choice("offer.group", row.region.group.as_ref(), &RegionGroup::ALL);
    columns.optional_text("offer.jurisdiction", row.region.jurisdiction.as_deref());
    columns.choice("offer.tier", &row.tier, &Tier::ALL);
    columns.optional_int(
        "offer.accelerator",
        row.accelerator.map(|ix| u32::from(ix.0)),
    );
    let (gpus, gpus_of) = match row.gpus {
        GpuCount::Whole(count) => (count, 0),
        GpuCount::Slice { part, of } => (part, i64::from(of)),
        GpuCount::Unknown => (0, NONE),
    };
    columns.int("offer.gpus", i64::from(gpus));
    columns.int("offer.gpus_of", gpus_of);
    let mut flags = 0;
    if row.card_assumed {
        flags |= super::OFFER_CARD_ASSUMED;
    }
    match &row.basis {
        Basis::Instance => columns.int("offer.count_count", NONE),
        Basis::Gpu { counts, confirmed } => {
            columns.count("offer.count_count", counts.len());
            for count in counts {
                columns.int("offer.count", i64::from(*count));
            }
            if *confirmed {
                flags |= super::OFFER_COUNTS_CONFIRMED;
            }
        }
    }
    columns.int("offer.flags", flags);
    columns.num("offer.vcpu", row.vcpu.map(|q| q.get()));
    columns.num("offer.ram_gb", row.ram_gb.map(|q| q.get()));
    columns.num("offer.disk_gb", row.disk_gb.map(|q| q.get()));
    columns.num("offer.network", row.network.map(|q| q.get()));
    columns.choice("offer.link", &row.link, &LINKS);
    columns.text("offer.link_text", &row.link_text);
    columns.count("offer.price_count", row.prices.len());
    for one in &row.prices {
        price(columns, one);
    }
    columns.optional_choice(
        "offer.not_rankable",
        row.not_rankable.as_ref(),
        &NotRankable::ALL,
    );
}

pub(super) fn price(columns: &mut Columns, row: &Price) {
    columns.choice("price.kind", &row.kind, &PRICE_KINDS);
    columns.int("price.micros", row.amount.micros());
    columns.text("price.currency", row.amount.currency().code());
    let mut flags = 0;
    if row.unit == RateUnit::Month {
        flags |= super::PRICE_MONTHLY;
    }
    if row.floor {
        flags |= super::PRICE_FLOOR;
    }
    if row.unconfirmed {
        flags |= super::PRICE_UNCONFIRMED;
    }
    let product = row
        .product
        .and_then(|own| Product::ALL.iter().position(|p| *p == own));
    if let Some(position) = product {
        flags += super::PRICE_PRODUCT * (position as i64 + 1);
    }
    columns.int("price.flags", flags);
    columns.date("price.as_of", Some(row.as_of));
    columns.int("price.source", i64::from(row.source.0));
    columns.date("price.checked", row.checked.as_ref().map(|c| c.as_of));
    if let Some(checked) = &row.checked {
        columns.text("price.checked_what", &checked.what);
    }
}

pub(super) fn model(columns: &mut Columns, row: &Model) {
    columns.text("model.id", &row.id);
    columns.text("model.name", &row.name);
    columns.text("model.family", &row.family);
    columns.choice("model.kind", &row.kind, &MODEL_KINDS);
    columns.num("model.total", Some(row.total.get()));
    columns.num("model.active", Some(row.active.get()));
    columns.optional_int("model.max_context", row.max_context);
    let mut flags = 0;
    if let Some(shape) = &row.shape {
        flags |= super::MODEL_SHAPE;
        for (name, value) in [
            ("shape.layers", shape.layers),
            ("shape.full_layers", shape.full_layers),
            ("shape.windowed_layers", shape.windowed_layers),
            ("shape.linear_layers", shape.linear_layers),
            ("shape.hidden", shape.hidden),
            ("shape.intermediate", shape.intermediate),
            ("shape.heads", shape.heads),
            ("shape.kv_heads", shape.kv_heads),
            ("shape.head_dim", shape.head_dim),
            ("shape.vocab", shape.vocab),
            ("shape.bare_layers", shape.bare_layers),
            ("shape.encoder_layers", shape.encoder_layers),
            ("shape.positions", shape.positions),
        ] {
            columns.int(name, i64::from(value));
        }
        columns.optional_int("shape.window", shape.window);
        if let Some(latent) = &shape.latent {
            flags |= super::MODEL_LATENT;
            columns.int("latent.kv_rank", i64::from(latent.kv_rank));
            columns.int("latent.rope_dim", i64::from(latent.rope_dim));
            columns.int("latent.q_rank", i64::from(latent.q_rank));
            columns.int("latent.nope_dim", i64::from(latent.nope_dim));
            columns.int("latent.value_dim", i64::from(latent.value_dim));
        }
        if let Some(experts) = &shape.experts {
            flags |= super::MODEL_EXPERTS;
            columns.int("experts.count", i64::from(experts.count));
            columns.int("experts.per_token", i64::from(experts.per_token));
            columns.int("experts.shared", i64::from(experts.shared));
            columns.int("experts.intermediate", i64::from(experts.intermediate));
            columns.int("experts.first_dense", i64::from(experts.first_dense));
            columns.int(
                "experts.shared_intermediate",
                i64::from(experts.shared_intermediate),
            );
            columns.int("experts.every", i64::from(experts.every));
            columns.int("experts.latent", i64::from(experts.latent));
        }
        if let Some(global) = &shape.global {
            flags |= super::MODEL_GLOBAL;
            columns.int("global.kv_heads", i64::from(global.kv_heads));
            columns.int("global.head_dim", i64::from(global.head_dim));
            if global.keys_as_values {
                flags |= super::MODEL_KEYS_AS_VALUES;
            }
        }
        if let Some(linear) = &shape.linear {
            flags |= super::MODEL_LINEAR;
            columns.int("linear.key_heads", i64::from(linear.key_heads));
            columns.int("linear.value_heads", i64::from(linear.value_heads));
            columns.int("linear.key_dim", i64::from(linear.key_dim));
            columns.int("linear.value_dim", i64::from(linear.value_dim));
            columns.int("linear.kernel", i64::from(linear.kernel));
        }
        if shape.tied_embeddings {
            flags |= super::MODEL_TIED;
        }
        if shape.plain {
            flags |= super::MODEL_PLAIN;
        }
        if shape.output_gate {
            flags |= super::MODEL_OUTPUT_GATE;
        }
        flags |= match shape.biases {
            Biases::None => 0,
            Biases::Qkv => super::MODEL_QKV_BIASES,
            Biases::All => super::MODEL_ALL_BIASES,
        };
    }
    if let Some(tower) = row.tower {
        flags |= super::MODEL_TOWER;
        columns.num("model.tower", Some(tower.get()));
    }
    if let Some(network) = &row.network {
        flags |= super::MODEL_NETWORK;
        for figure in network.figures() {
            columns.num("network.figures", Some(figure));
        }
        for figure in network.pipeline.iter().flat_map(Pipeline::figures) {
            columns.num("pipeline.figures", Some(figure));
        }
    }
    columns.int("model.flags", flags);
}
