//! Storage and traffic: a collapsed group.

use super::super::app::App;
use super::chips::Chips;
use super::number::{Number, NumberField, Reads, text_unless_zero};
use leptos::prelude::*;

/// The group with its chips.
#[component]
pub(super) fn Extras() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <details class="group">
            <summary>{t.legend_extras()}</summary>
            <NumberField of=Number {
                key: "gb",
                label: t.label_storage(),
                unit: t.unit_gb(),
                hint: t.hint_storage(),
                reads: Reads::Amount,
                value: |query| text_unless_zero(query.storage_gb),
            } />
            <NumberField of=Number {
                key: "eg",
                label: t.label_egress(),
                unit: t.unit_gb_month(),
                hint: t.hint_egress(),
                reads: Reads::Amount,
                value: |query| text_unless_zero(query.egress_gb),
            } />
        </details>
        <Chips keys=&["gb", "eg"] />
    }
    .into_any()
}
