//! One file from beside the page.

use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{RequestCache, RequestInit, Response};

/// The text of a file beside the page; `None` where it cannot be had. `again` bypasses the cache,
/// for a second try after a broken first.
pub async fn text(path: &str, again: bool) -> Option<String> {
    let options = RequestInit::new();
    if again {
        options.set_cache(RequestCache::Reload);
    }
    let request = web_sys::window()?.fetch_with_str_and_init(path, &options);
    let response: Response = JsFuture::from(request).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.text().ok()?)
        .await
        .ok()?
        .as_string()
}
