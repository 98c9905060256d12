//! What is run. Choosing it also sets what a question of that kind cannot do without.

use super::super::app::App;
use super::super::live::{CollectAny, flag, word_memo};
use super::super::markup::view;
use crate::catalog::Catalog;
use crate::fit::suits;
use crate::query::{Query, Usage, Workload};
use crate::units::Decimal;
use leptos::prelude::*;

/// The choice of a workload.
#[component]
pub(super) fn WorkloadChoice() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let current = word_memo(move || app.query.with(|query| query.workload.word()));
    let buttons = Workload::ALL
        .iter()
        .map(|workload| {
            let workload = *workload;
            let (word, label) = (workload.word(), t.workload(workload));
            view! {
                <label>
                    <input
                        type="radio"
                        name="w"
                        value=word
                        prop:checked=flag(move || current.get() == word)
                        on:change=move |_| {
                            app.change(&|query| choose(app.catalog, query, workload));
                        }
                    />
                    <span>{label}</span>
                </label>
            }
        })
        .collect_any();
    view! {
        <fieldset class="field seg">
            <legend class="unseen">{t.label_workload()}</legend>
            <div class="pills wide">{buttons}</div>
        </fieldset>
    }
}

/// Chooses a workload. What the link's frozen defaults would leave senseless is set in the
/// question, where it is seen and can be changed: a usage pattern, a model of the right kind, and
/// an amount of work for a job.
fn choose(catalog: &Catalog, query: &mut Query, workload: Workload) {
    query.workload = workload;
    let job = !matches!(workload, Workload::Serve | Workload::Vram);
    query.usage = if job { Usage::Job } else { Usage::Always };
    let suited = catalog
        .model_by_id(&query.model)
        .is_some_and(|model| suits(workload, model.kind));
    if !suited {
        // The default stands for the usual model of each workload.
        query.model = Query::default().model;
    }
    if matches!(workload, Workload::Image | Workload::Vision) {
        query.params_b = None;
        query.active_b = None;
        query.architecture = None;
        query.weight_bytes = None;
    }
    // Amounts that make a plain example; 0.01 billion tokens are ten million.
    let amount = |slot: &mut Option<Decimal>, micros: i64| {
        slot.get_or_insert(Decimal::from_micros(micros));
    };
    match workload {
        Workload::Finetune => amount(&mut query.tokens_b, 10_000),
        Workload::Pretrain => amount(&mut query.tokens_b, 20 * Decimal::SCALE),
        Workload::Image => amount(&mut query.images_k, 10 * Decimal::SCALE),
        Workload::Vision => amount(&mut query.images_k, 1000 * Decimal::SCALE),
        Workload::Render => {
            query.frames.get_or_insert(1000);
        }
        Workload::Hpc => amount(&mut query.petaflop, 1_000_000 * Decimal::SCALE),
        Workload::Vram => amount(&mut query.vram_gb, 24 * Decimal::SCALE),
        Workload::Serve => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_has_work_and_a_service_has_hours() {
        let catalog = Catalog::default();
        let mut query = Query::default();
        choose(&catalog, &mut query, Workload::Render);
        assert_eq!((query.usage, query.frames), (Usage::Job, Some(1000)));
        choose(&catalog, &mut query, Workload::Serve);
        assert_eq!(query.usage, Usage::Always);
    }

    #[test]
    fn what_was_said_is_kept() {
        let mut query = Query {
            frames: Some(7),
            ..Query::default()
        };
        choose(&Catalog::default(), &mut query, Workload::Render);
        assert_eq!(query.frames, Some(7));
    }
}
