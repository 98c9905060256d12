//! How an offer is bought, as text.

use super::words::{T, kind, percent};
use crate::rank::{Candidate, Purchase};
use crate::terminal::asked::Asked;
use std::io::{self, Write};

/// Writes a line for each way in which a candidate is bought.
pub fn write(asked: &Asked, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    lines(asked, &c.purchases, out)
}

/// Writes a line for each purchase, with its share of the hours where there are several.
pub fn lines(asked: &Asked, purchases: &[Purchase], out: &mut dyn Write) -> io::Result<()> {
    for p in purchases {
        write!(out, "     bought ")?;
        if purchases.len() > 1 {
            write!(out, "{} of the hours: ", percent(p.share))?;
        }
        write!(out, "{}", kind(p.kind))?;
        if let Some(product) = p.product {
            write!(out, " ({})", T.product(product))?;
        }
        write!(out, " at {} an hour", asked.rate(p.rate_per_hour))?;
        if asked.why {
            write!(out, ", {} in all", asked.shown(p.total))?;
        }
        if p.assumed {
            write!(out, " ({})", T.assumed_discount())?;
        }
        writeln!(
            out,
            ", price of {}, {}",
            p.as_of,
            asked.catalog.source(p.source).title
        )?;
    }
    Ok(())
}
