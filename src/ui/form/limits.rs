//! Where it may stand and what it must satisfy: a collapsed group.

use super::super::app::App;
use super::super::markup::view;
use super::checks::Checks;
use super::chips::Chips;
use super::list::{List, ListField};
use super::number::Fields;
use super::purchase::toggle;
use super::select::Select;
use crate::catalog::{Catalog, RegionGroup};
use crate::query::{MinLink, has};
use crate::sorted;
use leptos::prelude::*;

/// The code that stands for all member states of the European Union.
const UNION: &str = "eu";

const KEYS: &[&str] = &[
    "reg", "at", "jur", "home", "prov", "gpu", "vendor", "cnt", "ic", "comp", "fw", "sla", "budget",
];

/// The group with its chips.
#[component]
pub(super) fn Limits() -> impl IntoView {
    let app = App::get();
    let t = app.locale.get_untracked();
    let catalog = app.catalog;
    let providers = catalog
        .providers
        .iter()
        .map(|provider| (provider.id.clone(), t.provider(provider).to_owned()))
        .collect();
    let cards = catalog
        .accelerators
        .iter()
        .filter(|card| card.rentable)
        .map(|card| (card.id.clone(), card.name.clone()))
        .collect();
    let places = catalog
        .offers
        .iter()
        .filter_map(|offer| offer.region.jurisdiction.as_deref());
    let places = distinct(places.collect())
        .into_iter()
        .map(|code| (code.to_owned(), t.jurisdiction(code)))
        .collect();
    let homes = catalog
        .providers
        .iter()
        .filter_map(|provider| provider.home.as_deref())
        .chain([UNION]);
    let homes = distinct(homes.collect())
        .into_iter()
        .map(|code| (code.to_owned(), t.jurisdiction(code)))
        .collect();
    let vendors = catalog
        .accelerators
        .iter()
        .filter(|card| card.rentable)
        .map(|card| card.vendor.0.as_str());
    let vendors = distinct(vendors.collect())
        .into_iter()
        .map(|word| (word, t.vendor(word).into()))
        .collect();
    let certificates = named(
        catalog
            .providers
            .iter()
            .flat_map(|provider| provider.compliance.iter().map(String::as_str)),
    );
    let platforms = named(catalog.providers.iter().flat_map(|provider| {
        let parts = [provider.platform.as_deref(), provider.frameworks.as_deref()];
        parts
            .into_iter()
            .flatten()
            .flat_map(|text| text.split([';', ',']))
    }));
    view! {
        <details class="group">
            <summary>{t.legend_where()}</summary>
            <Checks
                legend=t.label_regions()
                may_be_empty=true
                choices=RegionGroup::ALL
                    .iter()
                    .map(|group| (group.word(), t.region_group(*group).into()))
                    .collect()
                has=|query, word| query.regions.iter().any(|group| group.word() == word)
                set=|query, word, on| {
                    if let Some(group) = RegionGroup::from_word(word) {
                        toggle(&mut query.regions, &RegionGroup::ALL, group, on);
                    }
                }
            />
            <Select
                name="at"
                label=t.label_users()
                hint=t.hint_users()
                choices=std::iter::once(("", t.any().into()))
                    .chain(
                        RegionGroup::ALL
                            .iter()
                            .map(|group| (group.word(), t.region_group(*group).into())),
                    )
                    .collect()
                value=|query| query.users.map_or("", RegionGroup::word)
                set=|query, word| query.users = RegionGroup::from_word(word)
            />
            <ListField
                of=List {
                    key: "jur",
                    label: t.label_jurisdictions(),
                    of: |query| &mut query.jurisdictions,
                    find: find_place,
                }
                suggestions=places
            />
            <ListField
                of=List {
                    key: "home",
                    label: t.label_homes(),
                    of: |query| &mut query.homes,
                    find: find_home,
                }
                suggestions=homes
            />
            <ListField
                of=List {
                    key: "prov",
                    label: t.label_providers(),
                    of: |query| &mut query.providers,
                    find: find_provider,
                }
                suggestions=providers
            />
            <ListField
                of=List {
                    key: "gpu",
                    label: t.label_gpus(),
                    of: |query| &mut query.gpus,
                    find: find_card,
                }
                suggestions=cards
            />
            <Checks
                legend=t.label_vendors()
                may_be_empty=true
                choices=vendors
                has=|query, word| query.vendors.iter().any(|vendor| vendor == word)
                set=|query, word, on| {
                    query.vendors.retain(|vendor| vendor != word);
                    if on {
                        query.vendors.push(word.to_owned());
                    }
                }
            />
            <Fields keys=&["cnt"] />
            <Select
                name="ic"
                label=t.label_link()
                choices=std::iter::once(("", t.any().into()))
                    .chain(MinLink::ALL.iter().map(|link| (link.word(), t.min_link(*link).into())))
                    .collect()
                value=|query| query.link.map_or("", MinLink::word)
                set=|query, word| query.link = MinLink::from_word(word)
            />
            <ListField
                of=List {
                    key: "comp",
                    label: t.label_compliance(),
                    of: |query| &mut query.compliance,
                    find: find_certificate,
                }
                suggestions=certificates
            />
            <ListField
                of=List {
                    key: "fw",
                    label: t.label_frameworks(),
                    of: |query| &mut query.frameworks,
                    find: find_platform,
                }
                suggestions=platforms
            />
            <Fields keys=&["sla", "budget"] />
        </details>
        <Chips keys=KEYS />
    }
    .into_any()
}

