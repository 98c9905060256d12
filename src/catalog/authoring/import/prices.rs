//! From the price cells of a row to prices, each with its own date and source.

use super::curation::{Curation, Rule};
use super::source::SourceBook;
use super::table::Row;
use super::text::{after, between, date_in, decimal, leading_number, remarks};
use crate::catalog::authoring::files::{CheckedEntry, LeftOut, PriceEntry};
use crate::units::{Date, Decimal};

/// Date and source of one kind of price.
#[derive(Clone, Debug)]
struct Origin {
    as_of: Date,
    source: String,
}

/// A figure as read, before rules and sources are applied.
struct Found<'a> {
    kind: String,
    payment: Option<&'a str>,
    product: Option<&'a str>,
    amount: Decimal,
    per: Option<&'a str>,
    origin: Origin,
}

impl Found<'_> {
    fn hourly(kind: &str, amount: Decimal, origin: Origin) -> Self {
        Self {
            kind: kind.to_owned(),
            payment: None,
            product: None,
            amount,
            per: None,
            origin,
        }
    }
}

/// The prices of a row, and the figures that are none.
pub(super) struct Priced {
    pub(super) prices: Vec<PriceEntry>,
    pub(super) left_out: Vec<LeftOut>,
    /// Terms that name no price.
    pub(super) terms: Option<String>,
}

/// Reads all price cells of a row.
///
/// # Errors
/// A cell that cannot be read.
pub(super) fn prices(
    row: &Row,
    rules: &[&Rule],
    curation: &Curation,
    sources: &mut SourceBook,
) -> Result<Priced, String> {
    let (notes, terms) = (row.get("notes"), row.get("reserved_terms"));
    let base = Origin {
        as_of: narrowed(row.get("as_of"), notes)?,
        source: row.get("source").to_owned(),
    };
    let floor = row.get("region").contains("lowest listed");
    let doubtful = |text: &str| {
        curation
            .unconfirmed
            .iter()
            .any(|p| text.contains(p.as_str()))
    };
    let mut found: Vec<Found> = Vec::new();

    let on_demand_kind = rules
        .iter()
        .rev()
        .find_map(|r| r.on_demand_is.as_deref())
        .or_else(|| kind_remark(notes))
        .unwrap_or("od");
    if let Some(amount) = cell(row, "on_demand_h")? {
        found.push(Found::hourly(on_demand_kind, amount, base.clone()));
    }
    if let Some(amount) = cell(row, "spot_h")? {
        let origin = spot_origin(notes, &base, row.get("spot_h"));
        found.push(Found::hourly("spot", amount, origin));
    }
    for (column, kind) in [("reserved_1y_h", "c1"), ("reserved_3y_h", "c3")] {
        if let Some(amount) = cell(row, column)? {
            let (origin, payment) = commit_origin(kind, notes, terms, &base);
            found.push(Found {
                payment: Some(payment),
                product: product(terms),
                ..Found::hourly(kind, amount, origin)
            });
        }
    }
    let in_terms = terms_prices(terms, &base)?;
    let named = !in_terms.is_empty();
    found.extend(in_terms);
    let committed = !row.get("reserved_1y_h").is_empty() || !row.get("reserved_3y_h").is_empty();
    let terms = Some(terms.to_owned()).filter(|t| !t.is_empty() && !named && !committed);

    let mut out = Priced {
        prices: Vec::new(),
        left_out: Vec::new(),
        terms,
    };
    for Found {
        kind,
        payment,
        product,
        amount,
        per,
        mut origin,
    } in found
    {
        if let Some(rule) = rules.iter().find(|r| r.not_sold.contains(&kind)) {
            let why = rule.why.clone();
            out.left_out.push(LeftOut {
                kind,
                amount: amount.to_string(),
                why,
            });
            continue;
        }
        if let Some(text) = rules.iter().rev().find_map(|r| r.sources.get(&kind)) {
            origin.source.clone_from(text);
        }
        let checked = checked(&kind, row, origin.as_of);
        out.prices.push(PriceEntry {
            payment: payment.map(str::to_owned),
            product: product.map(str::to_owned),
            amount: amount.to_string(),
            per: per.map(str::to_owned),
            as_of: origin.as_of.to_string(),
            unconfirmed: doubtful(&origin.source) || doubtful(notes),
            source: sources.id(&origin.source),
            floor,
            checked,
            kind,
        });
    }
    Ok(out)
}

fn cell(row: &Row, column: &str) -> Result<Option<Decimal>, String> {
    match row.get(column) {
        "" => Ok(None),
        text => decimal(text)
            .map(Some)
            .ok_or_else(|| format!("{column} {text:?} is no number")),
    }
}

