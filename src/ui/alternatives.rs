//! What competes with renting: own hardware, token APIs, cards by the second, processors.

use super::app::App;
use super::live::{CollectAny, any, live};
use super::markup::view;
use crate::cost::own::Spread;
use crate::locale::{Locale, significant};
use crate::rank::{Alternatives, Api, Cpu, Own, Serverless};
use crate::units::{Hours, Money};
use leptos::prelude::*;

/// Rows of a table that are shown.
const ROWS: usize = 6;

/// The section below the cards; nothing where nothing competes.
#[component]
pub(super) fn AlternativesView() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || {
        any(app.answer.with(|answer| {
            let all = &answer.alternatives;
            let some = all.own.is_some()
                || all.cpu.is_some()
                || !all.api.is_empty()
                || !all.serverless.is_empty();
            some.then(|| section(app, all, t))
        }))
    })
}

fn section(app: App, all: &Alternatives, t: Locale) -> AnyView {
    view! {
        <section class="alternatives" aria-labelledby="alternatives">
            <h2 id="alternatives">{t.alternatives()}</h2>
            <p class="soft">{t.alternatives_note()}</p>
            {all.own.as_ref().map(|own| owned(app, own, t))}
            {(!all.api.is_empty()).then(|| tokens(app, &all.api, t))}
            {(!all.serverless.is_empty()).then(|| seconds(app, &all.serverless, t))}
            {all.cpu.as_ref().and_then(|cpu| processors(app, cpu, t))}
        </section>
    }
    .into_any()
}

/// A part that opens, with a line that says what it comes to.
fn part(heading: &'static str, line: String, body: AnyView) -> AnyView {
    view! {
        <details class="part">
            <summary>
                <b>{heading}</b>
                " "
                <span>{line}</span>
            </summary>
            <div class="reasons">{body}</div>
        </details>
    }
    .into_any()
}

fn row(name: &'static str, figure: String) -> AnyView {
    view! {
        <tr>
            <th scope="row">{name}</th>
            <td>{figure}</td>
        </tr>
    }
    .into_any()
}

fn verdict(cheaper: bool, t: Locale) -> &'static str {
    if cheaper {
        t.cheaper_than_best()
    } else {
        t.dearer_than_best()
    }
}

fn owned(app: App, own: &Own, t: Locale) -> AnyView {
    let money = |spread: Spread| {
        let shown = spread.map(|amount| app.in_currency(amount));
        t.spread(shown.low, shown.expected, shown.high)
    };
    let back =
        |time: Option<Hours>| time.map_or_else(|| t.own_never().to_owned(), |time| t.months(time));
    let name = &app.catalog.accelerator(own.accelerator).name;
    let cards = t.own_cards(own.cards.saturating_mul(own.servers), name);
    let mut rows = vec![
        row(t.own_upfront(), money(own.upfront)),
        row(t.own_running(), money(own.per_month)),
        row(t.own_power(), money(own.electricity)),
        row(t.own_resale(), t.bill(app.in_currency(own.resale))),
        row(t.own_total(), money(own.total)),
    ];
    if own.rent.is_some() {
        rows.push(row(t.own_pays_back(), back(own.break_even)));
    }
    if own.rent_same_card.is_some() {
        rows.push(row(t.own_pays_back_same(), back(own.break_even_same_card)));
    }
    let notes = [
        (own.per_card.host_assumed, t.own_host_assumed()),
        (!own.meets_targets, t.own_misses()),
    ];
    let notes = notes
        .into_iter()
        .filter(|(holds, _)| *holds)
        .map(|(_, note)| view! { <p class="soft">{note}</p> });
    let line = t.compared(&cards, verdict(own.cheaper, t));
    let body = view! {
        {notes.collect_any()}
        <table>
            <tbody>{rows}</tbody>
        </table>
        {curve(own, t)}
    };
    part(t.own_heading(), line, body.into_any())
}

/// Both sums by month as two lines.
fn curve(own: &Own, t: Locale) -> Option<AnyView> {
    let last = own.curve.last()?;
    let most = own
        .curve
        .iter()
        .map(|point| point.own.micros().max(point.rent.micros()))
        .max()
        .filter(|most| *most > 0)? as f64;
    let months = f64::from(last.month.max(1));
    let line = |of: fn(&crate::cost::own::Point) -> i64| -> String {
        let points = own.curve.iter().map(|point| {
            let x = significant(f64::from(point.month) / months * 600.0, 4);
            let y = significant(120.0 - of(point) as f64 / most * 116.0, 4);
            format!("{x},{y}")
        });
        points.collect::<Vec<_>>().join(" ")
    };
    let view = view! {
        <figure class="curve">
            <svg viewBox="0 0 600 120" preserveAspectRatio="none" role="img" aria-label=t.own_curve()>
                <polyline class="own" points=line(|point| point.own.micros()) />
                <polyline class="rent" points=line(|point| point.rent.micros()) />
            </svg>
            <figcaption>
                {t.own_curve()} " · "
                <span class="own">{t.own_line()}</span> " · "
                <span class="rent">{t.rent_line()}</span> " · "
                {t.months(Hours::MONTH * months)}
            </figcaption>
        </figure>
    };
    Some(view.into_any())
}

