//! How a candidate is bought: the week by kind of purchase, and the risk of spot.

use super::app::App;
use super::live::CollectAny;
use super::markup::view;
use crate::cost::spot;
use crate::locale::{Locale, significant};
use crate::query::Query;
use crate::rank::{self, Candidate, KindWeek, SpotFacts};
use crate::units::{Hours, Ratio};
use leptos::prelude::*;

/// The chart of the week and the facts of spot, where there are any.
pub(super) fn buying(app: App, candidate: &Candidate, t: Locale) -> AnyView {
    let (week, spot, pays) = app.query.with_untracked(|query: &Query| {
        (
            rank::schedule(query, candidate),
            candidate.spot(query),
            spot_pays(app, query, candidate, t),
        )
    });
    let week = week.filter(|kinds| is_worth_a_chart(kinds));
    view! {
        {week.map(|kinds| chart(&kinds, t))}
        {spot.map(|facts| spot_table(&facts, pays, t))}
    }
    .into_any()
}

/// Whether spot pays for a job, in a sentence; `None` where there is nothing to say.
pub(super) fn spot_pays(
    app: App,
    query: &Query,
    candidate: &Candidate,
    t: Locale,
) -> Option<String> {
    let pays = candidate.spot_pays(query)?;
    let money = |amount| t.bill(app.in_currency(amount));
    Some(t.spot_pays(&pays, &money(pays.on_spot), &money(pays.on_demand)))
}

/// One kind that is level all week is said in words already.
fn is_worth_a_chart(kinds: &[KindWeek]) -> bool {
    kinds.len() > 1
        || kinds.iter().any(|kind| {
            kind.instances
                .windows(2)
                .any(|pair| pair.first() != pair.last())
        })
}

/// Units of the chart: an hour is 4 wide, the most instances are 96 high.
const HOUR: usize = 4;
const HEIGHT: f64 = 96.0;

fn chart(kinds: &[KindWeek], t: Locale) -> AnyView {
    let hours = kinds.first().map_or(0, |kind| kind.instances.len());
    let sum = |hour: usize, upto: usize| -> u32 {
        let below = kinds.iter().take(upto);
        below
            .map(|kind| kind.instances.get(hour).copied().unwrap_or(0))
            .sum()
    };
    let most = (0..hours)
        .map(|hour| sum(hour, kinds.len()))
        .max()
        .unwrap_or(0)
        .max(1);
    let level = |instances: u32| HEIGHT * (1.0 - f64::from(instances) / f64::from(most));
    let bands = kinds.iter().enumerate().map(|(position, kind)| {
        let mut path = String::new();
        // Up the steps of the upper edge, and back along those of the lower one.
        for hour in 0..hours {
            let y = significant(level(sum(hour, position + 1)), 4);
            let start = if hour == 0 { "M" } else { "L" };
            path.push_str(&format!("{start}{} {y}H{}", hour * HOUR, (hour + 1) * HOUR));
        }
        for hour in (0..hours).rev() {
            let y = significant(level(sum(hour, position)), 4);
            path.push_str(&format!("L{} {y}H{}", (hour + 1) * HOUR, hour * HOUR));
        }
        view! { <path class=format!("k-{}", kind.kind.word()) d=path /> }
    });
    let days = (1..7).map(|day| {
        let x = (day * 24 * HOUR).to_string();
        view! { <line x1=x.clone() x2=x y1="0" y2="96" /> }
    });
    let legend = kinds.iter().map(|kind| {
        let most = kind.instances.iter().max().copied().unwrap_or(0);
        view! {
            <li>
                <i class=format!("k-{}", kind.kind.word())></i>
                {format!("{} ≤ {most}", t.price_kind(kind.kind))}
            </li>
        }
    });
    view! {
        <section class="weekly">
            <h3>{t.why_week()}</h3>
            <p class="soft">{t.week_note()}</p>
            <svg
                viewBox="0 0 672 96"
                preserveAspectRatio="none"
                role="img"
                aria-label=format!("{} {}", t.why_week(), t.week_peak(most))
            >
                {bands.collect_any()}
                {days.collect_any()}
            </svg>
            <ul>{legend.collect_any()}</ul>
        </section>
    }
    .into_any()
}

fn spot_table(facts: &SpotFacts, pays: Option<String>, t: Locale) -> AnyView {
    let risk = facts.risk;
    let hours = |hours: Hours| t.duration(hours);
    let even = |even: Option<Hours>| {
        // At no lower price it does not pay either where it is never interrupted.
        let otherwise = |ratio: Ratio| {
            if ratio < Ratio::new(1.0) {
                t.always()
            } else {
                t.never_pays()
            }
        };
        risk.price_ratio
            .filter(|_| risk.run.is_some())
            .map(|ratio| even.map_or_else(|| otherwise(ratio).to_owned(), hours))
    };
    let best = |best: Hours| spot::sensible(best, Hours::MONTH).map(hours);
    let rows = [
        (t.spot_rate(), Some(t.hazard(risk.hazard))),
        (t.spot_paid(), Some(t.paid_hours(risk.factor))),
        (
            t.spot_spares(),
            (risk.spares > 0).then(|| risk.spares.to_string()),
        ),
        (t.spot_checkpoint(), facts.interval.map(hours)),
        (t.spot_best(), facts.best_interval.and_then(best)),
        (t.spot_chance(), facts.chance.map(|chance| t.chance(chance))),
        (t.spot_even(), even(facts.break_even)),
        (
            t.spot_even_saved(),
            facts
                .best_interval
                .and_then(|_| even(facts.break_even_saved)),
        ),
    ];
    let rows = rows.into_iter().filter_map(|(name, figure)| {
        let figure = figure?;
        Some(view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{figure}</td>
            </tr>
        })
    });
    view! {
        <section>
            <h3>{t.spot_heading()}</h3>
            {pays.map(|pays| view! { <p class="soft">{pays}</p> })}
            <table>
                <tbody>{rows.collect_any()}</tbody>
            </table>
        </section>
    }
    .into_any()
}
