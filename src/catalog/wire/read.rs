//! From columns to the catalog, checking everything.

use super::super::{Accelerator, Catalog, CurrencyRate, Peak, Provider, Source, Vendor};
use super::columns::Read;
use super::{CatalogError, Document, read_models, read_offers};
use crate::units::{Bytes, BytesPerSecond, Decimal, FlopsPerSecond, Ratio, Watts};

/// Reads everything.
pub(super) fn catalog(document: &Document) -> Read<Catalog> {
    let sources = sources(document)?;
    let (accelerators, moved_accelerators) =
        ordered(accelerators(document, &sources)?, |a| a.id.as_str())?;
    let (providers, moved_providers) = ordered(providers(document, &sources)?, |p| p.id.as_str())?;
    let offers = read_offers::offers(document, &moved_accelerators, &moved_providers, &sources)?;
    let (offers, _) = ordered(offers, |o| o.id.as_str())?;
    Ok(Catalog {
        as_of: document.ints("catalog.as_of").optional_date()?,
        accelerators,
        providers,
        offers,
        models: read_models::models(document)?,
        engines: read_models::engines(document)?,
        extras: read_offers::extras(document, &sources)?,
        currencies: currencies(document, &sources)?,
        sources,
    })
}

/// Orders rows by id. With them comes where each row went.
fn ordered<T>(rows: Vec<T>, id: fn(&T) -> &str) -> Read<(Vec<T>, Vec<u16>)> {
    let mut numbered: Vec<(usize, T)> = rows.into_iter().enumerate().collect();
    numbered.sort_by(|a, b| id(&a.1).cmp(id(&b.1)));
    let mut moved = vec![0; numbered.len()];
    let mut rows = Vec::with_capacity(numbered.len());
    for (new, (old, row)) in numbered.into_iter().enumerate() {
        match (moved.get_mut(old), u16::try_from(new)) {
            (Some(place), Ok(new)) => *place = new,
            // An index is 16 bits wide.
            _ => return Err(broken(id(&row), "there are too many rows")),
        }
        rows.push(row);
    }
    unique(&rows, id)?;
    Ok((rows, moved))
}

fn unique<T>(rows: &[T], id: fn(&T) -> &str) -> Read<()> {
    match rows
        .iter()
        .zip(rows.iter().skip(1))
        .find(|(a, b)| id(a) == id(b))
    {
        None => Ok(()),
        Some((row, _)) => Err(broken(id(row), "the id occurs twice")),
    }
}

/// A row that breaks a rule.
pub(super) fn broken(id: &str, rule: &'static str) -> CatalogError {
    CatalogError::Row {
        id: id.to_owned(),
        rule,
    }
}

fn sources(document: &Document) -> Read<Vec<Source>> {
    let mut title = document.texts("source.title");
    let mut url = document.texts("source.url");
    (0..title.rows())
        .map(|_| {
            Ok(Source {
                title: title.next()?,
                url: url.optional()?,
            })
        })
        .collect()
}

fn currencies(document: &Document, sources: &[Source]) -> Read<Vec<CurrencyRate>> {
    let mut code = document.texts("currency.code");
    let mut per_usd = document.ints("currency.per_usd_micros");
    let mut as_of = document.ints("currency.as_of");
    let mut source = document.ints("currency.source");
    (0..code.rows())
        .map(|_| {
            let rate = CurrencyRate {
                currency: code.currency()?,
                per_usd: Decimal::from_micros(per_usd.next()?),
                as_of: as_of.date()?,
                source: source.source(sources)?,
            };
            if rate.per_usd > Decimal::ZERO {
                Ok(rate)
            } else {
                Err(broken(rate.currency.code(), "a rate must be positive"))
            }
        })
        .collect()
}

