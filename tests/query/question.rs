//! Random questions that contradict themselves nowhere.

#![allow(clippy::unwrap_used, reason = "a test stops at what it lacks")]

use kasuan::catalog::{RegionGroup, Tier};
use kasuan::query::{
    Attention, BuyTerms, CacheFormat, CheckpointPlan, Checkpointing, CustomShape, Engine,
    ExtraTerms, LoadTerms, Method, MinLink, Offload, Optimizer, Order, OwnTerms, Pay, Query,
    Runtime, SHAPE_FIELDS, Scaling, SpotTerms, States, Targets, Trainer, Usage, VisionMode,
    WeightFormat, WorkPrecision, Workload, Zero, decode, field_range,
};
use kasuan::units::{Currency, Decimal};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

/// The range of a key in millionths.
fn bounds(key: &str) -> (i64, i64) {
    let (low, high) = field_range(key).unwrap();
    let micros = |text: String| text.parse::<Decimal>().unwrap().to_micros();
    (micros(low), micros(high))
}

fn decimal(key: &str) -> BoxedStrategy<Decimal> {
    let (low, high) = bounds(key);
    let whole = (low + 999_999) / 1_000_000..=high / 1_000_000;
    prop_oneof![
        (low..=high).prop_map(Decimal::from_micros),
        whole.prop_map(Decimal::from_int),
        Just(Decimal::from_micros(low)),
        Just(Decimal::from_micros(high)),
    ]
    .boxed()
}

fn whole(key: &str) -> BoxedStrategy<u32> {
    let (low, high) = bounds(key);
    (low / 1_000_000..=high / 1_000_000)
        .prop_map(|value| u32::try_from(value).unwrap())
        .boxed()
}

/// Entries of a list, each once.
fn list(entry: &'static str) -> BoxedStrategy<Vec<String>> {
    vec(entry, 0..4)
        .prop_map(|entries| {
            let mut list: Vec<String> = Vec::new();
            for entry in entries {
                if !list.contains(&entry) {
                    list.push(entry);
                }
            }
            list
        })
        .boxed()
}

const ID: &str = "[a-z0-9._-]{1,64}";
const NAME: &str = "[a-z0-9等保三级é][a-z0-9 等保三级é/+:()._-]{0,12}[a-z0-9)+级]";

fn week() -> BoxedStrategy<Vec<u8>> {
    let day = vec(select(vec![0_u8, 7, 60, 100]), 24);
    prop_oneof![
        vec(0_u8..=100, 168),
        (day, 0_u8..=100).prop_map(|(day, rest)| {
            let mut week = day.repeat(5);
            week.resize(168, rest);
            week
        }),
        (0_u8..=100).prop_map(|level| vec![level; 168]),
    ]
    .prop_map(|mut week| {
        // Some hour has a load.
        week[167] = week[167].max(u8::from(week.iter().all(|level| *level == 0)));
        week
    })
    .boxed()
}

/// A shape, spelled as a link has it: what is no shape is left out by the codec.
fn shape() -> impl Strategy<Value = Option<CustomShape>> {
    let numbers = vec((select(&SHAPE_FIELDS[..]), 0_u32..70), 0..12);
    let kind = select(vec!["", "enc.", "encdec.", "speech."]);
    (kind, 64_u32..200, numbers).prop_map(|(kind, layers, numbers)| {
        let mut link = format!("arch={kind}l{layers}.h4096.f8192.a70.v32000");
        for (field, number) in numbers {
            let longer = format!("{link}.{}{number}", field.code);
            if decode(&longer).problems.is_empty() {
                link = longer;
            }
        }
        decode(&link).query.architecture
    })
}

fn load_terms() -> impl Strategy<Value = LoadTerms> {
    (
        decimal("swing"),
        decimal("grow"),
        select(Scaling::ALL),
        whole("floor"),
        decimal("su"),
        decimal("head"),
    )
        .prop_map(
            |(swing, growth, scaling, floor, startup, headroom)| LoadTerms {
                swing_percent: swing,
                growth_percent: growth,
                scaling,
                floor,
                startup_min: startup,
                headroom_percent: headroom,
            },
        )
}

