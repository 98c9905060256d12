//! What competes with renting, as text: the cheapest of each kind. `--json` has all of them.

use super::asked::Asked;
use crate::units::{Hours, Money};
use std::io::{self, Write};

/// Writes a line for each kind that competes.
pub fn write(asked: &Asked, out: &mut dyn Write) -> io::Result<()> {
    let (catalog, all) = (asked.catalog, &asked.answer.alternatives);
    let month = |native: Money, usd: Option<Money>| match usd {
        Some(usd) => asked.shown(usd),
        None => format!("{} {}", native.currency().code(), native.to_decimal()),
    };
    if let Some(own) = &all.own {
        let name = &catalog.accelerator(own.accelerator).name;
        let back = own.break_even.map_or_else(
            || "does not pay back within ten years".to_owned(),
            |time| format!("pays back in {:.1} months", time / Hours::MONTH),
        );
        writeln!(
            out,
            "or own {} x {name}: {} to buy, {} in all, {back}",
            own.cards.saturating_mul(own.servers),
            asked.shown(own.upfront.expected),
            asked.shown(own.total.expected)
        )?;
    }
    if let Some((api, price)) = all
        .api
        .first()
        .and_then(|api| Some((api, catalog.market.tokens.get(api.price)?)))
    {
        let full = if api.volume.full_use {
            " for what the first makes at full use"
        } else {
            ""
        };
        let sum = month(api.per_month, api.per_month_usd);
        writeln!(
            out,
            "or an API by the token: {sum} a month at {}{full}",
            price.seller
        )?;
    }
    if let Some((entry, price)) = all
        .serverless
        .first()
        .and_then(|entry| Some((entry, catalog.market.serverless.get(entry.price)?)))
    {
        let sum = month(entry.per_month, entry.per_month_usd);
        writeln!(
            out,
            "or cards by the second: {sum} a month at {}",
            price.seller
        )?;
    }
    if let Some((cpu, host)) = all
        .cpu
        .as_ref()
        .and_then(|cpu| Some((cpu, catalog.market.cpus.get(cpu.offer)?)))
    {
        let sum = asked.shown(cpu.per_month);
        writeln!(
            out,
            "or without a GPU: {sum} a month for {} x {}",
            cpu.instances, host.instance
        )?;
    }
    Ok(())
}
