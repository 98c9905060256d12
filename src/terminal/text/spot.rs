//! What the interruptions of spot do to an offer, as text.

use super::words::{T, plain};
use crate::query::Query;
use crate::rank::{Candidate, SpotFacts};
use crate::terminal::asked::Asked;
use crate::units::Hours;
use std::io::{self, Write};

/// Writes the risk of the spot instances of a candidate, where it has any.
pub fn write(asked: &Asked, query: &Query, c: &Candidate, out: &mut dyn Write) -> io::Result<()> {
    let Some(facts) = c.spot(query) else {
        return Ok(());
    };
    let parts = parts(asked, query, &facts);
    writeln!(out, "     spot: {}", plain(&parts.join("; ")))?;
    if let Some(pays) = c.spot_pays(query) {
        let (on_spot, on_demand) = (asked.shown(pays.on_spot), asked.shown(pays.on_demand));
        let told = T.spot_pays(&pays, &on_spot, &on_demand);
        writeln!(out, "     {}", plain(&told))?;
    }
    Ok(())
}

fn parts(asked: &Asked, query: &Query, facts: &SpotFacts) -> Vec<String> {
    let risk = facts.risk;
    let hours = |hours: Hours| T.duration(hours);
    let from = match (risk.hazard.assumed, query.interruptions_per_hour) {
        (true, _) => "",
        (false, Some(_)) => " (as stated)",
        (false, None) => " (published)",
    };
    let rate = risk.hazard.rate.expected.get();
    let mut parts = vec![
        format!(
            "interruptions of an instance {}{from}, {} an hour",
            T.hazard(risk.hazard),
            crate::locale::significant(rate, 3)
        ),
        format!("{} paid for each useful hour", T.paid_hours(risk.factor)),
    ];
    if risk.spares > 0 {
        parts.push(format!("{} spare instance(s)", risk.spares));
    }
    if let Some(interval) = facts.interval {
        parts.push(format!("a checkpoint every {}", hours(interval)));
    }
    if let Some(best) = facts.best_interval {
        parts.push(format!("one every {} would cost least", hours(best)));
    }
    if let Some(chance) = facts.chance {
        parts.push(format!("{} chance to end in time", T.chance(chance)));
    }
    // Without a price on demand or a run there is nothing to hold against it.
    let compared = risk.price_ratio.and(risk.run).is_some();
    let even = |even: Option<Hours>| match even {
        Some(time) => format!("unless interrupted more often than every {}", hours(time)),
        None => "however often it is interrupted".to_owned(),
    };
    if compared {
        parts.push(format!("cheaper than on demand {}", even(facts.break_even)));
        if asked.why && facts.best_interval.is_some() {
            parts.push(format!(
                "with such checkpoints {}",
                even(facts.break_even_saved)
            ));
        }
    }
    if asked.why {
        parts.push(format!(
            "{} to write a checkpoint, {} to start again",
            hours(risk.save),
            hours(risk.restart)
        ));
    }
    parts
}
