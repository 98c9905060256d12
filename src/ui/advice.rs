//! Usual mistakes of the best pick, each with the question that mends it.

use super::app::App;
use super::live::{CollectAny, any, live};
use super::markup::view;
use crate::browser::document;
use crate::query::{encode, keys};
use crate::rank::{self, Advice};
use leptos::prelude::*;

/// The advice under the headline. What mends a mistake is looked for when it is opened, for that
/// takes several rankings.
#[component]
pub(super) fn AdviceList() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || {
        let advice: Vec<Advice> = app.query.with(|query| {
            app.answer.with(|answer| {
                let first = answer.candidates.first();
                first
                    .map(|first| rank::advise(app.catalog, query, app.today, answer, first))
                    .unwrap_or_default()
            })
        });
        any((!advice.is_empty()).then(|| {
            let items = advice.iter().map(|advice| item(app, advice)).collect_any();
            view! {
                <section class="advice" aria-labelledby="advice-name">
                    <h2 id="advice-name">{t.advice()}</h2>
                    {items}
                </section>
            }
        }))
    })
}

fn item(app: App, advice: &Advice) -> AnyView {
    let t = app.locale.get_untracked();
    let money = advice.money.map(|money| t.bill(app.in_currency(money)));
    let sentence = t.advice_of(advice, money.as_deref());
    let (advice, code) = (*advice, advice.code);
    let open = RwSignal::new(false);
    let body = live(move || {
        if open.get() {
            way_out(app, &advice)
        } else {
            ().into_any()
        }
    });
    view! {
        <details
            data-advice=code.code()
            on:toggle=move |event| open.set(document::is_open(&event))
        >
            <summary>{sentence}</summary>
            {body}
        </details>
    }
    .into_any()
}

/// The link to the question that mends a mistake, with what it changes and costs.
fn way_out(app: App, advice: &Advice) -> AnyView {
    let t = app.locale.get_untracked();
    let query = app.query.get_untracked();
    let answer = app.answer.get_untracked();
    let Some(first) = answer.candidates.first() else {
        return ().into_any();
    };
    let money = |amount| t.bill(app.in_currency(amount));
    let Some(mend) = rank::mend(app.catalog, &query, app.today, &answer, first, advice.code) else {
        let least = advice.others.and_then(|others| others.least).map(money);
        return view! { <p>{t.no_way_out(advice, least.as_deref())}</p> }.into_any();
    };
    let offer = app.catalog.offer(mend.offer);
    let provider = t.provider(app.catalog.provider(offer.provider));
    let text = t.instead(
        &format!("{provider} {}", offer.instance),
        &money(mend.total),
        &money(first.total),
    );
    let changed = changed_keys(&encode(&query), &encode(&mend.query));
    let names: Vec<&str> = changed.iter().map(|key| t.key(key)).collect();
    let names = t.join(&names);
    let href = app.href(&mend.query);
    view! {
        <p>
            {t.ask_instead()}
            " "
            <a
                href=href
                on:click=move |event| {
                    event.prevent_default();
                    app.go(mend.query.clone());
                }
            >
                {text}
            </a>
            <small>{t.changes()} " " {names}</small>
        </p>
    }
    .into_any()
}

/// The keys that two links state differently.
fn changed_keys(old: &str, new: &str) -> Vec<&'static str> {
    let value = |link: &str, key: &str| {
        link.split('&').find_map(|pair| {
            let (name, value) = pair.split_once('=')?;
            (name == key).then(|| value.to_owned())
        })
    };
    keys()
        .filter(|key| value(old, key) != value(new, key))
        .collect()
}
