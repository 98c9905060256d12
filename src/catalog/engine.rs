//! Which engine runs on which accelerator family, and in which precisions.

/// The engine table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineTable {
    /// One row per engine and accelerator family, ordered by both.
    pub rows: Vec<Support>,
}

/// One cell of the engine table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Support {
    /// Engine id as in the `eng` key (`vllm`, `llamacpp`, …), or `pytorch-training`,
    /// `diffusers`, `blender-cycles` and so on.
    pub engine: String,
    /// Accelerator family, the `family` of accelerators.
    pub family: String,
    /// How far it runs.
    pub level: SupportLevel,
    /// Precisions it runs there, in the words of the `wq` key; empty where not stated.
    pub precisions: Vec<String>,
}

/// How far an engine runs on a family. Not found is never a no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SupportLevel {
    /// Documented as supported.
    Yes,
    /// By a fork, a vendor's plugin, a source build or a preview.
    Partial,
    /// Nothing was found.
    Unknown,
    /// Documented as unsupported.
    No,
}

impl EngineTable {
    /// The row of an engine and a family.
    #[must_use]
    pub fn support(&self, engine: &str, family: &str) -> Option<&Support> {
        self.rows
            .binary_search_by(|row| {
                (row.engine.as_str(), row.family.as_str()).cmp(&(engine, family))
            })
            .ok()
            .map(|position| &self.rows[position])
    }
}
