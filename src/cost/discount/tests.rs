//! Discounts as worked values and as properties: less with a discount, more with tax, never
//! below nothing.

use super::*;
use crate::catalog::Payment;
use proptest::prelude::*;

fn usd(text: &str) -> Money {
    Money::from_decimal(text.parse().unwrap(), Currency::USD)
}

const COMMIT: PriceKind = PriceKind::Commit {
    years: 1,
    payment: Payment::NoUpfront,
};

const KINDS: [PriceKind; 7] = [
    PriceKind::OnDemand,
    COMMIT,
    PriceKind::Subscription,
    PriceKind::CapacityBlock,
    PriceKind::Spot,
    PriceKind::Promotion,
    PriceKind::Serverless,
];

fn terms(negotiated: f64, first_months: f64, first: f64, credit: &str, tax: f64) -> Discounts {
    Discounts {
        negotiated: Ratio::new(negotiated),
        first_months: Ratio::new(first_months),
        first: Ratio::new(first),
        credit: usd(credit),
        tax: Ratio::new(tax),
    }
}

/// A year of 1000 dollars a month: 10 % off, three months at half price, 200 dollars of extras,
/// 1000 dollars of credit, 13 % tax.
#[test]
fn a_bill_worked_by_hand() {
    let terms = terms(0.1, 3.0, 0.5, "1000", 0.13);
    let compute = terms.compute(PriceKind::OnDemand, usd("12000"), Hours::YEAR);
    // 12000 × 0.9 = 10800, of which a quarter at half price.
    assert_eq!(compute, usd("9450"));
    let settled = terms.settle(compute + usd("200"));
    assert_eq!(settled.credit_used, usd("1000"));
    assert_eq!(settled.credit_left, usd("0"));
    assert_eq!(settled.tax, usd("1124.5"));
    assert_eq!(settled.total, usd("9774.5"));
}

#[test]
fn a_discount_is_for_list_prices_only() {
    let terms = terms(0.2, 12.0, 0.5, "0", 0.0);
    let paid: Vec<Money> = KINDS
        .iter()
        .map(|kind| terms.compute(*kind, usd("100"), Hours::YEAR))
        .collect();
    let (off, full) = (usd("40"), usd("100"));
    assert_eq!(paid, [off, off, off, off, full, full, full]);
}

#[test]
fn first_months_count_as_far_as_the_project_goes() {
    let terms = terms(0.0, 3.0, 0.5, "0", 0.0);
    let share = |months: f64| terms.first_share(Hours::MONTH * months).get();
    assert_eq!(share(12.0), 0.25);
    assert_eq!(share(3.0), 1.0);
    assert_eq!(share(1.0), 1.0);
    assert_eq!(share(0.0), 1.0);
    assert_eq!(Discounts::default().first_share(Hours::ZERO), Ratio::ZERO);
}

#[test]
fn credit_beyond_the_bill_lapses() {
    let settled = terms(0.0, 0.0, 0.0, "500", 0.2).settle(usd("120"));
    assert_eq!(settled.credit_used, usd("120"));
    assert_eq!(settled.credit_left, usd("380"));
    assert_eq!(settled.tax, usd("0"));
    assert_eq!(settled.total, usd("0"));
    // Credit in dollars pays no bill in yuan.
    let yuan = Money::from_micros(1_000_000, Currency::CNY);
    let settled = terms(0.0, 0.0, 0.0, "500", 0.0).settle(yuan);
    assert_eq!(settled.total, yuan);
}

#[test]
fn no_conditions_change_nothing() {
    let none = Discounts::of(&Catalog::default(), &Query::default());
    assert_eq!(none, Discounts::default());
    for kind in KINDS {
        let bill = none.compute(kind, usd("123.456789"), Hours::MONTH);
        assert_eq!(none.settle(bill).total, usd("123.456789"));
    }
}

#[test]
fn a_query_s_conditions_are_read_in_their_units() {
    let mut query = Query {
        discount_percent: Some(Decimal::from_int(12)),
        credit: Some(Decimal::from_int(300)),
        ..Query::default()
    };
    query.buy.first_months = Decimal::from_int(2);
    query.buy.first_discount_percent = Decimal::from_int(40);
    query.buy.tax_percent = Decimal::from_int(6);
    let read = Discounts::of(&Catalog::default(), &query);
    assert_eq!(read, terms(0.12, 2.0, 0.4, "300", 0.06));
    // A credit whose currency has no rate counts nothing, and not as dollars.
    query.currency = Currency::CNY;
    let read = Discounts::of(&Catalog::default(), &query);
    assert_eq!(read.credit, usd("0"));
}

fn any_terms() -> impl Strategy<Value = Discounts> {
    let share = || 0.0..=1.0_f64;
    (
        share(),
        0.0..=120.0_f64,
        share(),
        0..=1_000_000_000_000_i64,
        share(),
    )
        .prop_map(|(negotiated, months, first, credit, tax)| Discounts {
            negotiated: Ratio::new(negotiated),
            first_months: Ratio::new(months),
            first: Ratio::new(first),
            credit: Money::from_micros(credit, Currency::USD),
            tax: Ratio::new(tax),
        })
}

fn paid(terms: &Discounts, kind: PriceKind, listed: i64, extras: i64, months: f64) -> Settled {
    let listed = Money::from_micros(listed, Currency::USD);
    let compute = terms.compute(kind, listed, Hours::MONTH * months);
    terms.settle(compute + Money::from_micros(extras, Currency::USD))
}

proptest! {
    #[test]
    fn discounts_lower_tax_raises_and_credit_never_goes_below_nothing(
        terms in any_terms(),
        kind in 0..KINDS.len(),
        listed in 0..=1_000_000_000_000_i64,
        extras in 0..=1_000_000_000_000_i64,
        months in 0.0..=120.0_f64,
        more in 0.0..=1.0_f64,
    ) {
        let kind = KINDS[kind];
        let at = |terms: &Discounts| paid(terms, kind, listed, extras, months);
        let own = at(&terms);
        prop_assert!(own.total.micros() >= 0 && own.credit_left.micros() >= 0);
        prop_assert_eq!(own.credit_used + own.credit_left, terms.credit);
        prop_assert_eq!(own.before - own.credit_used + own.tax, own.total);
        let raised = |share: Ratio| Ratio::new(share.get() + (1.0 - share.get()) * more);
        let deeper = Discounts { negotiated: raised(terms.negotiated), ..terms };
        prop_assert!(at(&deeper).total.micros() <= own.total.micros());
        let longer = Discounts { first_months: terms.first_months + Ratio::new(more), ..terms };
        prop_assert!(at(&longer).total.micros() <= own.total.micros());
        let steeper = Discounts { first: raised(terms.first), ..terms };
        prop_assert!(at(&steeper).total.micros() <= own.total.micros());
        let taxed = Discounts { tax: raised(terms.tax), ..terms };
        prop_assert!(at(&taxed).total.micros() >= own.total.micros());
        let richer = Discounts { credit: terms.credit + usd("1"), ..terms };
        prop_assert!(at(&richer).total.micros() <= own.total.micros());
        // Extras are never discounted.
        let free = Discounts { negotiated: Ratio::new(1.0), ..terms };
        prop_assert!(at(&free).before.micros() >= extras);
    }
}
