//! What everybody reads of single cards: which one was burned after the burn of the shoe, and which one was put right.

use baccarat::Card;

use crate::live::event::BurnWhy;
use crate::live::reading::Slot;

/// A card that was burned or put right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardNotice {
    /// It was burned.
    Burned {
        /// The card; none when nobody saw it.
        card: Option<Card>,
        /// Why.
        why: BurnWhy,
    },
    /// It was read wrongly, and two people put it right.
    Amended {
        /// Where it lies.
        slot: Slot,
        /// What was read.
        from: Card,
        /// What it is.
        to: Card,
    },
}

/// The notices of a table. Each one stands until the betting of a later round closes, or the next shoe
/// is opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CardNotices(Vec<(u16, CardNotice)>);

impl CardNotices {
    /// In the order in which they came.
    pub(crate) fn all(&self) -> Vec<CardNotice> {
        self.0.iter().map(|(_, notice)| *notice).collect()
    }

    /// Something happened to a card in this round, or after it.
    pub(crate) fn add(&mut self, round_no: u16, notice: CardNotice) {
        self.0.push((round_no, notice));
    }

    /// The betting of this round closes.
    pub(crate) fn keep_only(&mut self, round_no: u16) {
        self.0.retain(|(of, _)| *of == round_no);
    }
}
