//! What one replica needs, by component.

use super::app::App;
use super::bar::{bar, part};
use super::live::{CollectAny, any, live};
use super::markup::view;
use crate::fit::Footprint;
use crate::locale::Component;
use crate::units::Bytes;
use leptos::prelude::*;

/// The bar of the need with its key, every figure as text.
#[component]
pub(super) fn NeedFigure() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    live(move || {
        let (need, replicas) = app.answer.with(|answer| {
            let best = answer.candidates.first();
            (answer.need, best.map_or(1, |best| best.plan.replicas))
        });
        let need = need.filter(|need| need.footprint != Footprint::default());
        any(need.map(|need| {
            let footprint = need.footprint;
            let keys = Component::ALL
                .into_iter()
                .filter(|component| part(&footprint, *component) > Bytes::ZERO)
                .map(|component| {
                    view! {
                        <li class=component.class()>
                            {t.component(component)} " "
                            <b>{t.memory(part(&footprint, component))}</b>
                        </li>
                    }
                })
                .collect_any();
            view! {
                <figure class="need">
                    <figcaption>
                        <span>{t.need()}</span>
                        " "
                        <span class="figure">{t.memory_range(footprint.total)}</span>
                        {(need.gpus > 1).then(|| format!(" · {}", t.over_cards(need.gpus)))}
                        {(replicas > 1).then(|| format!(" · {}", t.of_replicas(replicas)))}
                    </figcaption>
                    {bar(&footprint, footprint.total.expected)}
                    <ul class="key">{keys}</ul>
                </figure>
            }
        }))
    })
}
