//! What each unit of transfers does to the wallets of patrons, from the ledger alone. Nobody can look in the middle of
//! a unit. Judges nothing.

use std::collections::BTreeMap;

use crate::ids::EventId;
use crate::record::{Purse, Record, Transfer, TransferKind, Wallet};

/// The transfers that were committed together.
pub(super) struct Unit {
    /// The first event of the unit.
    pub(super) origin: Option<EventId>,
    /// The entry of the house's own log.
    pub(super) entry: Option<i64>,
    /// By patron.
    pub(super) turns: BTreeMap<u32, Turn>,
}

/// What one unit does to the wallet of one patron.
#[derive(Default)]
pub(super) struct Turn {
    pub(super) before: Wallet,
    pub(super) after: Wallet,
    /// What each purse was lent.
    pub(super) lent: BTreeMap<Purse, i64>,
    pub(super) repaid: i64,
}

impl Turn {
    /// What a purse got, loans and repayments left out.
    pub(super) fn change(&self, purse: Purse) -> i64 {
        let repaid = if purse == Purse::Cash { self.repaid } else { 0 };
        self.after.of(purse) - self.before.of(purse) - self.lent(purse) + repaid
    }

    pub(super) fn lent(&self, purse: Purse) -> i64 {
        self.lent.get(&purse).copied().unwrap_or(0)
    }
}

/// All units in their order.
pub(super) fn units(record: &Record) -> Vec<Unit> {
    let mut now = BTreeMap::<u32, Wallet>::new();
    let together = |one: &Transfer, other: &Transfer| (one.origin, one.entry) == (other.origin, other.entry);
    let unit = |transfers: &[Transfer]| {
        let mut turns = BTreeMap::<u32, Turn>::new();
        for transfer in transfers {
            let Some((from, to)) = record.sides(transfer) else { continue };
            for (account, amount) in [(from, -transfer.amount), (to, transfer.amount)] {
                let purse = account.purse();
                let Some(patron) = purse.map(|(patron, _)| patron).or(account.debtor()) else { continue };
                let wallet = now.entry(patron).or_default();
                let turn = turns.entry(patron).or_insert(Turn { before: *wallet, ..Turn::default() });
                match purse {
                    Some((_, Purse::Cash)) => wallet.cash += amount,
                    Some((_, Purse::Bonus)) => wallet.bonus += amount,
                    None => wallet.owed -= amount,
                }
                turn.after = *wallet;
                match (transfer.kind, purse) {
                    (TransferKind::Cover, Some((_, purse))) => *turn.lent.entry(purse).or_default() += amount,
                    (TransferKind::Repay, Some(_)) => turn.repaid -= amount,
                    _ => {}
                }
            }
        }
        Unit { origin: transfers[0].origin, entry: transfers[0].entry, turns }
    };
    record.transfers.chunk_by(together).map(unit).collect()
}
