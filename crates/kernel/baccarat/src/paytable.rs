//! Facts about a coup, and paytables over them: which facts push a wager, and which pay it at what odds.
//!
//! A paytable is data. Its lines name facts; the first line whose facts all hold decides. So a new paytable is a few
//! words in a file, and settling a wager is a mask and a comparison.

use core::fmt;

use money::Odds;

use crate::coup::{Coup, Hand};
use crate::side::{BySide, Outcome, Side};

/// A set of facts about a coup.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Facts(u64);

/// The names of all facts; the position in this list is the bit.
///
/// Totals are of the whole hand; `margin_N` is the winner's total less the loser's (0 on a tie).
const NAMES: [&str; 47] = [
    "player_wins",
    "banker_wins",
    "tie",
    "player_total_0",
    "player_total_1",
    "player_total_2",
    "player_total_3",
    "player_total_4",
    "player_total_5",
    "player_total_6",
    "player_total_7",
    "player_total_8",
    "player_total_9",
    "banker_total_0",
    "banker_total_1",
    "banker_total_2",
    "banker_total_3",
    "banker_total_4",
    "banker_total_5",
    "banker_total_6",
    "banker_total_7",
    "banker_total_8",
    "banker_total_9",
    "margin_0",
    "margin_1",
    "margin_2",
    "margin_3",
    "margin_4",
    "margin_5",
    "margin_6",
    "margin_7",
    "margin_8",
    "margin_9",
    "player_two_cards",
    "player_three_cards",
    "banker_two_cards",
    "banker_three_cards",
    "four_cards",
    "five_cards",
    "six_cards",
    "player_natural",
    "banker_natural",
    "player_pair",
    "banker_pair",
    "player_perfect_pair",
    "banker_perfect_pair",
    "pairs_alike",
];

const PLAYER_TOTAL: u32 = 3;
const BANKER_TOTAL: u32 = 13;
const MARGIN: u32 = 23;
const PLAYER_CARDS: u32 = 33;
const BANKER_CARDS: u32 = 35;
const CARDS: u32 = 37;
const NATURAL: BySide<u32> = BySide { player: 40, banker: 41 };
const PAIR: BySide<u32> = BySide { player: 42, banker: 43 };
const PERFECT_PAIR: BySide<u32> = BySide { player: 44, banker: 45 };
const PAIRS_ALIKE: u32 = 46;

impl Facts {
    /// No facts.
    pub const NONE: Self = Self(0);

    /// The names that a paytable may use.
    pub const fn names() -> &'static [&'static str] {
        &NAMES
    }

    /// The one fact of that name.
    pub fn named(name: &str) -> Option<Self> {
        let place = NAMES.iter().position(|n| *n == name)?;
        u32::try_from(place).ok().map(Self::bit)
    }

    /// Everything that holds of this coup.
    pub fn of(coup: &Coup) -> Self {
        let BySide { player, banker } = coup.totals().map(crate::Points::get);
        let hands = BySide::from_fn(|side| coup.hand(side));
        let winner = match coup.outcome() {
            Outcome::Player => 0,
            Outcome::Banker => 1,
            Outcome::Tie => 2,
        };
        let [first, second] = [hands.player.first.rank(), hands.banker.first.rank()];
        let pairs = hands.map(Hand::is_pair);
        let mut facts = Self::bit(winner)
            .and_at(PLAYER_TOTAL, player)
            .and_at(BANKER_TOTAL, banker)
            .and_at(MARGIN, player.abs_diff(banker))
            .and_at(PLAYER_CARDS, hands.player.len().saturating_sub(2))
            .and_at(BANKER_CARDS, hands.banker.len().saturating_sub(2))
            .and_at(CARDS, coup.card_count().saturating_sub(4))
            .and_if(PAIRS_ALIKE, pairs.player && pairs.banker && first == second);
        for side in Side::ALL {
            facts = facts
                .and_if(*NATURAL.get(side), hands.get(side).is_natural())
                .and_if(*PAIR.get(side), *pairs.get(side))
                .and_if(*PERFECT_PAIR.get(side), hands.get(side).is_perfect_pair());
        }
        facts
    }

    /// Whether all of `needed` are among these.
    pub const fn hold(self, needed: Self) -> bool {
        self.0 & needed.0 == needed.0
    }

    /// These and those.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn bit(place: u32) -> Self {
        Self(1_u64.rotate_left(place))
    }

    fn and_at(self, base: u32, offset: u8) -> Self {
        self.and(Self::bit(base.saturating_add(u32::from(offset))))
    }

    const fn and_if(self, place: u32, holds: bool) -> Self {
        if holds { self.and(Self::bit(place)) } else { self }
    }
}

