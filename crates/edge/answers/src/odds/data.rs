//! Odds as JSON. Counts are decimal strings, because they exceed the integers of most JSON readers. Computes nothing.

use std::fmt::Display;

use baccarat::{HouseRules, SpotRules};
use odds::SpotLaw;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use super::query::OddsQuery;
use crate::reply::object;

/// The decimals of all figures that are not counts.
const PLACES: u8 = 10;

/// The answer for one shoe: counts and edges, or all figures with the rules and the decks.
pub fn answer<'a>(
    id: Option<&RawValue>,
    rules: &'a HouseRules,
    query: &OddsQuery,
    laws: &'a [SpotLaw],
    in_full: bool,
) -> impl Serialize {
    object! {
        id,
        #[serde(flatten)]
        of: in_full.then(|| object! { rules: &rules.id, decks: query.decks }),
        cards: query.shoe.cards(),
        draws: Digits(query.draws()),
        spots: Spots { rules: &rules.spots, laws, in_full },
    }
}

/// A number as text, written without a copy.
struct Digits<N>(N);

impl<N: Display> Serialize for Digits<N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
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
        serializer.collect_map(spots.map(|(rules, law)| (rules.spot.id(), spot(law, self.in_full))))
    }
}

fn spot(law: &SpotLaw, in_full: bool) -> impl Serialize {
    let wins = law.wins.iter();
    object! {
        win: wins
            .map(|win| object! { odds: Digits(win.odds), count: Digits(win.count) })
            .collect::<Vec<_>>(),
        push: Digits(law.push),
        lose: Digits(law.lose),
        house_edge: law.house_edge_decimal(PLACES),
        #[serde(flatten)]
        figures: in_full.then(|| figures(law)),
    }
}

/// Figures that follow from the counts.
fn figures(law: &SpotLaw) -> impl Serialize {
    let (edge, variance) = (law.house_edge(), law.variance());
    object! {
        house_edge_exact: edge.to_string(),
        return_to_patron: edge.complement().decimal(PLACES.into()),
        variance: variance.decimal(PLACES.into()),
        standard_deviation: variance.root_decimal(PLACES.into()),
    }
}
