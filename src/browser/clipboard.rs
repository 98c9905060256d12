//! The clipboard, which exists in secure contexts only.

use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

/// Copies a text; false where the browser has no clipboard or refuses.
pub async fn copy(text: &str) -> bool {
    let Some(navigator) = web_sys::window().map(|window| window.navigator()) else {
        return false;
    };
    // The typed getter hides that the property is missing outside secure contexts.
    let exists = js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard"))
        .is_ok_and(|clipboard| !clipboard.is_undefined());
    exists
        && JsFuture::from(navigator.clipboard().write_text(text))
            .await
            .is_ok()
}
