//! Reconciles the turnover of each table with the balance of its account.

use std::collections::BTreeMap;

use house::ports::DayTurnover;
use house::turnover::Turnover;
use ledger::Account;

/// The result of a table over all days, by its turnover and by its account.
pub(super) struct Reconciled {
    pub(super) account: Account,
    pub(super) turned_over: i64,
    pub(super) balance: i64,
}

impl Reconciled {
    pub(super) const fn agrees(&self) -> bool {
        self.turned_over == self.balance
    }
}

/// Reconciles every table that has turnover or an account.
pub(super) fn reconciled(
    lines: &[DayTurnover],
    accounts: impl Iterator<Item = (Account, i64)>,
) -> Vec<Reconciled> {
    let mut tables = BTreeMap::<Account, (Turnover, i64)>::new();
    for line in lines {
        let both = tables.entry(Account::house_table(line.table.0, line.currency)).or_default();
        both.0 = both.0.plus(line.sums);
    }
    for (account, balance) in accounts {
        tables.entry(account).or_default().1 = balance;
    }
    let reconcile = |(account, (sums, balance)): (Account, (Turnover, i64))| Reconciled {
        account,
        turned_over: sums.house_result(),
        balance,
    };
    tables.into_iter().map(reconcile).collect()
}
