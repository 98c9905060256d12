//! Fact tables: CSV files with a header.

use std::collections::BTreeMap;
use std::path::Path;

/// One row: column name to trimmed cell.
#[derive(Clone, Debug, Default)]
pub(super) struct Row(BTreeMap<String, String>);

impl Row {
    /// A cell; empty where the table lacks the column.
    pub(super) fn get(&self, column: &str) -> &str {
        self.0.get(column).map_or("", String::as_str)
    }

    /// A cell that holds something.
    pub(super) fn some(&self, column: &str) -> Option<String> {
        Some(self.get(column))
            .filter(|c| !c.is_empty())
            .map(str::to_owned)
    }

    /// Whether the table has the column.
    pub(super) fn has(&self, column: &str) -> bool {
        self.0.contains_key(column)
    }
}

/// Reads a table.
pub(super) fn read(path: &Path) -> Result<Vec<Row>, String> {
    let told = |error: csv::Error| format!("{}: {error}", path.display());
    let mut reader = csv::Reader::from_path(path).map_err(told)?;
    let headers = reader.headers().map_err(told)?.clone();
    reader
        .records()
        .map(|record| {
            let record = record.map_err(told)?;
            Ok(Row(headers
                .iter()
                .zip(record.iter())
                .map(|(h, c)| (h.trim().to_owned(), c.trim().to_owned()))
                .collect()))
        })
        .collect()
}

/// Every table in a folder whose first row has all of the given columns, by file name.
pub(super) fn with_columns(
    dir: &Path,
    columns: &[&str],
) -> Result<Vec<(String, Vec<Row>)>, String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .map_err(|e| format!("{}: {e}", dir.display()))?
        .filter_map(Result::ok)
        .filter_map(|e| e.file_name().to_str().map(str::to_owned))
        .filter(|name| name.strip_suffix(".csv").is_some())
        .collect();
    names.sort();
    let mut tables = Vec::new();
    for name in names {
        let rows = read(&dir.join(&name))?;
        if rows
            .first()
            .is_some_and(|r| columns.iter().all(|c| r.has(c)))
        {
            tables.push((name, rows));
        }
    }
    Ok(tables)
}
