//! The model from its own file: chosen, dropped or pasted.

use super::super::app::App;
use super::super::live::{CollectAny, flag, live, word};
use super::super::markup::view;
use super::group::{control_id, note_id};
use crate::browser::files::{self, LocalFile};
use crate::locale::Locale;
use crate::query::{CustomShape, Query};
use crate::reader::{Described, ReadError, Step, read};
use crate::units::{Bytes, Decimal};
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// What came of the last file.
#[derive(Clone, Debug, PartialEq)]
struct Outcome {
    /// What to say of it, line by line.
    lines: Vec<String>,
    /// The model that it gave, for which alone the lines hold; `None` where it was refused.
    gave: Option<(Option<Decimal>, Option<CustomShape>)>,
}

impl Outcome {
    /// Whether it is still true of a question.
    fn holds(&self, query: &Query) -> bool {
        self.gave
            .as_ref()
            .is_none_or(|(size, shape)| *size == query.params_b && *shape == query.architecture)
    }
}

/// Reads the head of a file, slice by slice.
async fn describe(file: &LocalFile, t: Locale) -> Result<Described, String> {
    let (name, length) = (file.name(), file.length());
    let refused = |error: ReadError| format!("{name}: {}", t.read_error(&error));
    let mut head = Vec::new();
    loop {
        match read(&name, &head, length).map_err(refused)? {
            Step::Done(described) => return Ok(*described),
            Step::Need(bytes) => {
                let before = head.len();
                head = file.head(bytes).await.unwrap_or_default();
                if head.len() <= before {
                    return Err(format!("{name}: {}", t.file_unreadable()));
                }
            }
        }
    }
}

/// What a file says, in lines for a person.
fn lines(described: &Described, t: Locale) -> Vec<String> {
    let model = &described.model;
    let mut parts = vec![model.name.clone(), t.params(model.total)];
    if let Some(format) = described.weights {
        parts.push(t.weight_format(format).to_owned());
    }
    if let Some(bytes) = described.weight_bytes {
        #[expect(clippy::cast_precision_loss, reason = "shown with three digits")]
        parts.push(t.memory(Bytes::new(bytes as f64)));
    }
    parts.push(t.file_kind(described.source).to_owned());
    parts.retain(|part| !part.is_empty());
    let notes = described.notes.iter().map(|note| t.file_note(note));
    std::iter::once(parts.join(" · ")).chain(notes).collect()
}

/// Takes what was read into the question, as a step of its own.
fn settle(
    app: App,
    outcome: RwSignal<Option<Outcome>>,
    described: Option<Described>,
    mut faults: Vec<String>,
) {
    let t = app.locale.get_untracked();
    let Some(described) = described else {
        outcome.set(Some(Outcome {
            lines: faults,
            gave: None,
        }));
        return;
    };
    let mut query = app.query.get_untracked();
    described.apply(&mut query);
    let gave = Some((query.params_b, query.architecture.clone()));
    let mut lines = lines(&described, t);
    lines.append(&mut faults);
    app.go(query);
    outcome.set(Some(Outcome { lines, gave }));
}

/// Files to choose or drop, a text to paste, and what was read.
#[component]
pub(in super::super) fn ModelFile() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let outcome = RwSignal::new(None::<Outcome>);
    let over = RwSignal::new(false);
    // Counts what was asked for, so that a slow file does not overtake a later one.
    let asked = StoredValue::new(0_u32);
    let take = move |files: Vec<LocalFile>| {
        if files.is_empty() {
            return;
        }
        let turn = asked.get_value().wrapping_add(1);
        asked.set_value(turn);
        spawn_local(async move {
            let mut all: Option<Described> = None;
            let mut faults = Vec::new();
            for file in &files {
                match describe(file, t).await {
                    Ok(read) => {
                        all = Some(match all {
                            Some(before) => before.with(read),
                            None => read,
                        });
                    }
                    Err(fault) => faults.push(fault),
                }
            }
            if asked.try_get_value() == Some(turn) {
                settle(app, outcome, all, faults);
            }
        });
    };
    let paste = move |event| {
        let text = event_target_value(&event);
        if text.trim().is_empty() {
            outcome.set(None);
            return;
        }
        let length = u64::try_from(text.len()).unwrap_or(u64::MAX);
        match read("", text.as_bytes(), length) {
            Ok(Step::Done(described)) => settle(app, outcome, Some(*described), Vec::new()),
            Ok(Step::Need(_)) => settle(
                app,
                outcome,
                None,
                vec![t.read_error(&ReadError::Truncated)],
            ),
            Err(error) => settle(app, outcome, None, vec![t.read_error(&error)]),
        }
    };
    let said = Memo::new(move |_| {
        outcome
            .get()
            .filter(|outcome| app.query.with(|query| outcome.holds(query)))
    });
    let wrong = move || said.with(|said| said.as_ref().is_some_and(|o| o.gave.is_none()));
    let note = live(move || {
        let said = said.get();
        let lines = said.map_or_else(|| vec![t.file_hint().to_owned()], |said| said.lines);
        let line = |line: String| view! { <span>{line}</span> };
        lines.into_iter().map(line).collect_any().into_any()
    });
    view! {
        <div
            class="field file"
            class:wrong=flag(wrong)
            class:over=over
            on:dragover=move |event| {
                event.prevent_default();
                over.set(true);
            }
            on:dragleave=move |_| over.set(false)
            on:drop=move |event| {
                event.prevent_default();
                over.set(false);
                take(files::dropped(&event));
            }
        >
            <label for=control_id("file")>{t.file_label()}</label>
            <span class="pick">
                <input
                    id=control_id("file")
                    type="file"
                    multiple
                    accept=".json,.safetensors,.gguf"
                    aria-describedby=note_id("file")
                    aria-invalid=word(move || wrong().then_some("true"))
                    on:change=move |event| take(files::chosen(&event))
                />
                <span aria-hidden="true">{t.file_choose()}</span>
            </span>
            <small id=note_id("file") role="status">{note}</small>
        </div>
        <details class="finer">
            <summary>{t.file_paste()}</summary>
            <textarea
                id=control_id("paste")
                aria-label="config.json"
                aria-describedby=note_id("file")
                rows="5"
                spellcheck="false"
                on:input=paste
            ></textarea>
        </details>
    }
    .into_any()
}
