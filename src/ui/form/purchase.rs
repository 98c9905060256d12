//! How it may be bought, and from whom.

use super::super::app::App;
use super::checks::Checks;
use crate::catalog::Tier;
use crate::query::Pay;
use leptos::prelude::*;

/// Adds or removes a value of a list, kept in the order of all values, as links write it.
pub(super) fn toggle<T: Copy + PartialEq>(list: &mut Vec<T>, all: &[T], value: T, on: bool) {
    let kept: Vec<T> = all
        .iter()
        .filter(|item| {
            if **item == value {
                on
            } else {
                list.contains(item)
            }
        })
        .copied()
        .collect();
    *list = kept;
}

/// Purchase kinds and kinds of seller.
#[component]
pub(super) fn Purchase() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <Checks
            legend=t.label_pay()
            quiet=true
            choices=Pay::ALL.iter().map(|pay| (pay.word(), t.pay(*pay).into())).collect()
            has=|query, word| query.pay.iter().any(|pay| pay.word() == word)
            set=|query, word, on| {
                if let Some(pay) = Pay::from_word(word) {
                    toggle(&mut query.pay, Pay::ALL, pay, on);
                }
            }
        />
        <Checks
            legend=t.label_tiers()
            choices=Tier::ALL.iter().map(|tier| (tier.word(), t.tier(*tier).into())).collect()
            has=|query, word| query.tiers.iter().any(|tier| tier.word() == word)
            set=|query, word, on| {
                if let Some(tier) = Tier::from_word(word) {
                    toggle(&mut query.tiers, &Tier::ALL, tier, on);
                }
            }
        />
    }
}
