//! Cards and models by the names that people write, such as `NVIDIA A100-SXM4-80GB` or
//! `meta-llama/Llama-3.1-8B-Instruct`.
//!
//! Names are cut into pieces where letters, digits and signs meet, words that tell nothing are
//! dropped, and what is left must be that of one entry. No name is listed here.

mod cards;
mod models;
mod words;

pub use cards::{NamedCard, accelerator_by_name};
pub use models::model_by_name;
