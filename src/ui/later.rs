//! What comes after the first ranking: views that are compiled into a second module, which is
//! fetched once the first ranking is on screen.
//!
//! `cargo xtask build` splits the compiled page at [`build`]: whatever only it reaches goes into
//! the second module. Both share one memory.

use super::advice::AdviceList;
use super::alternatives::AlternativesView;
use super::app::App;
use super::form::{ModelFile, WeekField};
use super::live::live;
use super::markup::view;
use super::moves::Moves;
use super::portfolio::PlanView;
use super::rejections::Rejections;
use super::rules::Budget;
use super::why::explained;
use crate::browser::document;
use crate::catalog::OfferIx;
use leptos::prelude::*;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;
use wasm_bindgen_futures::spawn_local;
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// A view of the second module.
#[derive(Clone, Copy)]
pub(super) enum Later {
    /// What is under the cards.
    Rest,
    /// Why a card shows what it shows.
    Why(OfferIx),
    /// A week of its own.
    Week,
    /// The model from its own file.
    File,
}

#[wasm_split(later, fallible, preload(fetch))]
fn build(view: Later) -> Result<AnyView, SplitLoaderError> {
    Ok(match view {
        Later::Rest => view! {
            <AdviceList />
            <Moves />
            <Budget />
            <PlanView />
            <AlternativesView />
            <Rejections />
        }
        .into_any(),
        Later::Why(offer) => explained(offer),
        Later::Week => view! { <WeekField /> }.into_any(),
        Later::File => view! { <ModelFile /> }.into_any(),
    })
}

/// Whether the second module is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Second {
    /// It is on its way.
    Coming,
    /// It could not be had, and is asked for again.
    Missing,
    /// It is there.
    Here,
}

/// A view of the second module, in its place as soon as that is there.
pub(super) fn later(view: Later) -> AnyView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || match app.second.get() {
        Second::Coming => ().into_any(),
        Second::Missing => view! { <p class="soft">{t.part_missing()}</p> }.into_any(),
        Second::Here => {
            let built = ready(build(view)).and_then(Result::ok);
            built.unwrap_or_else(|| ().into_any())
        }
    })
    .into_any()
}

/// The result of a future that waits for nothing.
fn ready<T>(future: impl Future<Output = T>) -> Option<T> {
    let mut context = Context::from_waker(Waker::noop());
    match pin!(future).poll(&mut context) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}

/// Fetches the second module; where it cannot be had, again after a pause that grows.
pub(super) fn fetch_later(app: App, pause: Duration) {
    spawn_local(async move {
        if fetch().await.is_ok() {
            app.second.set(Second::Here);
            // What follows the signal is built before.
            set_timeout(document::set_whole, Duration::ZERO);
        } else {
            app.second.set(Second::Missing);
            set_timeout(move || fetch_later(app, (pause * 2).min(LONGEST)), pause);
        }
    });
}

/// The first pause before the second module is asked for again.
pub(super) const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause.
const LONGEST: Duration = Duration::from_secs(30);
