//! The money of an adjustment by hand, between the house's adjustments and a purse. Pure.

use ledger::{Account, Action, TransferRequest};
use money::Amount;

use crate::money::transfer_id::adjustment;
use crate::ports::Adjustment;

impl Adjustment {
    /// The money it moves, between the house's adjustments and the purse.
    pub fn posting(&self) -> TransferRequest {
        let (fund, purse) =
            (Account::adjustments(self.currency), self.purse.account(self.patron, self.currency));
        let (from, to) = if self.change < 0 { (purse, fund) } else { (fund, purse) };
        let amount = Amount::new(self.change.unsigned_abs()).unwrap_or(Amount::MAX);
        TransferRequest { id: adjustment(self.request_id), action: Action::Move { from, to, amount } }
    }
}
