//! How a table keeps the public record of a shoe whose cards a device reads, and when that is complete.

use crate::live::findings::{FindingCode, How};
use crate::live::origin::{Origin, RecordRef};
use crate::live::reading::Slot;
use crate::live::record_of_shoe::RecordOfShoe;
use crate::live::state::Live;
use crate::misfit::ensure;
use crate::phase::Phase;
use crate::proof::WagerKey;
use crate::state::Table;

impl Live {
    /// The public record of the shoe on the table; none for a shoe that has none, or whose record is complete.
    pub fn open_record(&self) -> Option<&RecordOfShoe> {
        self.record.as_ref().filter(|record| !record.finished)
    }

    /// Where each card of the round under way came from, in deal order.
    pub fn origins(&self) -> &[Origin] {
        &self.origins
    }

    /// Forgets where the first card came from that lies beyond a coup of so many cards.
    pub(crate) fn forget_beyond(&mut self, cards: usize) {
        if cards < self.origins.len() {
            self.origins.remove(cards);
        }
    }

    pub(crate) fn count_finding(&mut self, code: FindingCode, how: How) {
        self.record.iter_mut().for_each(|record| record.count_finding(code, how));
    }

    pub(crate) fn count_amended(&mut self) {
        self.record.iter_mut().for_each(|record| record.amended = record.amended.saturating_add(1));
    }
}

impl Table {
    /// The key that hides the wagers of the shoe on the table; none for a shoe without a public record.
    pub fn wager_key(&self) -> Option<WagerKey> {
        let scanned = self.live.record.map(|record| record.proof.wager_key);
        self.proof.map(|open| open.proof.wager_key).or(scanned)
    }

    /// The last record of the shoe on the table, if a device read its cards, it is over, and its public record is not
    /// complete.
    pub fn record_to_finish(&self) -> Option<RecordRef> {
        let first = self.live.open_record()?.proof.record;
        let cards_wait = self.live.waiting().any(|waiting| waiting.reading.what.is_card());
        if self.shoe_in_play() || self.live.finding().is_some() || cards_wait {
            return None;
        }
        // What follows the loading of the next shoe belongs to that one.
        let loaded = self.fresh_shoe().and_then(|fresh| fresh.record);
        let next = loaded.filter(|next| next.device == first.device).map(|next| next.n.saturating_sub(1));
        let head = self.live.heads().find(|head| head.device == first.device).map(|head| head.n);
        Some(RecordRef { device: first.device, n: next.or(head)? })
    }

    /// Which card of the round under way lies at this place, from 1; none when no card lies there.
    pub fn place_of(&self, slot: Slot) -> Option<u8> {
        let place = self.index_at(slot)?.checked_add(1)?;
        u8::try_from(place).ok()
    }

    /// Completes the public record of a shoe whose last record this is.
    pub(crate) fn follow_finish(&mut self, last: RecordRef) -> Result<(), &'static str> {
        ensure(self.record_to_finish() == Some(last), "the shoe is not over, or another record is its last")?;
        self.live.record.iter_mut().for_each(|record| record.finished = true);
        Ok(())
    }

    /// Where the first card came from that lies beyond the coup of the round under way; none when none does.
    pub fn origin_beyond(&self) -> Option<Origin> {
        match &self.phase {
            Phase::Complete { coup } => self.live.origins.get(coup.cards().len()).copied(),
            _ => None,
        }
    }
}