impl fmt::Display for Facts {
    /// The names, separated by blanks, as a paytable writes them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut gap = "";
        for (place, name) in (0..).zip(NAMES) {
            if self.hold(Self::bit(place)) {
                write!(f, "{gap}{name}")?;
                gap = " ";
            }
        }
        Ok(())
    }
}

/// The text is not a set of facts: a name is unknown, or there is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FactsError {
    /// No name at all.
    #[error("name at least one fact, such as banker_wins")]
    Empty,
    /// A name that is not a fact.
    #[error("{0:?} is not a fact of a coup")]
    Unknown(String),
}

impl core::str::FromStr for Facts {
    type Err = FactsError;

    fn from_str(text: &str) -> Result<Self, FactsError> {
        let mut facts = Self::NONE;
        for name in text.split_ascii_whitespace() {
            let fact =
                Self::named(name).ok_or_else(|| FactsError::Unknown(name.chars().take(40).collect()))?;
            facts = facts.and(fact);
        }
        if facts == Self::NONE { Err(FactsError::Empty) } else { Ok(facts) }
    }
}

/// A line that pays: all of `when` hold, and none of the lines before it did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pays {
    /// The facts that must hold.
    pub when: Facts,
    /// What it pays, to one.
    pub odds: Odds,
}

/// What a spot pays: first the lines that push, then the lines that pay; otherwise the wager loses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paytable {
    /// Sets of facts that return the stake.
    pub push: Vec<Facts>,
    /// What pays, in the order it is judged.
    pub pays: Vec<Pays>,
}

/// What became of a wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Resolution {
    /// It is paid at these odds, and the stake returned.
    Win(Odds),
    /// The stake is returned by rule.
    Push,
    /// The stake is lost.
    Lose,
}

impl Resolution {
    /// The id used in data: `win`, `push` or `lose`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Paytable {
    /// The resolution of a wager on a coup with these facts.
    pub fn resolve(&self, facts: Facts) -> Resolution {
        if self.push.iter().any(|when| facts.hold(*when)) {
            return Resolution::Push;
        }
        match self.pays.iter().find(|line| facts.hold(line.when)) {
            Some(line) => Resolution::Win(line.odds),
            None => Resolution::Lose,
        }
    }

    /// The odds it can pay, in the order of its lines.
    pub fn odds(&self) -> impl Iterator<Item = Odds> + '_ {
        self.pays.iter().map(|line| line.odds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(coup: &str) -> Facts {
        Facts::of(&coup.parse().unwrap())
    }

    #[test]
    fn a_coup_answers_facts_by_name() {
        for (coup, expected) in [
            (
                "9h 9d Ks 9c",
                "player_wins player_total_9 banker_total_8 margin_1 player_two_cards banker_two_cards \
                 four_cards player_natural banker_natural banker_pair",
            ),
            (
                "2h Kd Kh 3c 9h 3d",
                "banker_wins player_total_1 banker_total_6 margin_5 player_three_cards banker_three_cards six_cards",
            ),
        ] {
            assert_eq!(facts(coup).to_string(), expected, "{coup}");
        }
        assert!(
            facts("4h 4h 4h 4h").hold("pairs_alike player_perfect_pair banker_perfect_pair".parse().unwrap())
        );
        assert!(!facts("4h 9h 4h 9h").hold(Facts::named("pairs_alike").unwrap()));
    }

    #[test]
    fn unknown_facts_are_named() {
        assert_eq!("banker_won".parse::<Facts>(), Err(FactsError::Unknown("banker_won".to_owned())));
        assert_eq!(" ".parse::<Facts>(), Err(FactsError::Empty));
        for name in NAMES {
            assert_eq!(Facts::named(name).unwrap().to_string(), name);
        }
    }
}
