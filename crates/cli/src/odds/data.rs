//! Odds as JSON: counts as decimal strings, for they outgrow what most readers hold. Works nothing out.

use std::fmt::Display;

use baccarat::{HouseRules, SpotRules};
use odds::{SpotLaw, Win};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::ask::Ask;

/// Decimals of what is not a count.
const PLACES: u16 = 10;

/// What is answered of one shoe.
#[derive(Serialize)]
pub(super) struct OddsData<'a> {
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decks: Option<u8>,
    cards: u16,
    #[serde(serialize_with = "digits")]
    draws: u128,
    #[serde(serialize_with = "by_spot")]
    spots: (&'a [SpotRules], &'a [SpotLaw]),
}

impl<'a> OddsData<'a> {
    /// Without an id.
    pub(super) fn of(rules: &'a HouseRules, ask: &Ask, laws: &'a [SpotLaw]) -> Self {
        Self {
            id: None,
            rules: None,
            decks: ask.decks,
            cards: ask.shoe.cards(),
            draws: ask.draws(),
            spots: (&rules.spots, laws),
        }
    }

    /// The answer to the line with that id.
    pub(super) fn answering(self, id: Option<&'a RawValue>) -> Self {
        Self { id, ..self }
    }

    /// With the name of the house rules.
    pub(super) fn named(self, rules: &'a HouseRules) -> Self {
        Self { rules: Some(&rules.id), ..self }
    }
}

#[derive(Serialize)]
struct SpotData {
    win: Vec<WinData>,
    #[serde(serialize_with = "digits")]
    push: u128,
    #[serde(serialize_with = "digits")]
    lose: u128,
    house_edge: String,
    #[serde(serialize_with = "digits")]
    house_edge_exact: odds::Ratio,
    return_to_patron: String,
    variance: String,
}

#[derive(Serialize)]
struct WinData {
    #[serde(serialize_with = "digits")]
    odds: money::Odds,
    #[serde(serialize_with = "digits")]
    count: u128,
}

impl From<&SpotLaw> for SpotData {
    fn from(law: &SpotLaw) -> Self {
        let edge = law.house_edge();
        Self {
            win: law.wins.iter().map(|Win { odds, count }| WinData { odds: *odds, count: *count }).collect(),
            push: law.push,
            lose: law.lose,
            house_edge: edge.decimal(PLACES),
            return_to_patron: edge.complement().decimal(PLACES),
            variance: law.variance().decimal(PLACES),
            house_edge_exact: edge,
        }
    }
}

fn by_spot<S: Serializer>(
    (rules, laws): &(&[SpotRules], &[SpotLaw]),
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(rules.iter().zip(*laws).map(|(rules, law)| (rules.spot.id(), SpotData::from(law))))
}

fn digits<S: Serializer>(number: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}
