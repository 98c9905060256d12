//! Credit and tax as worked values and as properties: more with tax, never below nothing.

use super::*;
use crate::catalog::Payment;
use crate::cost::Rules;
use crate::units::{Date, Decimal};
use proptest::prelude::*;

fn usd(text: &str) -> Money {
    Money::from_decimal(text.parse().unwrap(), Currency::USD)
}

fn dues(credit: &str, tax: f64) -> Dues {
    Dues {
        credit: usd(credit),
        tax: Ratio::new(tax),
    }
}

/// Nine thousand of compute and six hundred of extras, 1000 of credit, 13 % tax.
#[test]
fn a_bill_worked_by_hand() {
    let settled = dues("1000", 0.13).settle(usd("9000") + usd("600"));
    assert_eq!(settled.credit_used, usd("1000"));
    assert_eq!(settled.credit_left, usd("0"));
    assert_eq!(settled.tax, usd("1118"));
    assert_eq!(settled.total, usd("9718"));
}

#[test]
fn a_discount_is_for_list_prices_only() {
    let query = Query {
        discount_percent: Some(Decimal::from_int(20)),
        ..Query::default()
    };
    let rules = Rules::of(
        &Catalog::default(),
        &query,
        Date::new(2026, 11, 30).unwrap(),
    );
    let commit = PriceKind::Commit {
        years: 1,
        payment: Payment::NoUpfront,
    };
    for (kind, paid) in [
        (PriceKind::OnDemand, "80"),
        (commit, "80"),
        (PriceKind::Subscription, "80"),
        (PriceKind::CapacityBlock, "80"),
        (PriceKind::Spot, "100"),
        (PriceKind::Promotion, "100"),
        (PriceKind::Serverless, "100"),
    ] {
        assert_eq!(rules.discounted(kind, usd("100")), usd(paid), "{kind:?}");
    }
}

#[test]
fn credit_beyond_the_bill_lapses() {
    let settled = dues("500", 0.2).settle(usd("120"));
    assert_eq!(settled.credit_used, usd("120"));
    assert_eq!(settled.credit_left, usd("380"));
    assert_eq!(settled.tax, usd("0"));
    assert_eq!(settled.total, usd("0"));
    // Credit in dollars pays no bill in yuan.
    let yuan = Money::from_micros(1_000_000, Currency::CNY);
    assert_eq!(dues("500", 0.0).settle(yuan).total, yuan);
}

#[test]
fn a_query_s_dues_are_read_in_their_units() {
    let catalog = Catalog::default();
    assert_eq!(Dues::of(&catalog, &Query::default()), Dues::default());
    let bill = usd("123.456789");
    assert_eq!(Dues::default().settle(bill).total, bill);
    let mut query = Query {
        credit: Some(Decimal::from_int(300)),
        ..Query::default()
    };
    query.buy.tax_percent = Decimal::from_int(6);
    assert_eq!(Dues::of(&catalog, &query), dues("300", 0.06));
    // A credit whose currency has no rate counts nothing, and not as dollars.
    query.currency = Currency::CNY;
    assert_eq!(Dues::of(&catalog, &query).credit, usd("0"));
}

proptest! {
    #[test]
    fn tax_raises_and_credit_never_goes_below_nothing(
        bill in 0..=1_000_000_000_000_i64,
        credit in 0..=1_000_000_000_000_i64,
        tax in 0.0..=1.0_f64,
        more in 0.0..=1.0_f64,
    ) {
        let bill = Money::from_micros(bill, Currency::USD);
        let dues = Dues {
            credit: Money::from_micros(credit, Currency::USD),
            tax: Ratio::new(tax),
        };
        let own = dues.settle(bill);
        prop_assert!(own.total.micros() >= 0 && own.credit_left.micros() >= 0);
        prop_assert_eq!(own.credit_used + own.credit_left, dues.credit);
        prop_assert_eq!(own.before - own.credit_used + own.tax, own.total);
        let taxed = Dues { tax: Ratio::new(tax + (1.0 - tax) * more), ..dues };
        prop_assert!(taxed.settle(bill).total.micros() >= own.total.micros());
        let richer = Dues { credit: dues.credit + usd("1"), ..dues };
        prop_assert!(richer.settle(bill).total.micros() <= own.total.micros());
        let dearer = dues.settle(bill + usd("1"));
        prop_assert!(dearer.total.micros() >= own.total.micros());
    }
}
