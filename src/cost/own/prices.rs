//! What own hardware costs: cards, the rest of their servers, electricity and its overhead.

use super::Spread;
use crate::catalog::{
    Accelerator, AcceleratorIx, Catalog, HardwareKind, HardwarePrice, RegionGroup, Tariff, Topology,
};
use crate::query::has;
use crate::sorted::{self, SortedMap};
use crate::units::{Currency, Money, Ratio};

/// What one card of an own server costs, in US dollars.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PerCard {
    /// The card; `None` where only whole servers are priced.
    pub card: Option<Spread>,
    /// Its share of the rest of the server; `None` where only whole servers are priced.
    pub host: Option<Spread>,
    /// Both.
    pub both: Spread,
    /// The rest of the server is not priced for this card: that of other servers of its class
    /// stands in, or a share of the card's price.
    pub host_assumed: bool,
}

/// The rest of a server as a share of its cards' price where no server of the class is priced: 8 ×
/// H100 at up to 400,000 USD with cards at 40,000 and 35,000 are 25 and 43 %, an 8 × RTX 4090
/// server at 260,000 CNY with cards at 2,470 USD 98 %.
const HOST_SHARE: [f64; 3] = [0.25, 0.43, 0.98];

/// Prices of today by card: those of launch are history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hardware {
    cards: SortedMap<AcceleratorIx, Listed>,
    /// The rest of a server per card, for cards on boards with switches and for PCI Express.
    hosts: [Option<Spread>; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Listed {
    card: Option<Spread>,
    server: Option<Spread>,
}

impl Listed {
    /// The rest of the server, where both are listed.
    fn host(&self) -> Option<Money> {
        let host = self.server?.expected - self.card?.expected;
        (host.micros() > 0).then_some(host)
    }
}

/// Which class of server a card goes into: 0 for boards with switches, 1 for PCI Express.
fn class(card: &Accelerator) -> usize {
    usize::from(!matches!(
        card.topology,
        Some(Topology::Switched | Topology::CubeMesh)
    ))
}

impl Hardware {
    /// The prices of a catalog.
    #[must_use]
    pub fn of(catalog: &Catalog) -> Self {
        let mut amounts: SortedMap<AcceleratorIx, [Vec<Money>; 2]> = SortedMap::default();
        for price in &catalog.market.hardware {
            let Some(usd) = per_card(catalog, price) else {
                continue;
            };
            let [cards, servers] = amounts.get_or_default(price.accelerator);
            match price.kind {
                HardwareKind::CardNew | HardwareKind::CardUsed => cards.push(usd),
                HardwareKind::Server => servers.push(usd),
                HardwareKind::CardLaunch => {}
            }
        }
        let mut cards: SortedMap<AcceleratorIx, Listed> = SortedMap::default();
        for (ix, [of_cards, of_servers]) in amounts.into_vec() {
            let listed = Listed {
                card: Spread::of(of_cards),
                server: Spread::of(of_servers),
            };
            if listed.card.is_some() || listed.server.is_some() {
                *cards.get_or_default(ix) = listed;
            }
        }
        let hosts = [0, 1].map(|wanted| {
            let of_class = cards
                .iter()
                .filter(|(ix, _)| class(catalog.accelerator(*ix)) == wanted)
                .filter_map(|(_, listed)| listed.host());
            Spread::of(of_class.collect())
        });
        Self { cards, hosts }
    }

    /// The cards with a price of today, in the order of the catalog.
    pub fn accelerators(&self) -> impl Iterator<Item = AcceleratorIx> + '_ {
        self.cards.iter().map(|(ix, _)| *ix)
    }

    /// What one card costs with its share of a server. `card` and `host` are what the asker pays,
    /// and win. `None` where neither a price is listed nor one is given.
    #[must_use]
    pub fn per_card(
        &self,
        catalog: &Catalog,
        ix: AcceleratorIx,
        card: Option<Money>,
        host: Option<Money>,
    ) -> Option<PerCard> {
        let listed = self.cards.get(&ix).copied().unwrap_or_default();
        if let (None, None, Some(server)) = (card, host, listed.server) {
            let rest = |card: Spread| server.map(|whole| not_negative(whole - card.expected));
            return Some(PerCard {
                card: listed.card,
                host: listed.card.map(rest),
                both: server,
                host_assumed: false,
            });
        }
        // Only whole servers are priced, and the asker knows the price of the rest: nothing tells
        // what a card costs.
        let own = card.map(Spread::exact).or(listed.card)?;
        let (rest, host_assumed) = match (host, listed.host()) {
            (Some(host), _) => (Spread::exact(host), false),
            (None, Some(host)) => (Spread::exact(host), false),
            (None, None) => {
                let of_class = self
                    .hosts
                    .get(class(catalog.accelerator(ix)))
                    .copied()
                    .flatten();
                let [low, expected, high] = HOST_SHARE;
                let share = Spread {
                    low: own.low.scaled(low),
                    expected: own.expected.scaled(expected),
                    high: own.high.scaled(high),
                };
                // Servers of a class differ by what else is in them.
                let of_class = of_class.map(|class| Spread {
                    low: class.low.scaled(0.5),
                    expected: class.expected,
                    high: class.high.scaled(2.0),
                });
                (of_class.unwrap_or(share), true)
            }
        };
        Some(PerCard {
            card: Some(own),
            host: Some(rest),
            both: own.plus(rest),
            host_assumed,
        })
    }
}

