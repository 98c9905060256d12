//! Small choices kept in the browser. Storage may be missing, full or forbidden: then nothing is
//! kept, and nothing else changes.

fn storage() -> Option<web_sys::Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// What was kept under a key.
#[must_use]
pub fn read(key: &str) -> Option<String> {
    storage()?.get_item(key).ok().flatten()
}

/// Keeps a choice.
pub fn write(key: &str, value: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(key, value);
    }
}

/// The chosen language, `zh` or `en`.
pub const LANGUAGE: &str = "kasuan.lang";
/// The chosen theme, `light` or `dark`.
pub const THEME: &str = "kasuan.theme";
/// The chosen currency, an ISO 4217 code.
pub const CURRENCY: &str = "kasuan.cur";
