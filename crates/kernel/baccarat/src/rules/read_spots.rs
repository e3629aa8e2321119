//! Reading the spots of a house-rules document: their paytables, limits and closing rounds.

use core::ops::Range;

use money::Odds;
use toml::Spanned;
use toml::de::DeValue;

use super::read::{sorted_by_place, with_source};
use super::toml_table::{Section, integer};
use super::{MajorUnits, SpotRules, catalogue};
use crate::paytable::{Facts, Pays, Paytable};
use crate::spot::Spot;

/// The spots of `[spots]`, in the order of the document.
pub(super) fn read_spots(
    section: &Section<'_, '_>,
    sources: &mut Vec<(String, String)>,
) -> Option<Vec<SpotRules>> {
    let mut spots = Vec::new();
    let mut sound = true;
    for (id, value) in sorted_by_place(section) {
        let child = section.child(&id, value);
        let Some(spot) = Spot::from_id(&id) else {
            let known: Vec<_> = Spot::ALL.iter().map(|s| s.id()).collect();
            section.complain_at(&id, format!("is no spot; there are {}", known.join(", ")));
            sound = false;
            continue;
        };
        match with_source(child, sources, |child| read_spot(spot, child)) {
            Some(rules) => spots.push(rules),
            None => sound = false,
        }
    }
    if spots.is_empty() && sound {
        section.complain("is empty: a table needs at least one spot");
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
        section.complain_at("minimum", format!("{minimum} is more than the maximum {maximum}"));
    }
    if maximum.is_some_and(MajorUnits::is_zero) {
        section.complain_at("maximum", "nothing could be staked; write more than 0, or leave it out");
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
        section.complain_at("paytable", message);
    }
    named.map(|entry| entry.paytable.clone())
}

pub(super) fn read_paytable(section: &Section<'_, '_>) -> Option<Paytable> {
    let push = section.optional("push", "a list of facts that return the stake", DeValue::as_array);
    let pays = section.required("pays", "a list of { when, odds }", DeValue::as_array);
    let push: Vec<Option<Facts>> = push
        .into_iter()
        .flat_map(|lines| lines.iter())
        .map(|line| facts(section, "push", &line.span(), line.get_ref().as_str()))
        .collect();
    let pays: Vec<Option<Pays>> = pays?.iter().map(|line| read_pays(section, line)).collect();
    if pays.is_empty() {
        section.complain_at("pays", "is empty: a spot must be able to pay");
    }
    Some(Paytable {
        push: push.into_iter().collect::<Option<_>>()?,
        pays: pays.into_iter().collect::<Option<_>>()?,
    })
}

fn read_pays(section: &Section<'_, '_>, line: &Spanned<DeValue<'_>>) -> Option<Pays> {
    let complain = |message: String| section.complain_within("pays", &line.span(), message);
    let Some(table) = line.get_ref().as_table() else {
        complain("expected lines such as { when = \"banker_wins\", odds = \"0.95\" }".to_owned());
        return None;
    };
    for (key, _) in table {
        if !["when", "odds"].contains(&key.get_ref().as_ref()) {
            section
                .complain_at("pays", format!("unknown field {:?}; here may stand when, odds", key.get_ref()));
        }
    }
    let text = |key: &str| table.get(key).and_then(|value| value.get_ref().as_str());
    let when = facts(section, "pays", &line.span(), text("when"));
    let whole = table.get("odds").and_then(|value| integer(value.get_ref())).map(|n| n.to_string());
    let odds = match text("odds").or(whole.as_deref()).map(str::parse::<Odds>) {
        Some(Ok(odds)) => Some(odds),
        Some(Err(error)) => {
            complain(format!("odds: {error}"));
            None
        }
        None => {
            complain("each line needs odds, as text: \"0.95\"".to_owned());
            None
        }
    };
    Some(Pays { when: when?, odds: odds? })
}

fn facts(section: &Section<'_, '_>, key: &str, at: &Range<usize>, text: Option<&str>) -> Option<Facts> {
    let Some(text) = text else {
        let message = "facts are written as text, such as \"banker_wins banker_total_6\"";
        section.complain_within(key, at, message);
        return None;
    };
    match text.parse() {
        Ok(facts) => Some(facts),
        Err(error) => {
            section.complain_within(key, at, format!("{error}; the facts are {}", Facts::names().join(", ")));
            None
        }
    }
}
