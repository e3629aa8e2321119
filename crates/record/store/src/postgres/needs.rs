//! The facts that a batch needs of the past, as far as its orders name them. Reads nothing.

use std::collections::BTreeSet;

use house::log::{EntityKind, EntityRef};
use house::people::{CredentialChange, CredentialKind};
use house::ports::{DeviceRecord, HouseEntry, Unit, Wallet};
use journal::accepted_slip;
use ledger::{Account, Action, TransferId, TransferRequest};
use table::{PatronId, RecordRef, RequestId};

use crate::draft::{EncodedUnit, Job, Lookup, Missing, Order};

/// What a batch must know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Needs {
    pub(super) transfers: BTreeSet<TransferId>,
    pub(super) reversed: BTreeSet<TransferId>,
    pub(super) holds: BTreeSet<TransferId>,
    pub(super) accounts: BTreeSet<Account>,
    pub(super) slips: BTreeSet<(PatronId, RequestId)>,
    pub(super) records: BTreeSet<RecordRef>,
    pub(super) tokens: BTreeSet<[u8; 32]>,
    pub(super) entities: BTreeSet<EntityRef>,
    pub(super) names: BTreeSet<(EntityKind, String)>,
    pub(super) credentials: BTreeSet<(CredentialKind, String)>,
}

impl Needs {
    /// What must be known of the past to judge these jobs.
    pub(super) fn of(jobs: &[Job], lookup: Lookup) -> Self {
        let mut needs = Self::default();
        for job in jobs {
            match &job.order {
                Order::Commit { units, .. } => {
                    for EncodedUnit { unit, .. } in units {
                        needs.unit(unit, lookup);
                    }
                }
                Order::Post(_, postings) => {
                    for posting in postings {
                        needs.posting(posting, Lookup::Everywhere);
                    }
                }
                Order::CreatePatron(new) => _ = needs.tokens.insert(new.token_hash),
                Order::Append(entry) => needs.entry(entry),
                Order::ChangeCredentials(changes) => needs.replaced(changes),
                Order::Take(_) | Order::RecordRules { .. } => {}
            }
        }
        needs
    }

    /// What must be known to confirm that units are refused or repeats: all duplicates, and the wallets that refusals
    /// return.
    pub(super) fn to_confirm(jobs: &[Job]) -> Self {
        let mut needs = Self::of(jobs, Lookup::Everywhere);
        for job in jobs {
            if let Order::Commit { units, .. } = &job.order {
                for EncodedUnit { unit, .. } in units {
                    needs.wallets(unit);
                }
            }
        }
        needs
    }

    /// What a posting must know. Whether it was made before is part of it when that is looked for.
    fn posting(&mut self, posting: &TransferRequest, lookup: Lookup) {
        if lookup.reaches(posting) {
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

    /// What an entry of the house's own log must know.
    fn entry(&mut self, entry: &HouseEntry) {
        if let Some(entity) = entry.event.entity() {
            let place = entity.entity_ref();
            self.entities.insert(place);
            self.names.extend(entity.unique_name().map(|name| (place.kind, name)));
        }
        entry.postings.iter().for_each(|posting| self.posting(posting, Lookup::Everywhere));
        self.replaced(&entry.credentials);
    }

    /// The credentials that are to be replaced.
    fn replaced(&mut self, changes: &[CredentialChange]) {
        for change in changes {
            if let CredentialChange::Replace { by, .. } = change {
                self.credentials.insert((by.kind, by.key.clone()));
            }
        }
    }

    /// What a table's unit must know.
    fn unit(&mut self, unit: &Unit, lookup: Lookup) {
        unit.postings.iter().for_each(|posting| self.posting(posting, lookup));
        self.records.extend(unit.record.as_ref().map(DeviceRecord::record_ref));
        if lookup == Lookup::Everywhere {
            self.slips.extend(unit.events.iter().filter_map(|(_, event)| accepted_slip(event)));
        }
    }

    /// The wallets of the patrons whose stakes a unit holds, which a refusal returns.
    fn wallets(&mut self, unit: &Unit) {
        for posting in &unit.postings {
            if let Action::Hold { from, .. } = posting.action {
                self.accounts.extend(Wallet::accounts(PatronId(from.owner), from.currency));
            }
        }
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
