//! The answer: headline, need, order, cards, and why not the others.

use super::app::App;
use super::cards::Cards;
use super::headline::Headline;
use super::later::{Later, later};
use super::live::{any, live};
use super::markup::view;
use super::more::More;
use super::need::NeedFigure;
use super::orders::Orders;
use leptos::prelude::*;

/// The answer.
#[component]
pub(super) fn AnswerView() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    view! {
        <section id="answer" class="answer" aria-label=t.answer() tabindex="-1">
            <Headline />
            {live(move || {
                any(app
                    .answer
                    .with(|answer| answer.work_unstated)
                    .then(|| view! { <p class="unstated">{t.work_unstated()}</p> }))
            })}
            <NeedFigure />
            <Orders />
            {live(move || {
                let tied = app.answer.with(|answer| answer.tied);
                any((tied > 0).then(|| view! { <p class="ties">{t.tied_with_first(tied)}</p> }))
            })}
            <Cards />
            <More />
            {later(Later::Rest)}
        </section>
    }
}
