//! What is not an instance of cards, from columns.

use super::super::{
    AcceleratorIx, CpuOffer, HardwarePrice, Interruptions, Market, Model, Overhead, ProviderIx,
    Region, RegionGroup, ServerlessPrice, Tariff, TokenPrice,
};
use super::HARDWARE_KINDS;
use super::columns::Columns;
use super::read::check_order;
use super::read_offers::Prices;
use crate::units::{Bytes, BytesPerSecond, FlopsPerSecond, Money, Ratio, Seconds};

/// Reads everything of the market, given how many accelerators and providers it may point to.
pub(super) fn market<'a>(
    columns: &'a Columns<'a>,
    accelerators: usize,
    providers: usize,
    models: &[Model],
    prices: &mut Prices<'a>,
) -> Market {
    Market {
        tokens: tokens(columns, models),
        serverless: serverless(columns, accelerators),
        cpus: cpus(columns, providers, prices),
        hardware: hardware(columns, accelerators),
        tariffs: tariffs(columns),
        overheads: overheads(columns),
    }
}

/// Notes an amount that is no price.
fn check_price(columns: &Columns<'_>, id: &str, price: Money) {
    if price.micros() <= 0 {
        columns.broken(id, "a price must be positive");
    }
}

/// Notes shares that are none.
fn check_shares(columns: &Columns<'_>, id: &str, shares: impl IntoIterator<Item = Ratio>) {
    if shares.into_iter().any(|share| share > Ratio::new(1.0)) {
        columns.broken(id, "a share must be at most 1");
    }
}

/// The bands of interruptions that offers point to.
pub(super) fn bands(columns: &Columns<'_>) -> Vec<Interruptions> {
    let mut low = columns.nums("band.low");
    let mut high = columns.nums("band.high");
    let mut as_of = columns.ints("band.as_of");
    let mut source = columns.ints("band.source");
    (0..as_of.left())
        .map(|_| {
            let band = Interruptions {
                low: Ratio::new(low.next()),
                high: high.optional().map(Ratio::new),
                as_of: as_of.date(),
                source: source.source(),
            };
            check_shares(columns, "band", band.high.into_iter().chain([band.low]));
            if band.high.is_some_and(|high| high < band.low) {
                columns.broken("band", "a band must not end before it starts");
            }
            band
        })
        .collect()
}

fn tokens(columns: &Columns<'_>, models: &[Model]) -> Vec<TokenPrice> {
    let mut seller = columns.texts("token.seller");
    let mut name = columns.texts("token.name");
    let mut model = columns.ints("token.model");
    let mut currency = columns.texts("token.currency");
    let mut input = columns.ints("token.input");
    let mut output = columns.ints("token.output");
    let mut cached = columns.ints("token.cached");
    let mut batch = columns.nums("token.batch");
    let mut as_of = columns.ints("token.as_of");
    let mut source = columns.ints("token.source");
    (0..seller.rows())
        .map(|_| {
            let currency = currency.currency();
            let model = models.get(usize::from(model.index(models.len())));
            let row = TokenPrice {
                seller: seller.next(),
                name: name.next(),
                model: model.map_or_else(String::new, |m| m.id.clone()),
                input: Money::from_micros(input.next(), currency),
                output: Money::from_micros(output.next(), currency),
                cached_input: cached
                    .optional_u32()
                    .map(|micros| Money::from_micros(i64::from(micros), currency)),
                batch_discount: batch.optional().map(Ratio::new),
                as_of: as_of.date(),
                source: source.source(),
            };
            for price in [row.input, row.output].into_iter().chain(row.cached_input) {
                check_price(columns, &row.name, price);
            }
            check_shares(columns, &row.name, row.batch_discount);
            row
        })
        .collect()
}

fn serverless(columns: &Columns<'_>, accelerators: usize) -> Vec<ServerlessPrice> {
    let mut seller = columns.texts("serverless.seller");
    let mut accelerator = columns.ints("serverless.accelerator");
    let mut flags = columns.ints("serverless.flags");
    let mut cards = columns.ints("serverless.cards");
    let mut micros = columns.ints("serverless.micros");
    let mut currency = columns.texts("serverless.currency");
    let mut granularity = columns.nums("serverless.granularity");
    let mut idle = columns.nums("serverless.idle");
    let mut cold_start = columns.nums("serverless.cold_start");
    let mut as_of = columns.ints("serverless.as_of");
    let mut source = columns.ints("serverless.source");
    (0..seller.rows())
        .map(|_| {
            let flags = flags.next();
            let row = ServerlessPrice {
                seller: seller.next(),
                accelerator: AcceleratorIx(accelerator.index(accelerators)),
                card_assumed: flags & super::SERVERLESS_CARD_ASSUMED != 0,
                cards: cards.u32(),
                per_hour: Money::from_micros(micros.next(), currency.currency()),
                always_on: flags & super::SERVERLESS_ALWAYS_ON != 0,
                granularity: granularity.optional().map(Seconds::new),
                idle: idle.optional().map(Seconds::new),
                cold_start: cold_start.optional().map(Seconds::new),
                host_extra: flags & super::SERVERLESS_HOST_EXTRA != 0,
                as_of: as_of.date(),
                source: source.source(),
            };
            check_price(columns, &row.seller, row.per_hour);
            check_cards(columns, &row.seller, row.cards);
            row
        })
        .collect()
}

