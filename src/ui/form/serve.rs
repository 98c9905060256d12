//! The load of a served model.

use super::super::app::App;
use super::super::live::{live, word_memo};
use super::super::markup::view;
use super::chips::Chips;
use super::number::{Number, NumberField, Reads};
use super::seg::Seg;
use super::select::Select;
use crate::query::{CacheFormat, Engine, Query, WeightFormat};
use crate::units::Decimal;
use leptos::prelude::*;

/// Formats that most people choose; the rest are in a select.
const COMMON: [WeightFormat; 4] = [
    WeightFormat::Bf16,
    WeightFormat::Fp8,
    WeightFormat::Int8,
    WeightFormat::Int4,
];

fn set_weights(query: &mut Query, word: &str) {
    if let Some(format) = WeightFormat::from_word(word) {
        query.store_as(format);
    }
}

/// Precision of the weights: the common ones as buttons.
#[component]
pub(super) fn Precision() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    // A format from the select joins the buttons, so that what holds is always seen.
    let uncommon = word_memo(move || {
        let format = app.query.with(|query| query.weights);
        if COMMON.contains(&format) {
            ""
        } else {
            format.word()
        }
    });
    live(move || {
        view! {
            <Seg
                name="wq"
                legend=t.label_weights()
                choices=COMMON
                    .into_iter()
                    .chain(WeightFormat::from_word(uncommon.get()))
                    .map(|format| (format.word(), t.weight_format(format).into()))
                    .collect()
                value=|query| query.weights.word()
                set=set_weights
            />
        }
        .into_any()
    })
}

/// Precision of the weights: the rest in a select.
#[component]
pub(super) fn MoreFormats() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    let rest = WeightFormat::ALL
        .iter()
        .filter(|format| !COMMON.contains(format))
        .map(|format| (format.word(), t.weight_format(*format).into()));
    view! {
        <Select
            name="wq-more"
            label=t.more_formats()
            choices=std::iter::once(("", "—".into())).chain(rest).collect()
            value=|query| {
                if COMMON.contains(&query.weights) { "" } else { query.weights.word() }
            }
            set=set_weights
        />
    }
}

/// The fields of serving.
#[component]
pub(super) fn Serve() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let load = word_memo(move || app.query.with(load_key));
    let rate = live(move || match load.get() {
        "rps" => view! { <NumberField of=Number {
            key: "rps",
            label: t.label_rps(),
            unit: t.unit_per_second(),
            hint: "",
            reads: Reads::Amount,
        } /> }
        .into_any(),
        "tpd" => view! { <NumberField of=Number {
            key: "tpd",
            label: t.label_tpd(),
            unit: t.unit_tokens(),
            hint: "",
            reads: Reads::Amount,
        } /> }
        .into_any(),
        _ => ().into_any(),
    });
    let concurrency = live(move || {
        let hint = if load.get() == "con" {
            ""
        } else {
            t.hint_concurrency_cap()
        };
        view! { <NumberField of=Number {
            key: "con",
            label: t.label_concurrency(),
            unit: t.unit_sequences(),
            hint,
            reads: Reads::Count,
        } /> }
        .into_any()
    });
    view! {
        <Precision />
        <NumberField of=Number {
            key: "ctx",
            label: t.label_context(),
            unit: t.unit_tokens(),
            hint: t.hint_context(),
            reads: Reads::Tokens,
        } />
        {rate}
        {concurrency}
        <details class="finer">
            <summary>{t.finer_serving()}</summary>
            <MoreFormats />
            <Seg
                name="load"
                legend=t.label_load()
                choices=vec![
                    ("con", t.load_concurrency().into()),
                    ("rps", t.load_rps().into()),
                    ("tpd", t.load_tpd().into()),
                ]
                value=load_key
                set=set_load
            />
            <NumberField of=Number {
                key: "out",
                label: t.label_output(),
                unit: t.unit_tokens(),
                hint: "",
                reads: Reads::Tokens,
            } />
            <NumberField of=Number {
                key: "ttft",
                label: t.label_ttft(),
                unit: t.unit_seconds(),
                hint: "",
                reads: Reads::Amount,
            } />
            <NumberField of=Number {
                key: "tpot",
                label: t.label_tpot(),
                unit: t.unit_milliseconds(),
                hint: "",
                reads: Reads::Amount,
            } />
            <Select
                name="eng"
                label=t.label_engine()
                choices=Engine::ALL
                    .iter()
                    .map(|engine| (engine.word(), t.engine(*engine).into()))
                    .collect()
                value=|query| query.engine.word()
                set=|query, word| {
                    if let Some(engine) = Engine::from_word(word) {
                        query.engine = engine;
                    }
                }
            />
            <Select
                name="kv"
                label=t.label_cache()
                choices=CacheFormat::ALL
                    .iter()
                    .map(|format| (format.word(), t.cache_format(*format).into()))
                    .collect()
                value=|query| query.cache.word()
                set=|query, word| {
                    if let Some(format) = CacheFormat::from_word(word) {
                        query.cache = format;
                    }
                }
            />
        </details>
        <Chips keys=&["out", "ttft", "tpot", "eng", "kv"] />
    }
}

/// The key that the load is given by.
fn load_key(query: &Query) -> &'static str {
    if query.requests_per_second.is_some() {
        "rps"
    } else if query.tokens_per_day.is_some() {
        "tpd"
    } else {
        "con"
    }
}

/// Gives the load by another key, with a plain amount to start from.
fn set_load(query: &mut Query, key: &str) {
    query.requests_per_second = (key == "rps").then(|| Decimal::from_int(1));
    query.tokens_per_day = (key == "tpd").then(|| Decimal::from_int(1_000_000));
    if key != "con" {
        query.concurrency = None;
    }
}
