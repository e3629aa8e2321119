//! Law: every account has exactly what the gifts, the adjustments and the rounds as they stand now come to. This holds
//! for purses, for the stakes that tables hold and for what the house has won. Other laws judge the single transfers.

use std::collections::BTreeMap;

use super::due::Due;
use crate::record::{Account, Purse, Record, TransferKind};
use crate::round_history::{Outcome, RoundHistory, staked};

/// An account by kind, owner and currency.
type Name<'a> = (&'a str, u32, &'a str);

/// An account in two books.
#[derive(Default)]
struct Balance {
    /// What it should have, by the events.
    should: i64,
    /// What it has in the ledger.
    has: i64,
}

pub(super) fn check(
    record: &Record,
    history: &RoundHistory,
    due: &Due,
    currencies: &BTreeMap<u32, &str>,
) -> Vec<String> {
    let mut books = stored(record);
    for transfer in record.transfers.iter().filter(|transfer| transfer.entry.is_some()) {
        let Some((from, to)) = record.sides(transfer) else { continue };
        books.entry(name(from)).or_default().should -= transfer.amount;
        books.entry(name(to)).or_default().should += transfer.amount;
    }
    for ((event, patron, purse), amount) in &due.moves {
        let Some(currency) = currencies.get(&event.table) else { continue };
        let kind = match purse {
            Purse::Cash => "patron_cash",
            Purse::Bonus => "patron_bonus",
        };
        books.entry((kind, *patron, currency)).or_default().should += amount;
    }
    // A round leaves stakes at its table while it is under way, and then what the house has won.
    for (id, round) in &history.rounds {
        let Some(currency) = currencies.get(&id.table) else { continue };
        let staked: i64 = round.final_stakes().values().map(staked).sum();
        let (kind, amount) = match round.end_now().map(|end| &end.outcome) {
            None => ("stakes_held", staked),
            Some(end @ Outcome::Settled(_)) => ("house_table", staked - end.paid().values().sum::<i64>()),
            Some(Outcome::Voided { .. }) => continue,
        };
        books.entry((kind, id.table, currency)).or_default().should += amount;
    }
    let off = books.into_iter().filter(|(_, balance)| balance.should != balance.has);
    off.map(|((kind, owner, _), Balance { should, has })| {
        format!("{kind} {owner} should have {should} by its events, the ledger has {has}")
    })
    .collect()
}

/// An account, where a debt counts as cash below zero.
fn name(account: &Account) -> Name<'_> {
    let kind = if account.debtor().is_some() { "patron_cash" } else { account.kind.as_str() };
    (kind, account.owner, &account.currency)
}

/// The books as the ledger has them.
fn stored(record: &Record) -> BTreeMap<Name<'_>, Balance> {
    let mut books = BTreeMap::<Name<'_>, Balance>::new();
    for account in record.accounts.values() {
        books.entry(name(account)).or_default().has += account.balance;
    }
    // A loan to bonus money is owed in cash like any other.
    for transfer in record.transfers.iter().filter(|it| it.kind == TransferKind::Cover) {
        let Some((_, to)) = record.sides(transfer) else { continue };
        if let Some((patron, Purse::Bonus)) = to.purse() {
            books.entry(name(to)).or_default().has -= transfer.amount;
            books.entry(("patron_cash", patron, &to.currency)).or_default().has += transfer.amount;
        }
    }
    books
}
