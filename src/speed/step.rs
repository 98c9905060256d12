//! One decoding step of a serving replica.

use super::efficiency::{self, Execution, GRAPH_TOKENS};
use super::machine::{Machine, weights};
use super::serving::Phase;
use super::soft_max;
use crate::fit::{EngineClass, read_bytes};
use crate::query::WeightFormat;

impl Machine<'_> {
    /// One decoding step of `sequences` that hold `context` tokens on average.
    pub(super) fn step(&self, sequences: f64, context: f64, tokens: f64) -> Phase {
        let figures = self.figures;
        let cards = self.ranks * self.stages;
        let layers = self.layers() / self.stages;
        let (fixed, experts) = weights(self.query, self.subject, &self.blocks);
        let bytes = (fixed + experts * self.touched(tokens)) / cards;
        let operations = self.products(sequences, sequences, 1.0) / cards;
        let rate = match self.execution {
            Execution::Paged | Execution::Compiled => self.sustained,
            Execution::Ggml | Execution::Exllama | Execution::Modules => self.half * 0.5,
        };
        // The empty rows of tiles cost time only beyond that of reading.
        let empty =
            self.products(tokens, sequences, self.tile()) - self.products(tokens, sequences, 1.0);
        let (latency, transfer) = self.exchange(sequences);
        let mut launches = layers
            * if self.is_metal {
                figures.layer_metal
            } else {
                efficiency::layer(figures, self.query.engine, self.release)
            };
        if self.shape().is_some_and(|shape| shape.experts.is_some()) {
            let is_gptq = matches!(self.query.weights, WeightFormat::Gptq | WeightFormat::Gptq8);
            launches += layers
                * if is_gptq && self.execution == Execution::Paged {
                    figures.routing + figures.routing_unfused
                } else {
                    figures.routing
                };
        }
        if self.shape().is_some_and(|shape| shape.latent.is_some()) {
            launches += layers * figures.layer_latent;
        }
        launches += (self.turns - 1.0) * figures.hop;
        let (host, serial) = self.host(sequences, context);
        Phase {
            bytes,
            operations,
            reading: soft_max(bytes * self.per_byte, empty / cards / rate),
            arithmetic: operations / rate + self.latent(sequences, context) / cards,
            traffic: self.cache(sequences, context) + self.elements(sequences),
            launches,
            exchange: latency + transfer,
            host,
            serial,
        }
    }

    /// Reading the cache.
    fn cache(&self, sequences: f64, context: f64) -> f64 {
        let model = &self.subject.model;
        let class = EngineClass::of(self.query.engine);
        let format = self.query.cache;
        let read = |ranks: f64| read_bytes(model, class, format, ranks as u32, context, sequences);
        let bytes = if self.is_divided {
            read(1.0) / self.ranks
        } else {
            read(self.ranks)
        };
        let figures = self.figures;
        let heads = self.shape().map_or(1.0, |shape| {
            f64::from(shape.heads) / f64::from(shape.kv_heads.max(1))
        });
        let (share, copies) = match self.execution {
            Execution::Ggml if !self.release.fuses_ggml() => (figures.cache_ggml_share, 1.0),
            // Transformers repeats keys and values for each query head (`repeat_kv`).
            Execution::Modules => (figures.cache_modules_share, heads),
            _ if self.release.repeats_cache(self.query.engine) && sequences > 1.0 => {
                (figures.cache_share, heads)
            }
            _ => (figures.cache_share, 1.0),
        };
        bytes * copies / (self.bandwidth * share) / self.stages
    }

    /// Latent attention multiplies each query head with the whole latent: scores with rank and
    /// rotary width, values with the rank.
    fn latent(&self, sequences: f64, context: f64) -> f64 {
        let Some((shape, latent)) = self.shape().and_then(|s| Some((s, s.latent?))) else {
            return 0.0;
        };
        let width = 2.0 * f64::from(latent.kv_rank) + f64::from(latent.rope_dim);
        let layers = f64::from(shape.full_layers) + f64::from(shape.windowed_layers);
        let operations = 2.0 * f64::from(shape.heads) * width * layers * context * sequences;
        operations / (self.half * self.figures.latent_share)
    }

    /// Seconds of the host that hide behind the card, and those that do not.
    pub(super) fn host(&self, sequences: f64, context: f64) -> (f64, f64) {
        let figures = self.figures;
        let layers = self.layers();
        let experts = self.shape().and_then(|shape| {
            let experts = shape.experts?;
            Some(f64::from(experts.count) * f64::from(shape.expert_layers()))
        });
        match self.execution {
            Execution::Paged => {
                let own = if self.is_divided { self.ranks } else { 1.0 };
                let grace = if self.is_grace {
                    figures.host_grace
                } else {
                    1.0
                };
                let mut host = figures.host_step + figures.host_sequence * sequences / own * grace;
                if self.release.is_first_vllm(self.query.engine) {
                    if experts.is_some() {
                        host += layers * figures.launch_module * 1.5;
                    } else if context > GRAPH_TOKENS {
                        host += layers * figures.launch_uncaptured;
                    }
                }
                let serial = if self.release.is_serial(self.query.engine) {
                    figures.host_serial
                } else {
                    0.0
                };
                (host, serial)
            }
            Execution::Modules => {
                let launches = layers * efficiency::launches(figures, self.query.weights)
                    + experts.map_or(0.0, |experts| experts * figures.launch_expert);
                let speed = if self.is_new {
                    figures.host_new_share
                } else {
                    1.0
                };
                ((launches + figures.host_module) * speed, 0.0)
            }
            Execution::Exllama if self.release.is_first_exllama() => {
                (layers * figures.launch_exllama, figures.host_native)
            }
            Execution::Ggml | Execution::Exllama | Execution::Compiled => {
                (0.0, figures.host_native)
            }
        }
    }
}
