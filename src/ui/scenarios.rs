//! Questions to start from, as links.

use super::app::App;
use super::live::{CollectAny, text, word};
use super::markup::view;
use crate::locale::Locale;
use crate::query::{Query, decode};
use leptos::prelude::*;

/// The name of a scenario, by language.
type Name = fn(Locale) -> &'static str;

/// Name and link of each scenario, the currency left out.
const SCENARIOS: &[(Name, &str)] = &[
    (Locale::scenario_serve_8b, ""),
    (
        Locale::scenario_serve_70b,
        "m=llama-3.1-70b&wq=fp8&ctx=32768&con=16",
    ),
    (
        Locale::scenario_qlora,
        "w=finetune&m=qwen2.5-7b&method=qlora&bs=4&seq=2048&tok=0.02&ep=3&use=job",
    ),
    (
        Locale::scenario_pretrain,
        "w=pretrain&m=llama-3.2-1b&bs=8&seq=4096&tok=25&use=job",
    ),
    (
        Locale::scenario_images,
        "w=image&m=sdxl&wq=fp16&res=1024&steps=30&imgs=100&use=job",
    ),
    (
        Locale::scenario_render,
        "w=render&frames=2000&fmin=3&use=job",
    ),
    (
        Locale::scenario_science,
        "w=hpc&pflop=5000000&prec=fp64&use=job",
    ),
    (
        Locale::scenario_china,
        "m=qwen2.5-32b&ctx=16384&con=8&jur=cn&reg=cn",
    ),
];

/// A row of links to questions.
#[component]
pub(super) fn Scenarios() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let links = SCENARIOS
        .iter()
        .map(|(name, link)| {
            let asked = StoredValue::new(decode(link).query);
            // The reader's currency stays.
            let target = move || Query {
                currency: app.query.with(|query| query.currency),
                ..asked.get_value()
            };
            let current = word(move || {
                let target = target();
                app.query.with(|query| *query == target).then_some("true")
            });
            view! {
                <li>
                    <a
                        href=text(move || app.href(&target()))
                        aria-current=current
                        on:click=move |event| {
                            if !(event.ctrl_key() || event.meta_key() || event.shift_key()) {
                                event.prevent_default();
                                app.go(untrack(target));
                            }
                        }
                    >
                        {name(t)}
                    </a>
                </li>
            }
        })
        .collect_any();
    view! {
        <nav class="scenarios" aria-labelledby="scenarios-name">
            <span id="scenarios-name">{t.scenarios()}</span>
            <ul>{links}</ul>
        </nav>
    }
}
