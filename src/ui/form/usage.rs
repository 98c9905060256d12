//! How the machines are used.

use super::super::app::App;
use super::super::live::{live, word_memo};
use super::number::{Number, NumberField, Reads, text_of};
use super::seg::Seg;
use crate::query::Usage;
use leptos::prelude::*;

/// The usage pattern with what it needs.
#[component]
pub(super) fn UsageFields() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    // A week curve has no editor yet: it is offered where a link brought one.
    let with_week = Memo::new(move |_| {
        app.query
            .with(|query| query.week.is_some() || query.usage == Usage::Week)
    });
    let patterns = live(move || {
        let with_week = with_week.get();
        view! { <Seg
            name="use"
            legend=t.label_usage()
            quiet=true
            choices=Usage::ALL
                .iter()
                .filter(|usage| with_week || **usage != Usage::Week)
                .map(|usage| (usage.word(), t.usage(*usage).into()))
                .collect()
            value=|query| query.effective_usage().word()
            set=|query, word| {
                if let Some(usage) = Usage::from_word(word) {
                    query.usage = usage;
                }
            }
        /> }
        .into_any()
    });
    let usage = word_memo(move || app.query.with(|query| query.effective_usage().word()));
    let fields = live(
        move || match Usage::from_word(usage.get()).unwrap_or(Usage::Always) {
            Usage::Always => view! { <Months /> }.into_any(),
            Usage::Office => view! { <HoursPerDay /><DaysPerWeek /><Months /> }.into_any(),
            Usage::Job => view! { <Deadline /> }.into_any(),
            Usage::Recurring => view! { <Deadline /><Months /> }.into_any(),
            Usage::Week => view! { <p class="note">{t.hint_week()}</p><Months /> }.into_any(),
        },
    );
    view! {
        {patterns}
        {fields}
    }
}

#[component]
fn HoursPerDay() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "hpd",
        label: t.label_hours_per_day(),
        unit: t.unit_hours(),
        hint: "",
        reads: Reads::Amount,
        value: |query| text_of(query.hours_per_day),
    } /> }
}

#[component]
fn DaysPerWeek() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "dpw",
        label: t.label_days_per_week(),
        unit: t.unit_days(),
        hint: "",
        reads: Reads::Amount,
        value: |query| text_of(query.days_per_week),
    } /> }
}

#[component]
fn Months() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "mon",
        label: t.label_months(),
        unit: t.unit_months(),
        hint: "",
        reads: Reads::Amount,
        value: |query| query.months.to_string(),
    } /> }
}

#[component]
fn Deadline() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "dl",
        label: t.label_deadline(),
        unit: t.unit_hours(),
        hint: "",
        reads: Reads::Amount,
        value: |query| text_of(query.deadline_hours),
    } /> }
}
