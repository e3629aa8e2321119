//! How far a shoe has come, and whether it has had its last round by the house rules. Counts the cards and the rounds
//! of the events; knows neither their faces nor their money.

use super::coup::Rules;
use super::happening::Happening;

/// How many cards a full shoe has: both house rules under load play eight decks.
const CARDS: u32 = 8 * 52;
/// The most cards a coup takes.
const COUP: u32 = 6;

/// A shoe on the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shoe {
    out: u32,
    rounds: u32,
    /// The round in which the cut card came out.
    cut: Option<u32>,
}

impl Shoe {
    /// Goes on by one event of its own.
    pub(super) fn follow(&mut self, what: &Happening, rules: Rules) {
        match what {
            Happening::CardsBurned { first, face_down } => {
                self.out += u32::from(first.is_some()) + u32::from(*face_down);
            }
            Happening::BettingOpened { .. } => self.rounds += 1,
            Happening::CardDrawn { .. } => self.out += 1,
            _ => {}
        }
        let (behind, _) = rules.shoe_end();
        if self.cut.is_none() && self.left() < behind {
            self.cut = Some(self.rounds);
        }
    }

    /// What an event has against the end of this shoe: no round begins after its last one, and no other shoe takes its
    /// place before. A shoe that is lost is none that the house rules give up, and no event says that one is.
    pub(super) fn breach(&self, what: &Happening, rules: Rules) -> Option<String> {
        let (said, right) = match what {
            Happening::ShoeOpened { .. } => {
                ("opens a shoe, and the one before is not over", self.is_over(rules))
            }
            Happening::BettingOpened { .. } => ("begins a round, and the shoe is over", !self.is_over(rules)),
            _ => return None,
        };
        let Self { out, rounds, cut } = self;
        (!right).then(|| format!("{said}: {out} cards and {rounds} rounds, the cut card in {cut:?}"))
    }

    fn is_over(&self, rules: Rules) -> bool {
        let (_, more) = rules.shoe_end();
        self.cut.is_some_and(|round| self.rounds >= round + more) || self.left() < COUP
    }

    const fn left(&self) -> u32 {
        CARDS.saturating_sub(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shoe after its burn and so many rounds of six cards.
    fn after(rules: Rules, rounds: u16) -> Shoe {
        let mut shoe = Shoe::default();
        shoe.follow(&Happening::CardsBurned { first: Some("5s".to_owned()), face_down: 5 }, rules);
        for round_no in 1..=rounds {
            shoe.follow(&Happening::BettingOpened { round_no }, rules);
            (0..6).for_each(|_| shoe.follow(&Happening::CardDrawn { card: "2h".to_owned() }, rules));
        }
        shoe
    }

    #[test]
    fn a_shoe_ends_with_its_last_round_and_not_before() {
        let (opened, round) =
            (Happening::ShoeOpened { shoe_no: 2 }, Happening::BettingOpened { round_no: 1 });
        // Of 416 cards 6 are burned: 402 are out after 66 rounds, so the cut card comes in the 67th, and one more
        // follows. In front of 156 it comes in the 43rd, and none follows.
        for (rules, last) in [(Rules::LiveCommission, 68), (Rules::GoldCard, 43)] {
            for rounds in [1, last - 1] {
                let shoe = after(rules, rounds);
                let said = shoe.breach(&opened, rules).unwrap();
                assert!(said.contains("the one before is not over"), "{rules:?} {rounds}: {said}");
                assert_eq!(shoe.breach(&round, rules), None, "{rules:?} {rounds}");
            }
            let shoe = after(rules, last);
            assert_eq!(shoe.breach(&opened, rules), None, "{rules:?}");
            assert!(shoe.breach(&round, rules).unwrap().contains("the shoe is over"), "{rules:?}");
        }
    }

    #[test]
    fn a_round_without_cards_counts_as_one() {
        let rules = Rules::LiveCommission;
        let mut shoe = after(rules, 67);
        let round = Happening::BettingOpened { round_no: 68 };
        assert_eq!(shoe.breach(&round, rules), None);
        shoe.follow(&round, rules);
        assert_eq!(shoe.breach(&Happening::ShoeOpened { shoe_no: 2 }, rules), None);
    }
}
