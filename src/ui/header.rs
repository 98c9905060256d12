//! The header: name, age of the prices, currency, language, theme, sharing.

use super::app::App;
use super::live::{CollectAny, flag, truth};
use super::markup::view;
use super::share::Share;
use crate::browser::{document, store};
use crate::query::Query;
use crate::units::Currency;
use leptos::prelude::*;
use std::time::Duration;

/// The header.
#[component]
pub(super) fn Header() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let other = t.other();
    let dark = RwSignal::new(document::is_dark());
    let toggle_theme = move |_| {
        let theme = if dark.get_untracked() {
            "light"
        } else {
            "dark"
        };
        document::set_theme(theme);
        store::write(store::THEME, theme);
        dark.update(|dark| *dark = !*dark);
    };
    let toggle_language = move |_| {
        store::write(store::LANGUAGE, other.word());
        app.forget_language();
        app.locale.set(other);
        // The button is built anew with the page; the focus follows it.
        set_timeout(|| document::focus("language"), Duration::ZERO);
    };
    view! {
        <header class="top">
            <a
                class="brand"
                href="?"
                title=t.home()
                on:click=move |event| {
                    event.prevent_default();
                    let currency = app.query.with_untracked(|query| query.currency);
                    let query = Query {
                        currency,
                        ..Query::default()
                    };
                    app.go_to(query, Vec::new());
                }
            >
                <svg class="seal" viewBox="0 0 32 32" aria-hidden="true">
                    <rect x="1" y="1" width="30" height="30" rx="5" />
                    <path d="M16 6v20M8 14.5h16M16 10h6M10 20.5l6-6 6 6" />
                </svg>
                <b lang="en">"Kasuan"</b>
                <span lang="zh-CN">"卡算"</span>
            </a>
            <div class="tools">
                {app
                    .catalog
                    .as_of
                    .map(|as_of| view! { <span class="asof">{t.prices_of(as_of)}</span> })}
                <Currencies />
                <button
                    type="button"
                    id="language"
                    class="plain"
                    lang=other.tag()
                    on:click=toggle_language
                >
                    {other.language_name()}
                </button>
                <button
                    type="button"
                    class="icon"
                    aria-label=t.theme()
                    aria-pressed=truth(move || dark.get())
                    title=t.theme()
                    on:click=toggle_theme
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true">
                        <circle cx="8" cy="8" r="6" />
                        <path d="M8 2a6 6 0 0 1 0 12z" class="fill" />
                    </svg>
                </button>
                <Share />
            </div>
        </header>
    }
}

/// The currency for display.
#[component]
fn Currencies() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let options = app
        .catalog
        .currencies
        .iter()
        .map(|rate| {
            let currency = rate.currency;
            let sign = t.currency_sign(currency);
            let sign = sign.trim();
            let text = if sign == currency.code() {
                sign.to_owned()
            } else {
                format!("{} {sign}", currency.code())
            };
            view! {
                <option
                    value=currency.code().to_owned()
                    prop:selected=flag(move || app.query.with(|query| query.currency) == currency)
                >
                    {text}
                </option>
            }
        })
        .collect_any();
    view! {
        <select
            class="currency"
            aria-label=t.currency()
            on:change=move |event| {
                if let Some(currency) = Currency::from_code(&event_target_value(&event)) {
                    app.set_currency(currency);
                }
            }
        >
            {options}
        </select>
    }
}

/// The link of the question as it stands.
pub(super) fn current_link(app: App) -> String {
    crate::browser::address::link(&untrack(|| app.link()))
}
