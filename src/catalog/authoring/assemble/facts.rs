//! Everything but offers.

use super::{Desk, Place, ordered};
use crate::catalog::authoring::files::{AcceleratorEntry, ModelEntry};
use crate::catalog::authoring::tree::Tree;
use crate::catalog::{
    Accelerator, AcceleratorIx, Architecture, CurrencyRate, EngineTable, Experts, Extra, ExtraKind,
    Latent, Model, ModelKind, Peak, Provider, ProviderIx, Support, SupportLevel, Topology, Vendor,
    VisionFacts,
};
use crate::units::{Bytes, BytesPerSecond, Flops, FlopsPerSecond, Money, Params, Ratio, Watts};

/// All accelerators, ordered by id.
pub(super) fn accelerators(tree: &Tree, desk: &mut Desk) -> Vec<Accelerator> {
    let file = "accelerators.json";
    let mut out = Vec::new();
    for entry in ordered(file, tree.accelerators.iter(), |a| &a.id, desk) {
        let at = Place {
            file,
            id: &entry.id,
        };
        let ix = AcceleratorIx(desk.index(at, out.len()));
        desk.cards.insert(entry.id.clone(), ix);
        out.push(accelerator(at, entry, desk));
    }
    out
}

fn accelerator(at: Place<'_>, entry: &AcceleratorEntry, desk: &mut Desk) -> Accelerator {
    let figure = |name: &str| entry.figures.get(name).and_then(serde_json::Number::as_f64);
    // Whole operations and bytes per second, so that the shipped form keeps them exactly.
    let tera = |name: &str| figure(name).map(|v| FlopsPerSecond::new((v * 1e12).round()));
    let giga = |name: &str| figure(name).map(|v| BytesPerSecond::new((v * 1e9).round()));
    let topology = match entry.topology.as_deref() {
        None => None,
        Some("nvswitch") => Some(Topology::Switched),
        Some("bridge-pairs") => Some(Topology::BridgePairs),
        Some("hybrid-cube-mesh") => Some(Topology::CubeMesh),
        Some("none") => Some(Topology::None),
        Some(other) => {
            desk.problem(at, "topology", &format!("{other:?} is no topology"));
            None
        }
    };
    Accelerator {
        id: entry.id.clone(),
        name: entry.name.clone(),
        vendor: Vendor(entry.vendor.clone()),
        family: entry.family.clone(),
        year: whole(figure("year")),
        nominal: figure("memory_gb").map(Bytes::from_gib),
        reported: figure("usable_mib").map(Bytes::from_mib),
        bandwidth: giga("bandwidth_gb_s"),
        peak: Peak {
            fp64: tera("fp64_tflops"),
            fp32: tera("fp32_tflops"),
            tf32: tera("tf32_tflops"),
            bf16: tera("bf16_tflops"),
            fp16: tera("fp16_tflops"),
            fp8: tera("fp8_tflops"),
            int8: tera("int8_tops"),
            int4: tera("int4_tops"),
            fp4: tera("fp4_tflops"),
        },
        bf16: entry.bf16,
        fp8: entry.fp8,
        link: entry.link.clone(),
        link_bandwidth: giga("link_gb_s"),
        topology,
        tdp: figure("tdp_w").map(Watts::new),
        sm_count: whole(figure("sm_count")),
        l2: figure("l2_mb").map(Bytes::from_mib),
        pcie_gen: whole(figure("pcie_gen")),
        blender_score: figure("blender_score").map(Ratio::new),
        runtimes: entry.runtimes.clone(),
        rentable: false,
        source: desk.source(at, &entry.source),
    }
}

/// A whole number that fits.
fn whole<T: TryFrom<u32>>(value: Option<f64>) -> Option<T> {
    let value = value.filter(|v| (0.0..=4e9).contains(v) && v.fract() == 0.0)?;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the range was checked"
    )]
    T::try_from(value as u32).ok()
}

