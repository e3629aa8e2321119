//! The result of a count of the cards of a shoe. Data only.

use baccarat::Card;
use serde::{Deserialize, Serialize};

/// How the cards of a shoe differ from those of its decks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedShoe {
    /// What did not come out.
    pub missing: Vec<CardCount>,
    /// What came out too often.
    pub extra: Vec<CardCount>,
    /// How many cards came out that nobody saw.
    pub unseen: u16,
}

/// A card, and how many of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardCount {
    /// The card.
    pub card: Card,
    /// How many.
    pub count: u16,
}
