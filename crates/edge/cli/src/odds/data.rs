//! Odds as JSON. Counts are decimal strings, because they exceed the integers of most JSON readers. Computes nothing.

use std::fmt::Display;

use baccarat::{HouseRules, SpotRules};
use money::Odds;
use odds::{Ratio, SpotLaw, Win};
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::query::OddsQuery;

/// The decimals of all figures that are not counts.
const PLACES: u8 = 10;

/// The answer for one shoe.
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
    spots: Spots<'a>,
}

impl<'a> OddsData<'a> {
    /// The answer to a line: counts and edges.
    pub(super) fn of_line(
        id: Option<&'a RawValue>,
        rules: &'a HouseRules,
        query: &OddsQuery,
        laws: &'a [SpotLaw],
    ) -> Self {
        let spots = Spots { rules: &rules.spots, laws, in_full: false };
        Self { id, rules: None, decks: None, cards: query.shoe.cards(), draws: query.draws(), spots }
    }

    /// The answer to `--json`: all figures.
    pub(super) fn in_full(rules: &'a HouseRules, query: &OddsQuery, laws: &'a [SpotLaw]) -> Self {
        let spots = Spots { rules: &rules.spots, laws, in_full: true };
        let (rules, decks) = (Some(rules.id.as_str()), query.decks);
        Self { id: None, rules, decks, cards: query.shoe.cards(), draws: query.draws(), spots }
    }
}

/// The spots by their ids, in layout order.
struct Spots<'a> {
    rules: &'a [SpotRules],
    laws: &'a [SpotLaw],
    in_full: bool,
}

impl Serialize for Spots<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let spots = self.rules.iter().zip(self.laws);
        serializer.collect_map(spots.map(|(rules, law)| (rules.spot.id(), SpotData::of(law, self.in_full))))
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
    #[serde(flatten)]
    figures: Option<Figures>,
}

/// Figures that follow from the counts.
#[derive(Serialize)]
struct Figures {
    #[serde(serialize_with = "digits")]
    house_edge_exact: Ratio,
    return_to_patron: String,
    variance: String,
    standard_deviation: String,
}

#[derive(Serialize)]
struct WinData {
    #[serde(serialize_with = "digits")]
    odds: Odds,
    #[serde(serialize_with = "digits")]
    count: u128,
}

impl SpotData {
    fn of(law: &SpotLaw, in_full: bool) -> Self {
        Self {
            win: law.wins.iter().map(|Win { odds, count }| WinData { odds: *odds, count: *count }).collect(),
            push: law.push,
            lose: law.lose,
            house_edge: law.house_edge_decimal(PLACES),
            figures: in_full.then(|| Figures::of(law)),
        }
    }
}

impl Figures {
    fn of(law: &SpotLaw) -> Self {
        let (edge, variance) = (law.house_edge(), law.variance());
        Self {
            return_to_patron: edge.complement().decimal(PLACES.into()),
            variance: variance.decimal(PLACES.into()),
            standard_deviation: variance.root_decimal(PLACES.into()),
            house_edge_exact: edge,
        }
    }
}

fn digits<S: Serializer>(number: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(number)
}
