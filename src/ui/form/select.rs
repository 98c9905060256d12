//! A choice among many: a select.

use super::super::app::App;
use super::super::live::{CollectAny, flag, word_memo};
use super::super::markup::view;
use super::group::{control_id, note_id};
use super::seg::Choice;
use crate::query::Query;
use leptos::prelude::*;

/// A labelled select.
#[component]
pub(super) fn Select(
    /// The key of the link, for the id.
    name: &'static str,
    /// The label.
    label: &'static str,
    /// What to know.
    #[prop(optional)]
    hint: &'static str,
    /// The values with their names.
    choices: Vec<Choice>,
    /// The value of a question.
    value: fn(&Query) -> &'static str,
    /// Chooses a value.
    set: fn(&mut Query, &str),
) -> impl IntoView {
    let app = App::get();
    let current = word_memo(move || app.query.with(value));
    // A `value` on the select would be lost when set before its options exist, so each option
    // says whether it is chosen.
    let options = choices
        .into_iter()
        .map(|(word, text)| {
            view! {
                <option value=word prop:selected=flag(move || current.get() == word)>
                    {text}
                </option>
            }
        })
        .collect_any();
    view! {
        <div class="field">
            <label for=control_id(name)>{label}</label>
            <select
                id=control_id(name)
                aria-describedby=(!hint.is_empty()).then(|| note_id(name))
                on:change=move |event| {
                    let word = event_target_value(&event);
                    app.change(&|query| set(query, &word));
                }
            >
                {options}
            </select>
            <small id=note_id(name)>{hint}</small>
        </div>
    }
    .into_any()
}
