//! Recomputes the ledger: posts every transfer again in its order, then compares balances and open holds with the
//! stored ones.

use std::collections::{BTreeMap, HashMap};

use ledger::{
    Account, AccountKind, Action, Book as _, Ledger, Posted, Transfer, TransferId, TransferRequest, judge,
};
use money::{Amount, Currency};
use table::TableId;

use crate::deviation::{Deviation, Place, refuse, same};

/// The recomputed ledger, and the stored balances and holds.
#[derive(Debug, Default)]
pub(crate) struct Books {
    ledger: Ledger,
    /// Balances, and in how many transfers each account gave or got.
    accounts: BTreeMap<Account, (i64, u64)>,
    moves: HashMap<Account, u64>,
    holds: BTreeMap<TransferId, Amount>,
    /// Requests that moved nothing, by the transfer after which they were judged.
    nothing: HashMap<TransferId, Vec<TransferRequest>>,
}

impl Books {
    pub(crate) fn account(&mut self, account: Account, stored: (i64, u64)) -> Result<(), Deviation> {
        match self.accounts.insert(account, stored) {
            None => Ok(()),
            Some(_) => refuse(Place::Account(account), "one balance", "two"),
        }
    }

    /// The currency of a table, by its accounts; play money where it has none.
    pub(crate) fn currency_of(&self, table: TableId) -> Currency {
        let own = |account: &&Account| {
            account.owner == table.0
                && matches!(account.kind, AccountKind::StakesHeld | AccountKind::HouseTable)
        };
        self.accounts.keys().find(own).map_or(Currency::PLAY, |account| account.currency)
    }

    pub(crate) fn hold(&mut self, hold: TransferId, left: Amount) {
        self.holds.insert(hold, left);
    }

    /// Whether a request may have moved nothing, as an advance or a repayment of zero does. If the ledger can tell, it
    /// is verified after the transfer `after`.
    pub(crate) fn may_be_nothing(&mut self, posting: &TransferRequest, after: Option<TransferId>) -> bool {
        match posting.action {
            // A patron without this account never owed anything, so there was nothing to repay.
            Action::Repay { owed, .. } if !self.accounts.contains_key(&owed) => return true,
            Action::Cover { .. } | Action::Repay { .. } => {}
            _ => return false,
        }
        let Some(after) = after else { return false };
        self.nothing.entry(after).or_default().push(*posting);
        true
    }

    pub(crate) fn transfer(&mut self, stored: Transfer) -> Result<(), Deviation> {
        let place = Place::Transfer(stored.id);
        match self.ledger.post(&[stored.posting()]).as_deref() {
            Ok([Posted::New]) => {}
            Ok(_) => {
                return refuse(place, "a transfer that moves money", "one that moves nothing");
            }
            Err((_, refusal)) => {
                return refuse(
                    place,
                    "a transfer that the ledger accepts",
                    format!("one that it refuses: {refusal}"),
                );
            }
        }
        for account in [stored.from, stored.to] {
            let moves = self.moves.entry(account).or_default();
            *moves = moves.saturating_add(1);
        }
        let made = self.ledger.transfers().last();
        same(place, &made.map(in_words), &Some(in_words(&stored)))?;
        for posting in self.nothing.remove(&stored.id).unwrap_or_default() {
            let Ok(judged) = judge(&self.ledger, &[posting]);
            if !judged.is_ok_and(|judged| judged.posted == [Posted::Nothing]) {
                let expected = posting_in_words(&posting);
                return refuse(Place::Transfer(posting.id), expected, "no such transfer");
            }
        }
        Ok(())
    }

    /// A transfer that was posted again.
    pub(crate) fn made(&self, id: TransferId) -> Option<Transfer> {
        let Ok(made) = self.ledger.transfer(id);
        made
    }

    /// Compares the stored balances and holds with the recomputed ones; returns the number of transfers.
    pub(crate) fn finish(self) -> Result<u64, Deviation> {
        for (account, (balance, moves)) in &self.accounts {
            let place = Place::Account(*account);
            same(place, &self.ledger.balance(*account), balance)?;
            let made = self.moves.get(account).copied().unwrap_or_default();
            if made != *moves {
                return refuse(place, format!("{made} transfers"), format!("{moves} transfers"));
            }
        }
        for (account, balance) in self.ledger.balances() {
            if !self.accounts.contains_key(account) {
                return refuse(Place::Account(*account), balance.to_string(), "no such account");
            }
        }
        for (hold, left) in self.ledger.open_holds() {
            same(Place::Hold(*hold), &Some(*left), &self.holds.get(hold).copied())?;
        }
        if let Some((hold, left)) =
            self.holds.iter().find(|(id, _)| !self.ledger.open_holds().contains_key(id))
        {
            return refuse(Place::Hold(*hold), "nothing left", left.to_string());
        }
        let unbalanced = self.ledger.trial_balance().into_iter().find(|(_, sum)| *sum != 0);
        if let Some((currency, sum)) = unbalanced {
            let place = Place::Account(Account::issue(currency));
            return refuse(place, "all balances together zero", sum.to_string());
        }
        Ok(u64::try_from(self.ledger.transfers().len()).unwrap_or(u64::MAX))
    }
}

/// A transfer for people.
pub(crate) fn in_words(transfer: &Transfer) -> String {
    let Transfer { id, from, to, amount, .. } = transfer;
    format!("{} {id} of {amount} from {from} to {to}", transfer.action.kind().id())
}

/// A transfer request for people.
pub(crate) fn posting_in_words(posting: &TransferRequest) -> String {
    let (id, kind) = (posting.id, posting.action.kind().id());
    match posting.action {
        Action::Move { from, to, amount } => format!("{kind} {id} of {amount} from {from} to {to}"),
        Action::Hold { from, held, amount } => format!("{kind} {id} of {amount} from {from} to {held}"),
        Action::Capture { hold, to, amount } => format!("{kind} {id} of {amount} of hold {hold} to {to}"),
        Action::Release { hold, amount } => format!("{kind} {id} of {amount} of hold {hold}"),
        Action::Cover { owed, purse: cash, amount } => {
            format!("{kind} {id} of up to {amount} from {owed} to {cash}")
        }
        Action::Repay { cash, owed, amount } => {
            format!("{kind} {id} of up to {amount} from {cash} to {owed}")
        }
        Action::Reverse { transfer } => format!("{kind} {id} of {transfer}"),
    }
}
