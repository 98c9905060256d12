//! Measured rows, as the tables hold them.

use std::collections::BTreeMap;

/// The table that a row is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Table {
    /// Memory, in the columns of `tests/measurements/memory.csv`.
    Memory,
    /// Speed, in the columns of `tests/measurements/throughput.csv`.
    Throughput,
}

impl Table {
    /// The word in output.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Throughput => "throughput",
        }
    }

    /// The column that says what was measured.
    const fn kind_column(self) -> &'static str {
        match self {
            Self::Memory => "kind",
            Self::Throughput => "metric",
        }
    }

    /// The column of the measured figure.
    const fn value_column(self) -> &'static str {
        match self {
            Self::Memory => "measured_gb",
            Self::Throughput => "value",
        }
    }
}

/// One measured row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The table.
    pub table: Table,
    /// Its id.
    pub id: String,
    cells: BTreeMap<String, String>,
    notes: BTreeMap<String, String>,
}

impl Row {
    /// Reads a table.
    ///
    /// # Errors
    /// A sentence that names the line or the column that is wrong.
    pub fn read(table: Table, text: &str) -> Result<Vec<Self>, String> {
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(text.as_bytes());
        let header = reader
            .headers()
            .map_err(|error| format!("the {} table has no header: {error}", table.word()))?
            .clone();
        for column in ["id", "workload", "model", "gpu", table.kind_column()] {
            if !header.iter().any(|name| name == column) {
                return Err(format!(
                    "the {} table has no column {column:?}",
                    table.word()
                ));
            }
        }
        let mut rows = Vec::new();
        for record in reader.records() {
            let record = record.map_err(|error| format!("the {} table: {error}", table.word()))?;
            let cells: BTreeMap<String, String> = header
                .iter()
                .zip(&record)
                .map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()))
                .collect();
            let notes = notes(cells.get("notes").map_or("", String::as_str));
            rows.push(Self {
                table,
                id: cells.get("id").cloned().unwrap_or_default(),
                cells,
                notes,
            });
        }
        Ok(rows)
    }

    /// The same row with another text in one cell.
    #[must_use]
    pub fn with(&self, column: &str, text: &str) -> Self {
        let mut row = self.clone();
        row.cells.insert(column.to_owned(), text.to_owned());
        row
    }

    /// A cell; empty where the column is missing.
    #[must_use]
    pub fn text(&self, column: &str) -> &str {
        self.cells.get(column).map_or("", String::as_str)
    }

    /// A cell as a number; `None` where it is empty or none.
    #[must_use]
    pub fn number(&self, column: &str) -> Option<f64> {
        let value: f64 = self.text(column).parse().ok()?;
        value.is_finite().then_some(value)
    }

    /// A cell as a whole number above zero.
    #[must_use]
    pub fn whole(&self, column: &str) -> Option<u32> {
        whole(self.text(column))
    }

    /// The value of `key=value` in the notes.
    #[must_use]
    pub fn note(&self, key: &str) -> Option<&str> {
        self.notes.get(key).map(String::as_str)
    }

    /// A note as a whole number above zero.
    #[must_use]
    pub fn note_whole(&self, key: &str) -> Option<u32> {
        whole(self.note(key)?)
    }

    /// What was measured: the kind of a memory row, the metric of a speed row.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.text(self.table.kind_column())
    }

    /// The measured figure, in the row's unit and scope; `None` for `fits` and `oom`.
    #[must_use]
    pub fn measured(&self) -> Option<f64> {
        self.number(self.table.value_column())
            .filter(|value| (1e-9..1e18).contains(value))
    }

    /// Cards in all.
    #[must_use]
    pub fn cards(&self) -> u32 {
        self.whole("gpu_count").unwrap_or(1)
    }

    /// The unit of the figure.
    #[must_use]
    pub fn unit(&self) -> &str {
        match self.table {
            Table::Memory => match self.text("unit") {
                "" => "GB",
                unit => unit,
            },
            Table::Throughput => self.kind(),
        }
    }
}

/// The largest count or length that a row may state: the range of a link.
const MOST: f64 = 16_777_216.0;

fn whole(text: &str) -> Option<u32> {
    let value: f64 = text.parse().ok()?;
    (1.0..=MOST).contains(&value).then_some(value as u32)
}

/// The `key=value` pairs of a note; pairs are set off by semicolons, commas or spaces.
fn notes(text: &str) -> BTreeMap<String, String> {
    text.split([';', ',', ' '])
        .filter_map(|part| {
            let (key, value) = part.trim().split_once('=')?;
            let is_key =
                !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            is_key.then(|| (key.to_owned(), value.to_owned()))
        })
        .collect()
}
