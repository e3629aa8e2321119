//! Which cards are out of a live shoe, as far as its records and events say, and of which piece of card a reading is.
//! Helps the law of counts, and knows no coups.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::event::{Proposal, Ruling};
use crate::live_event::RecordRef;

/// A piece of card: its device, how many shoes that had loaded, and its first pass since then.
pub(super) type Piece = (u32, u64, u64);

/// What a record says, as far as the law asks.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Said {
    pub(super) r#type: String,
    pub(super) state: Option<String>,
    pub(super) pass: Option<u64>,
    pub(super) card: Option<String>,
    pub(super) conf: Option<u16>,
    pub(super) tag: Option<String>,
    pub(super) rescan: Option<u64>,
}

/// A card that passed.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) said: Said,
    pub(super) piece: Piece,
}

/// What is out of a shoe.
#[derive(Default)]
pub(super) struct Shoe {
    pub(super) no: u32,
    pub(super) decks: i64,
    pub(super) conf_min: u16,
    pub(super) round_no: u16,
    pub(super) known: BTreeMap<String, i64>,
    pub(super) unseen: i64,
    /// How many cards of each round nobody saw, and how many more than were seen a correction names.
    pub(super) hidden: BTreeMap<u16, i64>,
    pub(super) named: BTreeMap<u16, i64>,
    pub(super) pieces: BTreeSet<Piece>,
    pub(super) tags: BTreeSet<String>,
    /// What two people typed of readings that wait.
    pub(super) keyed: BTreeMap<RecordRef, String>,
}

/// Whether a reading is surely of the piece of card of one before it.
pub(super) fn same(before: &Reading, after: &Reading) -> bool {
    let alike =
        |of: fn(&Said) -> &Option<String>| of(&after.said).is_some() && of(&after.said) == of(&before.said);
    let again = after.said.rescan.is_some() || alike(|said| &said.card);
    alike(|said| &said.tag) || before.piece == after.piece && again
}

impl Shoe {
    /// Whether a reading is surely of a piece of card that is out.
    pub(super) fn has(&self, reading: &Reading) -> bool {
        let marked = reading.said.tag.as_ref().is_some_and(|tag| self.tags.contains(tag));
        marked || reading.said.rescan.is_some() && self.pieces.contains(&reading.piece)
    }

    pub(super) fn see(&mut self, card: Option<String>) {
        match card {
            Some(card) => *self.known.entry(card).or_default() += 1,
            None => self.unseen += 1,
        }
    }

    pub(super) fn amend(&mut self, from: &str, to: &str) {
        *self.known.entry(from.to_owned()).or_default() -= 1;
        *self.known.entry(to.to_owned()).or_default() += 1;
    }

    /// Other cards came out with a round. A void takes none back.
    pub(super) fn correct(&mut self, agreed: &Proposal) {
        let Ruling::Cards { cards, surplus } = &agreed.ruling else { return };
        let before = agreed.cards_before.iter().chain(&agreed.surplus_before);
        for card in before {
            *self.known.entry(card.clone()).or_default() -= 1;
        }
        for card in cards.iter().chain(surplus) {
            *self.known.entry(card.clone()).or_default() += 1;
        }
        let [before, after] = [(&agreed.cards_before, &agreed.surplus_before), (cards, surplus)]
            .map(|(coup, beside)| i64::try_from(coup.len() + beside.len()).unwrap_or(i64::MAX));
        *self.named.entry(agreed.round.round_no).or_default() += after - before;
    }

    /// By how many each card differs from the decks.
    pub(super) fn off(&self) -> BTreeMap<String, i64> {
        let ranks = "A23456789TJQK".chars();
        let kinds = ranks.flat_map(|rank| "shdc".chars().map(move |suit| format!("{rank}{suit}")));
        let each = kinds.map(|card| {
            let known = self.known.get(&card).copied().unwrap_or_default();
            (card, known - self.decks)
        });
        each.filter(|(_, off)| *off != 0).collect()
    }

    /// How many cards are out that nobody knows.
    pub(super) fn unseen(&self) -> i64 {
        let named = self
            .hidden
            .iter()
            .map(|(round, hidden)| self.named.get(round).copied().unwrap_or_default().clamp(0, *hidden));
        self.unseen - named.sum::<i64>()
    }
}