/// Prices that the terms name: `monthly=` and `capacity_block_h=`.
fn terms_prices(terms: &str, base: &Origin) -> Result<Vec<Found<'static>>, String> {
    let mut found = Vec::new();
    for part in remarks(terms) {
        let read = |text| {
            leading_number(text)
                .and_then(decimal)
                .ok_or_else(|| format!("unreadable terms {part:?}"))
        };
        if let Some(text) = after(part, "monthly=") {
            let kind = if text.contains("promotion") {
                "pr"
            } else {
                "sub"
            };
            found.push(Found {
                per: Some("month"),
                ..Found::hourly(kind, read(text)?, base.clone())
            });
        } else if let Some(text) = after(part, "capacity_block_h=") {
            found.push(Found::hourly("cb", read(text)?, base.clone()));
        }
    }
    Ok(found)
}

/// The kind that a remark such as `kind: serverless` gives to the on-demand column.
fn kind_remark(notes: &str) -> Option<&'static str> {
    remarks(notes)
        .any(|r| r == "kind: serverless")
        .then_some("sl")
}

/// The day of a row: what is missing is its first, unless a remark narrows it within.
fn narrowed(as_of: &str, notes: &str) -> Result<Date, String> {
    let first: Date = as_of
        .parse()
        .map_err(|_| format!("as_of {as_of:?} is no date"))?;
    if as_of.len() >= 10 {
        return Ok(first);
    }
    let told = remarks(notes).find_map(|remark| {
        let speaks =
            remark.starts_with("catalog version, ") || remark.contains("prices equal the ");
        date_in(remark).filter(|day| speaks && day.to_string().starts_with(as_of))
    });
    Ok(told.unwrap_or(first))
}

/// Where and when a spot price was read, if a remark says that it was read elsewhere.
fn spot_origin(notes: &str, base: &Origin, amount: &str) -> Origin {
    let told = remarks(notes).find_map(|remark| {
        let source = if remark.starts_with("spot is a ") {
            between(remark, "(", ")")
        } else if remark.starts_with("spot = ") && remark.contains("catalog version") {
            remark
                .split(", ")
                .find(|part| part.contains('/') && part.contains(':'))
        } else if remark.starts_with("spot from ") {
            between(remark, "spot from ", " (")
        } else if let Some(at) = remark.find("spot as of ") {
            between(&remark[at..], "(", ")")
        } else if after(remark, "spot ").and_then(leading_number) == Some(amount) {
            between(remark, "(", ")")
        } else {
            None
        }?;
        let as_of = date_in(remark)?;
        Some(Origin {
            as_of,
            source: source.to_owned(),
        })
    });
    told.unwrap_or_else(|| base.clone())
}

/// Where, when and how a commitment is paid.
fn commit_origin(kind: &str, notes: &str, terms: &str, base: &Origin) -> (Origin, &'static str) {
    if kind == "c3"
        && let Some(remark) = remarks(notes).find_map(|r| after(r, "3-year rate from "))
        && let Some(as_of) = date_in(remark)
    {
        let day = format!(", {as_of}");
        let source = remark.split(&day).next().unwrap_or(remark).to_owned();
        return (Origin { as_of, source }, "unstated");
    }
    let source = remarks(notes)
        .find_map(|r| after(r, "reserved from ").or_else(|| after(r, "savings plan from ")))
        .unwrap_or(&base.source);
    let as_of = between(terms, "(as of ", ")")
        .and_then(date_in)
        .unwrap_or(base.as_of);
    let low = terms.to_ascii_lowercase();
    let payment = if low.contains("all upfront") || low.contains("prepaid total") {
        "all_upfront"
    } else if low.contains("partial upfront") {
        "partial_upfront"
    } else if low.contains("no upfront") {
        "no_upfront"
    } else {
        "unstated"
    };
    (
        Origin {
            as_of,
            source: source.to_owned(),
        },
        payment,
    )
}

/// What a commitment is to: a plan that also covers other instances has other rates than a
/// reservation of this one.
fn product(terms: &str) -> Option<&'static str> {
    let low = terms.to_ascii_lowercase();
    [
        ("savings plan", "savings_plan"),
        ("cud", "committed_use"),
        ("committed use", "committed_use"),
        ("standard ri", "reserved"),
        ("reserved", "reserved"),
        ("prepaid total", "prepaid"),
    ]
    .into_iter()
    .find_map(|(words, product)| low.contains(words).then_some(product))
}

/// A later reading that a remark reports for this price.
fn checked(kind: &str, row: &Row, as_of: Date) -> Option<CheckedEntry> {
    remarks(row.get("notes")).find_map(|remark| {
        let day = if let Some(text) = after(remark, "still current on ") {
            (kind == "od").then(|| date_in(text))??
        } else if let Some(list) = between(
            remark,
            "list prices of ",
            " were still quoted unchanged in ",
        ) {
            let whole = list.split(" and ").any(|name| name == row.get("instance"));
            let year = remark.rsplit(' ').next()?;
            (whole && kind == "od").then(|| year.parse().ok())??
        } else if remark.contains("edition of the same report") && remark.contains("unchanged") {
            date_in(remark)?
        } else {
            return None;
        };
        (day > as_of).then(|| CheckedEntry {
            as_of: day.to_string(),
            what: remark.to_owned(),
        })
    })
}
