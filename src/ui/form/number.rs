//! A field for a number: a text field, since number inputs erase what is half typed.

use super::super::app::App;
use super::super::live::{CollectAny, flag, text, text_memo, word};
use super::super::markup::view;
use super::assign::assign;
use super::group::{control_id, note_id};
use crate::locale::{FieldText, Figure};
use crate::query::{
    DEFAULT_CONCURRENCY, Kilo, NumberError, ProblemReason, Query, field_range, read_number,
    read_params_b, written,
};
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

/// The value of a key in a field: as a link writes it, and nothing for a zero that stands for
/// nothing.
fn shown(query: &Query, key: &str) -> String {
    let value = written(query, key);
    match (key, value.as_str()) {
        // Beside a rate it is a cap, which need not be.
        ("con", "") if !query.has_rate() => DEFAULT_CONCURRENCY.to_string(),
        (_, "0") if written(&Query::default(), key) == "0" => String::new(),
        _ => value,
    }
}

/// Fields of the table of texts, one after the other.
#[component]
pub(super) fn Fields(
    /// Their keys.
    keys: &'static [&'static str],
) -> impl IntoView {
    let t = App::get().locale.get_untracked();
    keys.iter()
        .filter_map(|key| FieldText::of(key))
        .map(|field| {
            let of = Number {
                key: field.key,
                label: t.key(field.key),
                unit: "",
                hint: t.field_hint(field),
                reads: match field.figure {
                    Figure::Count => Reads::Count,
                    Figure::Amount | Figure::Money => Reads::Amount,
                },
            };
            view! { <NumberField of=of /> }
        })
        .collect_any()
        .into_any()
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
    // Money is in the currency for display, which changes under the field.
    let unit = text_memo(move || match FieldText::of(of.key) {
        Some(field) => t.field_unit(field, app.query.with(|query| query.currency)),
        None => of.unit.to_owned(),
    });
    let value = text_memo(move || app.query.with(|query| shown(query, of.key)));
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
                format!("= {value} {}", unit.get())
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
                <em>{text(move || unit.get())}</em>
            </span>
            <small id=note_id(of.key)>{note}</small>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::query::decode;

    #[test]
    fn a_field_shows_what_holds_and_hides_zeros_that_mean_nothing() {
        let shown = |link: &str, key: &str| shown(&decode(link).query, key);
        assert_eq!(shown("", "su"), "5");
        assert_eq!(shown("su=0", "su"), "0");
        assert_eq!(shown("", "grow"), "");
        assert_eq!(shown("lam=0", "lam"), "0");
        assert_eq!(shown("int=0", "int"), "0");
        assert_eq!(shown("", "lam"), "");
        assert_eq!(shown("", "con"), "8");
        assert_eq!(shown("rps=2", "con"), "");
    }
}
