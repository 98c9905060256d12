//! The order of the answer and how many offers serve.

use super::app::App;
use super::form::Seg;
use super::live::{text, word};
use super::markup::view;
use crate::query::Order;
use crate::units::Currency;
use leptos::prelude::*;

/// Orders, count, and the rate of a converted currency.
#[component]
pub(super) fn Orders() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let count = text(move || {
        app.answer
            .with(|answer| t.count_line(answer.candidates.len(), answer.rankable))
    });
    let rule = word(move || Some(app.query.with(|query| t.order_rule(query.order))));
    let converted = text(move || {
        let currency = app.query.with(|query| query.currency);
        (currency != Currency::USD)
            .then(|| app.catalog.rate(currency))
            .flatten()
            .map_or_else(String::new, |rate| format!(" · {}", t.converted_at(rate)))
    });
    view! {
        <div class="orders">
            <Seg
                name="sort"
                legend=t.orders()
                quiet=true
                choices=Order::ALL
                    .iter()
                    .map(|order| (order.word(), t.order(*order).into()))
                    .collect()
                value=|query| query.order.word()
                set=|query, word| {
                    if let Some(order) = Order::from_word(word) {
                        query.order = order;
                    }
                }
            />
            <p class="count">
                <b>{count}</b>
                <span>" · " {rule} {converted}</span>
            </p>
        </div>
    }
}
