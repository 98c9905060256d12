//! From the readable files under `catalog/` to the shipped document.
