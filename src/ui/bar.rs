//! A stacked bar of memory, one colour per component.

use super::live::CollectAny;
use super::markup::view;
use crate::fit::Footprint;
use crate::locale::{Component, share_of};
use crate::units::Bytes;
use leptos::prelude::*;

/// The component's part of a footprint.
pub(super) fn part(footprint: &Footprint, component: Component) -> Bytes {
    match component {
        Component::Weights => footprint.weights,
        Component::Cache => footprint.cache,
        Component::Optimizer => footprint.optimizer,
        Component::Gradients => footprint.gradients,
        Component::Activations => footprint.activations,
        Component::Overhead => footprint.overhead,
    }
}

/// A bar as wide as `whole`, filled with the components of a footprint. It is for the eye alone:
/// the figures stand beside it as text.
pub(super) fn bar(footprint: &Footprint, whole: Bytes) -> AnyView {
    let mut start = Bytes::ZERO;
    let parts = Component::ALL
        .into_iter()
        .map(|component| {
            let bytes = part(footprint, component);
            let from = start;
            start += bytes;
            view! {
                <rect
                    class=component.class()
                    x=share_of(from.get(), whole.get())
                    y="0"
                    width=share_of(bytes.get(), whole.get())
                    height="10"
                />
            }
        })
        .collect_any();
    view! {
        <svg class="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            {parts}
        </svg>
    }
    .into_any()
}
