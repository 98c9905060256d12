//! The page without a catalog.

use super::markup::view;
use super::start::load;
use crate::locale::Locale;
use leptos::prelude::*;

/// Why there is no catalog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FailureKind {
    /// The file could not be fetched.
    Missing,
    /// The file is no catalog.
    Broken,
}

/// Says in both languages that the catalog is missing, and tries again on request.
#[component]
pub(super) fn Failure(
    /// What went wrong.
    kind: FailureKind,
    /// The language that comes first.
    locale: Locale,
) -> impl IntoView {
    let paragraph = move |locale: Locale| {
        let reason = match kind {
            FailureKind::Missing => locale.catalog_missing(),
            FailureKind::Broken => locale.catalog_broken(),
        };
        view! {
            <p lang=locale.tag()>
                <strong>{reason}</strong>
                " "
                {locale.catalog_help()}
            </p>
        }
    };
    let waiting = RwSignal::new(false);
    view! {
        <main class="failure">
            <h1>"Kasuan 卡算"</h1>
            <div class="notice" role="alert">
                {paragraph(locale)}
                {paragraph(locale.other())}
                <p>
                    <button
                        type="button"
                        class="primary"
                        prop:disabled=waiting
                        on:click=move |_| {
                            waiting.set(true);
                            load(true);
                        }
                    >
                        <span lang=locale.tag()>{locale.retry()}</span>
                        " · "
                        <span lang=locale.other().tag()>{locale.other().retry()}</span>
                    </button>
                </p>
            </div>
        </main>
    }
}
