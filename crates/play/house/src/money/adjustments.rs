//! What supervisors give and take by hand: bonus money, and cash that is put right. Knows no table.

use ledger::{Account, Action, Posted, TransferRefusal, TransferRequest};
use money::{Amount, bounds};
use table::correction::WHY;
use table::{PatronId, Refusal, RequestId, StaffId};

use crate::answer::{AdjustmentReceipt, HouseRefusal, Rejection};
use crate::house::House;
use crate::money::purse::Purse;
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

impl House {
    /// Changes what is in a purse by `change` minor units, never to below zero. Who did it and why stays on record in
    /// the house's own log. The same `request_id` sent again counts once; with anything else, by somebody else or for
    /// another reason, it is refused.
    ///
    /// # Errors
    /// [`HouseRefusal::UnknownPatron`], [`HouseRefusal::BadAmount`], `no_reason`, [`HouseRefusal::RequestIdUsed`],
    /// [`HouseRefusal::NotSoMuch`], [`HouseRefusal::PurseFull`], [`HouseRefusal::HouseFull`], or a
    /// [`Failure`](crate::Failure).
    pub async fn adjust(
        &self,
        patron: PatronId,
        purse: Purse,
        change: i64,
        by: StaffId,
        why: &str,
        request_id: RequestId,
    ) -> Result<AdjustmentReceipt, Rejection> {
        let why = why.trim();
        let known = self.context.store.patron(patron).await?;
        let currency = known.ok_or(HouseRefusal::UnknownPatron { patron })?.currency;
        if change == 0 || change.unsigned_abs() > bounds::ADJUSTMENT.minor() {
            return Err(HouseRefusal::BadAmount.into());
        }
        if why.is_empty() || why.chars().count() > WHY {
            return Err(Refusal::NoReason.into());
        }
        let (at, why) = (self.now(), why.to_owned());
        let adjustment = Adjustment { patron, purse, currency, change, by, why, request_id, at };
        let posted =
            self.context.store.adjust(adjustment).await?.map_err(|refusal| refused(&refusal, request_id))?;
        let repeated = posted == Posted::Exists;
        let wallet = self.wallet(patron).await?;
        self.context.channels.mark_balance_dirty(patron);
        Ok(AdjustmentReceipt { patron, repeated, wallet })
    }
}

/// The answer to a supervisor whose adjustment the ledger refused.
fn refused(refusal: &TransferRefusal, request_id: RequestId) -> Rejection {
    match refusal {
        TransferRefusal::ExistsDifferent { .. } => HouseRefusal::RequestIdUsed { request_id }.into(),
        TransferRefusal::InsufficientFunds { available, .. } => {
            HouseRefusal::NotSoMuch { available: *available }.into()
        }
        refusal => HouseRefusal::by_ledger(refusal).into(),
    }
}
