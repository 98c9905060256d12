//! The purchase behind a candidate, worked out again from the question: what it is bought with, and
//! when it is paid.

use super::bill::{kind_of, purchases, ways};
use super::{Candidate, Purchase};
use crate::catalog::{Catalog, Offer, Payment, PriceKind};
use crate::cost::{self, Conditions, Dues, Extras, Mix, Payments, Rules, Way};
use crate::demand::{Claim, Demand, Profile, Span};
use crate::query::{Pay, Query};
use crate::units::{Currency, Date, Hours, Money, Ratio};

/// One candidate of a question, with what its purchase follows from.
#[derive(Clone, Debug)]
pub(super) struct Lone<'a> {
    /// The question.
    pub query: &'a Query,
    /// The candidate.
    pub candidate: &'a Candidate,
    demand: Demand,
    span: Span,
    rules: Rules<'a>,
    dues: Dues,
    /// Everything beside the rent over the project, in US dollars.
    beside: Money,
}

/// The rent of one kind of instance, as it is bought.
pub(super) struct Rent {
    ways: Vec<Way>,
    mix: Mix,
    profile: Profile,
    conditions: Conditions,
    /// Over the project, and beyond it where a term is longer, in US dollars.
    pub total: Money,
}

impl<'a> Lone<'a> {
    /// The candidate of a question's answer.
    pub fn new(catalog: &Catalog, query: &'a Query, candidate: &'a Candidate, today: Date) -> Self {
        let demand = Demand::of(query);
        let span = Span {
            per_month: candidate.hours_per_month,
            total: candidate.hours_total,
            project: candidate.project,
        };
        let offer = catalog.offer(candidate.offer);
        let provider = catalog.provider(offer.provider);
        let extras = Extras::of(catalog, query, provider, &offer.region);
        Self {
            query,
            candidate,
            span,
            rules: Rules::of(catalog, query, today),
            dues: Dues::of(catalog, query),
            beside: extras.per_month().scaled(span.project / Hours::MONTH),
            demand,
        }
    }

    /// Wall-clock length of its project.
    pub const fn project(&self) -> Hours {
        self.span.project
    }

    /// What its instances are needed for, to be summed with others.
    pub fn claim(&self) -> Claim<'a> {
        let c = self.candidate;
        Claim::new(self.query, &self.demand, self.span, c.peak, c.instances)
    }

    /// A rent with everything beside it, before credit and tax.
    pub fn bill(&self, rent: Money) -> Money {
        rent + self.beside
    }

    /// What is paid in the end for a rent, with everything beside it.
    pub fn settle(&self, rent: Money) -> Money {
        self.dues.settle(self.bill(rent)).total
    }

    /// What its ranking charges for extras of an unknown price, so that they do not win by that.
    pub fn unknown(&self) -> Money {
        self.candidate.ranked - self.candidate.total
    }

    /// Its rent, bought alone.
    pub fn rent(&self, catalog: &Catalog) -> Option<Rent> {
        let c = self.candidate;
        // A job's profile is that of its span: the hours of the candidate are those of its work.
        let profile = match &self.demand {
            Demand::Load { .. } => self.demand.profile(self.query, None, c.peak, c.instances),
            Demand::Once { .. } | Demand::Monthly { .. } => {
                let soft = self.query.spot.interruptible_percent.to_f64() >= 100.0;
                Profile::of_job(&self.demand, self.span, c.instances, soft)
            }
        };
        Rent::buy(catalog, c, &self.rules, c.spot_factor, profile)
    }

    /// Whether a purchase for both is possible: the same instances under the same conditions. How
    /// long instances take to start may differ, and so may the allowed kinds.
    pub fn may_share(&self, other: &Self) -> bool {
        let conditions = |lone: &Self| Conditions {
            startup: Hours::ZERO,
            ..lone.rules.conditions
        };
        key(self.candidate) == key(other.candidate)
            && self.rules.left == other.rules.left
            && self.rules.typical == other.rules.typical
            && self.rules.promotion == other.rules.promotion
            && conditions(self) == conditions(other)
    }

    /// What is paid month by month, where the rent falls due as given: differences of what is paid
    /// up to each month, so that the sum is exact.
    pub fn flow(&self, rent: &[Money]) -> Vec<Money> {
        let length = self.span.project / Hours::MONTH;
        let own = f64::ceil(length - 1e-9).max(1.0) as usize;
        let mut before = Money::zero(Currency::USD);
        (0..rent.len().max(own))
            .map(|month| {
                let share = ((month + 1) as f64 / length).min(1.0);
                let due = rent.get(month).or_else(|| rent.last()).copied();
                let due = due.unwrap_or(Money::zero(Currency::USD));
                let paid = self.dues.settle(due + self.beside.scaled(share)).total;
                let now = paid - before;
                before = paid;
                now
            })
            .collect()
    }
}

