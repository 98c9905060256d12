//! The fields of workloads whose work is images, frames, operations or hours.

use super::super::app::App;
use super::super::live::flag;
use super::super::markup::view;
use super::number::{Number, NumberField, Reads};
use super::seg::Seg;
use super::select::Select;
use super::serve::{MoreFormats, Precision};
use super::train::{Batch, Epochs};
use crate::query::{Offload, Runtime, VisionMode, WorkPrecision};
use leptos::prelude::*;

/// The side of an image.
#[component]
pub(super) fn Resolution() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "res",
        label: t.label_resolution(),
        unit: t.unit_pixels(),
        hint: "",
        reads: Reads::Count,
    } /> }
}

/// The number of images.
#[component]
pub(super) fn Images() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "imgs",
        label: t.label_images(),
        unit: t.unit_thousand_images(),
        hint: "",
        reads: Reads::Amount,
    } /> }
}

/// The fields of generating images and video.
#[component]
pub(super) fn ImageFields() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    view! {
        <Precision /><MoreFormats />
        <Images />
        <Resolution />
        <NumberField of=Number {
            key: "steps",
            label: t.label_steps(),
            unit: t.unit_steps(),
            hint: "",
            reads: Reads::Count,
        } />
        <Batch />
        <RuntimeField />
        <OffloadField />
        <label class="field check">
            <input
                type="checkbox"
                prop:checked=flag(move || app.query.with(|query| query.sliced))
                on:change=move |event| {
                    let on = event_target_checked(&event);
                    app.change(&|query| query.sliced = on);
                }
            />
            <span>{t.label_sliced()}</span>
        </label>
    }
}

/// The fields of small networks.
#[component]
pub(super) fn VisionFields() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <Seg
            name="vm"
            legend=t.label_vision_mode()
            choices=VisionMode::ALL
                .iter()
                .map(|word| (word.word(), t.vision_mode(*word).into()))
                .collect()
            value=|query| query.vision_mode.word()
            set=|query, word| {
                if let Some(word) = VisionMode::from_word(word) {
                    query.vision_mode = word;
                }
            }
        />
        <Precision /><MoreFormats />
        <Images />
        <Epochs />
        <Resolution />
        <Batch />
        <RuntimeField />
    }
}

/// What is kept in host memory.
#[component]
pub(super) fn OffloadField() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <Select
        name="off"
        label=t.label_offload()
        choices=Offload::ALL
            .iter()
            .map(|word| (word.word(), t.offload(*word).into()))
            .collect()
        value=|query| query.offload.word()
        set=|query, word| {
            if let Some(word) = Offload::from_word(word) {
                query.offload = word;
            }
        }
    /> }
}

/// How the network is executed.
#[component]
fn RuntimeField() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <Select
        name="rt"
        label=t.label_runtime()
        choices=Runtime::ALL.iter().map(|word| (word.word(), t.runtime(*word).into())).collect()
        value=|query| query.runtime.word()
        set=|query, word| {
            if let Some(word) = Runtime::from_word(word) {
                query.runtime = word;
            }
        }
    /> }
}

/// The fields of rendering.
#[component]
pub(super) fn RenderFields() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    // Cards without a score cannot be scaled from.
    let cards = app
        .catalog
        .accelerators
        .iter()
        .filter(|card| card.blender_score.is_some())
        .map(|card| (card.id.as_str(), card.name.as_str().into()))
        .collect();
    view! {
        <NumberField of=Number {
            key: "frames",
            label: t.label_frames(),
            unit: t.unit_frames(),
            hint: "",
            reads: Reads::Count,
        } />
        <NumberField of=Number {
            key: "fmin",
            label: t.label_frame_minutes(),
            unit: t.unit_minutes(),
            hint: t.hint_frame_minutes(),
            reads: Reads::Amount,
        } />
        <Select
            name="ref"
            label=t.label_reference()
            choices=cards
            value=reference
            set=|query, word| word.clone_into(&mut query.reference)
        />
        <Memory />
    }
}

/// The reference card as a word that lives as long as the page; blank where the catalog lacks it.
fn reference(query: &crate::query::Query) -> &'static str {
    App::get()
        .catalog
        .accelerator_by_id(&query.reference)
        .map_or("", |(_, card)| card.id.as_str())
}

/// The fields of scientific work.
#[component]
pub(super) fn HpcFields() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <Seg
            name="prec"
            legend=t.label_work_precision()
            choices=WorkPrecision::ALL
                .iter()
                .map(|precision| (precision.word(), t.work_precision(*precision).into()))
                .collect()
            value=|query| query.work_precision.word()
            set=|query, word| {
                if let Some(precision) = WorkPrecision::from_word(word) {
                    query.work_precision = precision;
                }
            }
        />
        <NumberField of=Number {
            key: "pflop",
            label: t.label_petaflop(),
            unit: t.unit_petaflop(),
            hint: "",
            reads: Reads::Amount,
        } />
        <Memory />
    }
}

/// The memory that the work needs in all.
#[component]
fn Memory() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "vram",
        label: t.label_vram(),
        unit: t.unit_gb(),
        hint: "",
        reads: Reads::Amount,
    } /> }
}

/// The fields of an asker who knows memory and hours.
#[component]
pub(super) fn VramFields() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! {
        <Memory />
        <NumberField of=Number {
            key: "gpuh",
            label: t.label_gpu_hours(),
            unit: t.unit_gpu_hours(),
            hint: t.hint_gpu_hours(),
            reads: Reads::Amount,
        } />
    }
}
