//! Why a card shows what it shows: memory, speed, every cost line, every price with its source.

use super::app::App;
use super::buying::buying;
use super::later::{Later, later};
use super::live::{CollectAny, live};
use super::markup::view;
use super::rules::rules;
use super::source::source;
use crate::browser::document;
use crate::catalog::{OfferIx, PriceKind};
use crate::explain::{self, Item, Term};
use crate::fit::Subject;
use crate::locale::{Locale, terms};
use crate::rank::{self, Candidate, CostItem};
use crate::units::{Currency, Decimal, Money, Ratio};
use leptos::prelude::*;

/// The explanation of a card, built when it is opened.
#[component]
pub(super) fn Why(
    /// The offer.
    offer: OfferIx,
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let is_open = Memo::new(move |_| app.open.with(|open| open.contains(&offer)));
    let body = live(move || {
        if is_open.get() {
            later(Later::Why(offer))
        } else {
            ().into_any()
        }
    });
    view! {
        <details
            class="why"
            prop:open=is_open
            on:toggle=move |event| {
                let open = document::is_open(&event);
                app.open.update(|all| {
                    all.retain(|one| *one != offer);
                    if open {
                        all.push(offer);
                    }
                });
            }
        >
            <summary>{t.why()}</summary>
            <div class="reasons">{body}</div>
        </details>
    }
}

/// The explanation of a card, which follows the answer.
pub(super) fn explained(offer: OfferIx) -> AnyView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || {
        app.answer.with(|answer| {
            answer
                .candidates
                .iter()
                .find(|candidate| candidate.offer == offer)
                .map_or_else(
                    || ().into_any(),
                    |candidate| explanation(app, candidate, answer.subject.as_ref(), t),
                )
        })
    })
    .into_any()
}

fn explanation(app: App, candidate: &Candidate, subject: Option<&Subject>, t: Locale) -> AnyView {
    let offer = app.catalog.offer(candidate.offer);
    let run = app.answer.with_untracked(|answer| answer.own_run);
    let measured = run.map(|run| run.factors()).unwrap_or_default();
    let (memory_terms, speed_terms) = app.query.with(|query| {
        match offer
            .accelerator
            .and_then(|ix| rank::device(app.catalog, query, measured, ix, offer.gpus))
        {
            Some(device) => {
                let (group, sequences) = (candidate.group, candidate.sequences);
                (
                    explain::memory(query, subject, &device, &group, sequences),
                    explain::speed(query, subject, &device, &group, sequences),
                )
            }
            None => (Vec::new(), Vec::new()),
        }
    });
    view! {
        {memory(candidate, &memory_terms, t)}
        {speed(candidate, &speed_terms, t)}
        {cost(app, candidate, t)}
        {buying(app, candidate, t)}
        {prices(app, candidate, t)}
        {steady(candidate, t)}
        {rules(app, candidate, t)}
    }
    .into_any()
}

/// A row of a table of figures.
fn row(name: impl Into<String>, figure: String) -> AnyView {
    let name: String = name.into();
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td>{figure}</td>
        </tr>
    }
    .into_any()
}

/// A figure with its formula and what was put in.
fn term(term: &Term, t: Locale) -> AnyView {
    let inputs: Vec<String> = term
        .inputs
        .iter()
        .map(|(symbol, value)| format!("{} {}", terms::symbol(t, *symbol), t.value(*value)))
        .collect();
    let class = if matches!(term.item, Item::Total | Item::Rate) {
        "total"
    } else {
        ""
    };
    view! {
        <tr class=class>
            <th scope="row">
                {terms::item(t, term.item)}
                <small>{terms::formula(t, term.formula)}</small>
                <span class="inputs">{inputs.join(" · ")}</span>
            </th>
            <td>{t.value(term.result)}</td>
        </tr>
    }
    .into_any()
}

/// A section with a table, and a line above it.
fn table(heading: &'static str, line: String, rows: Vec<AnyView>) -> AnyView {
    view! {
        <section>
            <h3>{heading}</h3>
            <p class="soft">{line}</p>
            <table>
                <tbody>{rows}</tbody>
            </table>
        </section>
    }
    .into_any()
}

fn memory(candidate: &Candidate, terms: &[Term], t: Locale) -> AnyView {
    let mut rows: Vec<AnyView> = terms.iter().map(|each| term(each, t)).collect();
    rows.push(row(t.range(), t.memory_range(candidate.footprint.total)));
    rows.push(row(t.usable(), t.memory(candidate.usable)));
    table(t.why_memory(), t.plan(candidate.plan), rows)
}

