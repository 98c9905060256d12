//! The footer: privacy, what prices and estimates are, the same question in a terminal.

use super::accuracy::Accuracy;
use super::app::App;
use super::live::text;
use super::markup::view;
use leptos::prelude::*;

/// The footer.
#[component]
pub(super) fn Footer() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let command = text(move || format!("kasuan plan '{}'", app.link()));
    view! {
        <footer class="foot">
            <p>{t.footer_prices()}</p>
            <p>{t.footer_estimates()}</p>
            <Accuracy />
            <p>{t.footer_privacy()}</p>
            <p>{t.footer_terminal()} <code>{command}</code></p>
        </footer>
    }
}