/// Notes a count of cards that nothing has.
fn check_cards(columns: &Columns<'_>, id: &str, cards: u32) {
    if !(1..=super::read_offers::MOST_CARDS).contains(&cards) {
        columns.broken(id, "there must be 1 to 1024 cards");
    }
}

fn cpus<'a>(columns: &'a Columns<'a>, providers: usize, prices: &mut Prices<'a>) -> Vec<CpuOffer> {
    let mut id = columns.texts("host.id");
    let mut provider = columns.ints("host.provider");
    let mut instance = columns.texts("host.instance");
    let mut region = columns.texts("host.region");
    let mut group = columns.ints("host.group");
    let mut jurisdiction = columns.texts("host.jurisdiction");
    let mut vcpu = columns.ints("host.vcpu");
    let mut ram = columns.nums("host.ram");
    let mut bandwidth = columns.nums("host.bandwidth_per_vcpu");
    let mut flops = columns.nums("host.flops_per_vcpu");
    let mut price_counts = columns.ints("host.price_count");
    let mut rows: Vec<CpuOffer> = Vec::new();
    for _ in 0..id.rows() {
        let row = CpuOffer {
            id: id.next(),
            provider: ProviderIx(provider.index(providers)),
            instance: instance.next(),
            region: Region {
                name: region.next(),
                group: group.optional_choice(&RegionGroup::ALL),
                jurisdiction: jurisdiction.optional(),
            },
            vcpu: vcpu.u32(),
            ram: Bytes::new(ram.next()),
            bandwidth_per_vcpu: BytesPerSecond::new(bandwidth.next()),
            flops_per_vcpu: FlopsPerSecond::new(flops.next()),
            prices: prices.read(price_counts.u32() as usize),
        };
        check_order(columns, rows.last().map(|r| r.id.as_str()), &row.id);
        if row.prices.is_empty() {
            columns.broken(&row.id, "a host must have a price");
        }
        for price in &row.prices {
            check_price(columns, &row.id, price.amount);
        }
        if row.vcpu == 0
            || row.bandwidth_per_vcpu <= BytesPerSecond::ZERO
            || row.flops_per_vcpu <= FlopsPerSecond::ZERO
        {
            columns.broken(&row.id, "a host must have processors, and they a speed");
        }
        rows.push(row);
    }
    rows
}

fn hardware(columns: &Columns<'_>, accelerators: usize) -> Vec<HardwarePrice> {
    let mut accelerator = columns.ints("hardware.accelerator");
    let mut kind = columns.ints("hardware.kind");
    let mut cards = columns.ints("hardware.cards");
    let mut micros = columns.ints("hardware.micros");
    let mut currency = columns.texts("hardware.currency");
    let mut country = columns.texts("hardware.country");
    let mut as_of = columns.ints("hardware.as_of");
    let mut source = columns.ints("hardware.source");
    (0..accelerator.left())
        .map(|_| {
            let row = HardwarePrice {
                accelerator: AcceleratorIx(accelerator.index(accelerators)),
                kind: kind.choice(&HARDWARE_KINDS),
                cards: cards.u32(),
                price: Money::from_micros(micros.next(), currency.currency()),
                country: country.next(),
                as_of: as_of.date(),
                source: source.source(),
            };
            check_price(columns, "hardware", row.price);
            check_cards(columns, "hardware", row.cards);
            row
        })
        .collect()
}

fn tariffs(columns: &Columns<'_>) -> Vec<Tariff> {
    let mut place = columns.texts("tariff.place");
    let mut household = columns.ints("tariff.household");
    let mut micros = columns.ints("tariff.micros");
    let mut currency = columns.texts("tariff.currency");
    let mut as_of = columns.ints("tariff.as_of");
    let mut source = columns.ints("tariff.source");
    (0..place.rows())
        .map(|_| {
            let row = Tariff {
                place: place.next(),
                household: household.flag(),
                per_kwh: Money::from_micros(micros.next(), currency.currency()),
                as_of: as_of.date(),
                source: source.source(),
            };
            check_price(columns, &row.place, row.per_kwh);
            row
        })
        .collect()
}

fn overheads(columns: &Columns<'_>) -> Vec<Overhead> {
    let mut site = columns.texts("overhead.site");
    let mut pue = columns.nums("overhead.pue");
    let mut as_of = columns.ints("overhead.as_of");
    let mut source = columns.ints("overhead.source");
    (0..site.rows())
        .map(|_| {
            let row = Overhead {
                site: site.next(),
                pue: Ratio::new(pue.next()),
                as_of: as_of.date(),
                source: source.source(),
            };
            if row.pue < Ratio::new(1.0) {
                columns.broken(&row.site, "a site takes no less than its servers");
            }
            row
        })
        .collect()
}
