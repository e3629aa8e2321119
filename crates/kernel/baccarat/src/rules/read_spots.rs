//! Reads the spots of a house-rules document: their paytables, limits and closing rounds.

use toml::de::DeValue;

use super::catalogue;
use super::decimal::MajorUnits;
use super::house_rules::SpotRules;
use super::read_paytable::read_paytable;
use super::toml_table::{Provenance, Section, integer, with_source};
use crate::paytable::Paytable;
use crate::spot::Spot;

/// The spots of `[spots]`, in the order of the document.
pub(super) fn read_spots(section: &Section<'_, '_>, provenance: &mut Provenance) -> Option<Vec<SpotRules>> {
    let mut spots = Vec::new();
    let mut sound = true;
    for (id, value) in section.entries() {
        let id = id.get_ref();
        let child = section.child(id, value);
        let Some(spot) = Spot::from_id(id) else {
            let known: Vec<_> = Spot::ALL.iter().map(|s| s.id()).collect();
            section.report_at(id, format!("is no spot; there are {}", known.join(", ")));
            sound = false;
            continue;
        };
        match with_source(child, provenance, |child| read_spot(spot, child)) {
            Some(rules) => spots.push(rules),
            None => sound = false,
        }
    }
    if spots.is_empty() && sound {
        section.report("is empty: a table needs at least one spot");
        return None;
    }
    sound.then_some(spots)
}

fn read_spot(spot: Spot, section: &Section<'_, '_>) -> Option<SpotRules> {
    let paytable = match section.optional("paytable", "the name of a paytable, as text", DeValue::as_str) {
        Some(name) => named_paytable(spot, name, section),
        None => read_paytable(section),
    };
    let closed_from_round = section.optional_integer("closed_from_round", 1..=1000);
    let minimum = section.optional("minimum", AMOUNT, major_units);
    let maximum = section.optional("maximum", AMOUNT, major_units);
    if let (Some(minimum), Some(maximum)) = (minimum, maximum)
        && minimum > maximum
    {
        section.report_at("minimum", format!("{minimum} is more than the maximum {maximum}"));
    }
    if maximum.is_some_and(MajorUnits::is_zero) {
        section.report_at("maximum", "nothing could be staked; write more than 0, or leave it out");
    }
    Some(SpotRules { spot, paytable: paytable?, closed_from_round, minimum, maximum })
}

const AMOUNT: &str = "an amount in major units: a whole number, or text with up to four decimals";

fn major_units(value: &DeValue<'_>) -> Option<MajorUnits> {
    match integer(value) {
        Some(number) => number.to_string().parse().ok(),
        None => value.as_str()?.parse().ok(),
    }
}

/// The paytable of the catalogue that a document names instead of writing its own.
fn named_paytable(spot: Spot, name: &str, section: &Section<'_, '_>) -> Option<Paytable> {
    let named = catalogue::paytable(spot, name);
    if named.is_none() {
        let names: Vec<_> = catalogue::of(spot).map(|entry| format!("{:?}", entry.name)).collect();
        let message =
            format!("{name:?} is not in the catalogue; for {} there are {}", spot.id(), names.join(", "));
        section.report_at("paytable", message);
    }
    named.map(|entry| entry.paytable.clone())
}
