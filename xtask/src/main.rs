//! What a contributor or CI runs.

fn main() {}
