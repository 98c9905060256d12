//! Rent or buy: the card that costs the project least where one owns it.

use super::{busy, meets};
use crate::catalog::{Accelerator, AcceleratorIx, GpuCount, InstanceLink, OfferIx, Topology};
use crate::cost::own::{
    Draw, Hardware, LONGEST, Ownership, PerCard, Point, RESALE, RESALE_RANGE, SERVER_POWER, Spread,
    curve, electricity, overhead, tariff,
};
use crate::demand::Demand;
use crate::rank::filter::Filter;
use crate::rank::host::Host;
use crate::rank::layout::Layout;
use crate::rank::question::Question;
use crate::rank::{Candidate, Plan, device};
use crate::units::{Currency, Decimal, Hours, Money, Range, Ratio, Watts};

/// Hardware of one's own. Amounts are in US dollars.
#[derive(Clone, Debug, PartialEq)]
pub struct Own {
    /// The card.
    pub accelerator: AcceleratorIx,
    /// Cards of one server.
    pub cards: u32,
    /// Servers.
    pub servers: u32,
    /// How the workload lies over them.
    pub plan: Plan,
    /// Speed of the whole, in the unit of the workload.
    pub rate: Range<Ratio>,
    /// Whether the targets of the question are met.
    pub meets_targets: bool,
    /// What a card costs with its share of a server.
    pub per_card: PerCard,
    /// What all of it costs to buy.
    pub upfront: Spread,
    /// Electricity per month.
    pub electricity: Spread,
    /// Everything that running it costs per month: electricity, staff, space.
    pub per_month: Spread,
    /// A kilowatt-hour.
    pub per_kwh: Spread,
    /// Power of the site over that of the servers.
    pub overhead: Ratio,
    /// Power drawn in hours of use, with the servers and without the overhead of the site.
    pub power: Watts,
    /// Length of the project.
    pub project: Hours,
    /// What it sells for at the end of the project.
    pub resale: Money,
    /// Everything over the project, less the sale at its end.
    pub total: Spread,
    /// What the machines of the first candidate cost per month.
    pub rent: Option<Money>,
    /// When it has cost less than renting the first candidate; `None` where not within ten years.
    pub break_even: Option<Hours>,
    /// The cheapest candidate with the same card.
    pub same_card: Option<OfferIx>,
    /// What the machines of that one cost per month.
    pub rent_same_card: Option<Money>,
    /// When it has cost less than renting that one.
    pub break_even_same_card: Option<Hours>,
    /// Both costs by month, against the first candidate; empty without one.
    pub curve: Vec<Point>,
    /// Whether it costs the project less than the machines of the first candidate.
    pub cheaper: bool,
}

/// Cards of a server that are tried.
const COUNTS: [u32; 4] = [1, 2, 4, 8];

/// What is the same for every card.
struct Terms {
    card: Option<Money>,
    host: Option<Money>,
    per_kwh: Spread,
    overhead: [Ratio; 3],
    care: Money,
    keep: Hours,
    left: Ratio,
}

impl Terms {
    /// `None` where a price is given in a currency without a rate, or where the price of
    /// electricity or the overhead of a site is neither given nor listed.
    fn of(question: &Question) -> Option<Self> {
        let (catalog, query) = (question.catalog, question.query);
        let own = &query.own;
        let usd = |amount: Decimal| {
            catalog.convert(Money::from_decimal(amount, query.currency), Currency::USD)
        };
        let given = |amount: Option<Decimal>| match amount {
            None => Some(None),
            Some(amount) => usd(amount).map(Some),
        };
        let place = match query.regions.as_slice() {
            [only] => Some(*only),
            _ => query.users,
        };
        Some(Self {
            card: given(own.card)?,
            host: given(own.host)?,
            per_kwh: match own.kwh {
                Some(given) => Spread::exact(usd(given)?),
                None => tariff(catalog, place)?,
            },
            overhead: match own.pue {
                Some(given) => [Ratio::new(given.to_f64().max(1.0)); 3],
                None => overhead(catalog)?,
            },
            care: usd(own.staff)? + usd(own.space)?,
            keep: (Hours::YEAR * own.years.to_f64()).max(Hours::new(1.0)),
            left: own
                .residual_percent
                .percent()
                .clamp(Ratio::ZERO, Ratio::new(1.0)),
        })
    }
}

/// The hardware that costs the project least. Layouts that meet the targets come first.
pub(super) fn own(
    question: &Question,
    filter: &Filter,
    candidates: &[Box<Candidate>],
) -> Option<Own> {
    let terms = Terms::of(question)?;
    let hardware = Hardware::of(question.catalog);
    let mut best: Option<Own> = None;
    for ix in considered(
        question,
        filter,
        &hardware,
        candidates.first().map(Box::as_ref),
    ) {
        let per_card = hardware.per_card(question.catalog, ix, terms.card, terms.host);
        let Some(per_card) = per_card else { continue };
        for cards in COUNTS {
            if question.query.gpu_count.is_some_and(|count| count != cards) {
                continue;
            }
            let Some(own) = bought(question, &terms, ix, cards, per_card) else {
                continue;
            };
            if best.as_ref().is_none_or(|best| is_better(&own, best)) {
                best = Some(own);
            }
        }
    }
    let mut best = best?;
    compare(question, &mut best, &terms, candidates);
    Some(best)
}