/// Each text once, in alphabetical order.
fn distinct(mut texts: Vec<&str>) -> Vec<&str> {
    sorted::sort(&mut texts);
    texts.dedup();
    texts
}

/// Distinct names without their surrounding space, each as its own word.
fn named<'a>(names: impl Iterator<Item = &'a str>) -> Vec<(String, String)> {
    let names = names.map(str::trim).filter(|name| !name.is_empty());
    distinct(names.collect())
        .into_iter()
        .map(|name| (name.to_owned(), String::new()))
        .collect()
}

fn find_provider(catalog: &Catalog, text: &str) -> Option<String> {
    catalog
        .providers
        .iter()
        .find(|provider| {
            [&provider.id, &provider.name_en, &provider.name_zh]
                .iter()
                .any(|name| name.eq_ignore_ascii_case(text))
        })
        .map(|provider| provider.id.clone())
}

/// A card by id or name, or a family such as `h100`.
fn find_card(catalog: &Catalog, text: &str) -> Option<String> {
    let word = text.to_ascii_lowercase().replace(' ', "-");
    catalog
        .accelerators
        .iter()
        .find(|card| card.name.eq_ignore_ascii_case(text))
        .map(|card| card.id.clone())
        .or_else(|| {
            let known = catalog.accelerators.iter().any(|card| card.is_in(&word));
            known.then_some(word)
        })
}

/// A jurisdiction in which some offer stands.
fn find_place(catalog: &Catalog, text: &str) -> Option<String> {
    named_so(
        catalog
            .offers
            .iter()
            .filter_map(|offer| offer.region.jurisdiction.as_deref()),
        text,
    )
}

/// A jurisdiction of some seller, or the union of several.
fn find_home(catalog: &Catalog, text: &str) -> Option<String> {
    let homes = catalog.providers.iter();
    named_so(
        homes
            .filter_map(|provider| provider.home.as_deref())
            .chain([UNION]),
        text,
    )
}

/// The code that is typed, or whose name in either language is.
fn named_so<'a>(codes: impl Iterator<Item = &'a str>, text: &str) -> Option<String> {
    use crate::locale::Locale;
    let mut codes = codes;
    codes
        .find(|code| {
            code.eq_ignore_ascii_case(text)
                || Locale::En.jurisdiction(code).eq_ignore_ascii_case(text)
                || Locale::Zh.jurisdiction(code) == text
        })
        .map(str::to_owned)
}

fn find_certificate(catalog: &Catalog, text: &str) -> Option<String> {
    catalog
        .providers
        .iter()
        .flat_map(|provider| &provider.compliance)
        .find(|name| name.eq_ignore_ascii_case(text))
        .map(|name| name.to_ascii_lowercase())
}

/// A framework or platform that some provider names, as typed.
fn find_platform(catalog: &Catalog, text: &str) -> Option<String> {
    // A link writes names in lower case.
    let needle = text.to_ascii_lowercase();
    let named = |field: &Option<String>| {
        field
            .as_ref()
            .is_some_and(|field| has(&field.to_ascii_lowercase(), &needle))
    };
    catalog
        .providers
        .iter()
        .any(|provider| named(&provider.platform) || named(&provider.frameworks))
        .then_some(needle)
}
