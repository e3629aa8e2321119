//! A house in which things happen: what everybody in it shares while it stands. Decides nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use house::House;
use house::ports::Patron;
use table::{RoundRef, Settings, TableId};

use crate::audit::RoundId;
use crate::notes::Notes;
use crate::tally::Tally;

/// What everybody in the house shares.
pub(crate) struct Hall {
    pub(crate) house: House,
    pub(crate) tables: Vec<Settings>,
    pub(crate) memory: Arc<Memory>,
}

/// What outlasts a house: what people know, and what was counted.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    notes: Mutex<Notes>,
    tally: Mutex<Tally>,
    /// Who sits on each seat, once they have come.
    seats: Mutex<Vec<Option<Patron>>>,
}

impl Memory {
    pub(crate) fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn tally(&self) -> MutexGuard<'_, Tally> {
        self.tally.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn seated(&self, seat: usize) -> Option<Patron> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner).get(seat).cloned().flatten()
    }

    pub(crate) fn sit(&self, seat: usize, patron: Patron) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if seats.len() <= seat {
            seats.resize(seat + 1, None);
        }
        if let Some(place) = seats.get_mut(seat) {
            *place = Some(patron);
        }
    }
}

/// A round as the auditor names it.
pub(crate) const fn round_id(table: TableId, round: RoundRef) -> RoundId {
    RoundId { table: table.0, shoe_no: round.shoe_no, round_no: round.round_no }
}

/// The round as the house names it.
pub(crate) const fn round_ref(round: RoundId) -> RoundRef {
    RoundRef { shoe_no: round.shoe_no, round_no: round.round_no }
}