/// All providers, ordered by id.
pub(super) fn providers(tree: &Tree, desk: &mut Desk) -> Vec<Provider> {
    let mut out = Vec::new();
    for (id, file) in &tree.providers {
        let (path, entry) = (format!("providers/{id}.json"), &file.provider);
        let at = Place { file: &path, id };
        let ix = ProviderIx(desk.index(at, out.len()));
        desk.sellers.insert(id.clone(), ix);
        for (field, text) in [("name_en", &entry.name_en), ("name_zh", &entry.name_zh)] {
            if text.is_empty() {
                desk.problem(at, field, "is missing");
            }
        }
        let sla_percent = entry
            .sla_percent
            .as_deref()
            .map(|text| Ratio::new(desk.decimal(at, "sla_percent", text).to_f64()));
        out.push(Provider {
            id: id.clone(),
            name_en: entry.name_en.clone(),
            name_zh: entry.name_zh.clone(),
            home: entry.home.clone(),
            sla_percent,
            compliance: entry.compliance.clone(),
            platform: entry.platform.clone(),
            frameworks: entry.frameworks.clone(),
            stopped_billing: entry.stopped_billing.clone(),
            billing: entry.billing.clone(),
            rdma: entry.rdma.clone(),
            source: desk.source(at, &entry.source),
        });
    }
    out
}

/// All models, in the order of the file.
pub(super) fn models(tree: &Tree, desk: &mut Desk) -> Vec<Model> {
    let file = "models.json";
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
                desk,
            )
        })
        .collect()
}

