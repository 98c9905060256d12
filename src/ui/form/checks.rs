//! A choice of several: check boxes that look like a row of pills.

use super::super::app::App;
use super::super::live::{CollectAny, flag, word};
use super::super::markup::view;
use super::seg::Choice;
use crate::browser::document;
use crate::query::Query;
use leptos::prelude::*;

/// A group of check boxes.
#[component]
pub(super) fn Checks(
    /// What is chosen.
    legend: &'static str,
    /// Whether the legend is for screen readers alone, the heading above saying it.
    #[prop(optional)]
    quiet: bool,
    /// The values with their names.
    choices: Vec<Choice>,
    /// Whether a question has a value.
    has: fn(&Query, &str) -> bool,
    /// Adds or removes a value.
    set: fn(&mut Query, &str, bool),
    /// Whether the last one may be removed too.
    #[prop(optional)]
    may_be_empty: bool,
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let kept = RwSignal::new(false);
    let words: Vec<&'static str> = choices.iter().map(|(word, _)| *word).collect();
    let words = StoredValue::new(words);
    let last = move |word: &str| {
        app.query.with_untracked(|query| {
            words.with_value(|words| {
                words
                    .iter()
                    .all(|other| *other == word || !has(query, other))
            })
        })
    };
    let boxes = choices
        .into_iter()
        .map(|(word, label)| {
            view! {
                <label>
                    <input
                        type="checkbox"
                        value=word
                        prop:checked=flag(move || app.query.with(|query| has(query, word)))
                        on:change=move |event| {
                            let on = event_target_checked(&event);
                            let refuse = !on && !may_be_empty && last(word);
                            kept.set(refuse);
                            if refuse {
                                document::check(&event);
                            } else {
                                app.change(&|query| set(query, word, on));
                            }
                        }
                    />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_any();
    view! {
        <fieldset class="field seg">
            <legend class:unseen=quiet>{legend}</legend>
            <div class="pills" class:wide=quiet>{boxes}</div>
            <small role="status">{word(move || kept.get().then(|| t.nothing_chosen()))}</small>
        </fieldset>
    }
    .into_any()
}
