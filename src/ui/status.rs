//! The one live region: says the headline when typing has paused.

use super::app::App;
use super::headline::sentence;
use super::markup::view;
use crate::locale::Piece;
use leptos::prelude::*;
use std::time::Duration;

/// Quiet time before the headline is spoken.
const SPEECH_DELAY: Duration = Duration::from_millis(800);

/// A polite region, present from the start and filled after a quiet moment.
#[component]
pub(super) fn Status() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let spoken = RwSignal::new(String::new());
    Effect::new(move |pending: Option<Option<TimeoutHandle>>| {
        let first = pending.is_none();
        if let Some(Some(handle)) = pending {
            handle.clear();
        }
        let text: String = sentence(app, t).iter().map(Piece::text).collect();
        if first {
            return None;
        }
        set_timeout_with_handle(
            move || {
                let _ = spoken.try_set(text);
            },
            SPEECH_DELAY,
        )
        .ok()
    });
    view! { <p class="unseen" role="status">{spoken}</p> }
}
