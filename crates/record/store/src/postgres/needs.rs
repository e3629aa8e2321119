//! What a batch must know of the past, as far as its postings say. Reads nothing.

use std::collections::BTreeSet;

use house::ports::{Unit, Wallet};
use journal::accepted_slip;
use ledger::{Account, Action, TransferId, TransferRequest};
use table::{PatronId, RequestId};

use crate::look::Look;

/// What a batch must know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    pub(super) transfers: BTreeSet<TransferId>,
    pub(super) reversed: BTreeSet<TransferId>,
    pub(super) holds: BTreeSet<TransferId>,
    pub(super) accounts: BTreeSet<Account>,
    pub(super) slips: BTreeSet<(PatronId, RequestId)>,
    pub(super) tokens: BTreeSet<[u8; 32]>,
}

impl Needs {
    /// What a posting must know. Whether it was made before is part of it when that is looked for.
    pub(super) fn posting(&mut self, posting: &TransferRequest, look: Look) {
        if look.reaches(posting) {
            self.transfers.insert(posting.id);
        }
        match posting.action {
            Action::Move { from, to, .. } | Action::Hold { from, held: to, .. } => {
                self.accounts.extend([from, to]);
                self.accounts.extend(from.spent_before());
            }
            Action::Cover { owed, purse: cash, .. } | Action::Repay { cash, owed, .. } => {
                self.accounts.extend([owed, cash]);
            }
            Action::Capture { hold, to, .. } => {
                self.hold(hold);
                self.accounts.insert(to);
            }
            Action::Release { hold, .. } => self.hold(hold),
            Action::Reverse { transfer } => {
                self.hold(transfer);
                self.reversed.insert(transfer);
            }
        }
    }

    /// What a table's unit must know.
    pub(super) fn unit(&mut self, unit: &Unit, look: Look) {
        unit.postings.iter().for_each(|posting| self.posting(posting, look));
        if look == Look::Everywhere {
            self.slips.extend(unit.events.iter().filter_map(|(_, event)| accepted_slip(event)));
        }
    }

    /// The wallets of the patrons whose stakes a unit holds, which a refusal returns.
    pub(super) fn wallets(&mut self, unit: &Unit) {
        for posting in &unit.postings {
            if let Action::Hold { from, .. } = posting.action {
                self.accounts.extend(Wallet::accounts(PatronId(from.owner), from.currency));
            }
        }
    }

    pub(super) fn token(&mut self, hash: [u8; 32]) {
        self.tokens.insert(hash);
    }

    fn hold(&mut self, hold: TransferId) {
        self.transfers.insert(hold);
        self.holds.insert(hold);
    }

    /// Adds what turned out to be missing while judging.
    pub(super) fn missing(missing: Missing) -> Self {
        let mut needs = Self::default();
        match missing {
            Missing::Transfer(id) => _ = needs.transfers.insert(id),
            Missing::Reversed(id) => _ = needs.reversed.insert(id),
            Missing::Hold(id) => needs.hold(id),
            Missing::Account(account) => _ = needs.accounts.insert(account),
        }
        needs
    }
}

/// Something that judging asked for and that was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Missing {
    Transfer(TransferId),
    Reversed(TransferId),
    Hold(TransferId),
    Account(Account),
}