fn accelerators(document: &Document, sources: &[Source]) -> Read<Vec<Accelerator>> {
    let mut id = document.texts("accelerator.id");
    let mut name = document.texts("accelerator.name");
    let mut vendor = document.texts("accelerator.vendor");
    let mut family = document.texts("accelerator.family");
    let mut year = document.ints("accelerator.year");
    let mut nominal = document.nums("accelerator.nominal");
    let mut reported = document.nums("accelerator.reported");
    let mut bandwidth = document.nums("accelerator.bandwidth");
    let mut peaks = [
        "peak.fp64",
        "peak.fp32",
        "peak.tf32",
        "peak.bf16",
        "peak.fp16",
        "peak.fp8",
        "peak.int8",
        "peak.int4",
        "peak.fp4",
    ]
    .map(|name| document.nums(name));
    let mut bf16 = document.ints("accelerator.bf16");
    let mut fp8 = document.ints("accelerator.fp8");
    let mut link = document.texts("accelerator.link");
    let mut link_bandwidth = document.nums("accelerator.link_bandwidth");
    let mut topology = document.ints("accelerator.topology");
    let mut tdp = document.nums("accelerator.tdp");
    let mut sm_count = document.ints("accelerator.sm_count");
    let mut l2 = document.nums("accelerator.l2");
    let mut pcie_gen = document.ints("accelerator.pcie_gen");
    let mut blender = document.nums("accelerator.blender_score");
    let mut runtime_counts = document.ints("accelerator.runtime_count");
    let mut runtimes = document.texts("accelerator.runtime");
    let mut rentable = document.ints("accelerator.rentable");
    let mut source = document.ints("accelerator.source");
    let rows: Vec<Accelerator> = (0..id.rows())
        .map(|_| {
            let mut peak = [None; 9];
            for (value, column) in peak.iter_mut().zip(&mut peaks) {
                *value = column.optional(FlopsPerSecond::new)?;
            }
            let [fp64, fp32, tf32, bf16_peak, fp16, fp8_peak, int8, int4, fp4] = peak;
            Ok(Accelerator {
                id: id.next()?,
                name: name.next()?,
                vendor: Vendor(vendor.next()?),
                family: family.next()?,
                year: year.optional()?,
                nominal: nominal.optional(Bytes::new)?,
                reported: reported.optional(Bytes::new)?,
                bandwidth: bandwidth.optional(BytesPerSecond::new)?,
                peak: Peak {
                    fp64,
                    fp32,
                    tf32,
                    bf16: bf16_peak,
                    fp16,
                    fp8: fp8_peak,
                    int8,
                    int4,
                    fp4,
                },
                bf16: bf16.optional_choice(&[false, true])?,
                fp8: fp8.optional_choice(&[false, true])?,
                link: link.next()?,
                link_bandwidth: link_bandwidth.optional(BytesPerSecond::new)?,
                topology: topology.optional_choice(&super::TOPOLOGIES)?,
                tdp: tdp.optional(Watts::new)?,
                sm_count: sm_count.optional()?,
                l2: l2.optional(Bytes::new)?,
                pcie_gen: pcie_gen.optional()?,
                blender_score: blender.optional(Ratio::new)?,
                runtimes: runtimes.list(&mut runtime_counts)?,
                rentable: rentable.choice(&[false, true])?,
                source: source.source(sources)?,
            })
        })
        .collect::<Read<_>>()?;
    runtimes.end()?;
    Ok(rows)
}

fn providers(document: &Document, sources: &[Source]) -> Read<Vec<Provider>> {
    let mut id = document.texts("provider.id");
    let mut name_en = document.texts("provider.name_en");
    let mut name_zh = document.texts("provider.name_zh");
    let mut home = document.texts("provider.home");
    let mut sla = document.nums("provider.sla_percent");
    let mut compliance_counts = document.ints("provider.compliance_count");
    let mut compliance = document.texts("provider.compliance");
    let mut platform = document.texts("provider.platform");
    let mut frameworks = document.texts("provider.frameworks");
    let mut stopped = document.texts("provider.stopped_billing");
    let mut billing = document.texts("provider.billing");
    let mut rdma = document.texts("provider.rdma");
    let mut source = document.ints("provider.source");
    let rows: Vec<Provider> = (0..id.rows())
        .map(|_| {
            Ok(Provider {
                id: id.next()?,
                name_en: name_en.next()?,
                name_zh: name_zh.next()?,
                home: home.optional()?,
                sla_percent: sla.optional(Ratio::new)?,
                compliance: compliance.list(&mut compliance_counts)?,
                platform: platform.optional()?,
                frameworks: frameworks.optional()?,
                stopped_billing: stopped.optional()?,
                billing: billing.optional()?,
                rdma: rdma.optional()?,
                source: source.source(sources)?,
            })
        })
        .collect::<Read<_>>()?;
    compliance.end()?;
    Ok(rows)
}
