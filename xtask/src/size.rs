//! `cargo xtask size`: what a first visit transfers, against the budget. The tests hold it against
//! what was reached, so that it cannot grow unseen on the way to the budget.

use crate::args::Args;
use crate::process::{self, Outcome, program};
use crate::{page, split, system};
use std::fs;
use std::path::Path;

/// What one kind of file may weigh, in kilobytes (10³) after brotli.
struct Limit {
    /// The ending of the files' names; empty for everything together.
    ending: &'static str,
    /// The bar of the architecture.
    budget: f64,
    /// What the last change left. Lower it when a change makes the page lighter.
    reached: f64,
}

/// The catalog is the only JSON.
const LIMITS: [Limit; 5] = [
    Limit {
        ending: "_bg.wasm",
        budget: 120.0,
        reached: 253.3,
    },
    Limit {
        ending: ".js",
        budget: 12.0,
        reached: 7.1,
    },
    Limit {
        ending: ".css",
        budget: 10.0,
        reached: 6.0,
    },
    Limit {
        ending: ".json",
        budget: 60.0,
        reached: 41.9,
    },
    Limit {
        ending: "",
        budget: 200.0,
        reached: 310.1,
    },
];

/// The module that the page fetches after the first ranking: no part of what is needed for it.
const LATER: Limit = Limit {
    ending: ".wasm",
    budget: 150.0,
    reached: 121.7,
};

/// How far a change may exceed what was reached.
const GROWTH: f64 = 1.05;

/// What a size is held against.
#[derive(Clone, Copy)]
enum Bar {
    Budget,
    Reached,
}

impl Limit {
    fn at(&self, bar: Bar) -> f64 {
        match bar {
            Bar::Budget => self.budget,
            Bar::Reached => self.reached * GROWTH,
        }
    }

    fn name(&self) -> String {
        match self.ending {
            "" => "everything".to_owned(),
            ending => format!("*{ending}"),
        }
    }
}

/// The command: an error names what is above its budget.
pub fn run(args: Args) -> Outcome {
    args.finish()?;
    page::build()?;
    report(&rows()?, Bar::Budget)
}

/// Prints the table; an error names what grew.
pub fn check_growth() -> Outcome {
    report(&rows()?, Bar::Reached)
}

fn rows() -> Result<Vec<Row>, String> {
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
    Ok(rows)
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

fn report(rows: &[Row], bar: Bar) -> Outcome {
    println!("{:>9} {:>9} {:>9}  kB (10³)", "raw", "gzip", "brotli");
    for row in rows {
        print_row(&row.sizes, &row.name);
    }
    println!();
    let mut above = Vec::new();
    let is_later = |row: &Row| row.name.starts_with(split::LATER);
    let first = LIMITS.iter().map(|limit| (limit, false));
    for (limit, later) in first.chain([(&LATER, true)]) {
        let sizes = rows
            .iter()
            .filter(|row| is_later(row) == later && row.name.ends_with(limit.ending))
            .fold([0.0; 3], |sum: [f64; 3], row| {
                std::array::from_fn(|i| sum[i] + row.sizes[i])
            });
        let (name, most) = (limit.name(), limit.at(bar));
        let name = if later { format!("later {name}") } else { name };
        print_row(&sizes, &format!("{name}, budget {:.0}", limit.budget));
        if sizes[2] > most * 1e3 {
            above.push(format!("{name} {:.1} of {most:.0} kB", sizes[2] / 1e3));
        }
    }
    match (above.is_empty(), bar) {
        (true, _) => Ok(()),
        (false, Bar::Budget) => Err(format!(
            "Above the budget after brotli: {}.",
            above.join(", ")
        )),
        (false, Bar::Reached) => Err(format!(
            "Grown by more than 5 % after brotli: {}.",
            above.join(", ")
        )),
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
    use super::{Bar, LIMITS, Row, report};

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
        let light = [row("a_bg.wasm", 119e3), row("a.js", 11e3)];
        assert_eq!(report(&light, Bar::Budget), Ok(()));
        let heavy = [row("a_bg.wasm", 121e3), row("a.css", 1e3)];
        let error = report(&heavy, Bar::Budget).unwrap_err();
        assert!(
            error.contains("*_bg.wasm 121.0 of 120 kB") && !error.contains("css"),
            "{error}"
        );
    }

    #[test]
    fn what_comes_later_has_a_budget_of_its_own() {
        let rows = [row("a_bg.wasm", 119e3), row("kasuan-later-1.wasm", 149e3)];
        assert_eq!(report(&rows, Bar::Budget), Ok(()));
        let error = report(&[row("kasuan-later-1.wasm", 151e3)], Bar::Budget).unwrap_err();
        assert!(error.contains("later *.wasm"), "{error}");
    }

    #[test]
    fn everything_together_has_a_budget() {
        let rows = [
            row("a_bg.wasm", 119e3),
            row("c.json", 59e3),
            row("icon.png", 30e3),
        ];
        assert!(
            report(&rows, Bar::Budget)
                .unwrap_err()
                .contains("everything")
        );
    }

    #[test]
    fn growth_is_held_against_what_was_reached() {
        let wasm = LIMITS[0].reached * 1e3;
        assert_eq!(report(&[row("a_bg.wasm", wasm)], Bar::Reached), Ok(()));
        let grown = report(&[row("a_bg.wasm", wasm * 1.06)], Bar::Reached);
        assert!(grown.unwrap_err().contains("*_bg.wasm"));
    }
}
