//! A choice among few: radio buttons that look like a row of pills.

use super::super::app::App;
use super::super::live::{CollectAny, flag, word_memo};
use super::super::markup::view;
use crate::query::Query;
use leptos::prelude::*;
use std::borrow::Cow;

/// A value and its name.
pub(super) type Choice = (&'static str, Cow<'static, str>);

/// A group of radio buttons.
#[component]
pub(in super::super) fn Seg(
    /// Name of the group, unique on the page.
    name: &'static str,
    /// What is chosen.
    legend: &'static str,
    /// Whether the legend is for screen readers alone, the heading above saying it.
    #[prop(optional)]
    quiet: bool,
    /// The values with their names.
    choices: Vec<Choice>,
    /// The value of a question; a value that is no choice leaves all unchecked.
    value: fn(&Query) -> &'static str,
    /// Chooses a value.
    set: fn(&mut Query, &str),
) -> impl IntoView {
    let app = App::get();
    let current = word_memo(move || app.query.with(value));
    let buttons = choices
        .into_iter()
        .map(|(word, label)| {
            view! {
                <label>
                    <input
                        type="radio"
                        name=name
                        value=word
                        prop:checked=flag(move || current.get() == word)
                        on:change=move |_| app.change(&|query| set(query, word))
                    />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_any();
    view! {
        <fieldset class="field seg">
            <legend class:unseen=quiet>{legend}</legend>
            <div class="pills" class:wide=quiet>{buttons}</div>
        </fieldset>
    }
    .into_any()
}
