//! The cards of a round as they fell, and which of them everybody has seen: for those who follow a log.

use baccarat::{Card, Deal, Step};

use crate::live::reading::Slot;

/// The cards of a round in deal order, some of them face down.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenCards {
    cards: Vec<Card>,
    /// Whether the card at the same place lies face down.
    hidden: Vec<bool>,
}

impl SeenCards {
    /// Lets a card fall.
    pub fn fall(&mut self, card: Card, face_down: bool) {
        self.cards.push(card);
        self.hidden.push(face_down);
    }

    /// Shows the cards that lie there.
    pub fn show(&mut self, slots: &[Slot]) {
        let places = places(&self.cards);
        for (place, hidden) in places.iter().zip(&mut self.hidden) {
            *hidden &= !slots.contains(place);
        }
    }

    /// Puts these cards in the place of all. They lie face up.
    pub fn replace(&mut self, cards: Vec<Card>) {
        self.hidden = vec![false; cards.len()];
        self.cards = cards;
    }

    /// Forgets all cards.
    pub fn clear(&mut self) {
        self.cards.clear();
        self.hidden.clear();
    }

    /// All of them, those face down included.
    pub fn all(&self) -> &[Card] {
        &self.cards
    }

    /// The cards that everybody has seen, up to the first one that lies face down.
    pub fn seen(&self) -> &[Card] {
        let count = self.hidden.iter().take_while(|hidden| !**hidden).count();
        self.cards.get(..count).unwrap_or_default()
    }
}

/// Where each of these cards lies.
fn places(cards: &[Card]) -> Vec<Slot> {
    let (mut deal, mut places) = (Deal::new(), Vec::new());
    for card in cards {
        places.push(Slot::next(&deal));
        match deal.draw(*card) {
            Step::More(more) => deal = more,
            Step::Done(_) => break,
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_counts_as_seen_with_all_before_it() {
        let mut cards = SeenCards::default();
        for (card, face_down) in [("9h", true), ("Kd", true), ("Ks", false), ("3c", true)] {
            cards.fall(card.parse().unwrap(), face_down);
        }
        assert_eq!((cards.seen().len(), cards.all().len()), (0, 4));
        cards.show(&[Slot::P1, Slot::B2]);
        assert_eq!(cards.seen(), &cards.all()[..1]);
        cards.show(&[Slot::B1]);
        assert_eq!(cards.seen(), cards.all());
        cards.fall("2c".parse().unwrap(), true);
        cards.replace(vec!["9h".parse().unwrap()]);
        assert_eq!(cards.seen().len(), 1);
    }
}