fn speed(candidate: &Candidate, terms: &[Term], t: Locale) -> AnyView {
    let speed = &candidate.replica_speed;
    let mut rows: Vec<AnyView> = terms.iter().map(|each| term(each, t)).collect();
    if t.shows_speed(speed.unit) {
        let (expected, ends) = t.speed(candidate.rate, speed.unit);
        let unit = t.speed_unit(speed.unit);
        let figure = t.with_range(&format!("{expected} {unit}"), &ends);
        rows.push(row(t.speed_of_all(), figure));
    }
    if let Some(first) = speed.first_token {
        rows.push(row(t.to_first_token(), t.seconds_range(first)));
    }
    if let Some(each) = speed.per_token {
        rows.push(row(t.per_token(), t.seconds_range(each)));
    }
    table(
        t.why_speed(),
        t.bottleneck(speed.bottleneck).to_owned(),
        rows,
    )
}

fn cost(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    let money = |amount| t.bill(app.in_currency(amount));
    let mut rows: Vec<AnyView> = candidate
        .costs
        .iter()
        .map(|line| {
            let unknown = || t.price_not_known().to_owned();
            let figure = line.per_month.map_or_else(unknown, money);
            // The prices of instances are listed with theirs.
            match line.read.filter(|_| line.item != CostItem::Compute) {
                Some(read) => {
                    let name = t.cost_item(line.item).to_owned();
                    let day = read.as_of.to_string();
                    let from = app.catalog.source(read.source);
                    let from = source(from.title.clone(), from.url.clone());
                    view! {
                        <tr>
                            <th scope="row">
                                {name} <small>{t.price_of()} " " {day} " · " {from}</small>
                            </th>
                            <td>{figure}</td>
                        </tr>
                    }
                    .into_any()
                }
                None => row(t.cost_item(line.item), figure),
            }
        })
        .collect();
    rows.push(row(t.sum_a_month(), money(candidate.per_month)));
    rows.push(row(t.sum_project(), money(candidate.total)));
    let after = candidate.after_end(app.catalog);
    if after.micros() > 0 {
        rows.push(row(t.sum_after(), money(after)));
    }
    if candidate.credit_used.micros() > 0 {
        rows.push(row(t.credit_used(), money(candidate.credit_used)));
    }
    if let Some(share) = candidate.extras_share.filter(|share| *share > Ratio::ZERO) {
        rows.push(row(t.extras_share(), t.percent(share)));
    }
    if let Some(on_demand) = candidate.on_demand.filter(|_| bought_otherwise(candidate)) {
        rows.push(row(t.all_on_demand(), money(on_demand)));
    }
    let range = candidate.total_range;
    if range.low != range.high {
        let usd = |amount: Ratio| {
            let amount = Decimal::from_f64(amount.get());
            app.in_currency(Money::from_decimal(amount, Currency::USD))
        };
        rows.push(row(
            t.range(),
            t.money_range(usd(range.low), usd(range.high)),
        ));
    }
    table(
        t.why_cost(),
        t.hours_a_month(candidate.hours_per_month),
        rows,
    )
}

fn steady(candidate: &Candidate, t: Locale) -> AnyView {
    let steadiness = candidate.steadiness;
    let rows = vec![
        row(t.steady_seller(), t.percent(steadiness.seller)),
        row(t.steady_promised(), t.percent(steadiness.promised)),
        row(t.steady_bought(), t.percent(steadiness.bought)),
        row(t.steady_age(), t.percent(steadiness.age)),
    ];
    table(t.why_steady(), t.percent(steadiness.whole()), rows)
}

/// Whether anything is bought otherwise than on demand.
fn bought_otherwise(candidate: &Candidate) -> bool {
    candidate
        .purchases
        .iter()
        .any(|purchase| purchase.kind != PriceKind::OnDemand)
}

fn prices(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    let items = candidate
        .purchases
        .iter()
        .map(|purchase| {
            let from = app.catalog.source(purchase.source);
            let link = source(from.title.clone(), from.url.clone());
            view! {
                <li>
                    <b>{t.price_kind(purchase.kind)}</b>
                    {purchase.product.map(|product| format!(" · {}", t.product(product)))}
                    " "
                    {t.exact(purchase.rate_per_hour)}
                    " "
                    {t.per_instance_hour()}
                    " · "
                    {t.exact(purchase.rate_per_gpu_hour)}
                    " "
                    {t.per_card_hour()}
                    " · "
                    {t.percent(purchase.share)}
                    " "
                    {t.of_hours()}
                    " · "
                    {t.bill(purchase.total)}
                    {purchase.assumed.then(|| format!(" · {}", t.assumed_discount()))}
                    " · "
                    {purchase.as_of.to_string()}
                    " · "
                    {link}
                </li>
            }
        })
        .collect_any();
    view! {
        <section>
            <h3>{t.why_prices()}</h3>
            <ul class="sources">{items}</ul>
        </section>
    }
    .into_any()
}
