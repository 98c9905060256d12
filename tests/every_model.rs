//! Every model of the catalog answers for every workload that it suits.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test stops at what it lacks"
)]

mod support;

use kasuan::catalog::{GpuCount, InstanceLink, ModelKind};
use kasuan::fit::{Device, Group, footprint, subject};
use kasuan::query::{Method, Query, VisionMode, Workload};
use kasuan::speed::speed;
use kasuan::units::{Bytes, Ratio};
use support::CATALOG;

/// The workloads of a kind of model.
fn workloads(kind: ModelKind) -> &'static [Workload] {
    match kind {
        ModelKind::Decoder | ModelKind::EncoderDecoder | ModelKind::Encoder => {
            &[Workload::Serve, Workload::Pretrain, Workload::Finetune]
        }
        ModelKind::Speech => &[Workload::Serve],
        ModelKind::Diffusion | ModelKind::VideoDiffusion => &[Workload::Image, Workload::Finetune],
        ModelKind::Vision => &[Workload::Vision],
    }
}

#[test]
fn every_model_has_memory_and_speed_in_every_workload_that_it_suits() {
    let (_, card) = CATALOG.accelerator_by_id("h100-sxm").unwrap();
    let mut asked = 0;
    for model in &CATALOG.models {
        for workload in workloads(model.kind) {
            for method in Method::ALL {
                for mode in VisionMode::ALL {
                    let query = Query {
                        workload: *workload,
                        model: model.id.clone(),
                        method: *method,
                        vision_mode: *mode,
                        ..Query::default()
                    };
                    let what = format!("{} {workload:?} {method:?} {mode:?}", model.id);
                    let subject = subject(&CATALOG, &query).unwrap_or_else(|| panic!("{what}"));
                    let device = Device::new(&CATALOG, &query, card, GpuCount::Whole(8)).unwrap();
                    for cards in [1, 8] {
                        let group = Group::of(*workload, cards, InstanceLink::Nvlink);
                        let need = footprint(&query, Some(&subject), &device, &group, 4);
                        assert!(need.total.low > Bytes::ZERO, "{what}");
                        assert!(need.total.low <= need.total.expected, "{what}");
                        assert!(need.total.expected <= need.total.high, "{what}");
                        assert!(need.weights > Bytes::ZERO, "{what}");
                        // No card holds less than its share of the weights.
                        let least = model.total.get() * 0.5 / 8.0 * 0.9;
                        assert!(need.total.expected.get() > least, "{what}");
                        let rate = speed(&query, Some(&subject), &device, &group, 4)
                            .unwrap()
                            .rate;
                        assert!(
                            rate.low > Ratio::ZERO && rate.low <= rate.expected,
                            "{what}"
                        );
                        assert!(rate.expected <= rate.high, "{what}");
                        asked += 1;
                    }
                }
            }
        }
    }
    assert!(asked > 4000, "{asked}");
}
