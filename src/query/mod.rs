//! The question: one [`Query`] with every key of a link, its defaults, codec and field errors.
//!
//! `docs/url.md` lists the keys. Decoding never fails: a bad value falls back to its default and
//! is reported; unknown keys are ignored.

mod codec;
mod keys;
mod known;
mod lists;
mod number;
mod percent;
mod portfolio;
mod restate;
mod shape;
mod terms;
mod week;
mod week_csv;
mod words;

pub use codec::{
    Decoded, Problem, ProblemReason, decode, encode, field_range, keys, scaled, written,
};
pub(crate) use lists::{has, is_letter};
pub use number::{Kilo, NumberError, read_number, read_params_b};
pub use portfolio::{MOST_MEMBERS, Member, Portfolio};
pub use shape::{CustomShape, SHAPE_FIELDS, ShapeField};
pub use terms::{BuyTerms, ExtraTerms, LoadTerms, OwnTerms, SpotTerms};
pub use week::WeekPreset;
pub use week_csv::{LONGEST_WEEK_CSV, WeekCsvError, read_week_csv};
pub use words::{
    Attention, CacheFormat, CheckpointPlan, Checkpointing, Engine, Method, MinLink, Offload,
    Optimizer, Order, Pay, Runtime, Scaling, States, Targets, Trainer, Usage, VisionMode,
    WeightFormat, WorkPrecision, Workload, Zero,
};

use crate::catalog::{RegionGroup, Tier};
use crate::units::{Currency, Decimal};

