//! Money over time, derived again from the events and the transfers: the lines of each patron's statement, in the order
//! in which the money moved, and the turnover of each day, table and spot.

use std::collections::{BTreeMap, VecDeque};

use baccarat::Spot;
use house::ports::{DayTurnover, StatementLine};
use house::statement::{Cause, Sums, lines};
use house::turnover::{Turnover, counted, day_of};
use ledger::{Action, Transfer, TransferId};
use money::Currency;
use table::{Event, PatronId, RecordedEvent, RoundRef, TableId, Timestamp};

use crate::deviation::{Deviation, Place, refuse, same};

/// The rows that should be stored; each stored row removes its own.
#[derive(Debug, Default)]
pub(crate) struct MoneyOverTime {
    /// The entries whose transfers still come, by the last of them.
    due: BTreeMap<TransferId, (Cause, Vec<Transfer>)>,
    wallets: BTreeMap<(PatronId, Currency), Wallet>,
    turnover: BTreeMap<TurnoverKey, Turnover>,
    /// The currency that each table is played in.
    currencies: BTreeMap<TableId, Currency>,
}

/// The day, the table, the spot, the currency, and whether it is about corrections.
type TurnoverKey = (Timestamp, TableId, Spot, Currency, bool);

/// A wallet after the lines that were compared, and those to come.
#[derive(Debug, Default)]
struct Wallet {
    lines: VecDeque<(Cause, Sums)>,
    compared: u64,
    balance: i64,
    owed: i64,
}

impl MoneyOverTime {
    /// Takes an event of a table, which falls in this round, with its transfers.
    pub(crate) fn event(
        &mut self,
        table: TableId,
        round: RoundRef,
        recorded: &RecordedEvent,
        transfers: &[Transfer],
    ) {
        let RecordedEvent { at, event, .. } = recorded;
        let moved = transfers.first().map(|transfer| transfer.from.currency);
        self.currencies.extend(moved.map(|currency| (table, currency)));
        self.count(table, *at, event);
        self.moved(Cause::of(*at, event, table, round), transfers);
    }

    fn count(&mut self, table: TableId, at: Timestamp, event: &Event) {
        let (Some(counted), Some(currency)) = (counted(event), self.currencies.get(&table)) else { return };
        for (spot, sums) in counted.spots {
            let sum =
                self.turnover.entry((day_of(at), table, spot, *currency, counted.corrected)).or_default();
            *sum = sum.plus(sums);
        }
    }

    /// Takes the transfers of an entry, and their cause. Holds alone are no line of a statement.
    pub(crate) fn moved(&mut self, cause: Cause, transfers: &[Transfer]) {
        if let Some(last) = transfers.last()
            && !transfers.iter().all(|transfer| matches!(transfer.action, Action::Hold { .. }))
        {
            self.due.insert(last.id, (cause, transfers.to_vec()));
        }
    }

    /// Takes a transfer in the order in which they were made. `find` gives it and those before it.
    pub(crate) fn transfer(&mut self, transfer: TransferId, find: impl Fn(TransferId) -> Option<Transfer>) {
        let Some((cause, transfers)) = self.due.remove(&transfer) else { return };
        let Ok(lines) = lines(&cause, &transfers, |id| Ok::<_, core::convert::Infallible>(find(id)));
        for line in lines {
            self.wallets.entry((line.patron, line.currency)).or_default().lines.push_back((cause, line.sums));
        }
    }

    /// Compares a stored line of a statement. Those of a wallet come in order.
    pub(crate) fn line(&mut self, patron: PatronId, stored: &StatementLine) -> Result<(), Deviation> {
        let wallet = self.wallets.entry((patron, stored.currency)).or_default();
        let expected = wallet.next(stored.currency);
        same(Place::Statement(patron, stored.cursor), &expected.as_ref(), &Some(stored))
    }

    /// Compares a stored line of the turnover.
    pub(crate) fn turnover(&mut self, stored: &DayTurnover) -> Result<(), Deviation> {
        let DayTurnover { day, table, spot, currency, corrected, sums } = *stored;
        let expected = self.turnover.remove(&(day, table, spot, currency, corrected));
        same(Place::Turnover(day, table, spot), &expected, &Some(sums))
    }

    /// Refuses a row that should be stored and is missing.
    pub(crate) fn finish(self) -> Result<(), Deviation> {
        for ((patron, currency), mut wallet) in self.wallets {
            if let Some(line) = wallet.next(currency) {
                return refuse(Place::Statement(patron, line.cursor), format!("{line:?}"), "none");
            }
        }
        match self.turnover.into_iter().next() {
            Some(((day, table, spot, ..), sums)) => {
                refuse(Place::Turnover(day, table, spot), format!("{sums:?}"), "none")
            }
            None => Ok(()),
        }
    }
}

impl Wallet {
    /// The next line that should be stored.
    fn next(&mut self, currency: Currency) -> Option<StatementLine> {
        let (cause, sums) = self.lines.pop_front()?;
        self.compared = self.compared.saturating_add(1);
        self.balance = self.balance.saturating_add(sums.change);
        self.owed = self.owed.saturating_add(sums.owed());
        let Self { compared: cursor, balance, owed, .. } = *self;
        Some(StatementLine { cursor, currency, cause, sums, balance, owed })
    }
}
