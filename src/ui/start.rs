//! From an empty document to the app: fetch the catalog, read the link, mount.

use super::app::App;
use super::failure::{Failure, FailureKind};
use super::markup::view;
use super::page::Page;
use crate::browser::{address, clock, document, fetch, store};
use crate::catalog::Catalog;
use crate::locale::Locale;
use crate::query::{Decoded, Portfolio, decode};
use crate::units::Currency;
use leptos::mount::mount_to;
use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;

/// Starts the page.
pub fn start() {
    load(false);
}

/// Fetches the catalog and shows the page, or why it cannot be shown. `again` is a second try.
pub(super) fn load(again: bool) {
    spawn_local(async move {
        let loaded = match fetch::text("catalog.json", again).await {
            None => Err(FailureKind::Missing),
            Some(text) => Catalog::from_json(&text).map_err(|error| {
                document::log_error(&error.to_string());
                FailureKind::Broken
            }),
        };
        let Some(root) = document::mount_point() else {
            return;
        };
        match loaded {
            Ok(catalog) => {
                // The catalog lives as long as the page.
                let app = open(Box::leak(Box::new(catalog)));
                mount_to(root, move || {
                    let app = app();
                    provide_context(app);
                    view! { <Page app /> }
                })
                .forget();
            }
            Err(kind) => {
                let locale = language();
                mount_to(root, move || view! { <Failure kind locale /> }).forget();
            }
        }
    });
}

/// The language of the page: of the link, as chosen before, or as the browser prefers.
fn language() -> Locale {
    address::parameter("lang")
        .or_else(|| store::read(store::LANGUAGE))
        .and_then(|tag| Locale::from_tag(&tag))
        .or_else(|| {
            document::languages()
                .iter()
                .find_map(|tag| Locale::from_tag(tag))
        })
        .unwrap_or_default()
}

/// Reads the link and builds the app's state inside the owner that calls the result.
fn open(catalog: &'static Catalog) -> impl FnOnce() -> App {
    let locale = language();
    let Decoded {
        mut query,
        problems,
    } = decode(&address::query()).known_to(catalog);
    let portfolio = Portfolio::decode(&address::query()).known_to(catalog);
    if let Some(currency) = first_currency(locale, catalog) {
        // An amount in the link is in the link's currency, so that one stays.
        if query.budget.is_none() && query.credit.is_none() {
            query.currency = currency;
            let text = address::query();
            let joint = if text.is_empty() { "" } else { "&" };
            address::replace(&format!("{text}{joint}cur={}", currency.code()));
        }
    }
    move || App::new(catalog, clock::today(), locale, query, problems, portfolio)
}

/// The currency that a link without one is given: as chosen before, where the address asks
/// nothing yet; or CNY on a first visit in Chinese.
fn first_currency(locale: Locale, catalog: &Catalog) -> Option<Currency> {
    if address::parameter("cur").is_some() {
        return None;
    }
    let chosen = store::read(store::CURRENCY).and_then(|code| Currency::from_code(&code));
    let wanted = match chosen {
        Some(currency) if address::query().is_empty() => currency,
        Some(_) => return None,
        None if locale == Locale::Zh => Currency::CNY,
        None => return None,
    };
    (wanted != Currency::USD && catalog.rate(wanted).is_some()).then_some(wanted)
}
