//! `cargo xtask size`: what a first visit transfers, against the budget.

use crate::args::Args;
use crate::process::{self, Outcome, program};
use crate::{page, system};
use std::fs;
use std::path::Path;

/// Kilobytes (10³) after brotli, by the ending of a file's name. The catalog is the only JSON.
const BUDGETS: [(&str, f64); 4] = [
    (".wasm", 120.0),
    (".js", 12.0),
    (".css", 10.0),
    (".json", 60.0),
];

/// Kilobytes after brotli of everything together.
const TOTAL: f64 = 200.0;

/// The command.
pub fn run(args: Args) -> Outcome {
    args.finish()?;
    page::build()?;
    check()
}

/// Prints the table; an error names what is above its budget.
pub fn check() -> Outcome {
    system::node()?;
    let mut files = Vec::new();
    list(&page::dist(), "", &mut files).map_err(|error| format!("dist/: {error}"))?;
    files.sort();
    let mut node = program("node");
    node.arg("xtask/src/compress.mjs")
        .args(&files)
        .current_dir(process::root());
    let table = process::output(&mut node).ok_or("The files could not be compressed.")?;
    let rows: Vec<Row> = table.lines().filter_map(Row::parse).collect();
    if rows.is_empty() || rows.len() != files.len() {
        return Err("The files could not be compressed.".to_owned());
    }
    report(&rows)
}

/// One file: its name and its size in bytes as it is, by gzip and by brotli.
struct Row {
    name: String,
    sizes: [f64; 3],
}

impl Row {
    fn parse(line: &str) -> Option<Self> {
        let mut cells = line.splitn(4, ' ');
        let mut size = || cells.next()?.parse::<u32>().ok().map(f64::from);
        let sizes = [size()?, size()?, size()?];
        Some(Self {
            name: cells.next()?.to_owned(),
            sizes,
        })
    }
}

fn report(rows: &[Row]) -> Outcome {
    println!("{:>9} {:>9} {:>9}  kB (10³)", "raw", "gzip", "brotli");
    for row in rows {
        print_row(&row.sizes, &row.name);
    }
    let sum = |rows: &mut dyn Iterator<Item = &Row>| {
        rows.fold([0.0; 3], |sum, row| {
            std::array::from_fn(|i| sum[i] + row.sizes[i])
        })
    };
    let mut above = Vec::new();
    let mut judge = |what: &str, sizes: [f64; 3], budget: f64| {
        print_row(&sizes, &format!("{what}, budget {budget:.0}"));
        if sizes[2] > budget * 1e3 {
            above.push(format!("{what} {:.1} of {budget:.0} kB", sizes[2] / 1e3));
        }
    };
    println!();
    for (ending, budget) in BUDGETS {
        let sizes = sum(&mut rows.iter().filter(|row| row.name.ends_with(ending)));
        judge(&format!("*{ending}"), sizes, budget);
    }
    judge("everything", sum(&mut rows.iter()), TOTAL);
    if above.is_empty() {
        Ok(())
    } else {
        Err(format!(
            "Above the budget after brotli: {}.",
            above.join(", ")
        ))
    }
}

fn print_row(sizes: &[f64; 3], name: &str) {
    let [raw, gzip, brotli] = sizes.map(|bytes| bytes / 1e3);
    println!("{raw:>9.1} {gzip:>9.1} {brotli:>9.1}  {name}");
}

fn list(folder: &Path, prefix: &str, files: &mut Vec<String>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), files)?;
        } else {
            files.push(name);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Row, report};

    fn row(name: &str, brotli: f64) -> Row {
        Row {
            name: name.to_owned(),
            sizes: [brotli * 3.0, brotli * 1.2, brotli],
        }
    }

    #[test]
    fn a_line_of_the_table_is_read() {
        let row = Row::parse("300 120 100 a b.js").unwrap();
        assert_eq!(row.name, "a b.js");
        assert_eq!(row.sizes, [300.0, 120.0, 100.0]);
        assert!(Row::parse("300 120 a.js").is_none());
    }

    #[test]
    fn a_file_above_its_budget_is_named() {
        assert_eq!(report(&[row("a.wasm", 119e3), row("a.js", 11e3)]), Ok(()));
        let error = report(&[row("a.wasm", 121e3), row("a.css", 1e3)]).unwrap_err();
        assert!(
            error.contains("*.wasm 121.0 of 120 kB") && !error.contains("css"),
            "{error}"
        );
    }

    #[test]
    fn everything_together_has_a_budget() {
        let rows = [
            row("a.wasm", 119e3),
            row("c.json", 59e3),
            row("icon.png", 30e3),
        ];
        assert!(report(&rows).unwrap_err().contains("everything"));
    }
}
