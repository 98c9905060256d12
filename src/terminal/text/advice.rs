//! Advice for the first offer, and what moves its total, as text.

use super::words::{T, plain};
use crate::query::encode;
use crate::rank;
use crate::terminal::advice_json::mended;
use crate::terminal::asked::Asked;
use std::io::{self, Write};

/// Writes both.
pub fn write(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    for (advice, mend) in mended(asked) {
        let money = advice.money.map(|money| asked.shown(money));
        let sentence = T.advice_of(&advice, money.as_deref());
        writeln!(out, "advice: {} ({})", plain(&sentence), advice.code.code())?;
        match mend {
            Some(mend) => writeln!(
                out,
                "        {} in all with '{}'",
                asked.shown(mend.total),
                encode(&mend.query)
            )?,
            None => {
                let least = advice.others.and_then(|others| others.least);
                let least = least.map(|least| asked.shown(least));
                let told = T.no_way_out(&advice, least.as_deref());
                writeln!(out, "        {}", plain(&told))?;
            }
        }
    }
    let first = asked.answer.candidates.first();
    let moved = first
        .map(|first| rank::moves(asked.catalog, &asked.decoded.query, asked.today, first))
        .unwrap_or_default();
    for moved in moved {
        let ends = match moved.high {
            Some(high) => format!("{} in all", asked.range(moved.low, high)),
            None => format!("from {} in all to no fit", asked.shown(moved.low)),
        };
        // No key of a link states these two.
        let key = match moved.key {
            "speed" | "price" => String::new(),
            key => format!(" ({key})"),
        };
        writeln!(
            out,
            "moves most: {}{key}",
            plain(&T.moved(moved.key, &ends))
        )?;
    }
    Ok(())
}
