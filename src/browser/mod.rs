//! The only place that touches the browser: URL, history, storage, clipboard, theme, fetch.
//!
//! Nothing here panics: what a browser refuses is ignored or comes back as `None`.

pub mod address;
pub mod clipboard;
pub mod clock;
pub mod document;
pub mod fetch;
pub mod files;
pub mod pointer;
pub mod store;
