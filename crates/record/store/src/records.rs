//! What reading every row for an audit has in common, whichever database keeps them. Knows no SQL.

use std::collections::VecDeque;

use house::ports::StoreFailure;
use journal::{HouseEvent, Record};
use ledger::{Transfer, TransferId};
use table::TableId;

use crate::rows::{about, number};

/// Takes a row; says whether it wants more.
pub(crate) type Each<'a> = &'a mut dyn FnMut(Record) -> Result<bool, StoreFailure>;

/// A transfer with the entry it refers to.
pub(crate) struct TransferRow {
    pub(crate) id: TransferId,
    /// Why it cannot be read is said where it belongs, and not a row before.
    pub(crate) transfer: Result<Transfer, StoreFailure>,
    /// The log and the number; none when it refers to none.
    pub(crate) origin: Option<(TableId, u64)>,
}

impl TransferRow {
    /// From the columns for its entry: table and number, or the number in the house's own log.
    pub(crate) fn of(
        id: TransferId,
        transfer: Result<Transfer, StoreFailure>,
        table: Option<u32>,
        seq: Option<i64>,
        house_seq: Option<i64>,
    ) -> Result<Self, StoreFailure> {
        let origin = match (table, seq, house_seq) {
            (Some(table), Some(seq), None) => Some((TableId(table), number(seq)?)),
            (None, None, Some(seq)) => Some((HouseEvent::LOG, number(seq)?)),
            _ => None,
        };
        Ok(Self { id, transfer, origin })
    }
}

impl TransferRow {
    /// Says what is wrong with a transfer that refers to no entry, or to one that is not there.
    pub(crate) fn stray(&self) -> StoreFailure {
        let id = self.id;
        StoreFailure::Corrupt(match self.origin {
            Some((HouseEvent::LOG, seq)) => {
                format!("house event {seq} is not there, and transfer {id} refers to it")
            }
            Some((table, seq)) => {
                format!("event {seq} of table {} is not there, and transfer {id} refers to it", table.0)
            }
            None => format!("transfer {id} refers to no event"),
        })
    }
}

/// Transfers in the order of logs and numbers, to be attached to entries that come in the same order.
#[derive(Default)]
pub(crate) struct Unattached(VecDeque<TransferRow>);

impl Unattached {
    /// Takes in the next transfer.
    pub(crate) fn push(&mut self, row: TransferRow) {
        self.0.push_back(row);
    }

    /// Whether there may be more transfers of this entry than were taken in.
    pub(crate) fn wants_more(&self, log: TableId, seq: u64) -> bool {
        self.0.back().is_none_or(|last| last.origin.is_none_or(|origin| origin <= (log, seq)))
    }

    /// The transfers of this entry. All of them were taken in.
    pub(crate) fn of(&mut self, log: TableId, seq: u64) -> Result<Vec<Transfer>, StoreFailure> {
        let mut own = Vec::new();
        while let Some(row) = self.0.front() {
            match row.origin {
                Some(origin) if origin == (log, seq) => {
                    let named = |failure| about(format!("event {seq} of table {}", log.0), failure);
                    own.push(row.transfer.clone().map_err(named)?);
                }
                Some(origin) if origin > (log, seq) => break,
                _ => return Err(row.stray()),
            }
            self.0.pop_front();
        }
        Ok(own)
    }

    /// Says which transfer refers to an entry that never came, if one does.
    pub(crate) fn none_left(&self) -> Result<(), StoreFailure> {
        self.0.front().map_or(Ok(()), |row| Err(row.stray()))
    }
}
