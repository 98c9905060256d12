//! A list of names from the catalog: a field with suggestions, and what was added as chips.

use super::super::app::App;
use super::super::live::{CollectAny, word};
use super::super::markup::view;
use super::group::{control_id, note_id};
use crate::catalog::Catalog;
use crate::query::Query;
use leptos::prelude::*;

/// What a list field edits.
#[derive(Clone, Copy)]
pub(super) struct List {
    /// The key of the link.
    pub key: &'static str,
    /// The label.
    pub label: &'static str,
    /// The list in a question.
    pub of: fn(&mut Query) -> &mut Vec<String>,
    /// The word that a typed text stands for; `None` where it names nothing in the catalog.
    pub find: fn(&Catalog, &str) -> Option<String>,
}

/// A field that adds to a list of a question.
#[component]
pub(super) fn ListField(
    /// What it edits.
    of: List,
    /// Words and names to suggest.
    suggestions: Vec<(String, String)>,
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let text = RwSignal::new(String::new());
    let unknown = RwSignal::new(false);
    let options = suggestions
        .into_iter()
        .map(|(word, name)| view! { <option value=word>{name}</option> })
        .collect_any();
    let list_id = format!("l-{}", of.key);
    let add = move |event: leptos::ev::Event| {
        let typed = event_target_value(&event);
        let typed = typed.trim();
        if typed.is_empty() {
            unknown.set(false);
            return;
        }
        match (of.find)(app.catalog, typed) {
            Some(word) => {
                unknown.set(false);
                text.set(String::new());
                app.change(&|query| {
                    let list = (of.of)(query);
                    if !list.contains(&word) {
                        list.push(word.clone());
                    }
                });
            }
            None => unknown.set(true),
        }
    };
    view! {
        <div class="field" class:wrong=unknown>
            <label for=control_id(of.key)>{of.label}</label>
            <span class="input">
                <input
                    id=control_id(of.key)
                    type="text"
                    list=list_id.clone()
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=t.any()
                    aria-describedby=note_id(of.key)
                    aria-invalid=word(move || unknown.get().then_some("true"))
                    prop:value=text
                    on:input=move |event| text.set(event_target_value(&event))
                    on:change=add
                />
            </span>
            <small id=note_id(of.key)>
                {word(move || unknown.get().then(|| t.list_unknown()))}
            </small>
            <datalist id=list_id>{options}</datalist>
        </div>
    }
    .into_any()
}
