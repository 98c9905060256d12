//! What moves the cost of the best pick most.

use super::app::App;
use super::live::{CollectAny, live};
use super::markup::view;
use crate::browser::document;
use crate::rank;
use leptos::prelude::*;

/// Three lines, worked out when they are opened.
#[component]
pub(super) fn Moves() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let open = RwSignal::new(false);
    let body = live(move || {
        if open.get() {
            lines(app)
        } else {
            ().into_any()
        }
    });
    view! {
        <details
            class="moves"
            on:toggle=move |event| open.set(document::is_open(&event))
        >
            <summary>{t.moves_most()}</summary>
            {body}
        </details>
    }
}

/// Follows the answer for as long as it is open.
fn lines(app: App) -> AnyView {
    let t = app.locale.get_untracked();
    let moved = app.query.with(|query| {
        app.answer.with(|answer| {
            let first = answer.candidates.first();
            first
                .map(|first| rank::moves(app.catalog, query, app.today, first))
                .unwrap_or_default()
        })
    });
    if moved.is_empty() {
        return view! { <p>{t.moves_nothing()}</p> }.into_any();
    }
    let items = moved
        .into_iter()
        .map(|moved| {
            let low = app.in_currency(moved.low);
            let ends = match moved.high {
                Some(high) => t.money_range(low, app.in_currency(high)),
                None => format!("{} – {}", t.estimate(low), t.no_fit()),
            };
            view! { <li data-key=moved.key>{t.moved(moved.key, &ends)}</li> }
        })
        .collect_any();
    view! { <ol>{items}</ol> }.into_any()
}
