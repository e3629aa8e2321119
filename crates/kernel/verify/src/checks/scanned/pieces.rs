//! Finds the piece of card that a record is of. The first pass of a piece since a shoe was loaded names it. A reading
//! that replaces another one is of the same piece.

use scanner::frame::{ShoeState, What};

/// A piece of card: how many shoes the device had loaded, and its first pass since then.
pub(super) type Piece = (u64, u64);

/// The pieces of card as they pass.
#[derive(Default)]
pub(super) struct Pieces {
    loads: u64,
    /// The piece of each pass that is of an earlier one, the latest last.
    again: Vec<(u64, Piece)>,
}

impl Pieces {
    /// The piece of card that the next record is of; none if it is of no card.
    pub(super) fn next(&mut self, what: &What) -> Option<Piece> {
        let (pass, rescan) = match what {
            What::Card(card) => (card.pass, card.rescan),
            What::Unread(unread) => (unread.pass, unread.rescan),
            What::Shoe(shoe) if shoe.state == ShoeState::Loaded => {
                self.loads = self.loads.saturating_add(1);
                self.again.clear();
                return None;
            }
            _ => return None,
        };
        let first = rescan.unwrap_or(pass);
        let piece = self.known(first).unwrap_or((self.loads, first));
        if rescan.is_some() {
            self.again.push((pass, piece));
        }
        Some(piece)
    }
    fn known(&self, pass: u64) -> Option<Piece> {
        self.again.iter().rev().find(|(own, _)| *own == pass).map(|(_, piece)| *piece)
    }
}
