//! A field for a number: a text field, since number inputs erase what is half typed.

use super::super::app::App;
use super::super::live::{flag, text, text_memo, word};
use super::assign::assign;
use super::group::{control_id, note_id};
use crate::query::{
    Kilo, NumberError, ProblemReason, Query, field_range, read_number, read_params_b,
};
use crate::units::Decimal;
use leptos::prelude::*;

/// What a number field edits.
#[derive(Clone, Copy)]
pub(super) struct Number {
    /// The key of the link.
    pub key: &'static str,
    /// The label.
    pub label: &'static str,
    /// The unit after the field.
    pub unit: &'static str,
    /// What to know; may be empty.
    pub hint: &'static str,
    /// How its text is read.
    pub reads: Reads,
    /// The value of a question; empty where there is none.
    pub value: fn(&Query) -> String,
}

/// How the text of a number field is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reads {
    /// A whole number.
    Count,
    /// A whole number of tokens, of which `k` is 1024.
    Tokens,
    /// A number that may have a fraction.
    Amount,
    /// Billions: a plain number is billions already, and `10m` is 0.01.
    Billions,
}

/// The plain decimal of a typed text, as a link has it; blank stays blank.
fn plain(of: Number, text: &str) -> Result<String, ProblemReason> {
    if text.trim().is_empty() {
        return Ok(String::new());
    }
    let number = match of.reads {
        Reads::Count | Reads::Amount => read_number(text, Kilo::Decimal),
        Reads::Tokens => read_number(text, Kilo::Binary),
        Reads::Billions => read_params_b(text),
    };
    number
        .map(|number| number.to_string())
        .map_err(|error| match (error, field_range(of.key)) {
            (NumberError::TooLarge, Some((low, high))) => ProblemReason::OutOfRange(low, high),
            _ => ProblemReason::NotANumber,
        })
}

/// The text of an optional decimal.
pub(super) fn text_of(value: Option<Decimal>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// The text of a required decimal that stands for nothing at zero.
pub(super) fn text_unless_zero(value: Decimal) -> String {
    text_of((value != Decimal::ZERO).then_some(value))
}

/// A labelled number field. The raw text stays while it is typed; what was understood stands
/// beside it; an error says the accepted range.
#[component]
pub(super) fn NumberField(
    /// What it edits.
    of: Number,
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    // The text while it is edited; `None` shows the question's value.
    let raw = RwSignal::new(None::<String>);
    // What is wrong with it, in words.
    let fault = RwSignal::new(None::<String>);
    let value = text_memo(move || app.query.with(of.value));
    Effect::new(move |_| {
        app.arrivals.track();
        raw.set(None);
        fault.set(None);
    });
    let on_input = move |event| {
        let text = event_target_value(&event);
        let read =
            plain(of, &text).and_then(|plain| assign(&app.query.get_untracked(), of.key, &plain));
        match read {
            Ok(query) => {
                fault.set(None);
                app.set(query);
            }
            Err(reason) => fault.set(Some(t.problem_reason(&reason))),
        }
        raw.set(Some(text));
    };
    let on_change = move |_| {
        if fault.with_untracked(Option::is_none) {
            raw.set(None);
        }
    };
    let note = text(move || {
        if let Some(fault) = fault.get() {
            return fault;
        }
        let value = value.get();
        match raw.get() {
            // The understood value, where it is written otherwise.
            Some(text) if !text.trim().is_empty() && text.trim() != value => {
                format!("= {value} {}", of.unit)
            }
            _ => of.hint.to_owned(),
        }
    });
    view! {
        <div class="field" class:wrong=flag(move || fault.with(Option::is_some))>
            <label for=control_id(of.key)>{of.label}</label>
            <span class="input">
                <input
                    id=control_id(of.key)
                    type="text"
                    inputmode=match of.reads {
                        Reads::Count => "numeric",
                        // Letters such as k and 万 are welcome in these.
                        Reads::Tokens | Reads::Billions => "text",
                        Reads::Amount => "decimal",
                    }
                    autocomplete="off"
                    spellcheck="false"
                    placeholder=t.optional()
                    aria-describedby=note_id(of.key)
                    aria-invalid=word(move || fault.with(Option::is_some).then_some("true"))
                    prop:value=text(move || raw.get().unwrap_or_else(|| value.get()))
                    on:input=on_input
                    on:change=on_change
                />
                <em>{of.unit}</em>
            </span>
            <small id=note_id(of.key)>{note}</small>
        </div>
    }
    .into_any()
}
