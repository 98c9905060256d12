//! The document around the app: language, title, theme, readiness, focus.

use wasm_bindgen::JsCast as _;
use web_sys::{Document, Element, Event, HtmlElement, HtmlInputElement};

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn root() -> Option<Element> {
    document()?.document_element()
}

fn by_id<T: wasm_bindgen::JsCast>(id: &str) -> Option<T> {
    document()?.get_element_by_id(id)?.dyn_into().ok()
}

/// Sets the language of the document, its title and its description.
pub fn set_language(tag: &str, title: &str, description: &str) {
    let Some(document) = document() else { return };
    document.set_title(title);
    if let Some(root) = document.document_element() {
        let _ = root.set_attribute("lang", tag);
    }
    if let Ok(Some(meta)) = document.query_selector("meta[name=description]") {
        let _ = meta.set_attribute("content", description);
    }
}

/// The languages that the reader prefers, best first.
#[must_use]
pub fn languages() -> Vec<String> {
    web_sys::window()
        .map(|window| window.navigator().languages())
        .map(|list| list.iter().filter_map(|tag| tag.as_string()).collect())
        .unwrap_or_default()
}

/// Whether the page is dark now: by choice, or else by the system's preference.
#[must_use]
pub fn is_dark() -> bool {
    match root().and_then(|root| root.get_attribute("data-theme")) {
        Some(theme) => theme == "dark",
        None => web_sys::window()
            .and_then(|window| window.match_media("(prefers-color-scheme: dark)").ok()?)
            .is_some_and(|query| query.matches()),
    }
}

/// Chooses the theme, `light` or `dark`.
pub fn set_theme(theme: &str) {
    if let Some(root) = root() {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Tells scripts that the first ranking is on screen.
pub fn set_ready() {
    tell("data-ready");
}

/// Tells scripts that the rest of the page is there, too.
pub fn set_whole() {
    tell("data-whole");
}

fn tell(name: &str) {
    if let Some(root) = root() {
        let _ = root.set_attribute(name, "true");
    }
}

/// Shows the static message of the page for the case that the program has stopped.
pub fn show_broken() {
    if let Some(notice) = by_id::<HtmlElement>("broken") {
        notice.set_hidden(false);
    }
}

/// The element that the app is mounted into, emptied of the skeleton.
#[must_use]
pub fn mount_point() -> Option<HtmlElement> {
    let element = by_id::<HtmlElement>("app")?;
    element.set_inner_html("");
    Some(element)
}

/// Moves the focus to an element.
pub fn focus(id: &str) {
    if let Some(element) = by_id::<HtmlElement>(id) {
        let _ = element.focus();
    }
}

/// Selects the text of a field, so that it can be copied by hand.
pub fn select(id: &str) {
    if let Some(field) = by_id::<HtmlInputElement>(id) {
        let _ = field.focus();
        field.select();
    }
}

/// Writes a line to the browser's console.
pub fn log_error(text: &str) {
    web_sys::console::error_1(&text.into());
}

/// The element that an event is of.
fn target<T: wasm_bindgen::JsCast>(event: &Event) -> Option<T> {
    event.target()?.dyn_into().ok()
}

/// Whether the `details` element of an event is open.
#[must_use]
pub fn is_open(event: &Event) -> bool {
    target::<Element>(event).is_some_and(|element| element.has_attribute("open"))
}

/// Ticks the box of an event again.
pub fn check(event: &Event) {
    if let Some(field) = target::<HtmlInputElement>(event) {
        field.set_checked(true);
    }
}

/// Selects the text of the field of an event.
pub fn select_all(event: &Event) {
    if let Some(field) = target::<HtmlInputElement>(event) {
        field.select();
    }
}
