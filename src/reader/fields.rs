//! Looking up fields of a config under the names that families give them.

use super::ReadError;
use crate::json::Value;

/// The greatest width of anything in a network: vocabularies reach 262,400.
pub(super) const MOST_WIDTH: u32 = 1 << 24;
/// The most layers.
pub(super) const MOST_LAYERS: u32 = 4096;
/// The most experts of a layer.
pub(super) const MOST_EXPERTS: u32 = 65_536;

/// Objects inside a config that hold some of its fields.
const WITHIN: [&str; 6] = [
    "ffn_config",
    "attn_config",
    "linear_attn_config",
    "ssm_cfg",
    "rope_parameters",
    "attention_config",
];

/// The fields of a config, with those of the objects in it.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    root: &'a Value,
    /// Fields that stand where the config leaves them out: name and value.
    defaults: &'static [(&'static str, u32)],
}

impl<'a> Fields<'a> {
    pub(super) fn new(root: &'a Value, defaults: &'static [(&'static str, u32)]) -> Self {
        Self { root, defaults }
    }

    /// A field by name; `null` is as good as none.
    pub(super) fn get(&self, name: &str) -> Option<&'a Value> {
        let found = self.root.get(name).or_else(|| {
            WITHIN
                .iter()
                .find_map(|object| self.root.get(object)?.get(name))
        });
        found.filter(|value| **value != Value::Null)
    }

    /// The first field of some names that is there, as a whole number in a range. Of a list the
    /// greatest holds: some families give a value for each layer.
    pub(super) fn count(
        &self,
        names: &[&str],
        low: u32,
        high: u32,
    ) -> Result<Option<u32>, ReadError> {
        for name in names {
            let Some(value) = self.get(name) else {
                continue;
            };
            if value.text() == Some("auto") {
                continue;
            }
            let whole = match value {
                Value::List(items) => items.iter().filter_map(Value::whole).max(),
                value => value.whole(),
            };
            let count = whole.and_then(|whole| u32::try_from(whole).ok());
            return match count.filter(|count| (low..=high).contains(count)) {
                Some(count) => Ok(Some(count)),
                None => Err(ReadError::OutOfRange {
                    field: (*name).to_owned(),
                    low: u64::from(low),
                    high: u64::from(high),
                }),
            };
        }
        let default = self.defaults.iter().find(|(name, _)| names.contains(name));
        Ok(default.map(|(_, value)| *value))
    }

    /// A width, or another count from one up.
    pub(super) fn width(&self, names: &[&str]) -> Result<Option<u32>, ReadError> {
        self.count(names, 1, MOST_WIDTH)
    }

    /// A count of which 0 means that there is none.
    pub(super) fn some(&self, names: &[&str]) -> Result<Option<u32>, ReadError> {
        Ok(self.count(names, 0, MOST_WIDTH)?.filter(|count| *count > 0))
    }

    /// A width that must be there.
    pub(super) fn need(&self, names: &[&'static str]) -> Result<u32, ReadError> {
        match self.width(names)? {
            Some(width) => Ok(width),
            None => Err(ReadError::Missing(names.first().copied().unwrap_or(""))),
        }
    }

    /// Whether a field is true; `None` where it is not there.
    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Value::Flag(flag) => Some(*flag),
            value => Some(value.whole()? != 0),
        }
    }

    /// A text.
    pub(super) fn text(&self, name: &str) -> Option<&'a str> {
        self.get(name)?.text()
    }

    /// A list, one item for each of at most so many layers; empty where there is none.
    pub(super) fn list(&self, name: &str) -> &'a [Value] {
        let items = self.get(name).map_or(&[][..], Value::items);
        items
            .get(..items.len().min(MOST_LAYERS as usize))
            .unwrap_or(items)
    }

    /// An object of fields.
    pub(super) fn object(&self, name: &str) -> Option<Self> {
        let root = self.get(name)?;
        Some(Self {
            root,
            defaults: &[],
        })
    }

    /// Whether a field is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// Whether a field is not there itself, but by the family's default.
    pub(super) fn is_default(&self, name: &str) -> bool {
        !self.has(name) && self.defaults.iter().any(|(default, _)| *default == name)
    }
}
