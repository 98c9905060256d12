//! Why a card shows what it shows: memory, speed, every cost line, every price with its source.

use super::app::App;
use super::bar::part;
use crate::browser::document;
use crate::catalog::OfferIx;
use crate::locale::{Component, Locale};
use crate::rank::Candidate;
use crate::units::Bytes;
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
    let body = move || {
        is_open.get().then(|| {
            app.answer.with(|answer| {
                answer
                    .candidates
                    .iter()
                    .find(|candidate| candidate.offer == offer)
                    .map(|candidate| explanation(app, candidate, t))
            })
        })
    };
    view! {
        <details
            class="why"
            prop:open=is_open
            on:toggle=move |event| {
                let open = document::is_open(&event);
                app.open.update(|set| {
                    if open {
                        set.insert(offer);
                    } else {
                        set.remove(&offer);
                    }
                });
            }
        >
            <summary>{t.why()}</summary>
            <div class="reasons">{body}</div>
        </details>
    }
}

fn explanation(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    view! {
        {memory(candidate, t)}
        {speed(candidate, t)}
        {cost(app, candidate, t)}
        {prices(app, candidate, t)}
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

fn memory(candidate: &Candidate, t: Locale) -> AnyView {
    let footprint = &candidate.footprint;
    let rows = Component::ALL
        .into_iter()
        .filter(|component| part(footprint, *component) > Bytes::ZERO)
        .map(|component| row(t.component(component), t.memory(part(footprint, component))))
        .collect_view();
    view! {
        <section>
            <h3>{t.why_memory()}</h3>
            <p class="soft">{t.plan(candidate.plan)}</p>
            <table>
                <tbody>
                    {rows}
                    {row(t.sum(), t.memory(footprint.total.expected))}
                    {row(t.range(), t.memory_range(footprint.total))}
                    {row(t.usable(), t.memory(candidate.usable))}
                </tbody>
            </table>
        </section>
    }
    .into_any()
}

fn speed(candidate: &Candidate, t: Locale) -> AnyView {
    let speed = &candidate.replica_speed;
    let figures = t.shows_speed(speed.unit).then(|| {
        let unit = t.speed_unit(speed.unit);
        let mut rows = Vec::new();
        let figure = |rate| {
            let (expected, ends) = t.speed(rate, speed.unit);
            t.with_range(&format!("{expected} {unit}"), &ends)
        };
        if candidate.plan.replicas > 1 {
            rows.push(row(t.speed_of_replica(), figure(speed.rate)));
        }
        rows.push(row(t.speed_of_all(), figure(candidate.rate)));
        if let Some(first) = speed.first_token {
            rows.push(row(t.to_first_token(), t.seconds_range(first)));
        }
        if let Some(each) = speed.per_token {
            rows.push(row(t.per_token(), t.seconds_range(each)));
        }
        view! { <table><tbody>{rows}</tbody></table> }
    });
    view! {
        <section>
            <h3>{t.why_speed()}</h3>
            <p class="soft">{t.bottleneck(speed.bottleneck)}</p>
            {figures}
        </section>
    }
    .into_any()
}

fn cost(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    let money = |amount| t.bill(app.in_currency(amount));
    let rows = candidate
        .costs
        .iter()
        .map(|line| row(t.cost_item(line.item), money(line.per_month)))
        .collect_view();
    let range = candidate.total_range;
    let usd = |amount: crate::units::Ratio| {
        app.in_currency(crate::units::Money::from_decimal(
            crate::units::Decimal::from_f64(amount.get()),
            crate::units::Currency::USD,
        ))
    };
    view! {
        <section>
            <h3>{t.why_cost()}</h3>
            <p class="soft">{t.hours_a_month(candidate.hours_per_month)}</p>
            <table>
                <tbody>
                    {rows}
                    {row(t.sum_a_month(), money(candidate.per_month))}
                    {row(t.sum_project(), money(candidate.total))}
                    {(range.low != range.high)
                        .then(|| row(t.range(), t.money_range(usd(range.low), usd(range.high))))}
                </tbody>
            </table>
        </section>
    }
    .into_any()
}

fn prices(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    let items = candidate
        .purchases
        .iter()
        .map(|purchase| {
            let source = app.catalog.source(purchase.source);
            let title = source.title.clone();
            let link = match source.url.clone() {
                Some(url) => view! {
                    <a href=url rel="noopener noreferrer" target="_blank">
                        {title}
                    </a>
                }
                .into_any(),
                None => title.into_any(),
            };
            view! {
                <li>
                    <b>{t.price_kind(purchase.kind)}</b>
                    " "
                    {t.exact(purchase.rate_per_hour)}
                    " "
                    {t.per_instance_hour()}
                    " · "
                    {t.exact(purchase.rate_per_gpu_hour)}
                    " "
                    {t.per_card_hour()}
                    " · "
                    {purchase.as_of.to_string()}
                    " · "
                    {link}
                </li>
            }
        })
        .collect_view();
    view! {
        <section class="prices">
            <h3>{t.why_prices()}</h3>
            <ul>{items}</ul>
        </section>
    }
    .into_any()
}
