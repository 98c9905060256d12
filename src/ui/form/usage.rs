//! How the machines are used.

use super::super::app::App;
use super::super::later::{Later, later};
use super::super::live::{live, word_memo};
use super::super::markup::view;
use super::chips::Chips;
use super::number::Fields;
use super::seg::Seg;
use crate::query::{Query, Scaling, Usage, WeekPreset};
use leptos::prelude::*;

/// Fields of a load that goes on, all in a collapsed group.
pub(super) const LOAD: &[&str] = &["grow", "floor", "su", "head"];

/// Chooses a pattern; a week of its own starts as the first common one.
fn choose(query: &mut Query, word: &str) {
    if let Some(usage) = Usage::from_word(word) {
        query.usage = usage;
        if usage == Usage::Week {
            query
                .week
                .get_or_insert_with(|| WeekPreset::Office.levels());
        }
    }
}

/// The usage pattern with what it needs.
#[component]
pub(super) fn UsageFields() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let usage = word_memo(move || app.query.with(|query| query.effective_usage().word()));
    let fields = live(
        move || match Usage::from_word(usage.get()).unwrap_or(Usage::Always) {
            // Hours from a link hold here too, and can be taken away.
            Usage::Always => {
                view! { <Fields keys=&["mon", "swing"] /><Chips keys=&["hpd", "dpw"] /><Load /> }
                    .into_any()
            }
            Usage::Office => view! { <Fields keys=&["hpd", "dpw", "mon"] /><Load /> }.into_any(),
            Usage::Job => view! { <Fields keys=&["dl", "su"] /> }.into_any(),
            Usage::Recurring => view! { <Fields keys=&["dl", "mon", "su"] /> }.into_any(),
            Usage::Week => {
                view! { {later(Later::Week)}<Fields keys=&["mon"] /><Load /> }.into_any()
            }
        },
    );
    view! {
        <Seg
            name="use"
            legend=t.label_usage()
            quiet=true
            choices=Usage::ALL
                .iter()
                .map(|usage| (usage.word(), t.usage(*usage).into()))
                .collect()
            value=|query| query.effective_usage().word()
            set=choose
        />
        {fields}
    }
}

/// How instances follow a load, and how it grows.
#[component]
fn Load() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <details class="finer">
            <summary>{t.finer_load()}</summary>
            <Seg
                name="scale"
                legend=t.label_scaling()
                choices=Scaling::ALL
                    .iter()
                    .map(|word| (word.word(), t.scaling(*word).into()))
                    .collect()
                value=|query| query.load.scaling.word()
                set=|query, word| {
                    if let Some(word) = Scaling::from_word(word) {
                        query.load.scaling = word;
                    }
                }
            />
            <Fields keys=LOAD />
        </details>
        <Chips keys=&["scale", "grow", "floor", "su", "head"] />
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_of_its_own_has_hours_at_once_and_keeps_those_that_it_has() {
        let mut query = Query::default();
        choose(&mut query, "week");
        assert_eq!(query.week, Some(WeekPreset::Office.levels()));
        query.week = Some(WeekPreset::Level.levels());
        choose(&mut query, "always");
        choose(&mut query, "week");
        assert_eq!(query.week, Some(WeekPreset::Level.levels()));
    }
}
