//! Copying the link.

use super::app::App;
use super::header::current_link;
use super::live::{flag, live, word};
use super::markup::view;
use crate::browser::{clipboard, document};
use leptos::prelude::*;
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;

/// What happened to the link.
#[derive(Clone, PartialEq)]
enum Copy {
    /// Nothing yet.
    Idle,
    /// It is in the clipboard.
    Copied,
    /// The browser refused; the reader copies this by hand.
    ByHand(String),
}

/// A button that copies the link, with a field to copy from where the browser refuses.
#[component]
pub(super) fn Share() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let state = RwSignal::new(Copy::Idle);
    let copy = move |_| {
        let link = current_link(app);
        spawn_local(async move {
            if clipboard::copy(&link).await {
                state.set(Copy::Copied);
                set_timeout(
                    move || {
                        let _ = state.try_update(|state| {
                            if *state == Copy::Copied {
                                *state = Copy::Idle;
                            }
                        });
                    },
                    Duration::from_secs(3),
                );
            } else {
                state.set(Copy::ByHand(link));
                set_timeout(|| document::select("share-link"), Duration::ZERO);
            }
        });
    };
    let by_hand = live(move || match state.get() {
        Copy::ByHand(link) => view! {
            <div class="by-hand">
                <label for="share-link">{t.share_by_hand()}</label>
                <input id="share-link" type="text" readonly prop:value=link />
                <button type="button" class="plain" on:click=move |_| state.set(Copy::Idle)>
                    {t.close()}
                </button>
            </div>
        }
        .into_any(),
        Copy::Idle | Copy::Copied => ().into_any(),
    });
    view! {
        <div class="share" class:copied=flag(move || state.get() == Copy::Copied)>
            <button type="button" class="primary" on:click=copy>
                <svg viewBox="0 0 16 16" aria-hidden="true">
                    <path d="M6.5 9.5l3-3M7.5 4.5l1.6-1.6a2.8 2.8 0 0 1 4 4L11.5 8.5M8.5 11.5l-1.6 1.6a2.8 2.8 0 0 1-4-4L4.5 7.5" />
                </svg>
                <span class="label" aria-live="polite">
                    {word(move || {
                        Some(if state.get() == Copy::Copied { t.shared() } else { t.share() })
                    })}
                </span>
            </button>
            {by_hand}
        </div>
    }
}
