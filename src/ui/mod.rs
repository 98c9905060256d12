//! Leptos components, one per file.
//!
//! The page owns one [`Query`](crate::query::Query) and one memo of its answer; every component
//! reads from these two through [`App`]. Texts do not react to the language: the body is built
//! anew when it changes, which keeps the components free of closures around words.

mod accuracy;
mod advice;
mod alternatives;
mod answer;
mod app;
mod bar;
mod buying;
mod card;
mod card_text;
mod cards;
mod failure;
mod footer;
mod form;
mod header;
mod headline;
mod later;
mod live;
mod markup;
mod more;
mod moves;
mod need;
mod orders;
mod page;
mod portfolio;
mod problems;
mod question;
mod rejections;
mod rules;
mod scenarios;
mod share;
mod source;
mod start;
mod status;
mod suggest;
mod why;

pub use app::App;
pub use start::start;
