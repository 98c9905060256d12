//! `view!` for the page: the syntax of Leptos, and a template instead of a type for each view.
//!
//! Leptos gives every view a type of its own, and compiles building, updating and removing it anew
//! for each. Here a view is a text that one builder reads (`src/ui/markup` in the main crate) and a
//! list of its holes, so that a view costs little more than its words: it took 38 kB of what a
//! first visit transfers away. Components stay those of Leptos.

mod template;

use proc_macro2::TokenStream;
use rstml::{Parser, ParserConfig};

/// A view, written as in Leptos: elements, texts in quotes, blocks, components; attributes with
/// `class:`, `prop:` and `on:`.
#[proc_macro]
pub fn view(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let config = ParserConfig::default().recover_block(true);
    let (nodes, errors) = Parser::new(config)
        .parse_recoverable(TokenStream::from(tokens))
        .split_vec();
    let errors = errors.into_iter().map(|error| error.emit_as_expr_tokens());
    let view = template::view(&nodes).unwrap_or_else(|error| error.into_compile_error());
    quote::quote!({ #(#errors;)* #view }).into()
}