fn not_negative(amount: Money) -> Money {
    if amount.micros() < 0 {
        Money::zero(amount.currency())
    } else {
        amount
    }
}

/// A price per card in US dollars; `None` without a rate or a count.
fn per_card(catalog: &Catalog, price: &HardwarePrice) -> Option<Money> {
    let usd = catalog.convert(price.price, Currency::USD)?;
    (price.cards > 0 && usd.micros() > 0).then(|| usd.scaled(1.0 / f64::from(price.cards)))
}

/// How tariffs name a part of the world. The Middle East and Africa have no figure together.
const fn place(group: RegionGroup) -> Option<&'static str> {
    match group {
        RegionGroup::Cn => Some("China"),
        RegionGroup::Apac => Some("Asia"),
        RegionGroup::Eu => Some("Europe"),
        RegionGroup::Na => Some("North America"),
        RegionGroup::Sa => Some("South America"),
        RegionGroup::Me => None,
    }
}

/// Whether a tariff is one of a place: `China (industrial)` is of `China`.
fn is_of(tariff: &Tariff, place: &str) -> bool {
    tariff
        .place
        .strip_prefix(place)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with(" ("))
}

/// A kilowatt-hour for business in US dollars: as listed for a part of the world, or for all of it,
/// then between the cheapest and the dearest place of the catalog. `None` where nothing is listed.
#[must_use]
pub fn tariff(catalog: &Catalog, group: Option<RegionGroup>) -> Option<Spread> {
    let listed = |wanted: Option<&str>| {
        let amounts = catalog
            .market
            .tariffs
            .iter()
            .filter(|tariff| !tariff.household && wanted.is_none_or(|place| is_of(tariff, place)))
            .filter_map(|tariff| catalog.convert(tariff.per_kwh, Currency::USD));
        Spread::of(amounts.collect())
    };
    if let Some(own) = group.and_then(place).and_then(|place| listed(Some(place))) {
        return Some(own);
    }
    let all = listed(None)?;
    let world = listed(Some("World"))?;
    Some(Spread {
        low: all.low,
        expected: world.expected,
        high: all.high,
    })
}

/// Power of a site over that of its servers (low, expected, high): the middle of what is listed for
/// rented space in a data centre, where own servers stand, between the least and the greatest of
/// all sites. `None` where nothing is listed.
#[must_use]
pub fn overhead(catalog: &Catalog) -> Option<[Ratio; 3]> {
    let sorted = |colocation: bool| {
        let mut values: Vec<Ratio> = catalog
            .market
            .overheads
            .iter()
            .filter(|overhead| !colocation || has(&overhead.site, "colocation"))
            .map(|overhead| overhead.pue)
            .collect();
        sorted::sort(&mut values);
        values
    };
    let all = sorted(false);
    let rented = sorted(true);
    let of = if rented.is_empty() { &all } else { &rented };
    let upper = *of.get(of.len() / 2)?;
    let lower = *of.get(of.len().saturating_sub(1) / 2)?;
    Some([*all.first()?, (lower + upper) / 2.0, *all.last()?])
}
