//! The fields of training.

use super::super::app::App;
use super::super::live::{any, live, word_memo};
use super::super::markup::view;
use super::number::{Number, NumberField, Reads};
use super::seg::Seg;
use super::select::Select;
use super::serve::{MoreFormats, Precision};
use super::work::{Images, OffloadField, Resolution};
use crate::catalog::ModelKind;
use crate::query::{
    Attention, Checkpointing, Method, Optimizer, States, Targets, Trainer, Workload, Zero,
};
use leptos::prelude::*;

/// The fields of pre-training and fine-tuning.
#[component]
pub(super) fn Train() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    // Blank where there is no choice of a method.
    let method = word_memo(move || {
        app.query.with(|query| match query.workload {
            Workload::Finetune => query.method.word(),
            _ => "",
        })
    });
    let method = move || Method::from_word(method.get());
    let methods = live(move || {
        any(method().map(|_| view! { <Seg
            name="method"
            legend=t.label_method()
            choices=Method::ALL.iter().map(|method| (method.word(), t.method(*method).into())).collect()
            value=|query| query.method.word()
            set=|query, word| {
                if let Some(method) = Method::from_word(word) {
                    query.method = method;
                }
            }
        /> }))
    });
    let rank = live(move || {
        any(method().filter(|method| *method != Method::Full).map(|_| {
            view! {
                <NumberField of=Number {
                    key: "rank",
                    label: t.label_rank(),
                    unit: "",
                    hint: "",
                    reads: Reads::Count,
                } />
                <Select
                name="tgt"
                label=t.label_targets()
                choices=Targets::ALL
                    .iter()
                    .map(|word| (word.word(), t.targets(*word).into()))
                    .collect()
                value=|query| query.targets.word()
                set=|query, word| {
                    if let Some(word) = Targets::from_word(word) {
                        query.targets = word;
                    }
                }
            />
            }
        }))
    });
    // QLoRA stores 4-bit weights whatever the question says.
    let weights = live(move || {
        any((method() != Some(Method::Qlora)).then(|| view! { <Precision /><MoreFormats /> }))
    });
    // Pipelines are trained on images, language models on tokens.
    let pictures = Memo::new(move |_| {
        app.answer.with(|answer| {
            answer.subject.as_ref().is_some_and(|subject| {
                let kind = subject.model.kind;
                matches!(kind, ModelKind::Diffusion | ModelKind::VideoDiffusion)
            })
        })
    });
    let amount = live(move || {
        if pictures.get() {
            return view! { <Images /><Epochs /><Resolution /> }.into_any();
        }
        view! {
        <NumberField of=Number {
            key: "tok",
            label: t.label_tokens(),
            unit: t.unit_billion_tokens(),
            hint: t.hint_tokens(),
            reads: Reads::Billions,
        } />
        <Epochs />
        <NumberField of=Number {
            key: "seq",
            label: t.label_sequence(),
            unit: t.unit_tokens(),
            hint: "",
            reads: Reads::Tokens,
        } />
        }
        .into_any()
    });
    view! {
        {methods}
        {weights}
        {rank}
        {amount}
        <Batch />
        <Select
            name="opt"
            label=t.label_optimizer()
            choices=Optimizer::ALL
                .iter()
                .map(|optimizer| (optimizer.word(), t.optimizer(*optimizer).into()))
                .collect()
            value=|query| query.optimizer.word()
            set=|query, word| {
                if let Some(optimizer) = Optimizer::from_word(word) {
                    query.optimizer = optimizer;
                }
            }
        />
        <Select
            name="ckpt"
            label=t.label_checkpointing()
            choices=Checkpointing::ALL
                .iter()
                .map(|word| (word.word(), t.checkpointing(*word).into()))
                .collect()
            value=|query| query.checkpointing.word()
            set=|query, word| {
                if let Some(word) = Checkpointing::from_word(word) {
                    query.checkpointing = word;
                }
            }
        />
        <details class="finer">
            <summary>{t.finer_training()}</summary>
            <Select
                name="tr"
                label=t.label_trainer()
                choices=Trainer::ALL
                    .iter()
                    .map(|word| (word.word(), t.trainer(*word).into()))
                    .collect()
                value=|query| query.trainer.word()
                set=|query, word| {
                    if let Some(word) = Trainer::from_word(word) {
                        query.trainer = word;
                    }
                }
            />
            <Select
                name="zero"
                label=t.label_zero()
                choices=Zero::ALL
                    .iter()
                    .map(|word| (word.word(), t.zero(*word).into()))
                    .collect()
                value=|query| query.zero.word()
                set=|query, word| {
                    if let Some(word) = Zero::from_word(word) {
                        query.zero = word;
                    }
                }
            />
            <OffloadField />
            <Select
                name="st"
                label=t.label_states()
                choices=States::ALL
                    .iter()
                    .map(|word| (word.word(), t.states(*word).into()))
                    .collect()
                value=|query| query.states.word()
                set=|query, word| {
                    if let Some(word) = States::from_word(word) {
                        query.states = word;
                    }
                }
            />
            <Select
                name="attn"
                label=t.label_attention()
                choices=Attention::ALL
                    .iter()
                    .map(|word| (word.word(), t.attention(*word).into()))
                    .collect()
                value=|query| query.attention.word()
                set=|query, word| {
                    if let Some(word) = Attention::from_word(word) {
                        query.attention = word;
                    }
                }
            />
            <NumberField of=Number {
                key: "acc",
                label: t.label_accumulation(),
                unit: t.unit_steps(),
                hint: "",
                reads: Reads::Count,
            } />
        </details>
    }
}

/// Passes over the data.
#[component]
pub(super) fn Epochs() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "ep",
        label: t.label_epochs(),
        unit: t.unit_epochs(),
        hint: "",
        reads: Reads::Amount,
    } /> }
}

/// The batch of one card.
#[component]
pub(super) fn Batch() -> impl IntoView {
    let t = App::get().locale.get_untracked();
    view! { <NumberField of=Number {
        key: "bs",
        label: t.label_batch(),
        unit: "",
        hint: "",
        reads: Reads::Count,
    } /> }
}
