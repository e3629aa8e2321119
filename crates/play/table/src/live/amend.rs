//! The cards of a round after one of them was put right. The deal is folded again: a card keeps its place in the order
//! past the sensor, and the drawing rules say again whose it is.

use baccarat::{Card, Coup, Deal, Step};

use crate::live::reading::Slot;
use crate::phase::Phase;
use crate::state::Table;

/// The deal of a round after one of its cards was put right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amended {
    /// The deal, or the coup that it makes.
    pub step: Step,
    /// The cards that the coup has no place for.
    pub beyond: Vec<Card>,
}

impl Amended {
    /// These cards of a deal under way, with another one at this place; none when no card lies there.
    pub fn of(cards: &[Card], slot: Slot, to: Card) -> Option<Self> {
        let index = index_of(cards, slot)?;
        let (mut step, mut beyond) = (Step::More(Deal::new()), Vec::new());
        for (place, card) in cards.iter().enumerate() {
            let card = if place == index { to } else { *card };
            step = match step {
                Step::More(deal) => deal.draw(card),
                done @ Step::Done(_) => {
                    beyond.push(card);
                    done
                }
            };
        }
        Some(Self { step, beyond })
    }

    /// The coup, if the cards make one.
    pub const fn coup(&self) -> Option<Coup> {
        match &self.step {
            Step::Done(coup) => Some(*coup),
            Step::More(_) => None,
        }
    }

    /// The cards of the round, in deal order.
    pub fn cards(&self) -> Vec<Card> {
        match &self.step {
            Step::Done(coup) => coup.cards().to_vec(),
            Step::More(deal) => deal.cards().to_vec(),
        }
    }
}

/// The number of a place among the cards of a deal under way, from 0.
fn index_of(cards: &[Card], slot: Slot) -> Option<usize> {
    let mut deal = Deal::new();
    for (index, card) in cards.iter().enumerate() {
        if Slot::next(&deal) == slot {
            return Some(index);
        }
        let Step::More(more) = deal.draw(*card) else { return None };
        deal = more;
    }
    None
}

impl Table {
    /// The card at this place in the round under way.
    pub(crate) fn card_at(&self, slot: Slot) -> Option<Card> {
        let cards = self.cards_under_way()?;
        index_of(&cards, slot).and_then(|index| cards.get(index).copied())
    }

    /// The number of a place in the round under way, from 0; none when no card lies there.
    pub(crate) fn index_at(&self, slot: Slot) -> Option<usize> {
        index_of(&self.cards_under_way()?, slot)
    }

    /// The deal of the round under way with another card at this place.
    pub(crate) fn amended(&self, slot: Slot, to: Card) -> Option<Amended> {
        Amended::of(&self.cards_under_way()?, slot, to)
    }

    /// The cards of the round under way, in deal order; none before the first one.
    fn cards_under_way(&self) -> Option<Vec<Card>> {
        let falls =
            matches!(self.phase, Phase::Dealing { .. } | Phase::Squeezing { .. } | Phase::Complete { .. });
        falls.then(|| self.true_cards())
    }
}
