//! The endings of a coup by totals and numbers of cards. Knows no pairs and no suits.

use baccarat::{BySide, Coup, Facts, Outcome, Side};

use crate::kernel::{BANKER, BOTH, NOBODY, PLAYER};

/// Both totals and who drew a third card: what decides every wager that does not ask for pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Ending {
    /// The total of each hand, 0 to 9.
    pub totals: BySide<u8>,
    /// Who drew a third card.
    pub drew: BySide<bool>,
}

impl Ending {
    /// How many places [`Ending::place`] can give.
    pub const PLACES: usize = 400;

    /// How this coup ended.
    pub fn of(coup: &Coup) -> Self {
        Self {
            totals: coup.totals().map(baccarat::Points::get),
            drew: BySide::from_fn(|side| coup.hand(side).len() == 3),
        }
    }

    /// The 210 endings the tableau allows.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..Self::PLACES).map(Self::at).filter(|ending| ending.is_possible())
    }

    fn at(place: usize) -> Self {
        let digit = |number: usize| u8::try_from(number % 10).unwrap_or_default();
        let thirds = place / 100;
        Self {
            totals: BySide { player: digit(place / 10), banker: digit(place) },
            drew: BySide { player: matches!(thirds, PLAYER | BOTH), banker: matches!(thirds, BANKER | BOTH) },
        }
    }

    /// Its place in counts that are laid flat: hundreds for who drew (nobody, Player, Banker, both), then Player's
    /// total and Banker's.
    pub fn place(self) -> usize {
        let thirds = match (self.drew.player, self.drew.banker) {
            (false, false) => NOBODY,
            (true, false) => PLAYER,
            (false, true) => BANKER,
            (true, true) => BOTH,
        };
        thirds * 100 + usize::from(self.totals.player) * 10 + usize::from(self.totals.banker)
    }

    fn is_possible(self) -> bool {
        let BySide { player, banker } = self.totals;
        match (self.drew.player, self.drew.banker) {
            (false, false) => player >= 8 || banker >= 8 || (player >= 6 && banker >= 6),
            // Banker always draws on 0 to 2, and holds no natural if Player drew.
            (true, false) => (3..=7).contains(&banker),
            (false, true) => (6..=7).contains(&player),
            (true, true) => true,
        }
    }

    /// Who won.
    pub fn outcome(self) -> Outcome {
        match self.totals.player.cmp(&self.totals.banker) {
            core::cmp::Ordering::Greater => Outcome::Player,
            core::cmp::Ordering::Less => Outcome::Banker,
            core::cmp::Ordering::Equal => Outcome::Tie,
        }
    }

    /// How many cards were dealt, 4 to 6.
    pub fn cards(self) -> u8 {
        4 + u8::from(self.drew.player) + u8::from(self.drew.banker)
    }

    /// Whether a side holds 8 or 9 on two cards.
    pub fn is_natural(self, side: Side) -> bool {
        !self.drew.get(side) && *self.totals.get(side) >= 8
    }

    /// All facts about it except pairs.
    pub fn facts(self) -> Facts {
        let BySide { player, banker } = self.totals;
        let outcome = match self.outcome() {
            Outcome::Player => "player_wins",
            Outcome::Banker => "banker_wins",
            Outcome::Tie => "tie",
        };
        let cards = match self.cards() {
            4 => "four_cards",
            5 => "five_cards",
            _ => "six_cards",
        };
        let mut facts = named(outcome)
            .and(named(cards))
            .and(named(&format!("player_total_{player}")))
            .and(named(&format!("banker_total_{banker}")))
            .and(named(&format!("margin_{}", player.abs_diff(banker))));
        for side in Side::ALL {
            let hand = if *self.drew.get(side) { "three_cards" } else { "two_cards" };
            facts = facts.and(named(&format!("{}_{hand}", side.id())));
            if self.is_natural(side) {
                facts = facts.and(named(&format!("{}_natural", side.id())));
            }
        }
        facts
    }
}

/// The fact of that name.
pub(crate) fn named(name: &str) -> Facts {
    Facts::named(name).unwrap_or_else(|| unreachable!("{name} is a fact of the kernel"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_210_endings_each_in_its_place() {
        assert_eq!(Ending::all().count(), 210);
        for ending in Ending::all() {
            assert_eq!(Ending::at(ending.place()), ending);
        }
    }

    #[test]
    fn an_ending_knows_what_the_coup_knows() {
        for text in ["9h 9d Ks 9c", "7h 6d Ks Kc", "2h Kd Kh 3c 9h 3d", "6h Kd Ks 3c 9c", "2h Kd Ks 7c 5h"] {
            let coup: Coup = text.parse().unwrap();
            let facts = Facts::of(&coup).to_string();
            let without_pairs: Vec<&str> = facts.split(' ').filter(|name| !name.contains("pair")).collect();
            let ending = Ending::of(&coup);
            assert_eq!(ending.facts().to_string(), without_pairs.join(" "), "{text}");
            assert!(ending.is_possible(), "{text}");
            assert_eq!(ending.outcome(), coup.outcome(), "{text}");
        }
    }
}
