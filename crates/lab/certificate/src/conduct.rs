//! The shoe and the conduct of a table, by the names that the document uses. Computes no figure.

use baccarat::rules::conduct::Matter;
use baccarat::shoe::COUP_CARDS;
use baccarat::{Burn, HouseRules, ShoeEnd};
use odds::Composition;
use serde::Serialize;

/// Matters that certificates of this format leave out.
const LEFT_OUT: [Matter; 2] = [Matter::InterruptedRound, Matter::RoadWindow];

/// The shoe the figures are of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ShoeFacts {
    /// How many decks.
    pub decks: u8,
    /// How many cards.
    pub cards: u16,
    /// The number of ordered draws of six cards: the denominator of all counts.
    pub draws: String,
    /// What is burned before the first coup.
    pub burn: BurnFacts,
    /// When it ends.
    pub end: ShoeEndFacts,
}

/// What is burned after a new shoe.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BurnFacts {
    /// Nothing.
    None,
    /// A number of cards.
    Cards {
        /// How many.
        count: u8,
    },
    /// As many as the first card counts.
    FirstCard {
        /// How many for a card that counts zero.
        zero_card: u8,
    },
}

/// When a shoe has had its last round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ShoeEndFacts {
    /// Some rounds after the cut card came out.
    CutCard {
        /// How many cards lie behind it.
        from_end: u16,
        /// How many rounds follow the one in which it comes out.
        more_rounds: u16,
    },
    /// After a number of rounds.
    Rounds {
        /// How many.
        rounds: u16,
    },
}

/// What may happen at the table, and what follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ConductFacts {
    /// Player and Banker in one round: `allowed` or `refused`.
    pub player_and_banker: &'static str,
    /// The wagers of a patron who leaves while betting is open: `wagers_stand` or `wagers_released`.
    pub leaving_while_betting: &'static str,
    /// And later: `settled_and_paid`.
    pub leaving_later: &'static str,
    /// After a card that cannot be read: `round_voided`.
    pub unreadable_card: &'static str,
    /// After a result that proves wrong: `resettled`.
    pub wrong_result: &'static str,
    /// How the table's and the patron's range combine: `intersection`.
    pub stake_range: &'static str,
    /// What a patron's balance must reach to enter: `none`, or the `room`'s ante.
    pub ante: &'static str,
    /// How a profit that is no whole minor unit is rounded: `down`, `up` or `half_up`.
    pub rounding: &'static str,
    /// How odds are shown to patrons: `to_one` or `with_stake`.
    pub odds_shown: &'static str,
    /// All this as sentences, for the page.
    #[serde(skip)]
    pub words: Vec<(Matter, String)>,
}

/// A table of the document or one fact of it, and where that is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The table, such as `shoe_end`, or the fact, such as `odds.rounding`.
    pub table: String,
    /// What the document says.
    pub source: String,
}

impl ShoeFacts {
    pub(crate) fn of(rules: &HouseRules, shoe: &Composition) -> Self {
        let cards = shoe.cards();
        let draws: u128 = (0..COUP_CARDS).map(|taken| u128::from(cards.saturating_sub(taken))).product();
        Self {
            decks: rules.decks,
            cards,
            draws: draws.to_string(),
            burn: rules.burn.into(),
            end: rules.shoe_end.into(),
        }
    }
}

impl From<Burn> for BurnFacts {
    fn from(burn: Burn) -> Self {
        match burn {
            Burn::None => Self::None,
            Burn::Cards(count) => Self::Cards { count },
            Burn::FirstCard { zero_card } => Self::FirstCard { zero_card },
        }
    }
}

impl From<ShoeEnd> for ShoeEndFacts {
    fn from(end: ShoeEnd) -> Self {
        match end {
            ShoeEnd::CutCard { from_end, more_rounds } => Self::CutCard { from_end, more_rounds },
            ShoeEnd::Rounds(rounds) => Self::Rounds { rounds },
        }
    }
}

impl ConductFacts {
    /// The conduct that these rules prescribe.
    pub fn of(rules: &HouseRules) -> Self {
        Self {
            player_and_banker: if rules.opposing_sides { "allowed" } else { "refused" },
            leaving_while_betting: rules.leaving.into(),
            leaving_later: "settled_and_paid",
            unreadable_card: "round_voided",
            wrong_result: "resettled",
            stake_range: "intersection",
            ante: if rules.entry_ante { "room" } else { "none" },
            rounding: rules.rounding.into(),
            odds_shown: rules.odds_shown.into(),
            words: rules.conduct().into_iter().filter(|(matter, _)| !LEFT_OUT.contains(matter)).collect(),
        }
    }
}

impl Source {
    pub(crate) fn of_rules(rules: &HouseRules) -> Vec<Self> {
        let source =
            |(table, source): &(String, String)| Self { table: table.clone(), source: source.clone() };
        rules.sources.iter().map(source).collect()
    }
}
