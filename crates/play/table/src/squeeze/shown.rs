//! A card as everybody sees it, and who turns the cards of a round until when. Data only.

use baccarat::{BySide, Card, Side};

use crate::ids::{PatronId, Timestamp};
use crate::live::reading::Slot;

/// A card on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShownCard {
    /// Where it lies.
    pub slot: Slot,
    /// The side that has it.
    pub side: Side,
    /// The card; none while it lies face down.
    pub card: Option<Card>,
}

/// Who turns the cards of the round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SqueezeView {
    /// Who turns those of each side.
    pub holders: BySide<Option<PatronId>>,
    /// How everybody reads them; none of a patron who is not named. A table knows no names.
    pub names: BySide<Option<String>>,
    /// Until when the cards that lie face down are turned; none while none is turned.
    pub ends_at: Option<Timestamp>,
}
