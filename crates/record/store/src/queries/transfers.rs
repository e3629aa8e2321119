//! Transfers, with the entries that they refer to.

use house::ports::StoreFailure;
use journal::HouseEvent;
use ledger::{Transfer, TransferId};
use table::TableId;

use super::{Columns, Reads, Rows, Sql, Value, first};
use crate::rows::{self, about};
use crate::trouble::Result;

/// A transfer with the entry it refers to.
pub(crate) struct TransferRow {
    pub(crate) id: TransferId,
    /// The transfer, or why it cannot be read: an audit reports that at the entry it belongs to.
    pub(crate) transfer: Result<Transfer, StoreFailure>,
    /// The log and the number; none when it refers to no entry.
    pub(crate) origin: Option<(TableId, u64)>,
}

impl TransferRow {
    /// The failure of a transfer that refers to no entry, or to one that is missing.
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

/// A query for transfers with this condition and order, and with more columns if there are any. `t` is the transfer.
/// SQLite stores the number of the transfer that it uses or reverses, PostgreSQL its id.
macro_rules! transfers_by {
    ($which:literal) => {
        transfers_by!("", $which)
    };
    ($more:literal, $which:literal) => {
        $crate::queries::Sql {
            sqlite: transfers_by!(
                "about.id",
                "LEFT JOIN transfer about ON about.transfer_no = t.about ",
                $more,
                $which
            ),
            postgres: transfers_by!("t.about", "", $more, $which),
        }
    };
    ($about:literal, $join:literal, $more:literal, $which:literal) => {
        concat!(
            "SELECT t.id, t.kind, t.amount, ",
            $about,
            ", gives.kind, gives.owner, gives.currency, gives.decimals,
                gets.kind, gets.owner, gets.currency, gets.decimals, t.asked, t.table_id, t.seq, t.house_seq",
            $more,
            " FROM transfer t
            LEFT JOIN account gives ON gives.account_no = t.from_account
            LEFT JOIN account gets ON gets.account_no = t.to_account ",
            $join,
            $which
        )
    };
}
pub(crate) use transfers_by;

/// A transfer from the columns of [`transfers_by`].
pub(crate) fn transfer_row(row: &dyn Columns) -> Result<TransferRow, StoreFailure> {
    let id = TransferId(row.id(0)?);
    let read = || {
        let (used, asked) = (row.uuid(3)?.map(TransferId), row.optional_number(12)?);
        let accounts = (row.account(4)?, row.account(8)?);
        rows::transfer(id, (row.text(1)?, used, asked), accounts, row.number(2)?)
    };
    let transfer = read().map_err(|failure| about(format!("transfer {id}"), failure));
    let columns = (row.optional_number(13)?, row.optional_number(14)?, row.optional_number(15)?);
    let origin = match columns {
        (Some(table), Some(seq), None) => Some((TableId(table), seq)),
        (None, None, Some(seq)) => Some((HouseEvent::LOG, seq)),
        _ => None,
    };
    Ok(TransferRow { id, transfer, origin })
}

/// The transfer of this id.
pub(crate) async fn transfer(session: &impl Reads, id: TransferId) -> Result<Option<Transfer>> {
    let sql: Sql<'_> = transfers_by!("WHERE t.id = $1");
    first(session, sql, &[Value::id(id.0)], |row| transfer_row(row)?.transfer).await
}

/// Transfers in the order of the entries that they refer to.
pub(crate) struct Transfers<R> {
    rows: R,
    next: Option<TransferRow>,
}

impl<R: Rows> Transfers<R> {
    /// Reads the first of these transfers.
    pub(crate) async fn new(mut rows: R) -> Result<Self> {
        let next = rows.next(transfer_row).await?;
        Ok(Self { rows, next })
    }

    /// The next transfer.
    pub(crate) const fn peek(&self) -> Option<&TransferRow> {
        self.next.as_ref()
    }

    /// The next transfers, as far as they belong to this entry.
    pub(crate) async fn of_entry(&mut self, log: TableId, seq: u64) -> Result<Vec<Transfer>> {
        let mut transfers = Vec::new();
        while let Some(row) = self.next.take_if(|row| row.origin == Some((log, seq))) {
            let named = |failure| about(format!("event {seq} of table {}", log.0), failure);
            transfers.push(row.transfer.map_err(named)?);
            self.next = self.rows.next(transfer_row).await?;
        }
        Ok(transfers)
    }

    /// Refuses a transfer that belongs to no entry.
    pub(crate) fn none_left(&self) -> Result<(), StoreFailure> {
        self.next.as_ref().map_or(Ok(()), |row| Err(row.stray()))
    }
}
