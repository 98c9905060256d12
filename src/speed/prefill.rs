//! The prefill of a serving replica.

use super::efficiency::Execution;
use super::machine::Machine;
use super::serving::Phase;
use crate::catalog::ModelKind;
use crate::fit::UBATCH;
use crate::query::WeightFormat;

impl Machine<'_> {
    /// The prefill of `rows` prompts, and what one of them adds to steps that are under way.
    pub(super) fn prefill(&self, prompt: f64, rows: f64) -> (Phase, f64) {
        let figures = self.figures;
        let cards = self.ranks * self.stages;
        let tokens = prompt * rows;
        // Logits are computed for the last token alone; causal attention sees half the prompt.
        let products = self.products(tokens, rows, 1.0) / cards;
        let causal = match self.subject.model.kind {
            ModelKind::Encoder => 1.0,
            _ => 0.5,
        };
        let scores = self.attention(prompt) * causal * tokens / cards;
        let bytes = (self.fixed + self.experts * self.touched(tokens)) / cards;
        let phase = match self.execution {
            Execution::Ggml => self.micro_batches(prompt, products, bytes),
            Execution::Exllama => Phase {
                bytes,
                operations: products + scores,
                arithmetic: products / (self.accumulating * figures.exllama_share)
                    + scores / (self.half * figures.attention_exllama_share),
                launches: self.layers() * figures.prefill_layer,
                ..Phase::default()
            },
            Execution::Paged | Execution::Compiled | Execution::Modules => {
                let (latency, transfer) = self.exchange(tokens);
                let padded = self.products(tokens, rows, self.tile()) / cards;
                let reading = bytes / (self.bandwidth * figures.bandwidth_share);
                let multiplying = padded / self.sustained;
                // Reading hides behind the products, or these behind it.
                let both = f64::sqrt(reading * reading + multiplying * multiplying);
                let host = match self.execution {
                    Execution::Modules => self.host(1.0, prompt).0,
                    _ => 0.0,
                };
                Phase {
                    bytes,
                    operations: products + scores,
                    reading: both - multiplying,
                    arithmetic: multiplying + scores / (self.half * figures.attention_share),
                    traffic: self.elements(tokens),
                    launches: self.layers() * figures.prefill_layer,
                    exchange: latency + transfer,
                    host,
                    serial: 0.0,
                }
            }
        };
        let mixed = match self.execution {
            // The reading and the launches of the step serve the prompt as well.
            Execution::Paged => {
                products / self.sustained
                    + scores / (self.half * figures.attention_share)
                    + phase.traffic
                    + self.exchange(tokens).1
            }
            _ => phase.seconds(),
        };
        (phase, mixed)
    }

    /// llama.cpp reads prompts in micro-batches: weights are expanded to 16 bit for each, products
    /// accumulate in 16 bit, and scores are written and read where attention is not fused.
    fn micro_batches(&self, prompt: f64, products: f64, bytes: f64) -> Phase {
        let figures = self.figures;
        let batch = prompt.min(UBATCH);
        let batches = prompt / batch;
        let layers = self.layers();
        let (heads, width, inner) = self.shape().map_or((32.0, 128.0, 16384.0), |shape| {
            let inner = shape
                .experts
                .map_or(f64::from(shape.intermediate), |experts| {
                    f64::from(experts.intermediate) * experts.used()
                });
            (f64::from(shape.heads), f64::from(shape.head_dim), inner)
        });
        let attended = if batches > 1.0 { prompt / 2.0 } else { batch };
        let scores = prompt * attended * heads * layers;
        let operations = products + 4.0 * scores * width;
        if self.is_metal {
            return Phase {
                bytes,
                operations,
                arithmetic: products / (self.half * figures.metal_share)
                    + 4.0 * scores * width / (self.half * figures.attention_metal_share),
                launches: layers * batches * figures.layer_metal,
                ..Phase::default()
            };
        }
        let reached = self.bandwidth * figures.bandwidth_share;
        let attention = if self.release.fuses_ggml() {
            4.0 * scores * width / (self.half * figures.attention_share)
        } else {
            scores * figures.score_bytes / reached
        };
        let (multiplied, _) = self.multiplied();
        let is_wide = matches!(
            self.query.weights,
            WeightFormat::Fp16 | WeightFormat::Bf16 | WeightFormat::Fp32
        );
        // A narrow weight is read, and its 16-bit copy written and read.
        let per_weight = if is_wide { 2.0 } else { 4.6 };
        let moved = batches * multiplied * per_weight;
        let streams = prompt * layers * (10.0 * self.hidden() + 6.0 * inner);
        Phase {
            bytes: moved,
            operations,
            reading: moved / reached,
            arithmetic: products / (self.accumulating * figures.ggml_share),
            traffic: attention + streams * figures.stream_bytes / reached,
            launches: batches * layers * figures.ggml_layer,
            ..Phase::default()
        }
    }
}
