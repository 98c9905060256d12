//! From columns to the catalog, checking everything.

use super::super::{Accelerator, Catalog, CurrencyRate, Peak, Provider, Source, Vendor};
use super::columns::Columns;
use super::{CatalogError, Document, STOPPED, TOPOLOGIES, read_market, read_models, read_offers};
use crate::units::{Bytes, BytesPerSecond, Decimal, FlopsPerSecond, Hertz, Ratio, Seconds, Watts};

/// Reads everything.
pub(super) fn catalog(document: &Document) -> Result<Catalog, CatalogError> {
    let columns = &Columns::new(document);
    let sources = sources(columns);
    let accelerators = accelerators(columns);
    let providers = providers(columns);
    columns.check()?;
    let mut prices = read_offers::Prices::open(columns);
    let bands = read_market::bands(columns);
    let (cards, sellers) = (accelerators.len(), providers.len());
    let offers = read_offers::offers(columns, cards, &providers, &bands, &mut prices);
    columns.check()?;
    let models = read_models::models(columns);
    let market = read_market::market(columns, cards, sellers, &models, &mut prices);
    prices.end();
    let catalog = Catalog {
        as_of: columns.ints("catalog.as_of").optional_date(),
        models,
        engines: read_models::engines(columns),
        extras: read_offers::extras(columns),
        market,
        currencies: currencies(columns),
        accelerators,
        providers,
        offers,
        sources,
    };
    columns.check()?;
    Ok(catalog)
}

/// Notes an id that does not come after the one before it: look-ups halve the ordered rows.
pub(super) fn check_order(columns: &Columns<'_>, before: Option<&str>, id: &str) {
    if before.is_some_and(|before| before >= id) {
        columns.broken(id, "the ids must be unique and in order");
    }
}

fn sources(columns: &Columns<'_>) -> Vec<Source> {
    let mut title = columns.texts("source.title");
    let mut url = columns.texts("source.url");
    (0..title.rows())
        .map(|_| Source {
            title: title.next(),
            url: url.optional(),
        })
        .collect()
}

fn currencies(columns: &Columns<'_>) -> Vec<CurrencyRate> {
    let mut code = columns.texts("currency.code");
    let mut per_usd = columns.ints("currency.per_usd_micros");
    let mut as_of = columns.ints("currency.as_of");
    let mut source = columns.ints("currency.source");
    (0..code.rows())
        .map(|_| {
            let rate = CurrencyRate {
                currency: code.currency(),
                per_usd: Decimal::from_micros(per_usd.next()),
                as_of: as_of.date(),
                source: source.source(),
            };
            if rate.per_usd <= Decimal::ZERO {
                columns.broken(rate.currency.code(), "a rate must be positive");
            }
            rate
        })
        .collect()
}

