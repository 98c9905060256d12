//! A plan of several questions: what is in it, what it costs, and when that is paid.

mod flow;
mod members;

use super::app::App;
use super::live::{CollectAny, any, flag, live, text};
use super::markup::view;
use crate::browser::document;
use crate::query::{MOST_MEMBERS, Member, Portfolio};
use crate::rank::{self, PlanAnswer};
use flow::flow;
use leptos::prelude::*;
use members::members;
use std::sync::Arc;
use std::time::Duration;

/// The plan, with the way to put the question of the form into it.
#[component]
pub(super) fn PlanView() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let full = move || app.plan.with(|members| members.len() >= MOST_MEMBERS);
    let note = text(move || {
        if full() {
            t.plan_full(MOST_MEMBERS)
        } else {
            String::new()
        }
    });
    // Computed anew when what is asked changes.
    let answered_plan = move |_: Option<&Arc<PlanAnswer>>| {
        let members = app.plan_asked.get().into_iter().map(|query| Member {
            query,
            ..Member::default()
        });
        let portfolio = Portfolio {
            members: members.collect(),
            ..Portfolio::default()
        };
        Arc::new(rank::plan(app.catalog, &portfolio, app.today))
    };
    let plan_answer = Memo::new_with_compare(answered_plan, |_, _| true);
    view! {
        <section class="plan" aria-labelledby="plan-title">
            <h2 id="plan-title">{t.plan_title()}</h2>
            <p class="soft">{t.plan_hint()}</p>
            <p>
                <button type="button" id="plan-add" disabled=flag(full) on:click=move |_| add(app)>
                    {t.plan_add()}
                </button>
                " "
                <span role="status">{note}</span>
            </p>
            {live(move || {
                app.plan_asked.track();
                let answer = plan_answer.get();
                any((!answer.members.is_empty()).then(|| answered(app, &answer)))
            })}
        </section>
    }
}

/// Puts the question of the form into the plan.
fn add(app: App) {
    let query = app.query.get_untracked();
    app.change_plan(|members| {
        if members.len() < MOST_MEMBERS {
            members.push(Member {
                query,
                ..Member::default()
            });
        }
    });
}

/// Where the focus goes when what had it is gone.
fn focus_add() {
    set_timeout(|| document::focus("plan-add"), Duration::ZERO);
}

fn answered(app: App, answer: &PlanAnswer) -> AnyView {
    let t = app.locale.get_untracked();
    let bill = |amount| t.bill(app.in_currency(amount));
    let shares = answer
        .shared
        .iter()
        .map(|shared| {
            let instance = &app.catalog.offer(shared.offer).instance;
            let (rent, apart) = (bill(shared.rent), bill(shared.rent_apart));
            let most = shared.most_instances;
            let line = t.plan_shares(&shared.members, most, instance, &rent, &apart);
            view! { <li>{line}</li> }
        })
        .collect_any();
    let on_demand = answer.all_on_demand.map(|amount| {
        let saving = answer.saving().map(|share| t.percent(share));
        view! { <li>{t.plan_on_demand(&bill(amount), saving.as_deref())}</li> }
    });
    view! {
        {members(app, answer)}
        <ul>{shares} {on_demand}</ul>
        {flow(app, answer)}
        <p>
            <button
                type="button"
                class="plain"
                on:click=move |_| {
                    app.change_plan(Vec::clear);
                    focus_add();
                }
            >
                {t.plan_clear()}
            </button>
        </p>
    }
    .into_any()
}
