//! Offers with their prices, and extras, from columns.

use super::super::{
    AcceleratorIx, Basis, Checked, Extra, GpuCount, NotRankable, Offer, Price, ProviderIx,
    RateUnit, Region, RegionGroup, Source, Tier,
};
use super::columns::{Ints, Read, Texts};
use super::read::broken;
use super::{CatalogError, Document, EXTRA_KINDS, LINKS, NONE, PRICE_KINDS};
use crate::units::{Bytes, BytesPerSecond, Money, Ratio};

/// Reads offers, given where each row of the accelerator and provider tables went.
pub(super) fn offers(
    document: &Document,
    accelerators: &[u16],
    providers: &[u16],
    sources: &[Source],
) -> Read<Vec<Offer>> {
    let mut id = document.texts("offer.id");
    let mut provider = document.ints("offer.provider");
    let mut instance = document.texts("offer.instance");
    let mut region = document.texts("offer.region");
    let mut group = document.ints("offer.group");
    let mut jurisdiction = document.texts("offer.jurisdiction");
    let mut tier = document.ints("offer.tier");
    let mut accelerator = document.ints("offer.accelerator");
    let mut gpus = document.ints("offer.gpus");
    let mut gpus_of = document.ints("offer.gpus_of");
    let mut flags = document.ints("offer.flags");
    let mut count_counts = document.ints("offer.count_count");
    let mut counts = document.ints("offer.count");
    let mut vcpu = document.nums("offer.vcpu");
    let mut ram = document.nums("offer.ram_gb");
    let mut disk = document.nums("offer.disk_gb");
    let mut network = document.nums("offer.network");
    let mut link = document.ints("offer.link");
    let mut link_text = document.texts("offer.link_text");
    let mut price_counts = document.ints("offer.price_count");
    let mut prices = Prices::open(document);
    let mut not_rankable = document.ints("offer.not_rankable");
    let mut rows = Vec::with_capacity(id.rows());
    for _ in 0..id.rows() {
        let flags: i64 = flags.next()?;
        let offer = Offer {
            id: id.next()?,
            provider: ProviderIx(provider.choice(providers)?),
            instance: instance.next()?,
            region: Region {
                name: region.next()?,
                group: group.optional_choice(&RegionGroup::ALL)?,
                jurisdiction: jurisdiction.optional()?,
            },
            tier: tier.choice(&Tier::ALL)?,
            accelerator: accelerator
                .optional_choice(accelerators)?
                .map(AcceleratorIx),
            card_assumed: flags & super::OFFER_CARD_ASSUMED != 0,
            gpus: match (gpus.small()?, gpus_of.next()?) {
                (0, NONE) => GpuCount::Unknown,
                (count, 0) => GpuCount::Whole(count),
                (part, of) => GpuCount::Slice {
                    part,
                    of: u32::try_from(of)
                        .ok()
                        .filter(|of| (1..=*of).contains(&part))
                        .ok_or(CatalogError::Column("offer.gpus_of"))?,
                },
            },
            basis: match count_counts.optional::<u16>()? {
                None => Basis::Instance,
                Some(length) => Basis::Gpu {
                    counts: (0..length).map(|_| counts.small()).collect::<Read<_>>()?,
                    confirmed: flags & super::OFFER_COUNTS_CONFIRMED != 0,
                },
            },
            vcpu: vcpu.optional(Ratio::new)?,
            ram_gb: ram.optional(Ratio::new)?,
            disk_gb: disk.optional(Ratio::new)?,
            network: network.optional(BytesPerSecond::new)?,
            link: link.choice(&LINKS)?,
            link_text: link_text.next()?,
            prices: prices.read(price_counts.small()?, sources)?,
            not_rankable: not_rankable.optional_choice(&NotRankable::ALL)?,
        };
        check(&offer)?;
        rows.push(offer);
    }
    counts.end()?;
    prices.kind.end()?;
    Ok(rows)
}

/// What the ranking takes for granted of every offer.
fn check(offer: &Offer) -> Read<()> {
    let rule = if offer.prices.iter().any(|p| p.amount.micros() <= 0) {
        "a price must be positive"
    } else if let Basis::Gpu { counts, .. } = &offer.basis
        && !(counts.first().is_some_and(|first| *first > 0) && counts.is_sorted_by(|a, b| a < b))
    {
        "the counts must be positive and ascend"
    } else if offer.not_rankable.is_some() {
        return Ok(());
    } else if offer.accelerator.is_none() || offer.gpus.cards() == 0 {
        "a ranked row must name its card and how many there are"
    } else if offer.prices.is_empty() {
        "a ranked row must have a price"
    } else {
        return Ok(());
    };
    Err(broken(&offer.id, rule))
}

/// The columns of prices, which follow each other offer by offer.
struct Prices<'a> {
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
    fn open(document: &'a Document) -> Self {
        Self {
            kind: document.ints("price.kind"),
            micros: document.ints("price.micros"),
            currency: document.texts("price.currency"),
            flags: document.ints("price.flags"),
            as_of: document.ints("price.as_of"),
            source: document.ints("price.source"),
            checked: document.ints("price.checked"),
            checked_what: document.texts("price.checked_what"),
        }
    }

    /// The next so many prices.
    fn read(&mut self, count: u16, sources: &[Source]) -> Read<Vec<Price>> {
        (0..count)
            .map(|_| {
                let flags = self.flags.next()?;
                Ok(Price {
                    kind: self.kind.choice(&PRICE_KINDS)?,
                    amount: Money::from_micros(self.micros.next()?, self.currency.currency()?),
                    unit: if flags & super::PRICE_MONTHLY == 0 {
                        RateUnit::Hour
                    } else {
                        RateUnit::Month
                    },
                    as_of: self.as_of.date()?,
                    source: self.source.source(sources)?,
                    checked: match self.checked.optional_date()? {
                        None => None,
                        Some(as_of) => Some(Checked {
                            as_of,
                            what: self.checked_what.next()?,
                        }),
                    },
                    floor: flags & super::PRICE_FLOOR != 0,
                    unconfirmed: flags & super::PRICE_UNCONFIRMED != 0,
                })
            })
            .collect()
    }
}

/// Reads extras.
pub(super) fn extras(document: &Document, sources: &[Source]) -> Read<Vec<Extra>> {
    let mut provider = document.texts("extra.provider");
    let mut kind = document.ints("extra.kind");
    let mut region = document.texts("extra.region");
    let mut unit = document.texts("extra.unit");
    let mut micros = document.ints("extra.micros");
    let mut currency = document.texts("extra.currency");
    let mut tier = document.texts("extra.tier");
    let mut from = document.nums("extra.from");
    let mut to = document.nums("extra.to");
    let mut as_of = document.ints("extra.as_of");
    let mut source = document.ints("extra.source");
    (0..provider.rows())
        .map(|_| {
            let extra = Extra {
                provider: provider.next()?,
                kind: kind.choice(&EXTRA_KINDS)?,
                region: region.next()?,
                unit: unit.next()?,
                price: Money::from_micros(micros.next()?, currency.currency()?),
                tier: tier.next()?,
                from: from.next(Bytes::new)?,
                to: to.optional(Bytes::new)?,
                as_of: as_of.date()?,
                source: source.source(sources)?,
            };
            if extra.price.micros() < 0 {
                return Err(broken(
                    &extra.provider,
                    "an extra must not cost less than nothing",
                ));
            }
            if extra.to.is_some_and(|to| to < extra.from) {
                return Err(broken(
                    &extra.provider,
                    "a tier must not end before it starts",
                ));
            }
            Ok(extra)
        })
        .collect()
}
