//! The only place that touches the browser: URL, history, storage, clipboard, theme, fetch.
