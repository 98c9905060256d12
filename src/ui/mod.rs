//! Leptos components, one per file.
