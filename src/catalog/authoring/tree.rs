//! Reads and writes the folder of readable files.

use super::files::{
    AcceleratorEntry, AliasEntry, CurrencyEntry, EngineEntry, ExtraEntry, HostEntry,
    InterruptionEntry, Limits, ModelEntry, NetworkEntry, Ownership, Processors, ProviderFile,
    RegionEntry, ServerlessEntry, SourceEntry, TokenEntry,
};
use super::layout::layout;
use super::problem::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// All readable files, parsed but not checked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// `accelerators.json`.
    pub accelerators: Vec<AcceleratorEntry>,
    /// `aliases.json`.
    pub aliases: Vec<AliasEntry>,
    /// `engines.json`.
    pub engines: Vec<EngineEntry>,
    /// `models.json`.
    pub models: Vec<ModelEntry>,
    /// `networks.json`, by model.
    pub networks: BTreeMap<String, NetworkEntry>,
    /// `extras.json`.
    pub extras: Vec<ExtraEntry>,
    /// `currencies.json`.
    pub currencies: Vec<CurrencyEntry>,
    /// `regions.json`.
    pub regions: BTreeMap<String, RegionEntry>,
    /// `sources.json`.
    pub sources: Vec<SourceEntry>,
    /// `limits.json`.
    pub limits: Limits,
    /// `interruptions.json`.
    pub interruptions: Vec<InterruptionEntry>,
    /// `tokens.json`.
    pub tokens: Vec<TokenEntry>,
    /// `serverless.json`.
    pub serverless: Vec<ServerlessEntry>,
    /// `hosts.json`.
    pub hosts: Vec<HostEntry>,
    /// `processors.json`.
    pub processors: Processors,
    /// `ownership.json`.
    pub ownership: Ownership,
    /// `providers/*.json`, by provider id.
    pub providers: BTreeMap<String, ProviderFile>,
}

impl Tree {
    /// Reads a folder.
    ///
    /// # Errors
    /// Every file that is missing or that does not parse.
    pub fn read(dir: &Path) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut tree = Self {
            accelerators: read(dir, "accelerators.json", &mut problems),
            aliases: read(dir, "aliases.json", &mut problems),
            engines: read(dir, "engines.json", &mut problems),
            models: read(dir, "models.json", &mut problems),
            networks: read(dir, "networks.json", &mut problems),
            extras: read(dir, "extras.json", &mut problems),
            currencies: read(dir, "currencies.json", &mut problems),
            regions: read(dir, "regions.json", &mut problems),
            sources: read(dir, "sources.json", &mut problems),
            limits: read(dir, "limits.json", &mut problems),
            interruptions: read(dir, "interruptions.json", &mut problems),
            tokens: read(dir, "tokens.json", &mut problems),
            serverless: read(dir, "serverless.json", &mut problems),
            hosts: read(dir, "hosts.json", &mut problems),
            processors: read(dir, "processors.json", &mut problems),
            ownership: read(dir, "ownership.json", &mut problems),
            providers: BTreeMap::new(),
        };
        for stem in stems(&dir.join("providers"), &mut problems) {
            let file = format!("providers/{stem}.json");
            let before = problems.len();
            let parsed: Option<ProviderFile> = read_one(dir, &file, &mut problems);
            if let Some(parsed) = parsed {
                if parsed.provider.id != stem {
                    problems.push(Problem::new(
                        &file,
                        "",
                        "provider.id",
                        "is not the file's name",
                    ));
                }
                tree.providers.insert(stem, parsed);
            } else if before == problems.len() {
                problems.push(Problem::new(&file, "", "", "cannot be read"));
            }
        }
        if problems.is_empty() {
            Ok(tree)
        } else {
            Err(problems)
        }
    }

    /// Writes a folder; what is the same already is left alone.
    ///
    /// # Errors
    /// What the file system or the JSON writer says.
    pub fn write(&self, dir: &Path) -> Result<(), String> {
        fs::create_dir_all(dir.join("providers")).map_err(|e| e.to_string())?;
        write(dir, "accelerators.json", &self.accelerators)?;
        write(dir, "aliases.json", &self.aliases)?;
        write(dir, "engines.json", &self.engines)?;
        write(dir, "models.json", &self.models)?;
        write(dir, "networks.json", &self.networks)?;
        write(dir, "extras.json", &self.extras)?;
        write(dir, "currencies.json", &self.currencies)?;
        write(dir, "regions.json", &self.regions)?;
        write(dir, "sources.json", &self.sources)?;
        write(dir, "limits.json", &self.limits)?;
        write(dir, "interruptions.json", &self.interruptions)?;
        write(dir, "tokens.json", &self.tokens)?;
        write(dir, "serverless.json", &self.serverless)?;
        write(dir, "hosts.json", &self.hosts)?;
        write(dir, "processors.json", &self.processors)?;
        write(dir, "ownership.json", &self.ownership)?;
        for (id, file) in &self.providers {
            write(dir, &format!("providers/{id}.json"), file)?;
        }
        Ok(())
    }
}

/// Names without `.json` in a folder, in order.
fn stems(dir: &Path, problems: &mut Vec<Problem>) -> Vec<String> {
    let entries = match fs::read_dir(dir) {
        Ok(entries) => entries,
        Err(error) => {
            problems.push(Problem::new("providers", "", "", &error.to_string()));
            return Vec::new();
        }
    };
    let mut stems: Vec<String> = entries
        .filter_map(Result::ok)
        .filter_map(|e| {
            e.file_name()
                .to_str()?
                .strip_suffix(".json")
                .map(str::to_owned)
        })
        .collect();
    stems.sort();
    stems
}

/// Reads one file, or its default with a problem.
pub(super) fn read<T: DeserializeOwned + Default>(
    dir: &Path,
    file: &str,
    problems: &mut Vec<Problem>,
) -> T {
    read_one(dir, file, problems).unwrap_or_default()
}

fn read_one<T: DeserializeOwned>(dir: &Path, file: &str, problems: &mut Vec<Problem>) -> Option<T> {
    let parsed = fs::read_to_string(dir.join(file))
        .map_err(|e| e.to_string())
        .and_then(|text| serde_json::from_str(&text).map_err(|e| e.to_string()));
    match parsed {
        Ok(value) => Some(value),
        Err(message) => {
            problems.push(Problem::new(file, "", "", &message));
            None
        }
    }
}

fn write<T: Serialize>(dir: &Path, file: &str, value: &T) -> Result<(), String> {
    let compact = serde_json::to_string(value).map_err(|e| format!("{file}: {e}"))?;
    let text = layout(&compact);
    let path = dir.join(file);
    if fs::read_to_string(&path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(&path, text).map_err(|e| format!("{file}: {e}"))
}
