//! The members of a plan as a table.

use super::super::app::App;
use super::super::card_text::{cards, place};
use super::super::headline::asked;
use super::super::live::{CollectAny, text};
use super::super::markup::view;
use super::focus_add;
use crate::locale::Locale;
use crate::query::Member;
use crate::rank::{PlanAnswer, PlanMember};
use crate::units::Money;
use leptos::prelude::*;

/// One row per member, and the sum.
pub(super) fn members(app: App, answer: &PlanAnswer) -> AnyView {
    let t = app.locale.get_untracked();
    let rows = app.plan.with_untracked(|members| {
        members
            .iter()
            .zip(&answer.members)
            .enumerate()
            .map(|(position, (question, member))| row(app, position, question, member))
            .collect_any()
    });
    view! {
        <div class="scroll" tabindex="0" role="region" aria-label=t.plan_members()>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{t.plan_what()}</th>
                        <th scope="col">{t.plan_instance()}</th>
                        <th scope="col">{t.plan_average()}</th>
                        <th scope="col">{t.plan_total()}</th>
                        <th scope="col">{t.plan_alone()}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
                <tfoot>
                    <tr>
                        <th scope="row" colspan="3">{t.sum()}</th>
                        <td>{amount(app, answer.total)}</td>
                        <td>{amount(app, answer.alone)}</td>
                    </tr>
                </tfoot>
            </table>
        </div>
    }
    .into_any()
}

/// A sum in the currency for display; empty where there is none.
fn amount(app: App, amount: Option<Money>) -> String {
    let t = app.locale.get_untracked();
    amount.map_or_else(String::new, |amount| t.bill(app.in_currency(amount)))
}

/// What a member asks, on one line.
fn summary(app: App, question: &Member, t: Locale) -> String {
    let query = &question.query;
    let asked = asked(app, query, t);
    let mut parts = vec![t.workload(asked.workload).to_owned()];
    let rest = [asked.model, asked.how, asked.load];
    parts.extend(rest.into_iter().filter(|part| !part.is_empty()));
    parts.push(t.usage(query.effective_usage()).to_owned());
    parts.join(" · ")
}

fn row(app: App, position: usize, question: &Member, member: &PlanMember) -> AnyView {
    let t = app.locale.get_untracked();
    let number = position + 1;
    let instance = member.candidate.as_ref().map_or_else(
        || t.plan_unserved().to_owned(),
        |candidate| {
            let offer = app.catalog.offer(candidate.offer);
            let provider = t.provider(app.catalog.provider(offer.provider));
            let mut line = format!(
                "{} · {provider} {}",
                cards(app.catalog, candidate, t),
                place(app.catalog, candidate, t)
            );
            if member.position > 1 {
                line = format!("{line} · {}", t.plan_position(member.position));
            }
            if !member.shared_with.is_empty() {
                line = format!("{line} · {}", t.plan_shared_with(&member.shared_with));
            }
            line
        },
    );
    let problems = question
        .problems
        .iter()
        .map(|problem| view! { <small>{t.problem(problem)}</small> })
        .collect_any();
    let name = text(move || {
        app.plan.with(|members| {
            let member = members.get(position);
            member.map_or_else(String::new, |member| member.name.clone())
        })
    });
    let query = StoredValue::new(question.query.clone());
    let rename = move |event| {
        let name = event_target_value(&event);
        app.change_plan(|members| {
            if let Some(member) = members.get_mut(position) {
                member.rename(&name);
            }
        });
    };
    let replace = move |_| {
        let query = app.query.get_untracked();
        app.change_plan(|members| {
            if let Some(member) = members.get_mut(position) {
                member.query = query;
                member.problems.clear();
            }
        });
    };
    let remove = move |_| {
        app.change_plan(|members| {
            if position < members.len() {
                members.remove(position);
            }
        });
        focus_add();
    };
    let offer = member
        .candidate
        .as_ref()
        .map(|candidate| app.catalog.offer(candidate.offer).id.as_str());
    view! {
        <tr data-member=number data-offer-taken=offer>
            <th scope="row">
                <span>{number}". "</span>
                <input
                    type="text"
                    class="name"
                    maxlength="40"
                    placeholder=t.plan_name()
                    aria-label=t.plan_button(t.plan_name(), number)
                    prop:value=name
                    on:change=rename
                />
                <small>{summary(app, question, t)}</small>
                {problems}
                <span class="doing">
                    <button
                        type="button"
                        class="plain"
                        aria-label=t.plan_button(t.plan_open(), number)
                        on:click=move |_| app.go(query.get_value())
                    >
                        {t.plan_open()}
                    </button>
                    <button
                        type="button"
                        class="plain"
                        title=t.plan_replace_hint()
                        aria-label=t.plan_button(t.plan_replace(), number)
                        on:click=replace
                    >
                        {t.plan_replace()}
                    </button>
                    <button
                        type="button"
                        class="plain"
                        aria-label=t.plan_button(t.plan_remove(), number)
                        on:click=remove
                    >
                        {t.plan_remove()}
                    </button>
                </span>
            </th>
            <td>{instance}</td>
            <td>{amount(app, member.per_month)}</td>
            <td>{amount(app, member.total)}</td>
            <td>{amount(app, member.alone)}</td>
        </tr>
    }
    .into_any()
}
