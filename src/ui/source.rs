//! A source as a link, or its title where it has no address.

use super::markup::view;
use leptos::prelude::*;

/// A source.
pub(super) fn source(title: String, url: Option<String>) -> AnyView {
    match url {
        Some(url) => view! {
            <a href=url rel="noopener noreferrer" target="_blank">
                {title}
            </a>
        }
        .into_any(),
        None => title.into_any(),
    }
}
