//! What differs from the default in a collapsed group, each removable.

use super::super::app::App;
use super::super::live::{CollectAny, live};
use super::super::markup::view;
use super::assign::{cleared, keys_set};
use crate::locale::{FieldText, Locale};
use crate::query::{Query, written};
use leptos::prelude::*;

/// Chips for the keys of a group that differ from their defaults.
#[component]
pub(super) fn Chips(
    /// The keys of the group.
    keys: &'static [&'static str],
) -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let chips = live(move || {
        app.query.with(|query| {
            keys_set(query)
                .into_iter()
                .filter_map(|key| keys.iter().find(|known| **known == key).copied())
                .map(|key| chip(app, t, key, query))
                .collect_any()
                .into_any()
        })
    });
    view! { <ul class="chips">{chips}</ul> }.into_any()
}

fn chip(app: App, t: Locale, key: &'static str, query: &Query) -> AnyView {
    let text = format!(
        "{}{}{}",
        t.key(key),
        t.pick(": ", "："),
        value(app, t, key, query)
    );
    let remove = format!("{} {}", t.remove(), t.key(key));
    view! {
        <li class="chip">
            <span>{text}</span>
            <button
                type="button"
                aria-label=remove
                on:click=move |_| {
                    app.arrivals.update(|count| *count += 1);
                    app.set(cleared(&app.query.get_untracked(), &[key]));
                }
            >
                <svg viewBox="0 0 10 10" aria-hidden="true">
                    <path d="M2 2l6 6M8 2l-6 6" />
                </svg>
            </button>
        </li>
    }
    .into_any()
}

/// The value of a key as a person reads it.
fn value(app: App, t: Locale, key: &str, query: &Query) -> String {
    let owned = |words: &[String], name: &dyn Fn(&str) -> String| {
        let names: Vec<String> = words.iter().map(|word| name(word)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        t.join(&names)
    };
    let as_is = |word: &str| word.to_owned();
    match key {
        "tier" => {
            let names: Vec<&str> = query.tiers.iter().map(|tier| t.tier(*tier)).collect();
            t.join(&names)
        }
        "reg" => {
            let names: Vec<&str> = query.regions.iter().map(|g| t.region_group(*g)).collect();
            t.join(&names)
        }
        "prov" => owned(&query.providers, &|word| {
            app.catalog.provider_by_id(word).map_or_else(
                || word.to_owned(),
                |(_, provider)| t.provider(provider).to_owned(),
            )
        }),
        "gpu" => owned(&query.gpus, &|word| {
            app.catalog
                .accelerator_by_id(word)
                .map_or_else(|| word.to_ascii_uppercase(), |(_, card)| card.name.clone())
        }),
        "jur" => owned(&query.jurisdictions, &|word| t.jurisdiction(word)),
        "home" => owned(&query.homes, &|word| t.jurisdiction(word)),
        "vendor" => owned(&query.vendors, &|word| t.vendor(word)),
        "comp" => owned(&query.compliance, &as_is),
        "fw" => owned(&query.frameworks, &as_is),
        "sla" => format!("≥ {}%", written(query, key)),
        "at" => query.users.map_or("", |at| t.region_group(at)).to_owned(),
        "scale" => t.scaling(query.load.scaling).to_owned(),
        "ckp" => t.checkpoint_plan(query.spot.checkpoints).to_owned(),
        "typ" => t.yes().to_owned(),
        "ic" => query.link.map_or("", |link| t.min_link(link)).to_owned(),
        "out" => format!("{} {}", query.output, t.unit_tokens()),
        "ttft" => query
            .first_token_s
            .map_or_else(String::new, |s| format!("{s} {}", t.unit_seconds())),
        "tpot" => query
            .per_token_ms
            .map_or_else(String::new, |ms| format!("{ms} {}", t.unit_milliseconds())),
        "eng" => t.engine(query.engine).to_owned(),
        "kv" => t.cache_format(query.cache).to_owned(),
        "mg" => app
            .catalog
            .accelerator_by_id(&query.measured_on)
            .map_or_else(String::new, |(_, card)| card.name.clone()),
        "mn" => query.measured_cards.to_string(),
        "mp" => query
            .measured_peak_gb
            .map_or_else(String::new, |gb| format!("{gb} {}", t.unit_gb())),
        "ms" => query.measured_speed.map_or_else(String::new, |rate| {
            format!("{rate} {}", t.unit_measured_speed())
        }),
        "mi" => query
            .measured_step_s
            .map_or_else(String::new, |s| format!("{s} {}", t.unit_seconds())),
        _ => FieldText::of(key).map_or_else(String::new, |field| {
            t.field_value(field, &written(query, key), query.currency)
        }),
    }
}