fn spot_terms() -> impl Strategy<Value = SpotTerms> {
    (
        decimal("int"),
        select(CheckpointPlan::ALL),
        option::of(decimal("save")),
        decimal("redl"),
        whole("pools"),
    )
        .prop_map(
            |(share, checkpoints, save_min, refetch_gb, pools)| SpotTerms {
                interruptible_percent: share,
                checkpoints,
                save_min,
                refetch_gb,
                pools,
            },
        )
}

fn buy_terms() -> impl Strategy<Value = BuyTerms> {
    (
        any::<bool>(),
        decimal("resell"),
        decimal("fm"),
        decimal("fmd"),
        whole("prm"),
        decimal("tax"),
    )
        .prop_map(
            |(assume_typical, resale, months, discount, promotion, tax)| BuyTerms {
                assume_typical,
                resale_percent: resale,
                first_months: months,
                first_discount_percent: discount,
                promotion_months: promotion,
                tax_percent: tax,
            },
        )
}

fn extra_terms() -> impl Strategy<Value = ExtraTerms> {
    (
        decimal("obj"),
        decimal("snap"),
        decimal("xz"),
        whole("lb"),
        whole("ip"),
        decimal("stall"),
    )
        .prop_map(
            |(object, snapshot, cross, balancers, addresses, stall)| ExtraTerms {
                object_gb: object,
                snapshot_gb: snapshot,
                cross_zone_gb: cross,
                balancers,
                addresses,
                stall_percent: stall,
            },
        )
}

fn own_terms() -> impl Strategy<Value = OwnTerms> {
    (
        option::of(decimal("card")),
        option::of(decimal("host")),
        option::of(decimal("kwh")),
        option::of(decimal("pue")),
        decimal("keep"),
        decimal("left"),
        decimal("staff"),
        decimal("space"),
    )
        .prop_map(
            |(card, host, kwh, pue, years, residual, staff, space)| OwnTerms {
                card,
                host,
                kwh,
                pue,
                years,
                residual_percent: residual,
                staff,
                space,
            },
        )
}