fn accelerators(columns: &Columns<'_>) -> Vec<Accelerator> {
    let mut id = columns.texts("accelerator.id");
    let mut name = columns.texts("accelerator.name");
    let mut vendor = columns.texts("accelerator.vendor");
    let mut family = columns.texts("accelerator.family");
    let mut year = columns.ints("accelerator.year");
    let mut nominal = columns.nums("accelerator.nominal");
    let mut memory = columns.texts("accelerator.memory");
    let mut reported = columns.nums("accelerator.reported");
    let mut bandwidth = columns.nums("accelerator.bandwidth");
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
    .map(|name| columns.nums(name));
    let mut bf16 = columns.ints("accelerator.bf16");
    let mut fp8 = columns.ints("accelerator.fp8");
    let mut link = columns.texts("accelerator.link");
    let mut link_bandwidth = columns.nums("accelerator.link_bandwidth");
    let mut topology = columns.ints("accelerator.topology");
    let mut tdp = columns.nums("accelerator.tdp");
    let mut sm_count = columns.ints("accelerator.sm_count");
    let mut boost = columns.nums("accelerator.boost");
    let mut l2 = columns.nums("accelerator.l2");
    let mut pcie_gen = columns.ints("accelerator.pcie_gen");
    let mut blender = columns.nums("accelerator.blender_score");
    let mut runtime_counts = columns.ints("accelerator.runtime_count");
    let mut runtimes = columns.texts("accelerator.runtime");
    let mut rentable = columns.ints("accelerator.rentable");
    let mut source = columns.ints("accelerator.source");
    let mut rows: Vec<Accelerator> = Vec::with_capacity(id.rows());
    for _ in 0..id.rows() {
        let mut peak = [None; 9];
        for (value, column) in peak.iter_mut().zip(&mut peaks) {
            *value = column.optional().map(FlopsPerSecond::new);
        }
        let [fp64, fp32, tf32, bf16_peak, fp16, fp8_peak, int8, int4, fp4] = peak;
        let row = Accelerator {
            id: id.next(),
            name: name.next(),
            vendor: Vendor(vendor.next()),
            family: family.next(),
            year: year.optional_u16(),
            nominal: nominal.optional().map(Bytes::new),
            memory: memory.next(),
            reported: reported.optional().map(Bytes::new),
            bandwidth: bandwidth.optional().map(BytesPerSecond::new),
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
            bf16: bf16.optional_flag(),
            fp8: fp8.optional_flag(),
            link: link.next(),
            link_bandwidth: link_bandwidth.optional().map(BytesPerSecond::new),
            topology: topology.optional_choice(&TOPOLOGIES),
            tdp: tdp.optional().map(Watts::new),
            sm_count: sm_count.optional_u32(),
            boost: boost.optional().map(Hertz::new),
            l2: l2.optional().map(Bytes::new),
            pcie_gen: pcie_gen.optional_u8(),
            blender_score: blender.optional().map(Ratio::new),
            runtimes: runtimes.list(&mut runtime_counts),
            rentable: rentable.flag(),
            source: source.source(),
        };
        check_order(columns, rows.last().map(|r| r.id.as_str()), &row.id);
        rows.push(row);
    }
    runtimes.end();
    rows
}

fn providers(columns: &Columns<'_>) -> Vec<Provider> {
    let mut id = columns.texts("provider.id");
    let mut name_en = columns.texts("provider.name_en");
    let mut name_zh = columns.texts("provider.name_zh");
    let mut home = columns.texts("provider.home");
    let mut sla = columns.nums("provider.sla_percent");
    let mut compliance_counts = columns.ints("provider.compliance_count");
    let mut compliance = columns.texts("provider.compliance");
    let mut platform = columns.texts("provider.platform");
    let mut frameworks = columns.texts("provider.frameworks");
    let mut stopped = columns.texts("provider.stopped_billing");
    let mut billing = columns.texts("provider.billing");
    let mut granularity = columns.nums("provider.granularity");
    let mut minimum = columns.nums("provider.minimum");
    let mut rule = columns.ints("provider.stopped");
    let mut credit = columns.texts("provider.credit");
    let mut rdma = columns.texts("provider.rdma");
    let mut source = columns.ints("provider.source");
    let mut rows: Vec<Provider> = Vec::with_capacity(id.rows());
    for _ in 0..id.rows() {
        let row = Provider {
            id: id.next(),
            name_en: name_en.next(),
            name_zh: name_zh.next(),
            home: home.optional(),
            sla_percent: sla.optional().map(Ratio::new),
            compliance: compliance.list(&mut compliance_counts),
            platform: platform.optional(),
            frameworks: frameworks.optional(),
            stopped_billing: stopped.optional(),
            billing: billing.optional(),
            granularity: granularity.optional().map(Seconds::new),
            minimum: minimum.optional().map(Seconds::new),
            stopped: rule.optional_choice(&STOPPED),
            credit: credit.optional(),
            rdma: rdma.optional(),
            source: source.source(),
        };
        check_order(columns, rows.last().map(|r| r.id.as_str()), &row.id);
        rows.push(row);
    }
    compliance.end();
    rows
}
