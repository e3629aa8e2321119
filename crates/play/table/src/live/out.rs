//! Remembers which cards are out of a shoe, the ones face down included. Its count compares them with the decks.
//! Knows no readings.

use std::collections::BTreeMap;

use baccarat::Card;

/// The cards that are out of a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CardsOut {
    /// How many of each card.
    known: [u16; Card::KINDS],
    /// How many nobody saw.
    unseen: u16,
    /// Those that came out with a round and were not seen.
    of_rounds: BTreeMap<u16, Unseen>,
}

/// The cards that came out with a round and were not seen. A correction may name them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Unseen {
    /// How many are among the unseen ones of the shoe. What passed without a reading is not.
    burned: u16,
    /// How many more cards than were seen a correction names.
    named: u16,
}

impl Default for CardsOut {
    fn default() -> Self {
        Self { known: [0; Card::KINDS], unseen: 0, of_rounds: BTreeMap::new() }
    }
}

impl CardsOut {
    /// How many of each card are out and known.
    pub(crate) const fn known(&self) -> &[u16; Card::KINDS] {
        &self.known
    }

    /// How many are out that nobody knows, not even since a correction.
    pub(crate) fn unseen(&self) -> u16 {
        let named = self.of_rounds.values().map(|one| one.burned.min(one.named));
        named.fold(self.unseen, u16::saturating_sub)
    }

    /// A card is out from now on; none is one that nobody saw.
    pub(crate) fn take(&mut self, card: Option<Card>) {
        let count = card.map_or(&mut self.unseen, |card| &mut self.known[card.index()]);
        *count = count.saturating_add(1);
    }

    /// The last card that nobody saw may have been one of this round.
    pub(crate) fn may_be_of(&mut self, round_no: u16) {
        let own = self.of_rounds.entry(round_no).or_default();
        own.burned = own.burned.saturating_add(1);
    }

    /// Other cards came out than these.
    pub(crate) fn amend(&mut self, before: &[Card], after: &[Card]) {
        for card in before {
            let known = &mut self.known[card.index()];
            *known = known.saturating_sub(1);
        }
        for card in after {
            let known = &mut self.known[card.index()];
            *known = known.saturating_add(1);
        }
    }

    /// A correction of this round says that other cards came out with it. What it names beyond those that were seen is
    /// a card that nobody saw.
    pub(crate) fn correct(&mut self, round_no: u16, before: &[Card], after: &[Card]) {
        self.amend(before, after);
        let [before, after] = [before, after].map(|cards| u16::try_from(cards.len()).unwrap_or(u16::MAX));
        let own = self.of_rounds.entry(round_no).or_default();
        own.named = own.named.saturating_add(after).saturating_sub(before);
    }
}
