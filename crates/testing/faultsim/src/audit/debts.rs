//! Law: a wallet stops at zero before anything is owed, and winnings repay what is owed before they can be staked.
//! Reads the transfers alone, in their order; knows no rounds.
//!
//! A correction advances what it takes back from an account of adjustments, and gets it back in the end. What the cash
//! lacks for that is lent, so whenever something was lent, the cash is empty once the advance is back. What supervisors
//! give by hand is no advance.

use std::collections::BTreeMap;

use super::record::{Record, Transfer, TransferKind};

/// One patron's money in one currency, on its way through the transfers.
#[derive(Debug, Default)]
struct Wallet {
    cash: i64,
    owed: i64,
    /// What was won while something was owed, and is not repaid yet.
    won: i64,
    /// Whether a correction is being posted.
    advanced: bool,
    /// Whether something was lent in it.
    lent: bool,
}

pub(super) fn check(record: &Record) -> Vec<String> {
    let mut wallets = BTreeMap::<(u32, &str), Wallet>::new();
    let mut found = Vec::new();
    for transfer in &record.transfers {
        for (account, sign) in [(&transfer.from, -1), (&transfer.to, 1)] {
            let Some(patron) = account.patron().or(account.debtor()) else { continue };
            let wallet = wallets.entry((patron, &account.currency)).or_default();
            let wrong = if account.patron().is_some() {
                wallet.cash += sign * transfer.amount;
                wallet.follow(transfer)
            } else {
                wallet.owed -= sign * transfer.amount;
                (wallet.owed < 0).then(|| "more came back than was owed".to_owned())
            };
            found.extend(
                wrong.map(|wrong| format!("patron {patron}, transfer {:032x}: {wrong}", transfer.id)),
            );
        }
    }
    let mut adjustments = BTreeMap::<_, i64>::new();
    for (account, balance) in record.balances.iter().filter(|(account, _)| account.is_adjustments()) {
        adjustments.insert(account, *balance);
    }
    for given in record.transfers.iter().filter(|each| each.is_outside_tables()) {
        for (account, sign) in [(&given.from, 1), (&given.to, -1)] {
            if let Some(balance) = adjustments.get_mut(account) {
                *balance += sign * given.amount;
            }
        }
    }
    let off = adjustments.into_iter().filter(|(_, balance)| *balance != 0);
    found.extend(off.map(|(account, balance)| format!("{account} is left with {balance}")));
    found
}

impl Wallet {
    /// What a transfer of the cash means; it has been counted.
    fn follow(&mut self, transfer: &Transfer) -> Option<String> {
        match transfer.kind {
            _ if transfer.is_outside_tables() => {}
            TransferKind::Move if transfer.from.kind == "adjustments" => self.advanced = true,
            TransferKind::Move if transfer.to.kind == "adjustments" => {
                let (lent, cash) = (self.lent, self.cash);
                (self.advanced, self.lent) = (false, false);
                return (lent && cash != 0).then(|| format!("something was lent, and {cash} is left"));
            }
            TransferKind::Cover => self.lent = true,
            TransferKind::Move if transfer.from.kind == "house_table" && !self.advanced && self.owed > 0 => {
                self.won += transfer.amount;
            }
            TransferKind::Repay => {
                let won = std::mem::take(&mut self.won);
                // The cash has given it already, the debt has not got it yet.
                let least = won.min(self.owed).min(self.cash + transfer.amount);
                return (transfer.amount < least).then(|| format!("{} of {won} was repaid", transfer.amount));
            }
            TransferKind::Hold if self.won > 0 => {
                return Some(format!("{} was won and staked while {} was owed", self.won, self.owed));
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::Account;
    use super::*;

    /// A transfer: kind, from, to, amount.
    type Move = (TransferKind, &'static str, &'static str, i64);

    /// What the law says of a gift of 100 to patron 1, and then of these transfers.
    fn said(rest: &[Move]) -> Vec<String> {
        let account = |kind: &str| Account::new(kind, 1, "PLAY");
        let gift = (TransferKind::Move, "issue", "patron_cash", 100);
        let all = [gift].into_iter().chain(rest.iter().copied());
        let transfers = all.zip(1..).map(|((kind, from, to, amount), id)| {
            let id = (1 << 108) | id;
            let (from, to) = (account(from), account(to));
            Transfer { id, kind, from, to, amount, about: None }
        });
        check(&Record { transfers: transfers.collect(), ..Record::default() })
    }

    /// A correction that takes 300 from a patron who has 100.
    const LENT: [Move; 4] = [
        (TransferKind::Move, "adjustments", "patron_cash", 300),
        (TransferKind::Reverse, "patron_cash", "house_table", 300),
        (TransferKind::Cover, "receivable", "patron_cash", 200),
        (TransferKind::Move, "patron_cash", "adjustments", 300),
    ];

    fn after_lent(rest: &[Move]) -> Vec<String> {
        said(&[&LENT, rest].concat())
    }

    #[test]
    fn a_wallet_that_is_emptied_and_winnings_that_repay_are_sound() {
        let won = (TransferKind::Move, "house_table", "patron_cash", 250);
        let repaid = (TransferKind::Repay, "patron_cash", "receivable", 200);
        let staked = (TransferKind::Hold, "patron_cash", "stakes_held", 50);
        assert_eq!(after_lent(&[won, repaid, staked]), [""; 0]);
    }

    #[test]
    fn more_lent_than_lacks_is_found() {
        let mut lent = LENT;
        lent[2].3 = 201;
        assert!(said(&lent)[0].ends_with("something was lent, and 1 is left"));
    }

    #[test]
    fn winnings_that_do_not_repay_are_found() {
        let won = (TransferKind::Move, "house_table", "patron_cash", 150);
        let repaid = |amount| (TransferKind::Repay, "patron_cash", "receivable", amount);
        let staked = (TransferKind::Hold, "patron_cash", "stakes_held", 50);
        assert!(after_lent(&[won, staked])[0].ends_with("150 was won and staked while 200 was owed"));
        assert!(after_lent(&[won, repaid(149)])[0].ends_with("149 of 150 was repaid"));
        assert!(after_lent(&[won, repaid(250)])[0].ends_with("more came back than was owed"));
    }
}