/// A question that contradicts itself nowhere, any field of it set.
pub fn question() -> impl Strategy<Value = Query> {
    let model = (
        select(Workload::ALL),
        ID,
        option::of((decimal("n"), option::of(0.0_f64..1.0))),
        select(WeightFormat::ALL),
        select(CacheFormat::ALL),
        whole("ctx"),
        0.0_f64..1.0,
        shape(),
        option::of(decimal("wb")),
    );
    let load = (
        option::of(whole("con")),
        option::of(prop_oneof![
            decimal("rps").prop_map(Ok),
            decimal("tpd").prop_map(Err)
        ]),
        option::of(decimal("ttft")),
        option::of(decimal("tpot")),
        select(Engine::ALL),
    );
    let training = (
        select(Method::ALL),
        whole("rank"),
        select(Optimizer::ALL),
        whole("bs"),
        whole("seq"),
        option::of(decimal("tok")),
        decimal("ep"),
        (
            select(Checkpointing::ALL),
            select(Targets::ALL),
            select(Trainer::ALL),
            select(Zero::ALL),
            select(Offload::ALL),
            select(States::ALL),
            select(Attention::ALL),
            whole("acc"),
        ),
        (
            any::<bool>(),
            select(VisionMode::ALL),
            select(Runtime::ALL),
            option::of((
                ID,
                whole("mn"),
                option::of(decimal("mp")),
                option::of(prop_oneof![
                    decimal("ms").prop_map(Ok),
                    decimal("mi").prop_map(Err)
                ]),
            )),
        ),
    );
    let work = (
        option::of(whole("res")),
        whole("steps"),
        option::of(decimal("imgs")),
        option::of(whole("frames")),
        decimal("fmin"),
        ID,
        option::of(decimal("pflop")),
        select(WorkPrecision::ALL),
        option::of(decimal("vram")),
        option::of(decimal("gpuh")),
    );
    let time = (
        select(Usage::ALL),
        option::of(decimal("hpd")),
        option::of(decimal("dpw")),
        decimal("mon"),
        option::of(week()),
        subsequence(Pay::ALL.to_vec(), 1..=Pay::ALL.len()),
        subsequence(Tier::ALL.to_vec(), 1..=Tier::ALL.len()),
    );
    let filters = (
        list(ID),
        list(ID),
        subsequence(RegionGroup::ALL.to_vec(), 0..=RegionGroup::ALL.len()),
        (list(ID), list(ID)),
        list(ID),
        list(NAME),
        list(NAME),
        option::of(decimal("sla")),
        option::of(select(MinLink::ALL)),
        option::of(whole("cnt")),
    );
    let money = (
        (decimal("gb"), decimal("eg")),
        (option::of(decimal("lam")), option::of(decimal("ckh"))),
        (option::of(decimal("disc")), option::of(decimal("credit"))),
        option::of(decimal("budget")),
        option::of(decimal("dl")),
        "[A-Z]{3}".prop_map(|code| Currency::from_code(&code).unwrap()),
        select(Order::ALL),
        (
            load_terms(),
            spot_terms(),
            buy_terms(),
            extra_terms(),
            own_terms(),
        ),
        decimal("cached"),
        option::of(select(RegionGroup::ALL.to_vec())),
    );
    (model, load, training, work, time, filters, money).prop_map(
        |(model, load, training, work, time, filters, money)| {
            let part = |whole: u32, share: f64| (f64::from(whole) * share) as u32;
            let (least, _) = bounds("na");
            let custom = model.2;
            let rate = load.1;
            let run = &training.8.3;
            Query {
                workload: model.0,
                model: model.1,
                params_b: custom.map(|(total, _)| total),
                active_b: custom.and_then(|(total, share)| {
                    let share: f64 = share?;
                    let micros = (total.to_f64() * share * 1e6) as i64;
                    let active = micros.clamp(least, total.to_micros());
                    Some(Decimal::from_micros(active))
                }),
                architecture: model.7,
                weights: model.3,
                weight_bytes: model.8,
                cache: model.4,
                context: model.5,
                output: part(model.5, model.6).max(1),
                concurrency: load.0,
                requests_per_second: rate.and_then(Result::ok),
                tokens_per_day: rate.and_then(Result::err),
                first_token_s: load.2,
                per_token_ms: load.3,
                engine: load.4,
                method: training.0,
                rank: training.1,
                optimizer: training.2,
                batch: training.3,
                sequence: training.4,
                tokens_b: training.5,
                epochs: training.6,
                checkpointing: training.7.0,
                targets: training.7.1,
                trainer: training.7.2,
                zero: training.7.3,
                offload: training.7.4,
                states: training.7.5,
                attention: training.7.6,
                accumulation: training.7.7,
                sliced: training.8.0,
                vision_mode: training.8.1,
                runtime: training.8.2,
                resolution: work.0,
                steps: work.1,
                images_k: work.2,
                frames: work.3,
                frame_minutes: work.4,
                reference: work.5,
                petaflop: work.6,
                work_precision: work.7,
                vram_gb: work.8,
                gpu_hours: work.9,
                measured_on: run.as_ref().map_or_else(String::new, |run| run.0.clone()),
                measured_cards: run.as_ref().map_or(1, |run| run.1),
                measured_peak_gb: run
                    .as_ref()
                    .and_then(|run| run.2)
                    .filter(|_| model.0 != Workload::Vram),
                measured_speed: run
                    .as_ref()
                    .and_then(|run| run.3?.ok())
                    .filter(|_| model.0 != Workload::Vram),
                measured_step_s: run.as_ref().and_then(|run| run.3?.err()).filter(|_| {
                    !matches!(
                        model.0,
                        Workload::Serve | Workload::Render | Workload::Hpc | Workload::Vram
                    )
                }),
                usage: if time.0 == Usage::Week && time.4.is_none() {
                    Usage::Always
                } else {
                    time.0
                },
                hours_per_day: time.1,
                days_per_week: time.2,
                months: time.3,
                week: time.4,
                pay: time.5,
                tiers: time.6,
                providers: filters.0,
                gpus: filters.1,
                regions: filters.2,
                jurisdictions: filters.3.0,
                vendors: filters.4,
                compliance: filters.5,
                frameworks: filters.6,
                sla_percent: filters.7,
                link: filters.8,
                gpu_count: filters.9,
                storage_gb: money.0.0,
                egress_gb: money.0.1,
                interruptions_per_hour: money.1.0,
                checkpoint_hours: money.1.1,
                discount_percent: money.2.0,
                credit: money.2.1,
                budget: money.3,
                deadline_hours: money.4,
                currency: money.5,
                order: money.6,
                load: money.7.0,
                spot: money.7.1,
                buy: money.7.2,
                extras: money.7.3,
                own: money.7.4,
                cached_percent: money.8,
                users: money.9,
                homes: filters.3.1,
            }
        },
    )
}
