//! The button under a list that is longer than its page.

use super::app::{App, PAGE};
use super::live::{any, live};
use super::markup::view;
use leptos::prelude::*;

/// Shows another page of cards.
#[component]
pub(super) fn More() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || {
        let all = app.answer.with(|answer| answer.candidates.len());
        let shown = app.shown.get().min(all);
        any((shown < all).then(|| {
            view! {
                <p class="more">
                    <button
                        type="button"
                        on:click=move |_| app.shown.update(|shown| *shown += PAGE)
                    >
                        {t.more()}
                    </button>
                    <span>{t.more_of(shown, all)}</span>
                </p>
            }
        }))
    })
}
