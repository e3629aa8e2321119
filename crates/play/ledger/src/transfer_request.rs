//! Postings, as callers ask for them, and transfers, as they stand once made. Knows no balances.

use core::fmt;

use money::Amount;
use strum::{EnumString, IntoStaticStr, VariantArray};

use crate::Account;

/// The caller-made id of a transfer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TransferId(pub u128);

impl fmt::Display for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for TransferId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One movement of money, as its caller asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferRequest {
    /// Made by the caller; a repeat changes nothing.
    pub id: TransferId,
    /// What it does.
    pub action: Action,
}

/// What a posting does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Moves `amount` from one account to another. Neither holds stakes.
    Move {
        /// The account that gives.
        from: Account,
        /// The account that gets.
        to: Account,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Moves `amount` into `held` and keeps account of it under this posting's id. Bonus money is held only when the
    /// patron's cash is used up.
    Hold {
        /// The account that gives.
        from: Account,
        /// The account of held stakes.
        held: Account,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Gives `amount` of what is left of a hold to `to`.
    Capture {
        /// The hold.
        hold: TransferId,
        /// The account that gets. It holds no stakes.
        to: Account,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Gives `amount` of what is left of a hold back to where it came from.
    Release {
        /// The hold.
        hold: TransferId,
        /// How much; more than zero.
        amount: Amount,
    },
    /// Lends a patron what a purse of theirs lacks to give `amount`, and no more: nothing when it has that much.
    Cover {
        /// The account of what the patron owes, which gives.
        owed: Account,
        /// The cash or the bonus money of the same patron, which gets.
        purse: Account,
        /// What the purse must be able to give; more than zero.
        amount: Amount,
    },
    /// Pays back what a patron owes, as far as the debt, the cash and `amount` go: the least of the three.
    Repay {
        /// The patron's cash, which gives.
        cash: Account,
        /// The account of what the same patron owes, which gets.
        owed: Account,
        /// The most that is paid back; more than zero.
        amount: Amount,
    },
    /// Moves back exactly what another transfer moved. A captured or released part is left of its hold again; a
    /// hold itself can be reversed only while all of it is left. A reversal cannot be reversed.
    Reverse {
        /// The transfer to undo.
        transfer: TransferId,
    },
}

/// The kind of an [`Action`], without its accounts and amounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum ActionKind {
    /// [`Action::Move`].
    Move,
    /// [`Action::Hold`].
    Hold,
    /// [`Action::Capture`].
    Capture,
    /// [`Action::Release`].
    Release,
    /// [`Action::Cover`].
    Cover,
    /// [`Action::Repay`].
    Repay,
    /// [`Action::Reverse`].
    Reverse,
}

impl ActionKind {
    /// The name it is stored under: `move`, `hold`, `capture`, `release`, `cover`, `repay` or `reverse`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Action {
    /// Which kind of action it is.
    pub const fn kind(&self) -> ActionKind {
        match self {
            Self::Move { .. } => ActionKind::Move,
            Self::Hold { .. } => ActionKind::Hold,
            Self::Capture { .. } => ActionKind::Capture,
            Self::Release { .. } => ActionKind::Release,
            Self::Cover { .. } => ActionKind::Cover,
            Self::Repay { .. } => ActionKind::Repay,
            Self::Reverse { .. } => ActionKind::Reverse,
        }
    }

    /// The hold that it uses, or the transfer that it reverses.
    pub const fn about(&self) -> Option<TransferId> {
        match *self {
            Self::Capture { hold, .. } | Self::Release { hold, .. } => Some(hold),
            Self::Reverse { transfer } => Some(transfer),
            Self::Move { .. } | Self::Hold { .. } | Self::Cover { .. } | Self::Repay { .. } => None,
        }
    }

    /// The amount that it asks for, where its transfer may be of less.
    pub const fn asked(&self) -> Option<Amount> {
        match *self {
            Self::Cover { amount, .. } | Self::Repay { amount, .. } => Some(amount),
            _ => None,
        }
    }

    /// Whether it is judged how much it comes to, which may be nothing: then no transfer is made of it.
    pub const fn may_come_to_nothing(&self) -> bool {
        self.asked().is_some()
    }
}

/// A posted transfer request, with its accounts and its amount. Never changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Transfer {
    /// The posting's id.
    pub id: TransferId,
    /// The action of the request.
    pub action: Action,
    /// The account that gave.
    pub from: Account,
    /// The account that got.
    pub to: Account,
    /// How much; more than zero. For a [`Cover`](Action::Cover) or a [`Repay`](Action::Repay), what it came to.
    pub amount: Amount,
}

impl Transfer {
    /// The posting that made it.
    pub const fn posting(&self) -> TransferRequest {
        TransferRequest { id: self.id, action: self.action }
    }
}

/// What became of a posting that was not refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Posted {
    /// It moved its money.
    New,
    /// The identical posting had been made before; nothing moved.
    Exists,
    /// A [`Cover`](Action::Cover) or a [`Repay`](Action::Repay) with nothing to lend or to pay back. The
    /// ledger keeps nothing of it and judges a retry like a new request. So it is linked with what it belongs to,
    /// which does count once.
    Nothing,
}
