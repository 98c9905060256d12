//! The ranked cards.

use super::app::App;
use super::card::Card;
use super::markup::view;
use crate::catalog::OfferIx;
use leptos::prelude::*;

/// The first cards of the ranking, keyed by offer: when the order changes they move and are not
/// rebuilt, so focus and open explanations stay.
#[component]
pub(super) fn Cards() -> impl IntoView {
    let app = App::get();
    let ids = Memo::new(move |_| {
        let shown = app.shown.get();
        app.answer.with(|answer| {
            answer
                .candidates
                .iter()
                .take(shown)
                .map(|candidate| candidate.offer)
                .collect::<Vec<OfferIx>>()
        })
    });
    view! {
        <ol class="cards">
            <For each=move || ids.get() key=|offer| *offer let(offer)>
                <li>
                    <Card offer />
                </li>
            </For>
        </ol>
    }
}
