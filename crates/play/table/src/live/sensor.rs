//! What passed the sensor since the shoe was opened, and which pieces of card are out of it. Decides nothing.
//!
//! A piece of card is named by its first pass since a shoe was loaded: a reading that replaces another one is of the
//! piece of that one. A device that does not say which pass it replaces makes another piece of it.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::Card;

use crate::ids::Timestamp;
use crate::live::reading::Read;

/// A piece of card: how many times passes had begun to count from 1, and its first pass since then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Piece(u64, u64);

/// What passed the sensor since the shoe was opened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sensor {
    /// The last pass that a reading told of.
    pub(crate) pass: u64,
    /// How many times passes began to count from 1.
    loads: u64,
    /// The piece of card that passed at each pass that is of an earlier piece.
    pieces: BTreeMap<u64, Piece>,
    /// The pieces that are out of the shoe.
    out: BTreeSet<Piece>,
    /// The pieces that are scanned again, and have not passed since.
    awaited: BTreeSet<Piece>,
    /// Those in whose place another card was dealt, as far as the readings say.
    filled: BTreeSet<Piece>,
    /// The marks of the cards that are out.
    pub(crate) tags: BTreeSet<String>,
    /// The last of them, and when it was read.
    pub(crate) last: Option<(Card, Timestamp)>,
}

impl Sensor {
    /// A sensor that so many things passed.
    pub(crate) fn at(pass: u64) -> Self {
        Self { pass, ..Self::default() }
    }

    /// The piece of card that a reading is of; none if it is of no card.
    pub(crate) fn piece_of(&self, read: &Read) -> Option<Piece> {
        let pass = read.rescan().or(read.pass()).filter(|_| read.is_card())?;
        Some(self.pieces.get(&pass).copied().unwrap_or(Piece(self.loads, pass)))
    }

    /// Notes of which piece a reading is.
    pub(crate) fn note(&mut self, read: &Read, piece: Option<Piece>) {
        if let (Some(pass), Some(piece), Some(_)) = (read.pass(), piece, read.rescan()) {
            self.pieces.insert(pass, piece);
        }
    }

    /// Passes count from 1: a shoe was loaded.
    pub(crate) fn count_passes_again(&mut self) {
        self.pass = 0;
        self.loads = self.loads.saturating_add(1);
        self.pieces.clear();
    }

    /// Forgets the pieces of the shoe before.
    pub(crate) fn forget_pieces(&mut self) {
        self.out.clear();
        self.awaited.clear();
        self.filled.clear();
    }

    /// A piece is to pass once more.
    pub(crate) fn await_again(&mut self, piece: Option<Piece>) {
        self.awaited.extend(piece);
    }

    /// A piece is out of the shoe from now on.
    pub(crate) fn take_out(&mut self, piece: Option<Piece>) {
        if let Some(piece) = piece {
            self.awaited.remove(&piece);
            self.filled.remove(&piece);
            self.out.insert(piece);
        }
    }

    /// Nobody waits any longer for the pieces that were to pass once more.
    pub(crate) fn fill(&mut self) {
        self.filled.append(&mut self.awaited);
    }

    /// Whether a reading that says that it replaces another one is of a piece that is out.
    pub(crate) fn is_out(&self, piece: Option<Piece>) -> bool {
        piece.is_some_and(|piece| self.out.contains(&piece))
    }

    /// Whether another card was dealt in the place of that piece.
    pub(crate) fn is_filled(&self, piece: Option<Piece>) -> bool {
        piece.is_some_and(|piece| self.filled.contains(&piece))
    }
}
