//! The one sentence that answers, and what it is made of.

use super::app::App;
use super::form::model_name;
use super::live::{CollectAny, live};
use super::markup::view;
use crate::fit::Footprint;
use crate::locale::{Asked, Found, Locale, Piece};
use crate::query::{DEFAULT_CONCURRENCY, Query, Usage, Workload};
use crate::rank::{Answer, Candidate};
use crate::units::Tokens;
use leptos::prelude::*;

/// The headline.
#[component]
pub(super) fn Headline() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let text = live(move || {
        sentence(app, t)
            .into_iter()
            .map(|piece| match piece {
                Piece::Plain(text) => text.into_any(),
                Piece::Strong(text) => view! { <b>{text}</b> }.into_any(),
                Piece::Good(text) => view! { <b class="good">{text}</b> }.into_any(),
                Piece::Money(text) => view! { <b class="money">{text}</b> }.into_any(),
            })
            .collect_any()
            .into_any()
    });
    view! { <p class="headline" data-role="headline">{text}</p> }
}

/// The headline as pieces. Reads the question and its answer.
pub(super) fn sentence(app: App, t: Locale) -> Vec<Piece> {
    app.query.with(|query| {
        app.answer.with(|answer| {
            let mut asked = asked(app, query, t);
            asked.need = answer
                .need
                .filter(|need| need.footprint != Footprint::default())
                .map(|need| t.memory_range(need.footprint.total));
            let best = answer.candidates.first();
            asked.replicas = best.map_or(1, |best| best.plan.replicas);
            let found = best.map(|best| found(app, query, best, answer, t));
            t.headline(&asked, found.as_ref())
        })
    })
}

/// What is asked, as text.
pub(super) fn asked(app: App, query: &Query, t: Locale) -> Asked {
    let how = match query.workload {
        Workload::Serve | Workload::Image => t.weight_format(query.weights),
        Workload::Finetune => t.method(query.method),
        Workload::Hpc => t.work_precision(query.work_precision),
        Workload::Pretrain | Workload::Vision | Workload::Render | Workload::Vram => "",
    };
    let model = match query.workload {
        Workload::Render | Workload::Hpc | Workload::Vram => String::new(),
        _ => model_name(app.catalog, query),
    };
    Asked {
        workload: query.workload,
        model,
        how: how.to_owned(),
        load: load(query, t),
        need: None,
        replicas: 1,
    }
}

fn load(query: &Query, t: Locale) -> String {
    match query.workload {
        Workload::Serve => Some(match (query.requests_per_second, query.tokens_per_day) {
            (Some(rate), _) => t.load_requests(&rate.to_string(), query.context),
            (None, Some(tokens)) => {
                t.load_tokens_a_day(Tokens::new(tokens.to_f64()), query.context)
            }
            (None, None) => t.load_sequences(
                query.concurrency.unwrap_or(DEFAULT_CONCURRENCY),
                query.context,
            ),
        }),
        Workload::Pretrain | Workload::Finetune => query
            .tokens_b
            .map(|tokens| t.load_tokens(tokens.to_f64(), &query.epochs.to_string())),
        Workload::Image | Workload::Vision => {
            query.images_k.map(|images| t.load_images(images.to_f64()))
        }
        Workload::Render => query.frames.map(|frames| t.load_frames(frames)),
        Workload::Hpc => query.petaflop.map(|work| t.load_petaflop(work.to_f64())),
        Workload::Vram => query.vram_gb.map(|gb| t.load_memory(&gb.to_string())),
    }
    .unwrap_or_default()
}

fn found(app: App, query: &Query, best: &Candidate, answer: &Answer, t: Locale) -> Found {
    let offer = app.catalog.offer(best.offer);
    let job = query.effective_usage() == Usage::Job;
    let cost = if job { best.total } else { best.per_month };
    Found {
        cards: super::card_text::cards(app.catalog, best, t),
        provider: t.provider(app.catalog.provider(offer.provider)).to_owned(),
        cost: t.bill(app.in_currency(cost)),
        // Less than a few percent is no news.
        saving: answer
            .saving(job)
            .filter(|saving| saving.get() >= 0.03)
            .map(|saving| t.percent(saving)),
        takes: job.then(|| t.duration(best.hours_total)),
    }
}
