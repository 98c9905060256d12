//! The shape of the model: read, assumed or typed by hand.

use super::super::app::App;
use super::super::live::{CollectAny, flag, text, text_memo, word};
use super::super::markup::view;
use super::group::{control_id, note_id};
use crate::fit::subject;
use crate::query::{CustomShape, Kilo, ProblemReason, Query, SHAPE_FIELDS, read_number};
use crate::units::Decimal;
use leptos::prelude::*;

/// The numbers that are shown; the others follow a file.
const SHOWN: [&str; 16] = [
    "l", "h", "f", "a", "k", "d", "v", "c", "w", "ws", "r", "m", "e", "et", "ew", "es",
];

/// A shape with one number from text, or without it where the text is blank.
fn changed(shape: &CustomShape, code: &str, text: &str) -> Result<CustomShape, ProblemReason> {
    if text.trim().is_empty() {
        return shape.with(code, None);
    }
    // A context of 128k is 131,072; a vocabulary of 128k is not.
    let kilo = if matches!(code, "c" | "w") {
        Kilo::Binary
    } else {
        Kilo::Decimal
    };
    let micros = read_number(text, kilo)
        .map_err(|_| ProblemReason::NotANumber)?
        .to_micros();
    let field = SHAPE_FIELDS.iter().find(|field| field.code == code);
    let whole = u32::try_from(micros / Decimal::SCALE).ok();
    match (whole, field) {
        _ if micros % Decimal::SCALE != 0 => Err(ProblemReason::NotANumber),
        (Some(value), Some(field)) if (field.low..=field.high).contains(&value) => {
            shape.with(code, Some(value))
        }
        (_, Some(field)) => Err(ProblemReason::OutOfRange(
            field.low.to_string(),
            field.high.to_string(),
        )),
        (_, None) => Err(ProblemReason::Malformed),
    }
}

/// Puts a shape into a question. Its parameters are counted anew.
fn apply(query: &mut Query, shape: CustomShape) {
    query.params_b = None;
    query.active_b = None;
    query.weight_bytes = None;
    query.architecture = Some(shape);
}

/// The shape in one line, and its numbers to change.
#[component]
pub(super) fn Shape() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let known = Memo::new(move |_| {
        let subject = app.query.with(|query| subject(app.catalog, query))?;
        Some((CustomShape::of(&subject.model)?, subject.inferred))
    });
    let line = text(move || {
        known.with(|known| {
            known
                .as_ref()
                .map_or_else(String::new, |(shape, inferred)| {
                    let note = if *inferred { t.shape_assumed() } else { "" };
                    let line = t.shape_line(shape);
                    if note.is_empty() {
                        line
                    } else {
                        format!("{line} · {note}")
                    }
                })
        })
    });
    let fields = SHOWN
        .into_iter()
        .map(|code| view! { <ShapeNumber code known /> })
        .collect_any();
    view! {
        <details class="finer shape" class:gone=flag(move || known.with(Option::is_none))>
            <summary>{t.shape_label()} " " <small>{line}</small></summary>
            <div class="numbers">{fields}</div>
        </details>
    }
    .into_any()
}

/// One number of the shape.
#[component]
fn ShapeNumber(
    /// Its code in the link.
    code: &'static str,
    /// The shape, and whether it is assumed.
    known: Memo<Option<(CustomShape, bool)>>,
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let raw = RwSignal::new(None::<String>);
    let fault = RwSignal::new(None::<String>);
    let value = text_memo(move || {
        known.with(|known| {
            let number = known.as_ref().and_then(|(shape, _)| shape.number(code));
            number.map_or_else(String::new, |number| number.to_string())
        })
    });
    Effect::new(move |_| {
        app.arrivals.track();
        raw.set(None);
        fault.set(None);
    });
    let on_input = move |event| {
        let text = event_target_value(&event);
        if let Some((shape, _)) = known.get_untracked() {
            match changed(&shape, code, &text) {
                Ok(shape) => {
                    fault.set(None);
                    app.change(&|query| apply(query, shape.clone()));
                }
                Err(reason) => fault.set(Some(t.problem_reason(&reason))),
            }
        }
        raw.set(Some(text));
    };
    let on_change = move |_| {
        if fault.with_untracked(Option::is_none) {
            raw.set(None);
        }
    };
    let id = format!("shape-{code}");
    view! {
        <div class="number" class:wrong=flag(move || fault.with(Option::is_some))>
            <label for=control_id(&id)>{t.shape_field(code)}</label>
            <input
                id=control_id(&id)
                type="text"
                inputmode="numeric"
                autocomplete="off"
                placeholder="—"
                aria-describedby=note_id(&id)
                aria-invalid=word(move || fault.with(Option::is_some).then_some("true"))
                prop:value=text(move || raw.get().unwrap_or_else(|| value.get()))
                on:input=on_input
                on:change=on_change
            />
            <small id=note_id(&id)>{text(move || fault.get().unwrap_or_default())}</small>
        </div>
    }
    .into_any()
}
