//! How many cards and rounds a shoe has had, and whether it is over by the house rules. Knows neither the faces of the
//! cards nor any money.

use crate::event::TableEvent;
use crate::live_event::LiveEvent;
use crate::rules::Rules;

/// How many cards a full shoe has: all house rules play eight decks.
const CARDS: u32 = 8 * 52;
/// The most cards a coup takes.
const COUP: u32 = 6;

/// A shoe on the table.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shoe {
    out: u32,
    rounds: u32,
    under_way: bool,
    /// The round in which the cut card came out.
    cut: Option<u32>,
    /// Whether it was given up.
    given_up: bool,
    /// Whether its cut card is seen and not computed.
    seen: bool,
    /// Its last round, if a supervisor said so.
    last: Option<u32>,
}

impl Shoe {
    /// Goes on by one event of its own.
    pub(super) fn follow(&mut self, what: &TableEvent, rules: Rules) {
        match what {
            TableEvent::CardsBurned { first, face_down, .. } => {
                self.out += u32::from(first.is_some()) + u32::from(*face_down);
            }
            TableEvent::ShoeOpened { live, .. } => self.seen = live.is_some(),
            TableEvent::BettingOpened { .. } | TableEvent::Live(LiveEvent::FreeRoundOpened { .. }) => {
                (self.rounds, self.under_way) = (self.rounds + 1, true);
            }
            TableEvent::RoundSettled { .. } | TableEvent::RoundVoided { .. } => self.under_way = false,
            TableEvent::Live(LiveEvent::CutCardSeen { .. }) => {
                self.cut = Some(self.rounds + u32::from(!self.under_way));
            }
            TableEvent::Live(LiveEvent::ShoeEnded { after_round, .. }) => {
                let last = u32::from(*after_round);
                self.last = Some(self.last.map_or(last, |known| known.min(last)));
            }
            TableEvent::CardDrawn { .. }
            | TableEvent::Live(LiveEvent::CardBurned { record: Some(_), .. }) => self.out += 1,
            TableEvent::ShoeFinished { ending, .. } => self.given_up |= ending != "played",
            _ => {}
        }
        if !self.seen
            && rules.cut_card().is_some_and(|(behind, _)| self.cut.is_none() && self.left() < behind)
        {
            self.cut = Some(self.rounds);
        }
    }

    /// What is wrong with an event at this point of the shoe: no round begins after its last one, and no other shoe is
    /// opened before it is over.
    pub(super) fn breach(&self, what: &TableEvent, rules: Rules) -> Option<String> {
        let (flaw, fits) = match what {
            TableEvent::ShoeOpened { .. } => {
                ("opens a shoe, and the one before is not over", self.given_up || self.is_over(rules))
            }
            TableEvent::ShoeFinished { ending, .. } if ending == "played" => {
                ("finishes a shoe that is not over", self.is_over(rules))
            }
            TableEvent::BettingOpened { .. } | TableEvent::Live(LiveEvent::FreeRoundOpened { .. }) => {
                ("begins a round, and the shoe is over", !self.is_over(rules))
            }
            _ => return None,
        };
        let Self { out, rounds, cut, .. } = self;
        (!fits).then(|| format!("{flaw}: {out} cards and {rounds} rounds, the cut card in {cut:?}"))
    }

    fn is_over(&self, rules: Rules) -> bool {
        let by_cut = |(_, more)| self.cut.is_some_and(|round| self.rounds >= round + more);
        rules.cut_card().is_some_and(by_cut)
            || rules.round_limit().is_some_and(|limit| self.rounds >= limit)
            || self.left() < COUP
            || self.last.is_some_and(|last| self.rounds >= last)
    }

    const fn left(&self) -> u32 {
        CARDS.saturating_sub(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opened() -> TableEvent {
        TableEvent::ShoeOpened {
            shoe_no: 2,
            algorithm: String::new(),
            rules: None,
            seats: None,
            public_seq: None,
            proof: None,
            withheld: vec![],
            live: None,
        }
    }

    fn betting(round_no: u16) -> TableEvent {
        TableEvent::BettingOpened { round_no, closes_at: 0 }
    }

    /// A shoe after its burn and so many rounds of six cards.
    fn after(rules: Rules, rounds: u16) -> Shoe {
        let mut shoe = Shoe::default();
        shoe.follow(
            &TableEvent::CardsBurned { first: Some("5s".to_owned()), face_down: 5, records: Vec::new() },
            rules,
        );
        for round_no in 1..=rounds {
            shoe.follow(&betting(round_no), rules);
            (0..6).for_each(|_| {
                shoe.follow(
                    &TableEvent::CardDrawn { card: "2h".to_owned(), from: None, face_down: false },
                    rules,
                );
            });
        }
        shoe
    }

    #[test]
    fn a_shoe_ends_with_its_last_round_and_not_before() {
        let (opened, round) = (opened(), betting(1));
        // Of 416 cards 6 are burned: 402 are out after 66 rounds, so the cut card comes in the 67th, and one more
        // follows. In front of 156 it comes in the 43rd, and none follows.
        for (rules, last) in [(Rules::LiveCommission, 68), (Rules::GoldCard, 43), (Rules::SixtyRound, 60)] {
            for rounds in [1, last - 1] {
                let shoe = after(rules, rounds);
                let flaw = shoe.breach(&opened, rules).unwrap();
                assert!(flaw.contains("the one before is not over"), "{rules:?} {rounds}: {flaw}");
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
        let round = betting(68);
        assert_eq!(shoe.breach(&round, rules), None);
        shoe.follow(&round, rules);
        assert_eq!(shoe.breach(&opened(), rules), None);
    }
}
