//! One offer of the ranking.

use super::app::App;
use super::bar::bar;
use super::card_text::{CardText, card_text};
use super::live::{CollectAny, live, text, word};
use super::markup::view;
use super::source::source;
use super::why::Why;
use crate::catalog::OfferIx;
use crate::fit::Verdict;
use leptos::prelude::*;

/// The card of an offer. The article stays for as long as the offer is listed; its contents follow
/// the answer.
#[component]
pub(super) fn Card(
    /// The offer.
    offer: OfferIx,
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let id = app.catalog.offer(offer).id.as_str();
    let card = Memo::new(move |_| {
        app.query.with(|query| {
            app.answer.with(|answer| {
                let (rank, candidate) = answer
                    .candidates
                    .iter()
                    .enumerate()
                    .find(|(_, candidate)| candidate.offer == offer)?;
                Some(card_text(app, query, candidate, rank + 1, t))
            })
        })
    });
    let class = word(move || {
        card.with(|card| match card {
            Some(card) if card.rank == 1 => Some("card best"),
            Some(card) if card.old => Some("card old"),
            _ => Some("card"),
        })
    });
    let plan = text(move || {
        card.with(|card| {
            card.as_ref()
                .map_or_else(String::new, |card| card.plan.clone())
        })
    });
    let label = format!("card-{id}");
    let name = label.clone();
    view! {
        <article class=class data-offer=id data-plan=plan aria-labelledby=name>
            {live(move || {
                card.get()
                    .map_or_else(|| ().into_any(), |card| content(card, label.clone(), app))
            })}
            <Why offer />
        </article>
    }
}

/// The contents above the explanation.
fn content(text: CardText, label: String, app: App) -> AnyView {
    let t = app.locale.get_untracked();
    let verdict = match text.verdict {
        Verdict::Fits => "ok",
        Verdict::Tight => "tight",
        Verdict::No => "no",
    };
    let more = text
        .cost_more
        .into_iter()
        .map(|line| view! { <small>{line}</small> })
        .collect_any();
    let speed = text.speed.map(|(figure, unit, notes)| {
        view! {
            <p class="speed">
                <b>{figure}</b>
                " "
                {unit}
                <small>{notes}</small>
            </p>
        }
    });
    let buy = text
        .buy
        .into_iter()
        .map(|(word, name, share)| {
            view! {
                <li data-kind=word>
                    {name} " " <b>{share}</b>
                </li>
            }
        })
        .collect_any();
    let warnings = text
        .warnings
        .into_iter()
        .map(|warning| view! { <li>{warning}</li> })
        .collect_any();
    let source = source(text.source, text.source_url);
    view! {
        <p class="rank"><span class="unseen">{t.rank_of(text.rank)}</span><span aria-hidden="true">{text.rank}</span></p>
        <div class="who">
            <h2 id=label>{text.provider} " " <span>{text.place}</span></h2>
            <p class="gpu">{text.cards}</p>
            <p class="host">{text.host}</p>
        </div>
        <div class="cost">
            <p><b>{text.cost}</b> " " <span>{text.cost_of}</span></p>
            {more}
        </div>
        <div class="fit" data-verdict=verdict>
            {bar(&text.footprint, text.usable)}
            <small>{text.used} " · " <b>{t.verdict(text.verdict)}</b></small>
        </div>
        {speed}
        <div class="buy">
            <ul>{buy}</ul>
            <small>{t.price_of()} " " {text.as_of} " · " {source}</small>
            {text.tied.then(|| view! { <small class="tied">{t.tied()}</small> })}
            {text.pareto.then(|| view! { <small class="pareto">{t.pareto()}</small> })}
        </div>
        <ul class="warnings">{warnings}</ul>
    }
    .into_any()
}
