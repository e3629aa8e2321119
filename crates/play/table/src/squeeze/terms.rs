//! How a table is set up for the squeeze, what its log says of one, and why it refuses. Data only.

use baccarat::{BySide, Side};
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::ids::PatronId;
use crate::wager::minor;

/// How a table is set up for the squeeze.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SqueezeTerms {
    /// The least stake on a side that lets a patron turn its cards, in minor units.
    #[serde(with = "minor")]
    pub from: Amount,
    /// How long the first four cards are turned, in milliseconds.
    #[serde(default = "built_in_ms")]
    pub ms: u32,
    /// How long a third card is turned, in milliseconds.
    #[serde(default = "built_in_third_ms")]
    pub third_ms: u32,
}

const fn built_in_ms() -> u32 {
    12_000
}

const fn built_in_third_ms() -> u32 {
    8_000
}

/// The shortest and the longest time to turn a card, in milliseconds.
const TIMES_MS: core::ops::RangeInclusive<u32> = 1_000..=60_000;

/// Why a table cannot be set up like this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SqueezeProblem {
    /// Everybody would turn cards, with or without a stake.
    #[error("`from` of `squeeze` is 0; it is at least 1 minor unit")]
    NoStake,
    /// A time is too short or too long.
    #[error("`{name}` of `squeeze` is {ms}; it is 1000 to 60000")]
    Time {
        /// Its name.
        name: &'static str,
        /// What it was.
        ms: u32,
    },
}

impl SqueezeTerms {
    /// The built-in times, from this stake on.
    pub const fn from_stake(from: Amount) -> Self {
        Self { from, ms: built_in_ms(), third_ms: built_in_third_ms() }
    }

    /// Whether a table can be set up like this.
    ///
    /// # Errors
    /// [`SqueezeProblem`], the first that holds.
    pub fn check(&self) -> Result<(), SqueezeProblem> {
        if self.from.is_zero() {
            return Err(SqueezeProblem::NoStake);
        }
        let times = [("ms", self.ms), ("third_ms", self.third_ms)];
        let wrong = times.into_iter().find(|(_, ms)| !TIMES_MS.contains(ms));
        wrong.map_or(Ok(()), |(name, ms)| Err(SqueezeProblem::Time { name, ms }))
    }
}

/// A round in which somebody turns cards, as the log has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldRound {
    /// How the table was set up then.
    #[serde(flatten)]
    pub terms: SqueezeTerms,
    /// Who turns the cards of the Player hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<PatronId>,
    /// Who turns the cards of the Banker hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub banker: Option<PatronId>,
}

impl HeldRound {
    /// Who turns the cards of each side.
    pub const fn holders(&self) -> BySide<Option<PatronId>> {
        BySide { player: self.player, banker: self.banker }
    }
}

/// Why cards were shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum RevealedBy {
    /// Who holds the side turned the card.
    Holder,
    /// The time to turn it was over.
    Clock,
    /// All four cards lie, and nobody holds the side.
    Nobody,
    /// Who held the side has lost their seat.
    Left,
    /// People have to look at the cards of the round.
    Finding,
    /// The round does not count.
    Void,
}

impl RevealedBy {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

/// Why a table does not let a patron turn a card. An expected no, with a stable code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum SqueezeRefusal {
    /// The patron holds no side, or another one.
    #[error("the patron does not turn the cards of {}", side.id())]
    NotHolder {
        /// The side of the card.
        side: Side,
    },
    /// The four cards do not lie yet, or no card lies face down there.
    #[error("no card lies face down there to be turned now")]
    NothingToTurn,
    /// The patron says too often how far a card is lifted.
    #[error("send how far a card is lifted at most ten times a second")]
    #[strum(serialize = "squeezed_too_fast")]
    TooFast,
}

impl SqueezeRefusal {
    /// The codes of all of them.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }

    /// Its stable code.
    pub fn code(self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_that_make_no_sense_are_refused_with_the_reason() {
        let built_in = SqueezeTerms::from_stake(Amount::new(1_000).unwrap());
        assert_eq!((built_in.ms, built_in.third_ms, built_in.check()), (12_000, 8_000, Ok(())));
        let cases = [
            (SqueezeTerms { from: Amount::ZERO, ..built_in }, SqueezeProblem::NoStake),
            (SqueezeTerms { ms: 999, ..built_in }, SqueezeProblem::Time { name: "ms", ms: 999 }),
            (
                SqueezeTerms { third_ms: 60_001, ..built_in },
                SqueezeProblem::Time { name: "third_ms", ms: 60_001 },
            ),
        ];
        for (terms, problem) in cases {
            assert_eq!(terms.check(), Err(problem));
        }
    }

    #[test]
    fn terms_are_read_strictly_and_times_may_be_left_out() {
        let read = |text| serde_json::from_str::<SqueezeTerms>(text).ok();
        let built_in = SqueezeTerms::from_stake(Amount::new(1_000).unwrap());
        assert_eq!(read(r#"{"from":1000}"#), Some(built_in));
        assert_eq!(
            read(r#"{"from":1000,"third_ms":5000}"#),
            Some(SqueezeTerms { third_ms: 5_000, ..built_in })
        );
        assert_eq!((read("{}"), read(r#"{"from":1000,"second_ms":1}"#)), (None, None));
    }
}
