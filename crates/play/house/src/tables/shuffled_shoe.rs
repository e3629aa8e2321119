//! The shuffled shoe a table deals from: where cards come from, and the only place that knows their order.

use std::fmt;

use baccarat::Card;
use fair::ProvableShoe;
use table::{Known, RecordedEvent};

use crate::ports::ShoeSeed;
use crate::tables::feed::CardProof;

/// Whether these events open a shoe that this program shuffled, so that its order is fixed.
pub(crate) fn is_shuffled(events: &[RecordedEvent]) -> bool {
    known_cards(events) == Known::Order
}

/// What is known of the cards of the shoe that these events open.
pub(crate) fn known_cards(events: &[RecordedEvent]) -> Known {
    Known::of(events, &[fair::ALGORITHM, fair::shoe::ALGORITHM, fair::draw::ALGORITHM])
}

/// A shoe in its order, which stays secret: nothing prints it, and cards leave it one by one. Where the order is a row
/// to draw from, [`DealtRow`](crate::proofs::DealtRow) says which one comes next.
pub(crate) struct ShuffledShoe {
    shoe_no: u32,
    order: Order,
}

/// Where the order is from.
enum Order {
    /// A seed, of a shoe that has no proof.
    Seeded(Vec<Card>),
    /// A secret that was committed.
    Proved(ProvableShoe),
}

impl ShuffledShoe {
    /// The shoe of `decks` decks that this seed makes; the same one at any time.
    pub(crate) fn new(seed: &ShoeSeed, decks: u8) -> Self {
        Self { shoe_no: seed.shoe_no, order: Order::Seeded(fair::shuffle(&seed.seed, decks)) }
    }

    /// A provable shoe.
    pub(crate) const fn proved(shoe_no: u32, shoe: ProvableShoe) -> Self {
        Self { shoe_no, order: Order::Proved(shoe) }
    }

    /// The card at that index of the order.
    pub(crate) fn card_at(&self, index: u16) -> Option<Card> {
        let cards = match &self.order {
            Order::Seeded(cards) => cards,
            Order::Proved(shoe) => shoe.cards(),
        };
        cards.get(usize::from(index)).copied()
    }

    /// The proof of the card at that index, which the table has shown; none when it is another one, or the shoe has no
    /// proof.
    pub(crate) fn proof_of(&self, shown: Card, shoe_no: u32, index: u16) -> Option<CardProof> {
        let Order::Proved(shoe) = &self.order else { return None };
        let is_it = shoe_no == self.shoe_no && self.card_at(index) == Some(shown);
        shoe.salt(index).filter(|_| is_it).map(|salt| CardProof { index, salt })
    }
}

impl fmt::Debug for ShuffledShoe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ShuffledShoe {{ shoe_no: {}, cards: <secret> }}", self.shoe_no)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fair::{Bytes, Inputs, Secret};

    #[test]
    fn cards_come_in_the_order_of_the_shuffle_and_are_not_printed() {
        let seed = ShoeSeed { shoe_no: 7, seed: [9; 32] };
        let inputs = Inputs { pledged: &Bytes::ZERO, nonces: &[], beacon: None };
        let derived = || ProvableShoe::derive(&Secret::new([9; 32]), &inputs, 1);
        let orders = [
            (fair::shuffle(&seed.seed, 1), ShuffledShoe::new(&seed, 1)),
            (derived().cards().to_vec(), ShuffledShoe::proved(7, derived())),
        ];
        for (order, shoe) in orders {
            assert_eq!((shoe.card_at(0), shoe.card_at(51)), (Some(order[0]), Some(order[51])));
            assert_eq!(shoe.card_at(52), None);
            assert_eq!(format!("{shoe:?}"), "ShuffledShoe { shoe_no: 7, cards: <secret> }");
        }
    }
}
