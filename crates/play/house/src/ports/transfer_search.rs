//! The search of the ledger: which transfers are looked for, and what is found. Plain data, newest first.
//!
//! The order is that of the ledger, in which a transfer has a place for good. A page costs the same however old it is
//! and however little fits: a store looks at [`TRANSFERS`] places at most, and a page that is short of its limit says
//! where to go on. A period is entered where the times of transfers say, without reading what is newer.

use ledger::{Account, AccountKind, ActionKind, Transfer, TransferId};
use table::{RoundRef, TableId, Timestamp};

/// How many places of the ledger a store looks at for one page, at most.
pub const TRANSFERS: u64 = 20_000;

/// How far the times of transfers may be out of order, in milliseconds. Servers with clocks of their own and a store
/// that did not answer for a while write a transfer after younger ones.
pub const DISORDER_MS: i64 = 3_600_000;

/// Which transfers are looked for: those for which everything holds that is set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TransferSearch {
    /// The transfer of this id.
    pub id: Option<TransferId>,
    /// What it does.
    pub kind: Option<ActionKind>,
    /// An account that gave or got.
    pub account: Option<AccountSearch>,
    /// It was made then or later.
    pub from: Option<Timestamp>,
    /// It was made before then.
    pub until: Option<Timestamp>,
}

/// Which accounts are looked for, in all currencies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountSearch {
    /// What they are for.
    pub kind: AccountKind,
    /// Whose they are; none for all of that kind.
    pub owner: Option<u32>,
}

/// A transfer that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundTransfer {
    /// Its place in the ledger: pass it as `before` for older ones.
    pub place: u64,
    /// When it was made: the time of what it belongs to.
    pub at: Timestamp,
    /// The transfer.
    pub transfer: Transfer,
    /// What it belongs to.
    pub cause: TransferCause,
}

/// What a transfer belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransferCause {
    /// An event of a table.
    Event {
        /// The table.
        table: TableId,
        /// The round that the event is about.
        round: RoundRef,
        /// The number of the event.
        seq: u64,
    },
    /// An entry of the house's own log.
    Entry {
        /// Its number.
        seq: u64,
    },
}

impl AccountSearch {
    /// Whether an account is one of those.
    pub fn takes(self, account: Account) -> bool {
        self.kind == account.kind && self.owner.is_none_or(|owner| owner == account.owner)
    }
}

impl TransferSearch {
    /// Whether a transfer is one of those.
    pub fn takes(&self, found: &FoundTransfer) -> bool {
        let Transfer { id, action, from, to, .. } = found.transfer;
        self.id.is_none_or(|wanted| wanted == id)
            && self.kind.is_none_or(|kind| kind == action.kind())
            && self.account.is_none_or(|account| account.takes(from) || account.takes(to))
            && self.from.is_none_or(|from| found.at >= from)
            && self.until.is_none_or(|until| found.at < until)
    }
}
