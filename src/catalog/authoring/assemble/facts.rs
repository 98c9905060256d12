//! Everything but offers.

use super::{Desk, Place, ordered};
use crate::catalog::authoring::files::AcceleratorEntry;
use crate::catalog::authoring::tree::Tree;
use crate::catalog::{
    Accelerator, AcceleratorIx, CurrencyRate, EngineTable, Extra, ExtraKind, Peak, Provider,
    ProviderIx, StoppedRule, Support, SupportLevel, Topology, Vendor,
};
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Hertz, Money, Ratio, Seconds, Watts};

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
        memory: entry.memory.clone(),
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
        boost: figure("boost_mhz").map(|v| Hertz::new((v * 1e6).round())),
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
        let stopped = entry.stopped.as_deref().and_then(|word| match word {
            "storage" => Some(StoppedRule::Storage),
            "everything" => Some(StoppedRule::Everything),
            "no_stop" => Some(StoppedRule::NoStop),
            other => {
                desk.problem(at, "stopped", &format!("{other:?} is no rule"));
                None
            }
        });
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
            granularity: entry.granularity_s.map(seconds),
            minimum: entry.minimum_s.map(seconds),
            stopped,
            credit: entry.credit.clone(),
            rdma: entry.rdma.clone(),
            source: desk.source(at, &entry.source),
        });
    }
    out
}

fn seconds(count: u32) -> Seconds {
    Seconds::new(f64::from(count))
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
