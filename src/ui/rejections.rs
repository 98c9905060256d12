//! Why not the others, and what would help where nothing serves.

use super::app::App;
use super::live::{CollectAny, any, live};
use super::markup::view;
use super::suggest::suggestions;
use crate::catalog::{NotRankable, ProviderIx};
use crate::rank::{Closest, Reject, Rejection};
use crate::sorted::SortedMap;
use leptos::prelude::*;

/// Reasons with counts, the closest offer, and the way out.
#[component]
pub(super) fn Rejections() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let reasons = live(move || {
        let (rejected, unoffered, unmet) = app.answer.with(|answer| {
            let (unoffered, unmet) = (answer.unoffered.clone(), answer.unmet.clone());
            (answer.rejected.clone(), unoffered, unmet)
        });
        any((!rejected.is_empty()).then(|| {
            let unoffered = unoffered
                .iter()
                .map(|word| t.unoffered(&card_of(app, word)))
                .chain(unmet.iter().map(|word| t.unmet(word)))
                .map(|said| view! { <p>{said}</p> })
                .collect_any();
            let items = rejected
                .iter()
                .map(|rejection| reason(app, rejection))
                .collect_any();
            view! {
                <section class="rest" aria-labelledby="rest-name">
                    <h2 id="rest-name">{t.why_not()}</h2>
                    {unoffered}
                    <ul>{items}</ul>
                </section>
            }
        }))
    });
    view! {
        <WaysOut />
        {reasons}
    }
}

/// A word of the card filter as a person reads it: the card's name, or the word of a family.
fn card_of(app: App, word: &str) -> String {
    app.catalog
        .accelerator_by_id(word)
        .map_or_else(|| word.to_owned(), |(_, card)| card.name.clone())
}

fn reason(app: App, rejection: &Rejection) -> AnyView {
    let t = app.locale.get_untracked();
    let closest = rejection.closest.map(|closest| {
        view! { <small>{t.closest()} {t.closest_offer(&closest_name(app, &closest), &closest)}</small> }
    });
    view! {
        <li>
            <b>{crate::locale::grouped(u64::from(rejection.offers))}</b>
            " "
            {t.reject(rejection.reason)}
            {closest}
            {any((rejection.reason == Reject::NoPrice).then(|| unpriced(app)))}
        </li>
    }
    .into_any()
}

/// The instances that are known without any price, a line for each provider.
fn unpriced(app: App) -> AnyView {
    let t = app.locale.get_untracked();
    let mut names: SortedMap<ProviderIx, SortedMap<&str, ()>> = SortedMap::default();
    for offer in &app.catalog.offers {
        if offer.not_rankable == Some(NotRankable::NoPrice) {
            names
                .get_or_default(offer.provider)
                .get_or_default(&offer.instance);
        }
    }
    let lines = names
        .into_vec()
        .into_iter()
        .map(|(provider, names)| {
            let provider = t.provider(app.catalog.provider(provider));
            let names = names.iter().map(|(name, ())| *name);
            let names = names.collect::<Vec<_>>().join(" · ");
            view! { <small><b>{provider}</b> " " {names}</small> }
        })
        .collect_any();
    view! {
        <details>
            <summary>{t.unpriced()}</summary>
            {lines}
        </details>
    }
    .into_any()
}

fn closest_name(app: App, closest: &Closest) -> String {
    let t = app.locale.get_untracked();
    let offer = app.catalog.offer(closest.offer);
    let provider = t.provider(app.catalog.provider(offer.provider));
    let card = offer
        .accelerator
        .map(|ix| super::card_text::card_name(app.catalog.accelerator(ix)))
        .unwrap_or_default();
    format!("{provider} {} · {} × {card}", offer.instance, closest.gpus)
}

/// What would help where nothing serves: the memory it takes, and changes that open offers.
#[component]
fn WaysOut() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || {
        let nothing = app.answer.with(|answer| answer.candidates.is_empty());
        any(nothing.then(|| {
            let ways = app.answer.with(|answer| answer.ways.clone());
            let memory = (!ways.is_empty()).then(|| {
                let ways: Vec<String> = ways
                    .iter()
                    .map(|(cards, each)| t.way(*cards, *each))
                    .collect();
                let ways: Vec<&str> = ways.iter().map(String::as_str).collect();
                view! { <p>{t.ways_memory()} <b>{t.join(&ways)}</b></p> }
            });
            let changes = app.query.with(|query| {
                suggestions(app.catalog, query, app.today, t)
                    .into_iter()
                    .map(|suggestion| {
                        let href = app.href(&suggestion.query);
                        let text = t.opens(&suggestion.change, suggestion.offers);
                        view! {
                            <li>
                                <a
                                    href=href
                                    on:click=move |event| {
                                        event.prevent_default();
                                        app.go(suggestion.query.clone());
                                    }
                                >
                                    {text}
                                </a>
                            </li>
                        }
                    })
                    .collect_any()
            });
            view! {
                <section class="ways" aria-labelledby="ways-name">
                    <h2 id="ways-name">{t.ways_out()}</h2>
                    {memory}
                    <ul>{changes}</ul>
                </section>
            }
        }))
    })
}
