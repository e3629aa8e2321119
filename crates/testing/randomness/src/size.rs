//! The shoes that are measured.

/// The decks of every shoe.
pub const DECKS: u8 = 8;

/// Its cards.
pub const CARDS: usize = 416;
