//! Groups that start collapsed: what is paid for beside instances, and what may stand in for them.

use super::super::app::App;
use super::super::markup::view;
use super::chips::Chips;
use super::number::Fields;
use leptos::prelude::*;

/// Storage, traffic, addresses, and time that is lost.
pub(super) const EXTRAS: &[&str] = &["gb", "obj", "snap", "eg", "xz", "lb", "ip", "stall"];
/// Own hardware, and an API that is paid per token.
pub(super) const ALTERNATIVES: &[&str] = &[
    "card", "host", "kwh", "pue", "keep", "left", "staff", "space", "cached",
];

/// A collapsed group of number fields with its chips.
#[component]
pub(super) fn NumberGroup(
    /// What it is about.
    legend: &'static str,
    /// Its fields.
    keys: &'static [&'static str],
) -> impl IntoView {
    view! {
        <details class="group">
            <summary>{legend}</summary>
            <Fields keys />
        </details>
        <Chips keys />
    }
    .into_any()
}

/// All of these groups.
#[component]
pub(super) fn Extras() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <NumberGroup legend=t.legend_extras() keys=EXTRAS />
        <NumberGroup legend=t.legend_alternatives() keys=ALTERNATIVES />
    }
}
