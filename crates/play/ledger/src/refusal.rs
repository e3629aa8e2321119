//! Why a posting is refused: one enum, in the order the reasons are judged. Knows no screens; `code` is for them.

use money::{Amount, Currency};

use crate::{Account, TransferId};

/// Why a posting was refused. The variants stand in the order in which they are judged: where several apply,
/// the first is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr, thiserror::Error)]
#[cfg_attr(test, derive(strum::VariantNames))]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum TransferRefusal {
    /// An amount of zero moves nothing.
    #[error("a transfer of nothing")]
    ZeroAmount,
    /// The account that gives is the one that gets.
    #[error("the account {account} cannot give to itself")]
    SameAccount {
        /// The account.
        account: Account,
    },
    /// A hold into an account that holds no stakes, held stakes moved by anything but their hold, a stake taken
    /// from a debt, or a debt that is not of the patron whose cash it is about.
    #[error("the account {account} cannot take this part in the transfer")]
    WrongAccount {
        /// The account.
        account: Account,
    },
    /// The id is taken by a transfer of other content.
    #[error("the transfer {id} exists with different content")]
    ExistsDifferent {
        /// The id.
        id: TransferId,
    },
    /// Nothing was held under that id.
    #[error("there is no hold {hold}")]
    UnknownHold {
        /// The id.
        hold: TransferId,
    },
    /// There is no transfer of that id to reverse.
    #[error("there is no transfer {transfer}")]
    UnknownTransfer {
        /// The id.
        transfer: TransferId,
    },
    /// The two accounts have different currencies.
    #[error("money cannot move from {from} to {to}")]
    CurrencyMismatch {
        /// The currency of the account that gives.
        from: Currency,
        /// The currency of the account that gets.
        to: Currency,
    },
    /// All of the hold was captured, released or reversed.
    #[error("nothing is left of the hold {hold}")]
    HoldUsedUp {
        /// The hold.
        hold: TransferId,
    },
    /// More than is left of the hold.
    #[error("the hold {hold} has {remaining} left, less than {wanted}")]
    ExceedsHold {
        /// The hold.
        hold: TransferId,
        /// What is left of it.
        remaining: Amount,
        /// The amount of the request.
        wanted: Amount,
    },
    /// A reversal is not reversed; what it undid is posted again.
    #[error("the transfer {transfer} is itself a reversal")]
    NotReversible {
        /// The reversal.
        transfer: TransferId,
    },
    /// The transfer was reversed before, under another id.
    #[error("the transfer {transfer} is already reversed")]
    AlreadyReversed {
        /// The transfer.
        transfer: TransferId,
    },
    /// Parts of the hold are captured or released; they must be reversed before the hold is.
    #[error("the hold {hold} is partly used: {remaining} is left")]
    HoldInUse {
        /// The hold.
        hold: TransferId,
        /// What is left of it.
        remaining: Amount,
    },
    /// Bonus money was to be staked while there is cash.
    #[error("the account {account} still has {left}, and is staked first")]
    CashLeft {
        /// The patron's cash.
        account: Account,
        /// What is left in it.
        left: Amount,
    },
    /// The account would fall below zero and may not.
    #[error("the account {account} has {available}, less than {wanted}")]
    InsufficientFunds {
        /// The account that was to give.
        account: Account,
        /// What it has.
        available: Amount,
        /// The amount of the request.
        wanted: Amount,
    },
    /// More would come back than is owed.
    #[error("the account {account} owes {owed}, less than {wanted}")]
    ExceedsDebt {
        /// The account that was to get.
        account: Account,
        /// What is owed.
        owed: Amount,
        /// The amount of the request.
        wanted: Amount,
    },
    /// The account's balance would leave the range of 64 bits.
    #[error("the balance of the account {account} would be too large to keep")]
    Overflow {
        /// The account.
        account: Account,
    },
    /// Somebody asked for what brings an account beyond its bound, or for a stake from an account beyond it.
    #[error("the account {account} is bounded by {bound}")]
    AboveBound {
        /// The account.
        account: Account,
        /// The bound: how far from zero it may be.
        bound: Amount,
    },
}

impl TransferRefusal {
    /// The stable code of this reason, for answers to programs: its name in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantNames as _;

    use super::*;

    #[test]
    fn codes_are_stable() {
        let codes = [
            "zero_amount",
            "same_account",
            "wrong_account",
            "exists_different",
            "unknown_hold",
            "unknown_transfer",
            "currency_mismatch",
            "hold_used_up",
            "exceeds_hold",
            "not_reversible",
            "already_reversed",
            "hold_in_use",
            "cash_left",
            "insufficient_funds",
            "exceeds_debt",
            "overflow",
            "above_bound",
        ];
        assert_eq!(TransferRefusal::VARIANTS, codes);
        assert_eq!(TransferRefusal::ExistsDifferent { id: TransferId(1) }.code(), "exists_different");
    }
}
