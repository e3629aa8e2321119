//! Picks one reading of each piece of card in a count. Knows no count of cards.

use fair::Notice;
use fair::bulletin::Places;
use fair::bulletin::scanned::{Resolution, Source};

use super::pieces::Piece;
use super::readings::{Reading, Readings};

/// The pieces of card that are out of the shoe. Lists, because the sets would add kilobytes to the module of the page.
#[derive(Default)]
pub(super) struct Gone<'a> {
    pieces: Vec<Piece>,
    tags: Vec<&'a str>,
}

impl<'a> Gone<'a> {
    /// Follows a bulletin of the shoe: its cards are out, and so is one that two people typed.
    pub(super) fn follow(&mut self, notice: &Notice, readings: &'a Readings) {
        match notice {
            Notice::Burned(it) => it.records.iter().for_each(|n| self.note(*n, readings)),
            Notice::Removed(it) => self.note_source(it.source, readings),
            Notice::Ended(it) => {
                if let Places::Read(sources) = &it.at {
                    for source in sources {
                        self.note_source(*source, readings);
                    }
                }
            }
            Notice::Resolved(it) if it.how == Resolution::KeyIn => {
                it.drops.iter().for_each(|n| self.note(*n, readings));
            }
            _ => {}
        }
    }

    fn note_source(&mut self, source: Source, readings: &'a Readings) {
        if let Source::Record(n) = source {
            self.note(n, readings);
        }
    }

    fn note(&mut self, record: u64, readings: &'a Readings) {
        if let Some(reading) = readings.get(record) {
            self.pieces.extend(reading.piece);
            self.tags.extend(reading.tag());
        }
    }

    /// Whether a reading is surely of a piece of card that is out: its mark or the pass that it replaces says so.
    fn has(&self, reading: &Reading) -> bool {
        let is_marked = reading.tag().is_some_and(|tag| self.tags.contains(&tag));
        let is_out = reading.piece.is_some_and(|piece| self.pieces.contains(&piece));
        is_marked || reading.is_rescan() && is_out
    }

    /// One reading of each piece of card that comes out with these, in their order: the last one in which a card was
    /// read, or else the last one. A piece that is out already has none.
    pub(super) fn each_once<'r>(&self, counted: &[&'r Reading]) -> Vec<&'r Reading> {
        let mut once: Vec<&Reading> = Vec::new();
        let fresh: Vec<&Reading> = counted.iter().copied().filter(|reading| !self.has(reading)).collect();
        for (place, own) in fresh.iter().enumerate() {
            let others = fresh.iter().enumerate().filter(|(other, _)| *other != place);
            let mut same =
                others.filter(
                    |(other, reading)| {
                        if *other < place { is_again(own, reading) } else { is_again(reading, own) }
                    },
                );
            let rank = |place: usize, reading: &Reading| (reading.card().is_some(), place);
            if same.all(|(other, reading)| rank(other, reading) < rank(place, own)) {
                once.push(own);
            }
        }
        once
    }
}

/// Whether a reading is surely of the piece of card of one before it: it bears its mark, it says that it replaces it,
/// or it has its pass and its card.
fn is_again(later: &Reading, earlier: &Reading) -> bool {
    let is_marked = later.tag().is_some() && later.tag() == earlier.tag();
    let is_same = later.card().is_some() && later.card() == earlier.card();
    is_marked || later.piece == earlier.piece && (later.is_rescan() || is_same)
}
