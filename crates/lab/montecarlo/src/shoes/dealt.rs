//! One shoe dealt as tables deal it: shuffled, burned, and played to the end that its house rules set. Knows no wagers.

use std::vec::IntoIter;

use baccarat::deal::Step;
use baccarat::shoe_file::Burned;
use baccarat::{Card, Coup, Deal, HouseRules, Shoe};

/// The name of the way the shoes of a run follow from its seed. It belongs in the record of a run, so that the run can
/// be done again even after a better way has come.
pub const ALGORITHM: &str = "punto-simulate-1";

/// The seed of one shoe of a run, for [`fair::shuffle()`]: the sixteen letters of [`ALGORITHM`], then the seed of the
/// run and the number of the shoe, counted from 0, both as eight little-endian bytes.
pub fn shoe_seed(run_seed: u64, shoe_idx: u64) -> [u8; 32] {
    let mut seed = [0; 32];
    let parts = [ALGORITHM.as_bytes(), &run_seed.to_le_bytes(), &shoe_idx.to_le_bytes()];
    seed.iter_mut().zip(parts.concat()).for_each(|(slot, byte)| *slot = byte);
    seed
}

/// A shoe and the cards in it; gives its rounds one after the other.
#[derive(Clone, Debug)]
pub struct DealtShoe {
    shoe: Shoe,
    burned: Option<Burned>,
    cards: IntoIter<Card>,
}

/// A round and its coup.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Round {
    /// Counted from 1 in this shoe.
    pub round_no: u16,
    /// What was dealt.
    pub coup: Coup,
}

impl DealtShoe {
    /// A shoe of a run, burned and ready for its first round.
    pub fn of_run(rules: &HouseRules, run_seed: u64, shoe_idx: u64) -> Self {
        Self::new(rules, fair::shuffle(&shoe_seed(run_seed, shoe_idx), rules.decks))
    }

    /// The same of any cards in the order they come out.
    pub fn new(rules: &HouseRules, cards: Vec<Card>) -> Self {
        let mut dealt = Self { shoe: rules.new_shoe(), burned: None, cards: cards.into_iter() };
        dealt.burn(rules);
        dealt
    }

    fn burn(&mut self, rules: &HouseRules) -> Option<()> {
        if rules.burn.at_most() == 0 {
            return None;
        }
        let first = if rules.burn.shows_first_card() { Some(self.card()?) } else { None };
        let face_down = rules.burn.face_down(first.map(Card::points).unwrap_or_default());
        self.shoe.burn(face_down).ok()?;
        self.cards.by_ref().take(usize::from(face_down)).for_each(drop);
        self.burned = Some(Burned { first, face_down });
        Some(())
    }

    /// The next card, face up.
    fn card(&mut self) -> Option<Card> {
        let card = self.cards.next()?;
        self.shoe.see(card).ok().map(|_| card)
    }

    /// The burned cards.
    pub const fn burned(&self) -> Option<Burned> {
        self.burned
    }

    /// How the shoe stands after the rounds so far.
    pub const fn shoe(&self) -> &Shoe {
        &self.shoe
    }
}

impl Iterator for DealtShoe {
    type Item = Round;

    /// The next round; none once the house rules end the shoe, or its cards are no shoe of these rules.
    fn next(&mut self) -> Option<Round> {
        if self.shoe.is_over() {
            return None;
        }
        let round_no = self.shoe.begin_round();
        let mut deal = Deal::new();
        loop {
            match deal.draw(self.card()?) {
                Step::More(more) => deal = more,
                Step::Done(coup) => return Some(Round { round_no, coup }),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(id: &str) -> &'static HouseRules {
        HouseRules::builtin(id).expect("built in")
    }

    #[test]
    fn shoes_of_a_run_are_frozen() {
        let seed = shoe_seed(0x0102, 3);
        assert_eq!(&seed[..16], b"punto-simulate-1");
        assert_eq!(&seed[16..], [2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
    }

    #[test]
    fn burns_are_those_of_the_house_rules() {
        let burned = |id| DealtShoe::of_run(rules(id), 1, 0).burned();
        assert_eq!(burned("sixty-round"), None);
        assert_eq!(burned("gold-card"), Some(Burned { first: None, face_down: 8 }));
        for shoe_idx in 0..40 {
            let dealt = DealtShoe::of_run(rules("live-commission"), 1, shoe_idx);
            let burned = dealt.burned().unwrap();
            let points = burned.first.unwrap().points().get();
            assert_eq!(burned.face_down, if points == 0 { 10 } else { points });
            assert_eq!(dealt.shoe().out(), 1 + u16::from(burned.face_down));
        }
    }

    #[test]
    fn a_shoe_ends_where_its_house_rules_end_it() {
        for shoe_idx in 0..20 {
            assert_eq!(DealtShoe::of_run(rules("sixty-round"), 5, shoe_idx).count(), 60);
            for (id, behind, more) in [("live-commission", 14, 1), ("gold-card", 156, 0)] {
                let mut dealt = DealtShoe::of_run(rules(id), 5, shoe_idx);
                let last = dealt.by_ref().last().unwrap().round_no;
                assert_eq!(dealt.shoe().cut_card_round(), Some(last - more), "{id}");
                assert!(dealt.shoe().remaining() < behind, "{id}");
            }
        }
    }

    #[test]
    fn cards_that_are_no_whole_shoe_end_early() {
        let few: Vec<Card> = Card::deck().take(9).collect();
        assert_eq!(DealtShoe::new(rules("sixty-round"), few).count(), 1);
        assert_eq!(DealtShoe::new(rules("live-commission"), Vec::new()).count(), 0);
    }
}
