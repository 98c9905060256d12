//! What a plan costs month by month, as bars and as a table.

use super::super::app::App;
use super::super::live::CollectAny;
use super::super::markup::view;
use crate::locale::share_of;
use crate::rank::PlanAnswer;
use crate::units::Money;
use leptos::prelude::*;

/// The bars, which say nothing that the table does not, and the table, in which months that read
/// alike are one row.
pub(super) fn flow(app: App, answer: &PlanAnswer) -> AnyView {
    let t = app.locale.get_untracked();
    let Some(months) = answer.per_month.as_deref() else {
        let unknown = answer.total.map(|_| t.plan_flow_unknown());
        return view! { <p>{unknown}</p> }.into_any();
    };
    let paid: Vec<String> = months
        .iter()
        .map(|month| t.bill(app.in_currency(*month)))
        .collect();
    let mut first = 1;
    let rows = paid
        .chunk_by(|a, b| a == b)
        .map(|alike| {
            let last = first + alike.len() - 1;
            let name = t.plan_months(first, last);
            first = last + 1;
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    <td>{alike.first().cloned()}</td>
                </tr>
            }
            .into_any()
        })
        .collect_any();
    view! {
        <details class="flow" open>
            <summary>{t.plan_flow()}</summary>
            {bars(months)}
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t.plan_flow_month()}</th>
                        <th scope="col">{t.plan_flow_paid()}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
    .into_any()
}

/// One bar per month, as high as its share of the greatest. What comes back has none.
fn bars(months: &[Money]) -> AnyView {
    let most = months.iter().map(|m| m.micros()).max().unwrap_or(0) as f64;
    let bars = months
        .iter()
        .enumerate()
        .map(|(month, paid)| {
            let height = share_of(paid.micros() as f64, most);
            view! { <rect x=month.to_string() width="0.8" height=height /> }.into_any()
        })
        .collect_any();
    let view_box = format!("0 0 {} 100", months.len());
    view! {
        <svg class="months" viewBox=view_box preserveAspectRatio="none" aria-hidden="true">
            <g transform="matrix(1 0 0 -1 0 100)">{bars}</g>
        </svg>
    }
    .into_any()
}