/// The cards that are held against each other: all with a price of today. A price that the asker
/// gives is that of the cards the question names, or else of the first candidate's.
fn considered(
    question: &Question,
    filter: &Filter,
    hardware: &Hardware,
    first: Option<&Candidate>,
) -> Vec<AcceleratorIx> {
    let catalog = question.catalog;
    if question.query.own.card.is_none() {
        return hardware
            .accelerators()
            .filter(|ix| filter.admits_card(*ix))
            .collect();
    }
    if question.query.gpus.is_empty() {
        let card = first.and_then(|first| catalog.offer(first.offer).accelerator);
        return card.into_iter().collect();
    }
    (0..catalog.accelerators.len())
        .filter_map(|position| u16::try_from(position).ok().map(AcceleratorIx))
        .filter(|ix| filter.admits_card(*ix))
        .collect()
}

fn is_better(a: &Own, b: &Own) -> bool {
    let key = |own: &Own| {
        (
            !own.meets_targets,
            own.total.expected.micros(),
            own.cards * own.servers,
        )
    };
    key(a) < key(b)
}

/// So many cards of a kind per server; `None` where they do not hold the workload, or where it is
/// not known what power they draw.
fn bought(
    question: &Question,
    terms: &Terms,
    ix: AcceleratorIx,
    cards: u32,
    per_card: PerCard,
) -> Option<Own> {
    let catalog = question.catalog;
    let card = catalog.accelerator(ix);
    let tdp = card.tdp?;
    let count = GpuCount::Whole(cards);
    let device = device(catalog, question.query, question.measured, ix, count)?;
    let host = Host {
        cards,
        link: link(card),
        network: None,
        spot: None,
    };
    let layout = question.layout(&device, host, false).ok()?;
    let job = layout.job.map(|job| job.expected);
    let span = question.demand.span(job);
    // A load that grows is bought for at once.
    let (demand, peak) = (&question.demand, layout.peak.expected);
    let needed = demand.profile(question.query, job, peak, layout.instances);
    let servers = needed.instances().max(layout.instances);
    let all = cards.saturating_mul(servers);
    let busy = busy(question, job);
    let upfront = per_card.both.map(|each| each.times(i64::from(all)));
    let power = |draw, overhead, per_kwh| electricity(tdp, all, busy, draw, overhead, per_kwh);
    let [low, middle, high] = terms.overhead;
    let electricity = Spread {
        low: power(Draw::LOW, low, terms.per_kwh.low),
        expected: power(Draw::EXPECTED, middle, terms.per_kwh.expected),
        high: power(Draw::HIGH, high, terms.per_kwh.high),
    };
    let per_month = electricity.plus(Spread::exact(terms.care));
    let ownership = |upfront, running| terms.ownership(upfront, running);
    let expected = ownership(upfront.expected, per_month.expected);
    let (haste, book) = RESALE_RANGE;
    let total = Spread {
        low: ownership(upfront.low, per_month.low).total(span.project, book),
        expected: expected.total(span.project, RESALE),
        high: ownership(upfront.high, per_month.high).total(span.project, haste),
    };
    Some(Own {
        accelerator: ix,
        cards,
        servers,
        plan: plan(question, &layout),
        rate: layout.rate,
        meets_targets: meets(layout.targets),
        per_card,
        upfront,
        electricity,
        per_month,
        per_kwh: terms.per_kwh,
        overhead: middle,
        power: tdp * f64::from(all) * SERVER_POWER * Draw::EXPECTED.busy.get(),
        project: span.project,
        resale: expected.resale(span.project, RESALE),
        total,
        rent: None,
        break_even: None,
        same_card: None,
        rent_same_card: None,
        break_even_same_card: None,
        curve: Vec::new(),
        cheaper: false,
    })
}

impl Terms {
    const fn ownership(&self, upfront: Money, running: Money) -> Ownership {
        Ownership {
            upfront,
            running,
            keep: self.keep,
            left: self.left,
        }
    }
}

fn plan(question: &Question, layout: &Layout) -> Plan {
    Plan {
        shards: layout.group.cards(),
        replicas: layout.replicas,
        training: question.trains(),
    }
}

/// The link that a server of these cards has: boards with switches have theirs, others meet over
/// PCI Express unless bridges are bought.
const fn link(card: &Accelerator) -> InstanceLink {
    match card.topology {
        Some(Topology::Switched | Topology::CubeMesh) => InstanceLink::Nvlink,
        Some(Topology::BridgePairs | Topology::None) => InstanceLink::Pcie,
        None => InstanceLink::Unknown,
    }
}

/// Holds the hardware against the first candidate, and the cheapest with the same card.
fn compare(question: &Question, own: &mut Own, terms: &Terms, candidates: &[Box<Candidate>]) {
    let project = own.project;
    let ownership = terms.ownership(own.upfront.expected, own.per_month.expected);
    // Work that is done once is not rented any longer when it is done.
    let end = match question.demand {
        Demand::Once { .. } => project,
        Demand::Load { .. } | Demand::Monthly { .. } => LONGEST,
    };
    let break_even = |rent| ownership.break_even(rent).filter(|time| *time <= end);
    if let Some(first) = candidates.first() {
        let per_month = first.rent_per_month();
        own.rent = Some(per_month);
        own.break_even = break_even(per_month);
        own.cheaper = own.meets_targets && own.total.expected.micros() < first.rent().micros();
        own.curve = curve(&ownership, per_month, project, own.break_even);
    }
    let is_same = |candidate: &Candidate| {
        question.catalog.offer(candidate.offer).accelerator == Some(own.accelerator)
    };
    let same = candidates
        .iter()
        .filter(|candidate| is_same(candidate))
        .min_by_key(|candidate| candidate.total.micros());
    if let Some(same) = same {
        let per_month = same.rent_per_month();
        own.same_card = Some(same.offer);
        own.rent_same_card = Some(per_month);
        own.break_even_same_card = break_even(per_month);
    }
}
