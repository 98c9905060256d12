//! What the seller's rules add to a price, and what the budget buys.

use super::app::App;
use super::live::{CollectAny, any, live};
use super::markup::view;
use crate::browser::document;
use crate::catalog::PriceKind;
use crate::cost::Idle;
use crate::locale::Locale;
use crate::rank::{self, Candidate};
use leptos::prelude::*;

/// Rounding, stopped instances, credit for new customers and the end of a promotion, each as a
/// sentence.
pub(super) fn rules(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    let rules = candidate.seller_rules(app.catalog);
    let kept = rules.kept.map(|kept| {
        t.idle(match kept {
            Idle::Billed(amount) => Idle::Billed(app.in_currency(amount)),
            Idle::OnlyRunning(amount) => Idle::OnlyRunning(app.in_currency(amount)),
            Idle::Free | Idle::Unknown => kept,
        })
    });
    let mut purchases = candidate.purchases.iter();
    let after =
        purchases
            .any(|purchase| purchase.kind == PriceKind::Promotion)
            .then(|| {
                t.after_promotion(app.query.with_untracked(|query| {
                    rank::renewal(app.catalog, query, app.today, candidate)
                }))
            });
    let credit = rules.new_customers.map(|said| t.new_customer_credit(said));
    let lines = [Some(t.billing(rules.billing)), kept, credit, after];
    let lines = lines
        .into_iter()
        .flatten()
        .map(|line| view! { <li>{line}</li> })
        .collect_any();
    view! {
        <section>
            <h3>{t.rules_heading()}</h3>
            <ul class="sources">{lines}</ul>
        </section>
    }
    .into_any()
}

/// The budget turned round, where there is one; worked out when it is opened.
#[component]
pub(super) fn Budget() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let has_budget = Memo::new(move |_| app.query.with(|query| query.budget.is_some()));
    live(move || any(has_budget.get().then(|| details(app, t))))
}

fn details(app: App, t: Locale) -> AnyView {
    let open = RwSignal::new(false);
    let body = live(move || {
        if open.get() {
            bought(app, t)
        } else {
            ().into_any()
        }
    });
    view! {
        <details class="budget" on:toggle=move |event| open.set(document::is_open(&event))>
            <summary>{t.budget_heading()}</summary>
            {body}
        </details>
    }
    .into_any()
}

/// Follows the question for as long as it is open.
fn bought(app: App, t: Locale) -> AnyView {
    let found = app
        .query
        .with(|query| rank::within(app.catalog, query, app.today))
        .unwrap_or_default();
    let model = found.model.as_deref().map(|id| {
        let name = app.catalog.model_by_id(id).map(|model| model.name.as_str());
        t.budget_model(name.unwrap_or(id))
    });
    let lines = [
        model,
        found.context.map(|tokens| t.budget_context(tokens)),
        found.hours.map(|hours| t.budget_hours(hours)),
    ];
    let lines: Vec<String> = lines.into_iter().flatten().collect();
    if lines.is_empty() {
        return view! { <p>{t.budget_nothing()}</p> }.into_any();
    }
    let lines = lines
        .into_iter()
        .map(|line| view! { <li>{line}</li> })
        .collect_any();
    view! {
        <p class="soft">{t.budget_note()}</p>
        <ol>{lines}</ol>
    }
    .into_any()
}
