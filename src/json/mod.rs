//! The two readers of JSON that the page carries: the columns of the shipped catalog, and any
//! document that a person brings, with limits that a hostile one cannot pass.

mod columns;
mod value;

pub(crate) use columns::{Named, Reader, Stop};
pub(crate) use value::{Fault, MOST_LEVELS, MOST_VALUES, Value};
