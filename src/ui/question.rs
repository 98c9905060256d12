//! The question: folded to one line where the page is narrow.

use super::app::App;
use super::form::Form;
use super::headline::asked;
use super::live::{text, truth, word};
use super::markup::view;
use crate::browser::document;
use leptos::prelude::*;

/// The question with its fold.
#[component]
pub(super) fn Question() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let summary = text(move || {
        app.query.with(|query| {
            let asked = asked(app, query, t);
            let mut parts = vec![t.workload(asked.workload).to_owned()];
            parts.extend(
                [asked.model, asked.how, asked.load]
                    .into_iter()
                    .filter(|part| !part.is_empty()),
            );
            parts.join(" · ")
        })
    });
    view! {
        <section
            class="question"
            aria-label=t.question()
            data-open=truth(move || app.unfolded.get())
        >
            <div class="fold">
                <p>{summary}</p>
                <button
                    type="button"
                    aria-expanded=truth(move || app.unfolded.get())
                    aria-controls="question-form"
                    on:click=move |_| app.unfolded.update(|open| *open = !*open)
                >
                    {word(move || Some(if app.unfolded.get() { t.close() } else { t.edit_question() }))}
                </button>
            </div>
            <div id="question-form" class="folded">
                <Form />
                <p class="form-end">
                    <button
                        type="button"
                        class="primary done"
                        on:click=move |_| {
                            app.unfolded.set(false);
                            document::focus("answer");
                        }
                    >
                        {t.done_question()}
                    </button>
                </p>
            </div>
        </section>
    }
}
