//! The model: a preset by name, or a size.

use super::super::app::App;
use super::super::live::{CollectAny, text, text_memo, word};
use super::super::markup::view;
use super::group::{control_id, note_id};
use crate::browser::document;
use crate::catalog::Catalog;
use crate::fit::{subject, suits};
use crate::locale::Locale;
use crate::query::{Query, field_range, read_params_b};
use crate::units::Decimal;
use leptos::prelude::*;

/// What a typed model stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Typed {
    /// A preset by its id.
    Preset(String),
    /// Total and active parameters in billions.
    Size(Decimal, Option<Decimal>),
}

/// The model with suggestions and what was understood.
#[component]
pub(super) fn ModelField() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let raw = RwSignal::new(None::<String>);
    let unknown = RwSignal::new(false);
    Effect::new(move |_| {
        app.arrivals.track();
        raw.set(None);
        unknown.set(false);
    });
    let shown = text_memo(move || app.query.with(|query| name(app.catalog, query)));
    let understood = text_memo(move || app.query.with(|query| describe(app.catalog, query, t)));
    let on_input = move |event| {
        let text = event_target_value(&event);
        match read(app.catalog, &text) {
            Some(typed) => {
                unknown.set(false);
                app.change(&|query| apply(query, &typed));
            }
            None => unknown.set(!text.trim().is_empty()),
        }
        raw.set(Some(text));
    };
    let on_change = move |_| {
        if !unknown.get_untracked() {
            raw.set(None);
        }
    };
    let workload = app.query.with_untracked(|query| query.workload);
    let options = app
        .catalog
        .models
        .iter()
        .filter(|model| suits(workload, model.kind))
        .map(|model| {
            view! {
                <option value=model.name.clone()>
                    {t.params(model.total)} " · " {model.id.clone()}
                </option>
            }
        })
        .collect_any();
    view! {
        <div class="field" class:wrong=unknown>
            <label for=control_id("m")>{t.label_model()}</label>
            <span class="input">
                <input
                    id=control_id("m")
                    type="text"
                    list="models"
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    placeholder="13b"
                    aria-describedby=note_id("m")
                    aria-invalid=word(move || unknown.get().then_some("true"))
                    prop:value=text(move || raw.get().unwrap_or_else(|| shown.get()))
                    on:focus=|event| document::select_all(&event)
                    on:input=on_input
                    on:change=on_change
                />
            </span>
            <small id=note_id("m")>
                {text(move || {
                    if unknown.get() { t.model_unknown().to_owned() } else { understood.get() }
                })}
            </small>
            <datalist id="models">{options}</datalist>
        </div>
    }
    .into_any()
}

/// The model of a question as the field shows it; the word of the link where it names none.
pub(in super::super) fn name(catalog: &Catalog, query: &Query) -> String {
    match subject(catalog, query) {
        Some(subject) => subject.model.name,
        None => query.model.clone(),
    }
}

/// What is known of the model.
fn describe(catalog: &Catalog, query: &Query, t: Locale) -> String {
    let Some(subject) = subject(catalog, query) else {
        return t.hint_model().to_owned();
    };
    let model = &subject.model;
    let mut parts = vec![t.params(model.total)];
    if model.active != model.total {
        parts.push(t.active_params(model.active));
    }
    if subject.inferred {
        parts.push(t.model_inferred().to_owned());
    } else {
        parts.push(t.model_kind(model.kind).to_owned());
        if let Some(context) = model.max_context {
            parts.push(t.context_up_to(context));
        }
    }
    parts.join(" · ")
}

/// Reads a preset's name or id, or a size such as `13b`, `1.5B`, `30b-a3b`, `130亿`.
fn read(catalog: &Catalog, text: &str) -> Option<Typed> {
    let text = text.trim();
    let preset = catalog
        .models
        .iter()
        .find(|m| m.id.eq_ignore_ascii_case(text) || m.name.eq_ignore_ascii_case(text));
    if let Some(model) = preset {
        return Some(Typed::Preset(model.id.clone()));
    }
    let lower = text.to_ascii_lowercase();
    match lower.split_once(['a', 'ａ', 'Ａ']) {
        Some((total, active)) => {
            let total = total.trim_end_matches(['-', ' ', '－']);
            Some(Typed::Size(
                billions("n", total)?,
                Some(billions("na", active)?),
            ))
        }
        None => Some(Typed::Size(billions("n", &lower)?, None)),
    }
}

/// A size in billions, within the range of its key.
fn billions(key: &str, text: &str) -> Option<Decimal> {
    let size = read_params_b(text).ok()?;
    let (low, high) = field_range(key)?;
    (low.parse().ok()?..=high.parse().ok()?)
        .contains(&size)
        .then_some(size)
}

fn apply(query: &mut Query, typed: &Typed) {
    query.architecture = None;
    query.weight_bytes = None;
    match typed {
        Typed::Preset(id) => {
            query.model.clone_from(id);
            query.params_b = None;
            query.active_b = None;
        }
        Typed::Size(total, active) => {
            query.params_b = Some(*total);
            query.active_b = *active;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn size(text: &str, total: &str, active: Option<&str>) {
        let number = |text: &str| text.parse().unwrap();
        assert_eq!(
            read(&Catalog::default(), text),
            Some(Typed::Size(number(total), active.map(number))),
            "{text}"
        );
    }

    #[test]
    fn reads_sizes() {
        size("13b", "13", None);
        size(" 1.5 B ", "1.5", None);
        size("500m", "0.5", None);
        size("130亿", "13", None);
        size("30b-a3b", "30", Some("3"));
        size("30B A3B", "30", Some("3"));
        size("１３ｂ", "13", None);
        size("1t", "1000", None);
    }

    #[test]
    fn refuses_what_is_no_model() {
        for text in ["", "llama", "0", "-3b", "b", "99999999t", "3b-a", "alpha"] {
            assert_eq!(read(&Catalog::default(), text), None, "{text}");
        }
    }
}
