//! Law: every account has exactly what the gifts, the adjustments and the rounds as they stand now come to. This holds
//! for purses, for the stakes that tables hold and for what the house has won. Other laws judge the single transfers.

use std::collections::{BTreeMap, BTreeSet};

use super::due::Due;
use crate::ids::RoundId;
use crate::record::{Account, Purse, Record, TransferKind};
use crate::round_history::{Outcome, Round, RoundHistory, staked};

/// An account by kind, owner and currency.
type Name<'a> = (&'a str, u32, &'a str);

/// What every account should have. A debt counts against the cash.
#[derive(Default)]
struct Books<'a>(BTreeMap<Name<'a>, i64>);

pub(super) fn check(
    record: &Record,
    history: &RoundHistory,
    due: &Due,
    currencies: &BTreeMap<u32, &str>,
) -> Vec<String> {
    let mut books = Books::default();
    for transfer in record.transfers.iter().filter(|transfer| transfer.entry.is_some()) {
        let Some((from, to)) = record.sides(transfer) else { continue };
        books.add(name(from), -transfer.amount);
        books.add(name(to), transfer.amount);
    }
    for ((event, patron, purse), (_, amount)) in &due.moves {
        let Some(currency) = currencies.get(&event.table) else { continue };
        let kind = match purse {
            Purse::Cash => "patron_cash",
            Purse::Bonus => "patron_bonus",
        };
        books.add((kind, *patron, currency), *amount);
    }
    for (id, round) in &history.rounds {
        if let Some(currency) = currencies.get(&id.table) {
            books.add_round(*id, round, currency);
        }
    }
    books.compare(record)
}

/// An account, where a debt counts as cash below zero.
fn name(account: &Account) -> Name<'_> {
    let kind = if account.debtor().is_some() { "patron_cash" } else { account.kind.as_str() };
    (kind, account.owner, &account.currency)
}

impl<'a> Books<'a> {
    fn add(&mut self, account: Name<'a>, amount: i64) {
        *self.0.entry(account).or_default() += amount;
    }

    /// What a round leaves at its table: stakes while it is under way, and then what the house has won.
    fn add_round(&mut self, id: RoundId, round: &Round, currency: &'a str) {
        let staked: i64 = round.final_stakes().values().map(staked).sum();
        match round.end_now().map(|end| &end.outcome) {
            None => self.add(("stakes_held", id.table, currency), staked),
            Some(end @ Outcome::Settled(_)) => {
                let paid: i64 = end.paid().values().sum();
                self.add(("house_table", id.table, currency), staked - paid);
            }
            Some(Outcome::Voided { .. }) => {}
        }
    }

    fn compare(&self, record: &Record) -> Vec<String> {
        let mut stored = BTreeMap::<Name<'_>, i64>::new();
        for account in record.accounts.values() {
            *stored.entry(name(account)).or_default() += account.balance;
        }
        // A loan to bonus money is owed in cash like any other.
        for transfer in record.transfers.iter().filter(|it| it.kind == TransferKind::Cover) {
            let Some((_, to)) = record.sides(transfer) else { continue };
            if let Some((patron, Purse::Bonus)) = to.purse() {
                *stored.entry(name(to)).or_default() -= transfer.amount;
                *stored.entry(("patron_cash", patron, &to.currency)).or_default() += transfer.amount;
            }
        }
        let differs =
            |account: &&Name<'_>| self.0.get(*account).unwrap_or(&0) != stored.get(*account).unwrap_or(&0);
        let accounts: BTreeSet<&Name<'_>> = self.0.keys().chain(stored.keys()).filter(differs).collect();
        let flaw = |account: &Name<'_>| {
            let [should, has] = [&self.0, &stored].map(|books| books.get(account).copied().unwrap_or(0));
            let (kind, owner, _) = account;
            format!("{kind} {owner} should have {should} by its events, the ledger has {has}")
        };
        accounts.into_iter().map(flaw).collect()
    }
}