/// Everything a link asks. `None` means that the key was not given and nothing stands for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// `w`: what is run.
    pub workload: Workload,
    /// `m`: id of a model preset.
    pub model: String,
    /// `n`: total parameters of a custom model, in billions; wins over `model`.
    pub params_b: Option<Decimal>,
    /// `na`: active parameters of a custom model, in billions.
    pub active_b: Option<Decimal>,
    /// `arch`: shape of a custom model; wins over `model` and over what a size would infer.
    pub architecture: Option<CustomShape>,
    /// `wq`: format of the weights.
    pub weights: WeightFormat,
    /// `wb`: GB (10⁹ bytes) of the weights as they are stored, where that is known exactly.
    pub weight_bytes: Option<Decimal>,
    /// `kv`: format of the KV cache.
    pub cache: CacheFormat,
    /// `ctx`: tokens held per sequence, prompt and output together.
    pub context: u32,
    /// `out`: output tokens per request, at most `context`.
    pub output: u32,
    /// `con`: sequences resident at once over the whole service; with a rate, the cap per replica.
    pub concurrency: Option<u32>,
    /// `rps`: requests per second.
    pub requests_per_second: Option<Decimal>,
    /// `tpd`: output tokens per day.
    pub tokens_per_day: Option<Decimal>,
    /// `ttft`: target seconds to the first token.
    pub first_token_s: Option<Decimal>,
    /// `tpot`: target milliseconds per output token.
    pub per_token_ms: Option<Decimal>,
    /// `eng`: serving engine.
    pub engine: Engine,
    /// `method`: training method.
    pub method: Method,
    /// `rank`: LoRA rank.
    pub rank: u32,
    /// `tgt`: layers that adapters are put on.
    pub targets: Targets,
    /// `tr`: the software that trains.
    pub trainer: Trainer,
    /// `zero`: what data-parallel cards divide among them.
    pub zero: Zero,
    /// `off`: what is kept in host memory.
    pub offload: Offload,
    /// `st`: precision of trained states.
    pub states: States,
    /// `attn`: how attention is computed, in training and in plain PyTorch.
    pub attention: Attention,
    /// `opt`: optimizer.
    pub optimizer: Optimizer,
    /// `bs`: sequences (or images) computed at once on one card.
    pub batch: u32,
    /// `acc`: batches of one card per optimizer step.
    pub accumulation: u32,
    /// `seq`: training sequence length in tokens.
    pub sequence: u32,
    /// `tok`: training tokens, in billions, per epoch.
    pub tokens_b: Option<Decimal>,
    /// `ep`: epochs.
    pub epochs: Decimal,
    /// `ckpt`: activation checkpointing.
    pub checkpointing: Checkpointing,
    /// `res`: image side in pixels.
    pub resolution: Option<u32>,
    /// `steps`: denoising steps.
    pub steps: u32,
    /// `slice`: the image decoder works in slices and tiles.
    pub sliced: bool,
    /// `vm`: whether an image network is trained or run.
    pub vision_mode: VisionMode,
    /// `rt`: how a network outside language serving is executed.
    pub runtime: Runtime,
    /// `imgs`: images, in thousands.
    pub images_k: Option<Decimal>,
    /// `frames`: frames to render.
    pub frames: Option<u32>,
    /// `fmin`: minutes per frame on the reference card.
    pub frame_minutes: Decimal,
    /// `ref`: accelerator id of the reference card.
    pub reference: String,
    /// `pflop`: work in 10¹⁵ floating-point operations.
    pub petaflop: Option<Decimal>,
    /// `prec`: precision of that work.
    pub work_precision: WorkPrecision,
    /// `vram`: GB (10⁹ bytes) of GPU memory needed in all.
    pub vram_gb: Option<Decimal>,
    /// `gpuh`: GPU-hours of work, not scaled by a card's speed; implies `use=job`.
    pub gpu_hours: Option<Decimal>,
    /// `mg`: accelerator id of the card on which the asker measured; empty where nothing was.
    pub measured_on: String,
    /// `mn`: cards of that run.
    pub measured_cards: u32,
    /// `mp`: measured peak memory of one card, in GB (10⁹ bytes).
    pub measured_peak_gb: Option<Decimal>,
    /// `ms`: measured speed of that run, in the unit of the workload per second.
    pub measured_speed: Option<Decimal>,
    /// `mi`: measured seconds of one optimizer step, or of one denoising step.
    pub measured_step_s: Option<Decimal>,
    /// `use`: usage pattern.
    pub usage: Usage,
    /// `hpd`: hours per day.
    pub hours_per_day: Option<Decimal>,
    /// `dpw`: days per week.
    pub days_per_week: Option<Decimal>,
    /// `mon`: length of the project in months.
    pub months: Decimal,
    /// `wk`: 168 hourly levels from Monday 00:00, each 0 to 100 % of the peak.
    pub week: Option<Vec<u8>>,
    /// How the load moves and what follows it.
    pub load: LoadTerms,
    /// `pay`: allowed purchase kinds.
    pub pay: Vec<Pay>,
    /// `tier`: allowed kinds of seller.
    pub tiers: Vec<Tier>,
    /// `prov`: provider ids; empty allows all.
    pub providers: Vec<String>,
    /// `gpu`: accelerator ids or families; empty allows all.
    pub gpus: Vec<String>,
    /// `at`: where the users are.
    pub users: Option<RegionGroup>,
    /// `reg`: region groups; empty allows all.
    pub regions: Vec<RegionGroup>,
    /// `jur`: jurisdictions in which the data must lie; empty allows all.
    pub jurisdictions: Vec<String>,
    /// `home`: jurisdictions of the seller itself, wherever the data lie; empty allows all.
    pub homes: Vec<String>,
    /// `vendor`: accelerator vendors; empty allows all.
    pub vendors: Vec<String>,
    /// `comp`: certificates that the provider must hold.
    pub compliance: Vec<String>,
    /// `fw`: framework or platform that the provider must offer.
    pub frameworks: Vec<String>,
    /// `sla`: least promised availability in percent.
    pub sla_percent: Option<Decimal>,
    /// `ic`: least interconnect.
    pub link: Option<MinLink>,
    /// `cnt`: fixed number of GPUs per instance.
    pub gpu_count: Option<u32>,
    /// `gb`: storage in GB.
    pub storage_gb: Decimal,
    /// `eg`: egress in GB per month.
    pub egress_gb: Decimal,
    /// `lam`: interruptions per hour.
    pub interruptions_per_hour: Option<Decimal>,
    /// `ckh`: hours between checkpoints.
    pub checkpoint_hours: Option<Decimal>,
    /// What may happen to spot instances and what is done about it.
    pub spot: SpotTerms,
    /// Conditions of buying beside the list price.
    pub buy: BuyTerms,
    /// What is needed beside instances, block storage and traffic to the internet.
    pub extras: ExtraTerms,
    /// `cached`: share of the input tokens that a token API finds cached, in percent.
    pub cached_percent: Decimal,
    /// Own hardware.
    pub own: OwnTerms,
    /// `disc`: negotiated discount in percent.
    pub discount_percent: Option<Decimal>,
    /// `credit`: credit, in the display currency.
    pub credit: Option<Decimal>,
    /// `budget`: money per month, in the display currency.
    pub budget: Option<Decimal>,
    /// `dl`: deadline in hours.
    pub deadline_hours: Option<Decimal>,
    /// `cur`: display currency.
    pub currency: Currency,
    /// `sort`: order of the answer.
    pub order: Order,
}

