//! How it may be bought, and from whom.

use super::super::app::App;
use super::super::live::{any, flag, live};
use super::super::markup::view;
use super::checks::Checks;
use super::chips::Chips;
use super::group::{control_id, note_id};
use super::number::Fields;
use super::seg::Seg;
use crate::catalog::Tier;
use crate::query::{CheckpointPlan, Pay};
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

/// Conditions of buying, in a collapsed group.
pub(super) const TERMS: &[&str] = &["disc", "fmd", "fm", "credit", "resell", "tax"];
/// How long a promotion lasts, beside them where one is allowed.
pub(super) const PROMOTION: &[&str] = &["prm"];
/// Interruptions of spot and what is done about them, in another.
pub(super) const SPOT: &[&str] = &["int", "lam", "ckh", "save", "redl", "pools"];

/// Purchase kinds and kinds of seller, conditions, and what belongs to spot.
#[component]
pub(super) fn Purchase() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let with_spot = Memo::new(move |_| app.query.with(|query| query.pay.contains(&Pay::Spot)));
    let spot = live(move || any(with_spot.get().then(|| view! { <Spot /> })));
    let promoted = Memo::new(move |_| app.query.with(|query| query.pay.contains(&Pay::Promotion)));
    let promotion = live(move || any(promoted.get().then(|| view! { <Fields keys=PROMOTION /> })));
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
        {spot}
        <details class="finer">
            <summary>{t.finer_terms()}</summary>
            <Fields keys=TERMS />
            {promotion}
            <label class="field check">
                <input
                    id=control_id("typ")
                    type="checkbox"
                    aria-describedby=note_id("typ")
                    prop:checked=flag(move || app.query.with(|query| query.buy.assume_typical))
                    on:change=move |event| {
                        let on = event_target_checked(&event);
                        app.change(&|query| query.buy.assume_typical = on);
                    }
                />
                <span>{t.label_typical()}</span>
                <small id=note_id("typ")>{t.hint_typical()}</small>
            </label>
        </details>
        <Chips keys=&["disc", "fmd", "fm", "prm", "credit", "resell", "tax", "typ"] />
    }
    .into_any()
}

/// Interruptions of spot, shown where spot is allowed.
#[component]
fn Spot() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <details class="finer">
            <summary>{t.finer_spot()}</summary>
            <Seg
                name="ckp"
                legend=t.label_checkpoints()
                choices=CheckpointPlan::ALL
                    .iter()
                    .map(|word| (word.word(), t.checkpoint_plan(*word).into()))
                    .collect()
                value=|query| query.spot.checkpoints.word()
                set=|query, word| {
                    if let Some(word) = CheckpointPlan::from_word(word) {
                        query.spot.checkpoints = word;
                    }
                }
            />
            <Fields keys=SPOT />
        </details>
        <Chips keys=&["ckp", "int", "lam", "ckh", "save", "redl", "pools"] />
    }
    .into_any()
}
