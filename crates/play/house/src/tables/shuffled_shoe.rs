//! The shuffled shoe a table deals from: where cards come from, and the only place that knows their order.

use std::fmt;

use baccarat::Card;
use table::{Event, RecordedEvent};

use crate::ports::ShoeSeed;

/// Whether these events open a shoe that this program shuffled, so that its seed gives its order.
pub(crate) fn is_shuffled(events: &[RecordedEvent]) -> bool {
    let opened = |recorded: &RecordedEvent| matches!(&recorded.event, Event::ShoeOpened { algorithm, .. } if algorithm == fair::ALGORITHM);
    events.iter().any(opened)
}

/// A shoe in its order, which stays secret: nothing prints it, and cards leave it one by one.
#[derive(Clone)]
pub(crate) struct ShuffledShoe {
    shoe_no: u32,
    cards: Vec<Card>,
}

impl ShuffledShoe {
    /// The shoe of `decks` decks that this seed makes; the same one at any time.
    pub(crate) fn new(seed: &ShoeSeed, decks: u8) -> Self {
        Self { shoe_no: seed.shoe_no, cards: fair::shuffle(&seed.seed, decks) }
    }

    /// The card that comes out after `out` others, burned ones included. The table knows how many are out, so
    /// asking again after a failure gives the same card, and a restart goes on where the cards stopped.
    pub(crate) fn card_after(&self, out: u16) -> Option<Card> {
        self.cards.get(usize::from(out)).copied()
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

    #[test]
    fn cards_come_in_the_order_of_the_shuffle_and_are_not_printed() {
        let seed = ShoeSeed { shoe_no: 7, seed: [9; 32] };
        let shoe = ShuffledShoe::new(&seed, 1);
        let order = fair::shuffle(&seed.seed, 1);
        assert_eq!((shoe.card_after(0), shoe.card_after(51)), (Some(order[0]), Some(order[51])));
        assert_eq!(shoe.card_after(52), None);
        assert_eq!(format!("{shoe:?}"), "ShuffledShoe { shoe_no: 7, cards: <secret> }");
    }
}
