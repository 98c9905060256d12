//! What was wrong in the link that was opened.

use super::app::App;
use super::live::{any, live};
use crate::query::{Problem, ProblemReason};
use leptos::prelude::*;

/// Says in words what could not be used, and what is kept without effect.
#[component]
pub(super) fn Problems() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let list = move |problems: Vec<Problem>| {
        problems
            .iter()
            .map(|problem| view! { <li>{t.problem(problem)}</li> })
            .collect_view()
    };
    live(move || {
        let (notes, faults): (Vec<_>, Vec<_>) = app
            .problems
            .get()
            .into_iter()
            .partition(|problem| problem.reason == ProblemReason::NotUsedYet);
        let some = !notes.is_empty() || !faults.is_empty();
        any(some.then(|| {
            view! {
                <section class="problems" role="alert">
                    <div>
                        {(!faults.is_empty())
                            .then(|| {
                                view! {
                                    <p>{t.problems_title()}</p>
                                    <ul>{list(faults)}</ul>
                                    <p class="soft">{t.problems_note()}</p>
                                }
                            })}
                        {(!notes.is_empty())
                            .then(|| {
                                view! {
                                    <p>{t.notes_title()}</p>
                                    <ul>{list(notes)}</ul>
                                }
                            })}
                    </div>
                    <button
                        type="button"
                        class="plain"
                        on:click=move |_| app.problems.set(Vec::new())
                    >
                        {t.dismiss()}
                    </button>
                </section>
            }
        }))
    })
}