/// What can be bought together: the same offer with the same cards.
pub(super) const fn key(candidate: &Candidate) -> (u16, u32) {
    (candidate.offer.0, candidate.gpus_per_instance)
}

impl Rent {
    /// Several candidates of the same instances bought together, with the kinds that all of them
    /// allow and the risk of spot that is worst among them; `None` where they cannot be.
    pub fn joint(catalog: &Catalog, lones: &[&Lone]) -> Option<Self> {
        let (first, others) = lones.split_first()?;
        if others.iter().any(|other| !first.may_share(other)) {
            return None;
        }
        let claims: Vec<Claim> = lones.iter().map(|lone| lone.claim()).collect();
        let profile = crate::demand::joint(&claims)?;
        let factors = lones.iter().map(|lone| lone.candidate.spot_factor);
        let worst = factors.collect::<Option<Vec<Ratio>>>();
        let worst = worst.and_then(|factors| factors.into_iter().max());
        let allowed = |pay: &Pay| {
            lones.iter().all(|lone| lone.rules.pay.contains(pay))
                // What may become of spot is known only where everybody has asked for it.
                && (*pay != Pay::Spot || worst.is_some())
        };
        let pay: Vec<Pay> = first.rules.pay.iter().copied().filter(allowed).collect();
        let startup = lones.iter().map(|lone| lone.rules.conditions.startup).max();
        let rules = Rules {
            pay: &pay,
            today: first.rules.today,
            left: first.rules.left,
            typical: first.rules.typical.clone(),
            promotion: first.rules.promotion,
            conditions: Conditions {
                startup: startup.unwrap_or(Hours::ZERO),
                ..first.rules.conditions
            },
        };
        Self::buy(catalog, first.candidate, &rules, worst, profile)
    }

    fn buy(
        catalog: &Catalog,
        candidate: &Candidate,
        rules: &Rules,
        spot_factor: Option<Ratio>,
        profile: Profile,
    ) -> Option<Self> {
        let offer = catalog.offer(candidate.offer);
        let cards = candidate.gpus_per_instance;
        let ways = ways(catalog, offer, cards, rules, spot_factor).ways;
        let conditions = rules.conditions_at(catalog.provider(offer.provider));
        let mix = cost::best(&ways, &profile, &conditions)?;
        let total = mix.usd(catalog, |part| part.total)?;
        Some(Self {
            ways,
            mix,
            profile,
            conditions,
            total,
        })
    }

    /// How it is bought.
    pub fn purchases(&self, offer: &Offer, cards: u32) -> Vec<Purchase> {
        purchases(&self.mix.used(&self.ways, offer), cards)
    }

    /// Most instances at once.
    pub fn instances(&self) -> u32 {
        self.profile.instances()
    }

    /// What of the rent is paid up to the end of each month, in US dollars; `None` where the
    /// project is longer than 120 months.
    pub fn paid_until(&self, catalog: &Catalog, offer: &Offer) -> Option<Vec<Money>> {
        let payment = |way: &Way| match offer.prices.get(way.price).map(|p| kind_of(way, p)) {
            Some(PriceKind::Commit { payment, .. }) => payment,
            _ => Payment::Unstated,
        };
        let payments = cost::payments(&self.ways, &self.profile, &self.conditions, &payment)?;
        let length = payments.iter().map(|p| p.months.len()).max().unwrap_or(0);
        let mut paid = vec![Money::zero(Currency::USD); length];
        for part in &self.mix.parts {
            let total = catalog.convert(part.total, Currency::USD)?;
            // What costs nothing, as in months that are free, falls due at no time.
            if total.micros() == 0 {
                continue;
            }
            let Payments { months, .. } = payments.iter().find(|p| p.way == part.way)?;
            let mut share = 0.0;
            for (month, sum) in paid.iter_mut().enumerate() {
                share += months.get(month).map_or(0.0, |due| due.get());
                // From its last payment on all is paid, to the last millionth.
                *sum += if month + 1 >= months.len() {
                    total
                } else {
                    total.scaled(share)
                };
            }
        }
        Some(paid)
    }
}

/// What a candidate of a question's answer costs in each month from the start of the project, in
/// US dollars, with everything beside the rent, after credit and with tax. The months add up to the
/// candidate's total exactly; there are more than the project has where a commitment is paid on
/// after its end. `None` where the project is longer than 120 months.
#[must_use]
pub fn cash_flow(
    catalog: &Catalog,
    query: &Query,
    candidate: &Candidate,
    today: Date,
) -> Option<Vec<Money>> {
    let lone = Lone::new(catalog, query, candidate, today);
    let rent = lone.rent(catalog)?;
    let paid = rent.paid_until(catalog, catalog.offer(candidate.offer))?;
    Some(lone.flow(&paid))
}