fn model(at: Place<'_>, entry: &ModelEntry, desk: &mut Desk) -> Model {
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
    let gmac = entry
        .forward_gmac
        .as_ref()
        .and_then(serde_json::Number::as_f64);
    let activations = entry
        .activations_m
        .as_ref()
        .and_then(serde_json::Number::as_f64);
    let vision = match (gmac, activations, entry.side) {
        (Some(gmac), Some(activations), Some(side)) => Some(VisionFacts {
            forward: Flops::new((gmac * 2e9).round()),
            activations: Params::new((activations * 1e6).round()),
            side,
        }),
        _ => None,
    };
    Model {
        id: entry.id.clone(),
        name: entry.name.clone(),
        family: entry.family.clone(),
        kind,
        total: parameters(entry.total),
        active: parameters(entry.active),
        shape,
        vision,
        max_context: entry.max_context,
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
const SHAPE: [&str; 18] = [
    "layers",
    "full_layers",
    "windowed_layers",
    "linear_layers",
    "window",
    "hidden",
    "intermediate",
    "heads",
    "kv_heads",
    "head_dim",
    "vocab",
    "kv_rank",
    "rope_dim",
    "experts",
    "experts_per_token",
    "shared_experts",
    "expert_intermediate",
    "first_dense",
];

fn architecture(at: Place<'_>, entry: &ModelEntry, desk: &mut Desk) -> Architecture {
    for name in entry.shape.keys().filter(|n| !SHAPE.contains(&n.as_str())) {
        desk.problem(at, "shape", &format!("{name:?} is no part of a shape"));
    }
    let some = |name: &str| entry.shape.get(name).copied();
    let get = |name: &str| some(name).unwrap_or(0);
    let shape = Architecture {
        layers: get("layers"),
        full_layers: get("full_layers"),
        windowed_layers: get("windowed_layers"),
        linear_layers: get("linear_layers"),
        window: some("window"),
        hidden: get("hidden"),
        intermediate: get("intermediate"),
        heads: get("heads"),
        kv_heads: get("kv_heads"),
        head_dim: get("head_dim"),
        vocab: get("vocab"),
        latent: some("kv_rank").map(|kv_rank| Latent {
            kv_rank,
            rope_dim: get("rope_dim"),
        }),
        experts: some("experts").map(|count| Experts {
            count,
            per_token: get("experts_per_token"),
            shared: get("shared_experts"),
            intermediate: get("expert_intermediate"),
            first_dense: get("first_dense"),
        }),
        tied_embeddings: entry.tied_embeddings,
    };
    let kinds = u64::from(shape.full_layers)
        + u64::from(shape.windowed_layers)
        + u64::from(shape.linear_layers);
    if kinds != u64::from(shape.layers) {
        desk.problem(
            at,
            "shape",
            "full, windowed and linear layers are not all layers",
        );
    }
    if shape.windowed_layers > 0 && shape.window.is_none() {
        desk.problem(at, "shape", "windowed layers have no window");
    }
    shape
}

/// The engine table, ordered by engine and family.
pub(super) fn engines(tree: &Tree, desk: &mut Desk) -> EngineTable {
    let mut rows: Vec<Support> = tree
        .engines
        .iter()
        .map(|entry| {
            let at = Place {
                file: "engines.json",
                id: &entry.engine,
            };
            let level = match entry.level.as_str() {
                "yes" => SupportLevel::Yes,
                "partial" => SupportLevel::Partial,
                "no" => SupportLevel::No,
                "unknown" => SupportLevel::Unknown,
                other => {
                    desk.problem(at, "level", &format!("{other:?} is no level"));
                    SupportLevel::Unknown
                }
            };
            Support {
                engine: entry.engine.clone(),
                family: entry.family.clone(),
                level,
                precisions: entry.precisions.clone(),
            }
        })
        .collect();
    rows.sort_by(|a, b| (&a.engine, &a.family).cmp(&(&b.engine, &b.family)));
    for pair in rows.windows(2) {
        if let [a, b] = pair
            && (&a.engine, &a.family) == (&b.engine, &b.family)
        {
            desk.problem(
                Place {
                    file: "engines.json",
                    id: &a.engine,
                },
                "family",
                "is given twice",
            );
        }
    }
    EngineTable { rows }
}

/// Storage, traffic and other extras, in the order of the file.
pub(super) fn extras(tree: &Tree, desk: &mut Desk) -> Vec<Extra> {
    let mut out = Vec::new();
    for entry in &tree.extras {
        let at = Place {
            file: "extras.json",
            id: &entry.provider,
        };
        let kind = match entry.kind.as_str() {
            "egress" => ExtraKind::Egress,
            "block_storage" => ExtraKind::BlockStorage,
            "object_storage" => ExtraKind::ObjectStorage,
            "file_storage" => ExtraKind::FileStorage,
            "snapshot" => ExtraKind::Snapshot,
            "load_balancer" => ExtraKind::LoadBalancer,
            "cross_zone" => ExtraKind::CrossZone,
            "public_ip" => ExtraKind::PublicIp,
            "other" => ExtraKind::Other,
            word => {
                desk.problem(at, "kind", &format!("{word:?} is no kind of extra"));
                continue;
            }
        };
        let price = desk.decimal(at, "price", &entry.price);
        if price.to_micros() < 0 {
            desk.problem(at, "price", "is below 0");
        }
        let currency = desk.currency(at, &entry.currency);
        let Some(as_of) = desk.date(at, &entry.as_of) else {
            continue;
        };
        out.push(Extra {
            provider: entry.provider.clone(),
            kind,
            region: entry.region.clone(),
            unit: entry.unit.clone(),
            price: Money::from_decimal(price, currency),
            tier: entry.tier.clone(),
            from: gigabytes(entry.from_gb.unwrap_or(0)),
            to: entry.to_gb.map(gigabytes),
            as_of,
            source: desk.source(at, &entry.source),
        });
    }
    out
}

#[expect(
    clippy::cast_precision_loss,
    reason = "gigabytes of a month stay far below 2⁵³"
)]
fn gigabytes(count: u64) -> Bytes {
    Bytes::from_gb(count as f64)
}

/// Rates of currencies, in the order of the file.
pub(super) fn currencies(tree: &Tree, desk: &mut Desk) -> Vec<CurrencyRate> {
    let mut out = Vec::new();
    for entry in &tree.currencies {
        let at = Place {
            file: "currencies.json",
            id: &entry.currency,
        };
        let per_usd = desk.decimal(at, "per_usd", &entry.per_usd);
        if per_usd.to_micros() <= 0 {
            desk.problem(at, "per_usd", "is not above 0");
        }
        if let Some(as_of) = desk.date(at, &entry.as_of) {
            out.push(CurrencyRate {
                currency: desk.currency(at, &entry.currency),
                per_usd,
                as_of,
                source: desk.source(at, &entry.source),
            });
        }
    }
    out
}
