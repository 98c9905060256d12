//! The body of the page, built anew for a language.

use super::answer::AnswerView;
use super::app::App;
use super::footer::Footer;
use super::header::Header;
use super::later::{FIRST_PAUSE, fetch_later};
use super::live::live;
use super::markup::view;
use super::problems::Problems;
use super::question::Question;
use super::scenarios::Scenarios;
use super::status::Status;
use crate::browser::document;
use leptos::prelude::*;
use std::time::Duration;

/// The whole page.
#[component]
pub(super) fn Page(
    /// The state.
    app: App,
) -> impl IntoView {
    Effect::new(move |_| {
        let t = app.locale.get();
        document::set_language(t.tag(), t.title(), t.description());
    });
    // Effects run once the first ranking is in the document; the pause lets it be painted.
    Effect::new(move |_| {
        set_timeout(
            move || {
                document::set_ready();
                fetch_later(app, FIRST_PAUSE);
            },
            Duration::ZERO,
        );
    });
    live(move || {
        let t = app.locale.get();
        view! {
            <a class="skip" href="#answer" on:click=move |event| {
                event.prevent_default();
                document::focus("answer");
            }>{t.skip()}</a>
            <Header />
            <Scenarios />
            <main class="frame">
                <h1 class="unseen">{t.tagline()}</h1>
                <Problems />
                <Question />
                <AnswerView />
            </main>
            <Footer />
            <Status />
        }
        .into_any()
    })
}
