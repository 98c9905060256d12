//! What the asker measured on a card: a collapsed group.

use super::super::app::App;
use super::super::live::live;
use super::super::markup::view;
use super::chips::Chips;
use super::number::{Number, NumberField, Reads};
use super::select::Select;
use crate::query::Query;
use crate::speed::{Compared, OwnRun};
use leptos::prelude::*;

/// The group with its chips, and what the measurement does to the estimates.
#[component]
pub(super) fn Measured() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let mut cards = vec![("", t.any().into())];
    cards.extend(
        app.catalog
            .accelerators
            .iter()
            .filter(|card| card.usable().is_some())
            .map(|card| (card.id.as_str(), card.name.as_str().into())),
    );
    let effect = live(move || {
        let run = app.answer.with(|answer| answer.own_run);
        run.map(|run| lines(run, app))
            .unwrap_or_default()
            .into_any()
    });
    view! {
        <details class="group">
            <summary>{t.legend_measured()}</summary>
            <p class="hint">{t.hint_measured()}</p>
            <Select
                name="mg"
                label=t.label_measured_on()
                choices=cards
                value=card
                set=|query, word| word.clone_into(&mut query.measured_on)
            />
            <NumberField of=Number {
                key: "mn",
                label: t.label_measured_cards(),
                unit: t.unit_cards(),
                hint: "",
                reads: Reads::Count,
            } />
            <NumberField of=Number {
                key: "mp",
                label: t.label_measured_peak(),
                unit: t.unit_gb(),
                hint: "",
                reads: Reads::Amount,
            } />
            <NumberField of=Number {
                key: "ms",
                label: t.label_measured_speed(),
                unit: t.unit_measured_speed(),
                hint: t.hint_measured_speed(),
                reads: Reads::Amount,
            } />
            <NumberField of=Number {
                key: "mi",
                label: t.label_measured_step(),
                unit: t.unit_seconds(),
                hint: t.hint_measured_step(),
                reads: Reads::Amount,
            } />
            <div class="measured" role="status">{effect}</div>
        </details>
        <Chips keys=&["mg", "mn", "mp", "ms", "mi"] />
    }
    .into_any()
}

/// What each measurement does.
fn lines(run: OwnRun, app: App) -> Vec<AnyView> {
    let t = app.locale.get_untracked();
    let card = &app.catalog.accelerator(run.card).name;
    let line = |what: &str, compared: Compared| {
        let text = t.measured(what, card, compared.factor(), compared.is_plausible());
        view! { <p>{text}</p> }.into_any()
    };
    [
        run.memory.map(|c| line(t.label_measured_peak(), c)),
        run.speed.map(|c| line(t.label_measured_speed(), c)),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The card as a word that lives as long as the page; blank where none is chosen.
fn card(query: &Query) -> &'static str {
    App::get()
        .catalog
        .accelerator_by_id(&query.measured_on)
        .map_or("", |(_, card)| card.id.as_str())
}
