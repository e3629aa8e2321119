//! How one table is set up: its house rules, limits and timings. Data only; nothing here decides.

use std::sync::Arc;

use baccarat::{HouseRules, Limit, Spot};
use money::{Amount, Currency};
use serde::{Deserialize, Serialize};

use crate::drawing::Drawing;
use crate::entry::EntryTerms;
use crate::ids::TableId;
use crate::live::dealer::Dealer;
use crate::seating::Seating;
use crate::squeeze::SqueezeTerms;

/// Everything about a table that its events do not change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Which table.
    pub id: TableId,
    /// The name people read.
    pub name: String,
    /// The house rules it runs.
    pub rules: Arc<HouseRules>,
    /// The currency of every stake.
    pub currency: Currency,
    /// What the table allows one patron on each spot, beside the house rules.
    pub limits: SpotLimits,
    /// How long things take.
    pub timings: Timings,
    /// The largest difference there may be between all stakes on Banker and all stakes on Player of a round,
    /// in minor units; none for no limit.
    pub exposure: Option<Amount>,
    /// Who may take a seat.
    pub entry: EntryTerms,
    /// When a seat is lost, and how long Auto may run.
    pub seating: Seating,
    /// What decides the cards of its next shoe.
    pub draw: Drawing,
    /// Where its cards come from.
    pub dealer: Dealer,
    /// How patrons turn its cards; none when all cards fall face up.
    pub squeeze: Option<SqueezeTerms>,
}

impl Settings {
    /// What one patron may have on a spot: what the house rules and the table both allow.
    pub fn limit(&self, spot: Spot) -> Limit {
        self.limit_of_rules(spot).intersection(self.limits.on(spot))
    }

    /// What each source allows a patron with this range on a spot, in the order in which a refusal names them.
    pub fn limits(&self, spot: Spot, own: Option<&SpotLimits>) -> [(LimitSource, Limit); 3] {
        [
            (LimitSource::HouseRules, self.limit_of_rules(spot)),
            (LimitSource::Table, self.limits.on(spot)),
            (LimitSource::OwnRange, own.map_or(SpotLimits::UNLIMITED, |own| own.on(spot))),
        ]
    }

    fn limit_of_rules(&self, spot: Spot) -> Limit {
        self.rules.spot(spot).map_or(SpotLimits::UNLIMITED, |s| s.limit(self.currency.decimals()))
    }
}

/// What limits a stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LimitSource {
    /// The house rules.
    HouseRules,
    /// The table.
    Table,
    /// The range that a manager has set for the patron.
    OwnRange,
}

impl LimitSource {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Its name in a sentence.
    pub const fn words(self) -> &'static str {
        match self {
            Self::HouseRules => "the house rules",
            Self::Table => "the table",
            Self::OwnRange => "the patron's own range",
        }
    }
}

/// Stake limits by spot. A spot that is not set is not limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotLimits([Limit; Spot::COUNT]);

impl SpotLimits {
    const UNLIMITED: Limit = Limit { minimum: Amount::ZERO, maximum: None };

    /// No limits.
    pub const fn none() -> Self {
        Self([Self::UNLIMITED; Spot::COUNT])
    }

    /// These limits, but from `minimum` to `maximum` minor units on each of `spots`.
    #[must_use]
    pub fn with(mut self, spots: &[Spot], minimum: Amount, maximum: Amount) -> Self {
        for spot in spots {
            self.0[spot.index()] = Limit { minimum, maximum: Some(maximum) };
        }
        self
    }

    /// These limits, but this one on a spot.
    #[must_use]
    pub const fn with_limit(mut self, spot: Spot, limit: Limit) -> Self {
        self.0[spot.index()] = limit;
        self
    }

    /// These limits, but nothing at all on each of `spots`.
    #[must_use]
    pub fn without(self, spots: &[Spot]) -> Self {
        self.with(spots, Amount::ZERO, Amount::ZERO)
    }

    /// The limit on a spot.
    pub const fn on(&self, spot: Spot) -> Limit {
        self.0[spot.index()]
    }
}

/// How long the parts of a round take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timings {
    /// How long wagers are taken.
    pub betting_ms: u32,
    /// How long after that the table waits for slips that were received in time and are still on their way.
    pub drain_ms: u32,
    /// From one card to the next.
    pub card_ms: u32,
    /// How long a result is shown before the next round.
    pub result_ms: u32,
    /// From a new shoe to its first card.
    pub shuffle_ms: u32,
    /// How long patrons may pledge a number for a new shoe; 0 when nobody is asked for one. Nobody is asked either when
    /// nobody has a seat.
    pub pledge_ms: u32,
    /// How long after that they may reveal it.
    pub reveal_ms: u32,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            betting_ms: 15_000,
            drain_ms: 100,
            card_ms: 1_000,
            result_ms: 5_000,
            shuffle_ms: 3_000,
            pledge_ms: 3_000,
            reveal_ms: 3_000,
        }
    }
}
