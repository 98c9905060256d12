//! Offers and their prices.

use super::{Desk, Place, ordered};
use crate::catalog::Product;
use crate::catalog::authoring::files::{OfferEntry, PriceEntry, ProviderEntry};
use crate::catalog::authoring::tree::Tree;
use crate::catalog::{
    Basis, Checked, GpuCount, InstanceLink, NotRankable, Offer, Payment, Price, PriceKind,
    ProviderIx, RateUnit, Region, RegionGroup, Tier,
};
use crate::units::{BytesPerSecond, Currency, Money, Ratio};
use serde_json::Number;

/// All offers, ordered by id.
pub(super) fn offers(tree: &Tree, desk: &mut Desk) -> Vec<Offer> {
    let mut out = Vec::new();
    for (id, file) in &tree.providers {
        let path = format!("providers/{id}.json");
        let Some(seller) = desk.sellers.get(id).copied() else {
            continue;
        };
        for entry in ordered(&path, file.offers.iter(), |o| &o.id, desk) {
            out.push(offer(tree, &path, seller, &file.provider, entry, desk));
        }
    }
    out.sort_by(|a, b| a.id.cmp(&b.id));
    for pair in out.windows(2) {
        if let [first, second] = pair
            && first.id == second.id
        {
            desk.problem(
                Place {
                    file: "providers",
                    id: &first.id,
                },
                "id",
                "is given twice",
            );
        }
    }
    out
}

fn offer(
    tree: &Tree,
    file: &str,
    provider: ProviderIx,
    seller: &ProviderEntry,
    entry: &OfferEntry,
    desk: &mut Desk,
) -> Offer {
    let at = Place {
        file,
        id: &entry.id,
    };
    let tier_word = entry.tier.as_deref().unwrap_or(&seller.tier);
    let tier = Tier::from_word(tier_word).unwrap_or_else(|| {
        desk.problem(at, "tier", &format!("{tier_word:?} is no tier"));
        Tier::Community
    });
    let accelerator = entry.accelerator.as_deref().and_then(|id| {
        let found = desk.cards.get(id).copied();
        if found.is_none() {
            desk.problem(
                at,
                "accelerator",
                &format!("{id:?} is not in accelerators.json"),
            );
        }
        found
    });
    let gpus = gpus(entry.gpus.as_deref()).unwrap_or_else(|| {
        desk.problem(at, "gpus", "is neither a count nor a share such as 1/8");
        GpuCount::Unknown
    });
    let not_rankable = entry.not_rankable.as_deref().and_then(|code| {
        let found = NotRankable::from_code(code);
        if found.is_none() {
            desk.problem(at, "not_rankable", &format!("{code:?} is no reason"));
        }
        found
    });
    let link = match entry.link.as_deref() {
        None => InstanceLink::Unknown,
        Some("pcie") => InstanceLink::Pcie,
        Some("nvlink") => InstanceLink::Nvlink,
        Some("rdma") => InstanceLink::Rdma,
        Some(other) => {
            desk.problem(
                at,
                "link",
                &format!("{other:?} is none of pcie, nvlink, rdma"),
            );
            InstanceLink::Unknown
        }
    };
    let prices = prices(tree, at, &entry.currency, &entry.prices, desk);
    Offer {
        id: entry.id.clone(),
        provider,
        instance: entry.instance.clone(),
        region: region(tree, at, &seller.id, &entry.region, desk),
        tier,
        accelerator,
        card_assumed: entry.card_assumed,
        gpus,
        basis: if entry.per_gpu {
            let mut counts = if entry.counts.is_empty() {
                vec![1]
            } else {
                entry.counts.clone()
            };
            counts.sort_unstable();
            Basis::Gpu {
                counts,
                confirmed: entry.counts_source.is_some(),
            }
        } else {
            Basis::Instance
        },
        vcpu: ratio(entry.vcpu.as_ref()),
        ram_gb: ratio(entry.ram_gb.as_ref()),
        disk_gb: ratio(entry.disk_gb.as_ref()),
        // Whole bytes per second, so that the shipped form keeps them exactly.
        network: ratio(entry.network_gbps.as_ref())
            .map(|n| BytesPerSecond::new(BytesPerSecond::from_gbit(n.get()).get().round())),
        link,
        link_text: entry.link_text.clone(),
        prices,
        interruptions: None,
        not_rankable,
    }
}

fn ratio(number: Option<&Number>) -> Option<Ratio> {
    number?.as_f64().map(Ratio::new)
}

