//! The form: every field edits the one question, and every value is read as a link's value is.

mod assign;
mod checks;
mod chips;
mod extras;
mod file;
mod group;
mod limits;
mod list;
mod measured;
mod model;
mod number;
mod purchase;
mod seg;
mod select;
mod serve;
mod shape;
mod train;
mod usage;
mod week;
mod work;
mod workload;

use super::app::App;
use super::later::{Later, later};
use super::live::{live, word_memo};
use super::markup::view;
use crate::query::{Query, Workload};
pub(super) use assign::{cleared, keys_set};
use extras::Extras;
pub(super) use file::ModelFile;
use leptos::prelude::*;
use limits::Limits;
use measured::Measured;
use model::ModelField;
pub(super) use model::name as model_name;
use purchase::Purchase;
pub(super) use seg::Seg;
use serve::Serve;
use shape::Shape;
use train::Train;
use usage::UsageFields;
pub(super) use week::WeekField;
use work::{HpcFields, ImageFields, RenderFields, VisionFields, VramFields};
use workload::WorkloadChoice;

/// The whole form.
#[component]
pub(super) fn Form() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let workload = word_memo(move || app.query.with(|query| query.workload.word()));
    let fields =
        live(
            move || match Workload::from_word(workload.get()).unwrap_or(Workload::Serve) {
                Workload::Serve => {
                    view! { <ModelField />{later(Later::File)}<Shape /><Serve /> }.into_any()
                }
                Workload::Pretrain | Workload::Finetune => {
                    view! { <ModelField />{later(Later::File)}<Shape /><Train /> }.into_any()
                }
                Workload::Image => view! { <ModelField /><ImageFields /> }.into_any(),
                Workload::Vision => view! { <ModelField /><VisionFields /> }.into_any(),
                Workload::Render => view! { <RenderFields /> }.into_any(),
                Workload::Hpc => view! { <HpcFields /> }.into_any(),
                Workload::Vram => view! { <VramFields /> }.into_any(),
            },
        );
    view! {
        <form
            aria-label=t.question()
            autocomplete="off"
            on:submit=|event| event.prevent_default()
            on:reset=move |event| {
                event.prevent_default();
                app.go(Query {
                    currency: app.query.with_untracked(|query| query.currency),
                    ..Query::default()
                });
            }
        >
            <div class="group">
                <h2>{t.legend_run()}</h2>
                <WorkloadChoice />
                {fields}
            </div>
            <div class="group">
                <h2>{t.legend_use()}</h2>
                <UsageFields />
            </div>
            <div class="group">
                <h2>{t.legend_buy()}</h2>
                <Purchase />
            </div>
            <Limits />
            <Extras />
            <Measured />
            <p class="form-end">
                <button type="reset" class="plain">{t.reset()}</button>
            </p>
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::locale::FieldText;

    #[test]
    fn every_described_field_stands_in_the_form() {
        // Those of a pattern of use and of the limits stand among other fields.
        let among = ["hpd", "dpw", "dl", "mon", "swing", "cnt", "sla", "budget"];
        let groups = [
            usage::LOAD,
            purchase::TERMS,
            purchase::PROMOTION,
            purchase::SPOT,
            extras::EXTRAS,
            extras::ALTERNATIVES,
            &among,
        ];
        for field in FieldText::ALL {
            let places = groups
                .iter()
                .filter(|keys| keys.contains(&field.key))
                .count();
            assert_eq!(places, 1, "{}", field.key);
        }
        assert_eq!(groups.concat().len(), FieldText::ALL.len());
    }
}
