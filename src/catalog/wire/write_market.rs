//! What is not an instance of cards, value by value.

use super::super::{Interruptions, Market, Model, Offer, RegionGroup};
use super::write::Columns;
use super::{HARDWARE_KINDS, NONE, write_rows};
use crate::units::Money;

/// Writes the distinct bands of offers, in the order of their first offer.
pub(super) fn bands(columns: &mut Columns, offers: &[Offer]) -> Vec<Interruptions> {
    let mut bands: Vec<Interruptions> = Vec::new();
    for band in offers.iter().filter_map(|o| o.interruptions) {
        if !bands.contains(&band) {
            bands.push(band);
        }
    }
    for band in &bands {
        columns.num("band.low", Some(band.low.get()));
        columns.num("band.high", band.high.map(|q| q.get()));
        columns.date("band.as_of", Some(band.as_of));
        columns.int("band.source", i64::from(band.source.0));
    }
    bands
}

/// Writes everything of the market.
pub(super) fn market(columns: &mut Columns, market: &Market, models: &[Model]) {
    let ids: Vec<&String> = models.iter().map(|m| &m.id).collect();
    for row in &market.tokens {
        columns.text("token.seller", &row.seller);
        columns.text("token.name", &row.name);
        columns.choice("token.model", &&row.model, &ids);
        columns.text("token.currency", row.input.currency().code());
        columns.int("token.input", row.input.micros());
        columns.int("token.output", row.output.micros());
        columns.int("token.cached", row.cached_input.map_or(NONE, Money::micros));
        columns.num("token.batch", row.batch_discount.map(|q| q.get()));
        columns.date("token.as_of", Some(row.as_of));
        columns.int("token.source", i64::from(row.source.0));
    }
    for row in &market.serverless {
        columns.text("serverless.seller", &row.seller);
        columns.int("serverless.accelerator", i64::from(row.accelerator.0));
        let flags = [
            (row.card_assumed, super::SERVERLESS_CARD_ASSUMED),
            (row.always_on, super::SERVERLESS_ALWAYS_ON),
            (row.host_extra, super::SERVERLESS_HOST_EXTRA),
        ];
        let flags = flags.iter().filter(|(is, _)| *is);
        columns.int("serverless.flags", flags.map(|(_, bit)| bit).sum());
        columns.int("serverless.cards", i64::from(row.cards));
        columns.int("serverless.micros", row.per_hour.micros());
        columns.text("serverless.currency", row.per_hour.currency().code());
        columns.num("serverless.granularity", row.granularity.map(|q| q.get()));
        columns.num("serverless.idle", row.idle.map(|q| q.get()));
        columns.num("serverless.cold_start", row.cold_start.map(|q| q.get()));
        columns.date("serverless.as_of", Some(row.as_of));
        columns.int("serverless.source", i64::from(row.source.0));
    }
    for row in &market.cpus {
        columns.text("host.id", &row.id);
        columns.int("host.provider", i64::from(row.provider.0));
        columns.text("host.instance", &row.instance);
        columns.text("host.region", &row.region.name);
        columns.optional_choice("host.group", row.region.group.as_ref(), &RegionGroup::ALL);
        columns.optional_text("host.jurisdiction", row.region.jurisdiction.as_deref());
        columns.int("host.vcpu", i64::from(row.vcpu));
        columns.num("host.ram", Some(row.ram.get()));
        columns.num(
            "host.bandwidth_per_vcpu",
            Some(row.bandwidth_per_vcpu.get()),
        );
        columns.num("host.flops_per_vcpu", Some(row.flops_per_vcpu.get()));
        columns.count("host.price_count", row.prices.len());
        for price in &row.prices {
            write_rows::price(columns, price);
        }
    }
    for row in &market.hardware {
        columns.int("hardware.accelerator", i64::from(row.accelerator.0));
        columns.choice("hardware.kind", &row.kind, &HARDWARE_KINDS);
        columns.int("hardware.cards", i64::from(row.cards));
        columns.int("hardware.micros", row.price.micros());
        columns.text("hardware.currency", row.price.currency().code());
        columns.text("hardware.country", &row.country);
        columns.date("hardware.as_of", Some(row.as_of));
        columns.int("hardware.source", i64::from(row.source.0));
    }
    for row in &market.tariffs {
        columns.text("tariff.place", &row.place);
        columns.int("tariff.household", i64::from(row.household));
        columns.int("tariff.micros", row.per_kwh.micros());
        columns.text("tariff.currency", row.per_kwh.currency().code());
        columns.date("tariff.as_of", Some(row.as_of));
        columns.int("tariff.source", i64::from(row.source.0));
    }
    for row in &market.overheads {
        columns.text("overhead.site", &row.site);
        columns.num("overhead.pue", Some(row.pue.get()));
        columns.date("overhead.as_of", Some(row.as_of));
        columns.int("overhead.source", i64::from(row.source.0));
    }
}
