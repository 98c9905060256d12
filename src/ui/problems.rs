//! What was wrong in the link that was opened.

use super::app::App;
use super::live::{CollectAny, any, live};
use super::markup::view;
use crate::query::Problem;
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
            .collect_any()
    };
    live(move || {
        let faults = app.problems.get();
        let some = !faults.is_empty();
        any(some.then(|| {
            view! {
                <section class="problems" role="alert">
                    <div>
                        <p>{t.problems_title()}</p>
                        <ul>{list(faults)}</ul>
                        <p class="soft">{t.problems_note()}</p>
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
