//! Offers with their prices, and extras, from columns.

use super::super::{
    AcceleratorIx, Basis, Checked, Extra, GpuCount, Interruptions, NotRankable, Offer, Price,
    Product, Provider, ProviderIx, RateUnit, Region, RegionGroup, Tier,
};
use super::columns::{Columns, Ints, Texts};
use super::ids;
use super::read::check_order;
use super::{EXTRA_KINDS, LINKS, PRICE_KINDS};
use crate::units::{Bytes, BytesPerSecond, Money, Ratio};

/// Reads offers, given how many accelerators and providers they may point to, and which bands.
pub(super) fn offers<'a>(
    columns: &'a Columns<'a>,
    accelerators: usize,
    providers: &[Provider],
    bands: &[Interruptions],
    prices: &mut Prices<'a>,
) -> Vec<Offer> {
    let mut id = columns.texts("offer.id");
    let mut provider = columns.ints("offer.provider");
    let mut instance = columns.texts("offer.instance");
    let mut region = columns.texts("offer.region");
    let mut group = columns.ints("offer.group");
    let mut jurisdiction = columns.texts("offer.jurisdiction");
    let mut tier = columns.ints("offer.tier");
    let mut accelerator = columns.ints("offer.accelerator");
    let mut gpus = columns.ints("offer.gpus");
    let mut gpus_of = columns.ints("offer.gpus_of");
    let mut flags = columns.ints("offer.flags");
    let mut count_counts = columns.ints("offer.count_count");
    let mut counts = columns.ints("offer.count");
    let mut vcpu = columns.nums("offer.vcpu");
    let mut ram = columns.nums("offer.ram_gb");
    let mut disk = columns.nums("offer.disk_gb");
    let mut network = columns.nums("offer.network");
    let mut link = columns.ints("offer.link");
    let mut link_text = columns.texts("offer.link_text");
    let mut price_counts = columns.ints("offer.price_count");
    let mut band = columns.ints("offer.band");
    let mut not_rankable = columns.ints("offer.not_rankable");
    let mut rows: Vec<Offer> = Vec::with_capacity(id.rows());
    for _ in 0..id.rows() {
        let flags = flags.next();
        let shipped = id.next();
        let seller = ProviderIx(provider.index(providers.len()));
        let (instance, place) = (instance.next(), region.next());
        let seller_id = providers
            .get(usize::from(seller.0))
            .map_or("", |seller| &seller.id);
        let offer = Offer {
            id: ids::restored(shipped, seller_id, &instance, &place),
            provider: seller,
            instance,
            region: Region {
                name: place,
                group: group.optional_choice(&RegionGroup::ALL),
                jurisdiction: jurisdiction.optional(),
            },
            tier: tier.choice(&Tier::ALL),
            accelerator: accelerator.optional_index(accelerators).map(AcceleratorIx),
            card_assumed: flags & super::OFFER_CARD_ASSUMED != 0,
            gpus: match (gpus.u32(), gpus_of.optional_u32()) {
                (0, None) => GpuCount::Unknown,
                (count, Some(0)) => GpuCount::Whole(count),
                (part, of) => GpuCount::Slice {
                    part,
                    of: of.unwrap_or(0),
                },
            },
            basis: match count_counts.optional_u16() {
                None => Basis::Instance,
                Some(length) => Basis::Gpu {
                    counts: counts.list(length),
                    confirmed: flags & super::OFFER_COUNTS_CONFIRMED != 0,
                },
            },
            vcpu: vcpu.optional().map(Ratio::new),
            ram_gb: ram.optional().map(Ratio::new),
            disk_gb: disk.optional().map(Ratio::new),
            network: network.optional().map(BytesPerSecond::new),
            link: link.choice(&LINKS),
            link_text: link_text.next(),
            prices: prices.read(price_counts.u32() as usize),
            interruptions: band.optional_choice(bands),
            not_rankable: not_rankable.optional_choice(&NotRankable::ALL),
        };
        check_order(columns, rows.last().map(|o| o.id.as_str()), &offer.id);
        if let Some(rule) = broken_rule(&offer) {
            columns.broken(&offer.id, rule);
        }
        rows.push(offer);
    }
    counts.end();
    rows
}

/// Most cards of one host: what the key `cnt` of a link reaches, and far above any host that is
/// sold (72). It bounds the plans that are tried, and their counts of replicas.
pub(super) const MOST_CARDS: u32 = 1024;