impl Default for Query {
    /// These values are frozen: a link omits them, so a change would change old links' meaning.
    fn default() -> Self {
        Self {
            workload: Workload::Serve,
            model: "llama-3.1-8b".to_owned(),
            params_b: None,
            active_b: None,
            architecture: None,
            weights: WeightFormat::Bf16,
            weight_bytes: None,
            cache: CacheFormat::Bf16,
            context: 8192,
            output: 512,
            concurrency: None,
            requests_per_second: None,
            tokens_per_day: None,
            first_token_s: None,
            per_token_ms: None,
            engine: Engine::Vllm,
            method: Method::Lora,
            rank: 16,
            targets: Targets::All,
            trainer: Trainer::Pytorch,
            zero: Zero::Full,
            offload: Offload::None,
            states: States::Mixed,
            attention: Attention::Flash,
            optimizer: Optimizer::Adamw,
            batch: 1,
            accumulation: 1,
            sequence: 2048,
            tokens_b: None,
            epochs: Decimal::from_int(1),
            checkpointing: Checkpointing::Full,
            resolution: None,
            steps: 30,
            sliced: false,
            vision_mode: VisionMode::Train,
            runtime: Runtime::Eager,
            images_k: None,
            frames: None,
            frame_minutes: Decimal::from_int(1),
            reference: "rtx-4090".to_owned(),
            petaflop: None,
            work_precision: WorkPrecision::Fp64,
            vram_gb: None,
            gpu_hours: None,
            measured_on: String::new(),
            measured_cards: 1,
            measured_peak_gb: None,
            measured_speed: None,
            measured_step_s: None,
            usage: Usage::Always,
            hours_per_day: None,
            days_per_week: None,
            months: Decimal::from_int(12),
            week: None,
            load: LoadTerms::DEFAULT,
            pay: vec![Pay::OnDemand, Pay::Commit1, Pay::Subscription],
            tiers: vec![Tier::Cloud, Tier::Specialist],
            providers: Vec::new(),
            gpus: Vec::new(),
            users: None,
            regions: Vec::new(),
            jurisdictions: Vec::new(),
            homes: Vec::new(),
            vendors: Vec::new(),
            compliance: Vec::new(),
            frameworks: Vec::new(),
            sla_percent: None,
            link: None,
            gpu_count: None,
            storage_gb: Decimal::ZERO,
            egress_gb: Decimal::ZERO,
            interruptions_per_hour: None,
            checkpoint_hours: None,
            spot: SpotTerms::DEFAULT,
            buy: BuyTerms::DEFAULT,
            extras: ExtraTerms::DEFAULT,
            cached_percent: Decimal::ZERO,
            own: OwnTerms::DEFAULT,
            discount_percent: None,
            credit: None,
            budget: None,
            deadline_hours: None,
            currency: Currency::USD,
            order: Order::Cost,
        }
    }
}

/// Sequences resident at once where neither `con` nor a rate is given.
pub const DEFAULT_CONCURRENCY: u32 = 8;

impl Query {
    /// Stores the weights in another format. Bytes that a file stated are those of its own format.
    pub fn store_as(&mut self, format: WeightFormat) {
        if self.weights != format {
            self.weights = format;
            self.weight_bytes = None;
        }
    }

    /// Whether the load is given as a rate, from which residency follows.
    #[must_use]
    pub const fn has_rate(&self) -> bool {
        self.requests_per_second.is_some() || self.tokens_per_day.is_some()
    }

    /// The usage pattern that holds: GPU-hours as said are a job, once or every month.
    #[must_use]
    pub fn effective_usage(&self) -> Usage {
        let said = matches!(self.workload, Workload::Vram) && self.gpu_hours.is_some();
        match self.usage {
            Usage::Recurring => Usage::Recurring,
            _ if said => Usage::Job,
            usage => usage,
        }
    }
}
