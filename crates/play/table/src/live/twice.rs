//! When a reading is surely of a piece of card that passed before, and which readings of a count are of one piece each.
//! Decides nothing.

use crate::live::state::{Live, Waiting};

impl Waiting {
    /// Whether this reading is surely of the same piece of card as one before it: it bears its mark, it says that it
    /// replaces it, or it has its pass and its card. The pass alone may be of a device that lost its count.
    pub(crate) fn is_again(&self, earlier: &Self) -> bool {
        let (own, other) = (&self.reading.what, &earlier.reading.what);
        let is_marked = own.mark().is_some() && own.mark() == other.mark();
        let is_same = own.card().is_some() && own.card() == other.card();
        is_marked || self.piece == earlier.piece && (own.rescan().is_some() || is_same)
    }
}

impl Live {
    /// Whether a reading is surely of a piece of card that is out of the shoe: its mark or the pass that it replaces
    /// says so.
    pub(crate) fn is_of_out(&self, waiting: &Waiting) -> bool {
        let what = &waiting.reading.what;
        let is_marked = what.mark().is_some_and(|tag| self.sensor.tags.contains(tag));
        is_marked || what.rescan().is_some() && self.sensor.is_out(waiting.piece)
    }

    /// One reading of each piece of card that comes out with these, in their order: the last one in which a card was
    /// read, or else the last one. A piece that is out already has none.
    pub(crate) fn each_once<'a>(&self, cards: &[&'a Waiting]) -> Vec<&'a Waiting> {
        let fresh: Vec<&Waiting> = cards.iter().copied().filter(|waiting| !self.is_of_out(waiting)).collect();
        let is_read = |waiting: &Waiting| waiting.reading.what.card().is_some();
        let counts = |place: usize, own: &Waiting| {
            let (before, from) = fresh.split_at(place);
            let sooner = before.iter().any(|sooner| own.is_again(sooner) && is_read(sooner) && !is_read(own));
            let mut later = from.iter().skip(1).filter(|later| later.is_again(own));
            !sooner && !later.any(|later| is_read(later) || !is_read(own))
        };
        let each = fresh.iter().enumerate().filter(|(place, own)| counts(*place, own));
        each.map(|(_, own)| *own).collect()
    }
}
