//! What is known of the cards of a past round beside its own deal. It decides which cards a correction may name.

use std::ops::RangeInclusive;

use baccarat::Card;

use crate::event::{Event, RecordedEvent};
use crate::live::dealer::SCANNER_ALGORITHM;
use crate::live::event::{BurnWhy, LiveEvent};
use crate::live::findings::{FindingCode, How};

/// What is known of the order of the cards of a shoe.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// Nothing: no program that the shoe names shuffled its cards or read them. Any coup of its decks may be ruled.
    #[default]
    Nothing,
    /// A shuffle put the cards in an order, and those of a round follow from it. Others cannot be ruled.
    Order,
    /// A device read the cards, and may have read them wrongly. Others are typed from the recording: each card that
    /// came out with the round.
    Readings,
}

impl Known {
    /// What these events of the opening of a shoe say; `shuffles` are the algorithms whose order is known.
    pub fn of(opening: &[RecordedEvent], shuffles: &[&str]) -> Self {
        let algorithm = opening.iter().find_map(|recorded| match &recorded.event {
            Event::ShoeOpened { algorithm, .. } => Some(algorithm.as_str()),
            _ => None,
        });
        match algorithm {
            Some(SCANNER_ALGORITHM) => Self::Readings,
            Some(algorithm) if shuffles.contains(&algorithm) => Self::Order,
            _ => Self::Nothing,
        }
    }
}

/// The cards that came out of the shoe with a round and were not dealt to it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Passed {
    /// How many were burned face up.
    seen: usize,
    /// How many came out and nobody knows them.
    unseen: usize,
    /// The findings of cards that passed without a reading.
    missed: Vec<u64>,
}

impl Passed {
    /// Follows an event of the round, which has this number; returns the card that it burned beside the coup, if one
    /// is known.
    pub(crate) fn follow(&mut self, seq: u64, event: &LiveEvent) -> Option<Card> {
        match event {
            // A card that came while wagers were taken was never one of the round.
            LiveEvent::CardBurned { why: BurnWhy::Early, .. } => None,
            LiveEvent::CardBurned { card: Some(card), .. } => {
                self.seen = self.seen.saturating_add(1);
                Some(*card)
            }
            LiveEvent::CardBurned { card: None, .. } => {
                self.unseen = self.unseen.saturating_add(1);
                None
            }
            LiveEvent::FindingRaised { code: FindingCode::MissedCard, .. } => {
                self.missed.push(seq);
                None
            }
            LiveEvent::FindingResolved { finding_no, how: How::Void, .. } => {
                self.unseen = self.unseen.saturating_add(usize::from(self.missed.contains(finding_no)));
                None
            }
            _ => None,
        }
    }

    /// How many cards came out together with so many that were dealt, at least and at most.
    pub(crate) fn beside(&self, dealt: usize) -> RangeInclusive<usize> {
        let seen = dealt.saturating_add(self.seen);
        seen..=seen.saturating_add(self.unseen)
    }
}
