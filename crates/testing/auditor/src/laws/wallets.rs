//! What patrons had, from the ledger alone: at the end of each unit, because nobody can look in the middle of one, and
//! when they began. Judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use crate::record::{Account, Purse, Record, Transfer, Wallet};

/// Every wallet that each patron had at the end of a unit.
pub(super) fn held(record: &Record) -> BTreeMap<u32, BTreeSet<Wallet>> {
    let (mut now, mut held) = (BTreeMap::<u32, Wallet>::new(), BTreeMap::<u32, BTreeSet<Wallet>>::new());
    let together = |one: &Transfer, other: &Transfer| (one.origin, one.entry) == (other.origin, other.entry);
    for unit in record.transfers.chunk_by(together) {
        let mut touched = BTreeSet::new();
        for transfer in unit {
            for (account, amount) in [(transfer.from, -transfer.amount), (transfer.to, transfer.amount)] {
                let patron = record.accounts.get(&account).and_then(|account| add(&mut now, account, amount));
                touched.extend(patron);
            }
        }
        for patron in touched {
            held.entry(patron).or_default().insert(now.get(&patron).copied().unwrap_or_default());
        }
    }
    held
}

/// Adds to a patron's wallet; answers whose it is, if it is one.
fn add(now: &mut BTreeMap<u32, Wallet>, account: &Account, amount: i64) -> Option<u32> {
    if let Some((patron, purse)) = account.purse() {
        let wallet = now.entry(patron).or_default();
        match purse {
            Purse::Cash => wallet.cash += amount,
            Purse::Bonus => wallet.bonus += amount,
        }
        return Some(patron);
    }
    let patron = account.debtor()?;
    now.entry(patron).or_default().owed -= amount;
    Some(patron)
}

/// The cash that each patron began with: the first gift, and the gift with each adjustment that followed before
/// anything else, since the first message to the patron may have been late.
pub(super) fn beginnings(record: &Record) -> BTreeMap<u32, Vec<i64>> {
    let mut begun = BTreeMap::<u32, (Vec<i64>, bool)>::new();
    let account = |no: i64| record.accounts.get(&no);
    for transfer in &record.transfers {
        let sides =
            [(transfer.from, transfer.to, -transfer.amount), (transfer.to, transfer.from, transfer.amount)];
        for (own, other, amount) in sides {
            let Some(patron) = account(own).and_then(Account::patron) else { continue };
            let other = account(other).filter(|_| transfer.entry.is_some());
            let (had, over) = begun.entry(patron).or_default();
            match (had.last(), other) {
                (None, Some(other)) if !*over && other.is_issue() => had.push(amount),
                (Some(before), Some(other)) if !*over && other.is_adjustments() => had.push(before + amount),
                _ => *over = true,
            }
        }
    }
    begun.into_iter().map(|(patron, (had, _))| (patron, had)).collect()
}
