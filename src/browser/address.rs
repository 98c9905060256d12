//! The address bar and the history.

use gloo::events::EventListener;
use wasm_bindgen::JsValue;

fn location() -> Option<web_sys::Location> {
    web_sys::window().map(|window| window.location())
}

/// The query of the address without its question mark; empty where there is none.
#[must_use]
pub fn query() -> String {
    location()
        .and_then(|location| location.search().ok())
        .map(|search| search.trim_start_matches('?').to_owned())
        .unwrap_or_default()
}

/// The value of one key of the address that is no part of the question, such as `lang`.
#[must_use]
pub fn parameter(name: &str) -> Option<String> {
    query().split('&').find_map(|pair| {
        let (key, value) = pair.split_once('=')?;
        (key == name).then(|| value.to_owned())
    })
}

/// The path of the page with a query, as the history takes it.
fn target(query: &str) -> String {
    let path = location()
        .and_then(|location| location.pathname().ok())
        .unwrap_or_else(|| "./".to_owned());
    if query.is_empty() {
        path
    } else {
        format!("{path}?{query}")
    }
}

/// The whole address of the page with a query, to be shared.
#[must_use]
pub fn link(query: &str) -> String {
    let origin = location()
        .and_then(|location| location.origin().ok())
        .unwrap_or_default();
    format!("{origin}{}", target(query))
}

/// Replaces the query of the current history entry. Some browsers throw when asked too often; the
/// next change writes again, so that is ignored.
pub fn replace(new: &str) {
    if new == query() {
        return;
    }
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&target(new)));
    }
}

/// Adds a history entry with a query.
pub fn push(new: &str) {
    if let Some(history) = web_sys::window().and_then(|window| window.history().ok()) {
        let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&target(new)));
    }
}

/// Calls back whenever the reader goes back or forward, for as long as the page lives.
pub fn on_pop(mut callback: impl FnMut() + 'static) {
    if let Some(window) = web_sys::window() {
        EventListener::new(&window, "popstate", move |_| callback()).forget();
    }
}