/// What the ranking takes for granted of every offer and this one breaks.
fn broken_rule(offer: &Offer) -> Option<&'static str> {
    if offer.prices.iter().any(|p| p.amount.micros() <= 0) {
        Some("a price must be positive")
    } else if let GpuCount::Slice { part, of } = offer.gpus
        && !(1..=of).contains(&part)
    {
        Some("a slice must be a part of its card")
    } else if let Basis::Gpu { counts, .. } = &offer.basis
        && !(counts.first().is_some_and(|first| *first > 0) && counts.is_sorted_by(|a, b| a < b))
    {
        Some("the counts must be positive and ascend")
    } else if offer.counts().iter().any(|cards| *cards > MOST_CARDS) {
        Some("a host must have at most 1024 cards")
    } else if offer.not_rankable.is_some() {
        None
    } else if offer.accelerator.is_none() || offer.gpus.cards() == 0 {
        Some("a ranked row must name its card and how many there are")
    } else if offer.prices.is_empty() {
        Some("a ranked row must have a price")
    } else {
        None
    }
}

/// The columns of prices, which follow each other offer by offer, then host by host.
pub(super) struct Prices<'a> {
    kind: Ints<'a>,
    micros: Ints<'a>,
    currency: Texts<'a>,
    flags: Ints<'a>,
    as_of: Ints<'a>,
    source: Ints<'a>,
    checked: Ints<'a>,
    checked_what: Texts<'a>,
}

impl<'a> Prices<'a> {
    pub(super) fn open(columns: &'a Columns<'a>) -> Self {
        Self {
            kind: columns.ints("price.kind"),
            micros: columns.ints("price.micros"),
            currency: columns.texts("price.currency"),
            flags: columns.ints("price.flags"),
            as_of: columns.ints("price.as_of"),
            source: columns.ints("price.source"),
            checked: columns.ints("price.checked"),
            checked_what: columns.texts("price.checked_what"),
        }
    }

    /// The next so many prices. Where they run out, one is read beyond the end, which is noted.
    pub(super) fn read(&mut self, count: usize) -> Vec<Price> {
        let mut prices = Vec::new();
        for _ in 0..count.min(self.kind.left() + 1) {
            let flags = self.flags.next();
            prices.push(Price {
                kind: self.kind.choice(&PRICE_KINDS),
                amount: Money::from_micros(self.micros.next(), self.currency.currency()),
                unit: if flags & super::PRICE_MONTHLY == 0 {
                    RateUnit::Hour
                } else {
                    RateUnit::Month
                },
                as_of: self.as_of.date(),
                source: self.source.source(),
                checked: self.checked.optional_date().map(|as_of| Checked {
                    as_of,
                    what: self.checked_what.next(),
                }),
                floor: flags & super::PRICE_FLOOR != 0,
                unconfirmed: flags & super::PRICE_UNCONFIRMED != 0,
                product: usize::try_from(flags / super::PRICE_PRODUCT)
                    .ok()
                    .and_then(|number| Product::ALL.get(number.checked_sub(1)?).copied()),
            });
        }
        prices
    }

    /// Notes prices that are left over.
    pub(super) fn end(&self) {
        self.kind.end();
    }
}

/// Reads extras.
pub(super) fn extras(columns: &Columns<'_>) -> Vec<Extra> {
    let mut provider = columns.texts("extra.provider");
    let mut kind = columns.ints("extra.kind");
    let mut region = columns.texts("extra.region");
    let mut unit = columns.texts("extra.unit");
    let mut micros = columns.ints("extra.micros");
    let mut currency = columns.texts("extra.currency");
    let mut tier = columns.texts("extra.tier");
    let mut from = columns.nums("extra.from");
    let mut to = columns.nums("extra.to");
    let mut as_of = columns.ints("extra.as_of");
    let mut source = columns.ints("extra.source");
    (0..provider.rows())
        .map(|_| {
            let extra = Extra {
                provider: provider.next(),
                kind: kind.choice(&EXTRA_KINDS),
                region: region.next(),
                unit: unit.next(),
                price: Money::from_micros(micros.next(), currency.currency()),
                tier: tier.next(),
                from: Bytes::new(from.next()),
                to: to.optional().map(Bytes::new),
                as_of: as_of.date(),
                source: source.source(),
            };
            if extra.price.micros() < 0 {
                columns.broken(&extra.provider, "an extra must not cost less than nothing");
            }
            if extra.to.is_some_and(|to| to < extra.from) {
                columns.broken(&extra.provider, "a tier must not end before it starts");
            }
            extra
        })
        .collect()
}
