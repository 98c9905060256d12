//! Stands in for `wasm-streams`: what `server_fn` names of it, without its exports.
//!
//! Leptos depends on `server_fn` for calls to a server, which this page has none of. The crate that
//! it streams them with exports three classes to JavaScript, and what is exported stays in a
//! module whether or not it is used: 4 kB of what a first visit transfers.

use futures_core::Stream;
use std::pin::Pin;
use std::task::{Context, Poll};
use wasm_bindgen::JsValue;

/// A stream of the browser.
#[derive(Debug)]
pub struct ReadableStream(web_sys::ReadableStream);

impl ReadableStream {
    /// Wraps a stream of the browser.
    #[must_use]
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self(raw)
    }

    /// A stream of the browser that gives nothing: the page sends none.
    ///
    /// # Panics
    ///
    /// Where the browser has no streams.
    #[expect(clippy::expect_used, reason = "nothing calls it")]
    pub fn from_stream<S>(_: S) -> Self
    where
        S: Stream<Item = Result<JsValue, JsValue>> + 'static,
    {
        Self(web_sys::ReadableStream::new().expect("streams"))
    }

    /// The stream of the browser.
    #[must_use]
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// A stream that ends at once: the page receives none.
    #[must_use]
    pub fn into_stream(self) -> Ended {
        Ended
    }
}

/// A stream that has ended.
#[derive(Debug)]
pub struct Ended;

impl Stream for Ended {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}