/// One seller of a table: its name, what is said of it in small, and its figures.
struct Seller {
    name: String,
    note: String,
    figures: Vec<String>,
}

/// Sellers with their figures below headings, of which the first is that of the names.
fn sellers(headings: &[&'static str], rows: Vec<Seller>) -> AnyView {
    let headings = headings
        .iter()
        .map(|heading| view! { <th scope="col">{*heading}</th> });
    let rows = rows.into_iter().map(|row| {
        let figures = row
            .figures
            .into_iter()
            .map(|figure| view! { <td>{figure}</td> });
        view! {
            <tr>
                <th scope="row">
                    {row.name}
                    <small>{row.note}</small>
                </th>
                {figures.collect_any()}
            </tr>
        }
    });
    view! {
        <div class="wide">
            <table>
                <thead>
                    <tr>{headings.collect_any()}</tr>
                </thead>
                <tbody>{rows.collect_any()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A month in the currency shown, or as the seller asks it where there is no rate.
fn a_month(app: App, native: Money, usd: Option<Money>, t: Locale) -> String {
    match usd {
        Some(usd) => t.bill(app.in_currency(usd)),
        None => format!("{} ({})", t.bill(native), t.no_exchange_rate()),
    }
}

fn tokens(app: App, all: &[Api], t: Locale) -> AnyView {
    let month = |api: &Api| a_month(app, api.per_month, api.per_month_usd, t);
    let rows = all.iter().take(ROWS).filter_map(|api| {
        let price = app.catalog.market.tokens.get(api.price)?;
        let even = api
            .break_even_per_day
            .map_or_else(|| t.api_never().to_owned(), |tokens| t.tokens_a_day(tokens));
        let each = format!("{} / {}", t.exact(price.input), t.exact(price.output));
        Some(Seller {
            name: price.seller.clone(),
            note: format!("{} · {}", price.name, price.as_of),
            figures: vec![each, month(api), even],
        })
    });
    let headings = [t.api_seller(), t.api_price(), t.api_month(), t.api_even()];
    let full = all.first().is_some_and(|api| api.volume.full_use);
    let line = all.first().map(month).unwrap_or_default();
    let body = view! {
        {full.then(|| view! { <p class="soft">{t.api_full()}</p> })}
        {sellers(&headings, rows.collect())}
    };
    let line = format!("{line} {}", t.a_month());
    part(t.api_heading(), line, body.into_any())
}

fn seconds(app: App, all: &[Serverless], t: Locale) -> AnyView {
    let month = |entry: &Serverless| a_month(app, entry.per_month, entry.per_month_usd, t);
    let rows = all.iter().take(ROWS).filter_map(|entry| {
        let price = app.catalog.market.serverless.get(entry.price)?;
        let name = &app.catalog.accelerator(price.accelerator).name;
        let crossing = entry
            .crossing
            .map_or_else(String::new, |share| t.percent(share));
        let cards = t.own_cards(price.cards.saturating_mul(entry.workers), name);
        let lacks =
            entry.idle_unknown || entry.start_unknown || entry.rounding_unknown || entry.host_extra;
        let notes = [
            (!entry.meets_targets, t.serverless_misses()),
            (lacks, t.serverless_lacks()),
        ];
        let notes: String = notes
            .into_iter()
            .filter(|(holds, _)| *holds)
            .map(|(_, note)| format!(" · {note}"))
            .collect();
        Some(Seller {
            name: price.seller.clone(),
            note: format!("{cards} · {}{notes}", price.as_of),
            figures: vec![month(entry), crossing],
        })
    });
    let headings = [t.api_seller(), t.api_month(), t.serverless_below()];
    let line = all.first().map(month).unwrap_or_default();
    let body = sellers(&headings, rows.collect());
    let line = format!("{line} {}", t.a_month());
    part(t.serverless_heading(), line, body)
}

fn processors(app: App, cpu: &Cpu, t: Locale) -> Option<AnyView> {
    let host = app.catalog.market.cpus.get(cpu.offer)?;
    let month = format!("{} {}", t.bill(app.in_currency(cpu.per_month)), t.a_month());
    let line = t.compared(
        &t.cpu_hosts(cpu.instances, &host.instance, cpu.rate.expected),
        &t.join(&[&month, verdict(cpu.cheaper, t)]),
    );
    let seller = app.catalog.provider(host.provider);
    let name = t.provider(seller).to_owned();
    let mut rows = vec![
        row(t.api_seller(), format!("{name} · {}", host.region.name)),
        row(t.own_total(), t.bill(app.in_currency(cpu.total))),
    ];
    if let Some(first) = cpu.first_token {
        rows.push(row(t.to_first_token(), t.seconds_range(first)));
    }
    if let Some(each) = cpu.per_token {
        rows.push(row(t.per_token(), t.seconds_range(each)));
    }
    let body = view! {
        <table>
            <tbody>{rows}</tbody>
        </table>
    };
    Some(part(t.cpu_heading(), line, body.into_any()))
}