/// `8`, `1/8`, or nothing; `None` where the text is neither.
fn gpus(text: Option<&str>) -> Option<GpuCount> {
    let Some(text) = text else {
        return Some(GpuCount::Unknown);
    };
    match text.split_once('/') {
        None => text.parse().ok().map(GpuCount::Whole),
        Some((part, of)) => {
            let (part, of): (u32, u32) = (part.parse().ok()?, of.parse().ok()?);
            (part > 0 && part < of).then_some(GpuCount::Slice { part, of })
        }
    }
}

pub(super) fn region(
    tree: &Tree,
    at: Place<'_>,
    seller: &str,
    name: &str,
    desk: &mut Desk,
) -> Region {
    if name.is_empty() {
        return Region::default();
    }
    let entry = tree
        .regions
        .get(&format!("{seller}:{name}"))
        .or_else(|| tree.regions.get(name));
    let Some(entry) = entry else {
        desk.problem(at, "region", &format!("{name:?} is not in regions.json"));
        return Region {
            name: name.to_owned(),
            ..Region::default()
        };
    };
    let group = entry.group.as_deref().and_then(|word| {
        let found = RegionGroup::from_word(word);
        if found.is_none() {
            let place = Place {
                file: "regions.json",
                id: name,
            };
            desk.problem(place, "group", &format!("{word:?} is no group"));
        }
        found
    });
    Region {
        name: name.to_owned(),
        group,
        jurisdiction: entry.jurisdiction.clone(),
    }
}

/// The prices of an offer or a host, ordered by kind.
pub(super) fn prices(
    tree: &Tree,
    at: Place<'_>,
    code: &str,
    entries: &[PriceEntry],
    desk: &mut Desk,
) -> Vec<Price> {
    let currency = desk.currency(at, code);
    if !tree.currencies.iter().any(|c| c.currency == code) {
        desk.problem(
            at,
            "currency",
            &format!("{code:?} has no rate in currencies.json"),
        );
    }
    let mut prices: Vec<Price> = entries
        .iter()
        .filter_map(|p| price(at, p, currency, desk))
        .collect();
    let key = |p: &Price| (p.kind, p.product);
    prices.sort_by_key(key);
    for pair in prices.windows(2) {
        if let [first, second] = pair
            && key(first) == key(second)
        {
            desk.problem(at, "prices", "hold one kind twice");
        }
    }
    prices
}

fn price(at: Place<'_>, entry: &PriceEntry, currency: Currency, desk: &mut Desk) -> Option<Price> {
    let Some(kind) = kind(entry) else {
        desk.problem(
            at,
            "prices",
            &format!("{:?} is no kind of price", entry.kind),
        );
        return None;
    };
    let amount = desk.decimal(at, "amount", &entry.amount);
    let unit = match entry.per.as_deref() {
        None | Some("hour") => RateUnit::Hour,
        Some("month") => RateUnit::Month,
        Some(other) => {
            desk.problem(at, "per", &format!("{other:?} is neither hour nor month"));
            RateUnit::Hour
        }
    };
    let as_of = desk.date(at, &entry.as_of);
    let source = desk.source(at, &entry.source);
    let checked = entry.checked.as_ref().and_then(|c| {
        let as_of = desk.date(at, &c.as_of)?;
        Some(Checked {
            as_of,
            what: c.what.clone(),
        })
    });
    Some(Price {
        kind,
        amount: Money::from_decimal(amount, currency),
        unit,
        as_of: as_of?,
        source,
        checked,
        floor: entry.floor,
        unconfirmed: entry.unconfirmed,
        product: match entry.product.as_deref() {
            None => None,
            Some(word) => Some(Product::ALL.into_iter().find(|p| p.word() == word)?),
        },
    })
}

fn kind(entry: &PriceEntry) -> Option<PriceKind> {
    let payment = match entry.payment.as_deref() {
        None => Payment::Unstated,
        Some(word) => Payment::ALL.into_iter().find(|p| p.word() == word)?,
    };
    Some(match entry.kind.as_str() {
        "od" => PriceKind::OnDemand,
        "spot" => PriceKind::Spot,
        "c1" => PriceKind::Commit { years: 1, payment },
        "c3" => PriceKind::Commit { years: 3, payment },
        "sub" => PriceKind::Subscription,
        "cb" => PriceKind::CapacityBlock,
        "sl" => PriceKind::Serverless,
        "pr" => PriceKind::Promotion,
        _ => return None,
    })
}
