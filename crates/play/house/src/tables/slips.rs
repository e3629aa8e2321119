//! Slips that replace what their patron has in the round, as requests to the house.

use table::{PatronId, RawWager, RequestId, RoundRef, Slip, SlipKind, TableId, Timestamp};

use crate::answer::{Rejection, SlipReceipt};
use crate::house::House;

impl House {
    /// Replaces all wagers of the patron in the round by those of a slip, in one unit: either the old ones go back and
    /// the new ones stand, or nothing changes. Without wagers it takes the old ones back. Otherwise a slip like any
    /// other, judged as if the patron had nothing in the round; the stakes that go back can pay for it.
    ///
    /// # Errors
    /// [`Rejection`]; `nothing_to_clear` when there is nothing on either side.
    pub async fn replace_wagers(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slip_id: RequestId,
        wagers: Vec<RawWager>,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let kind = SlipKind::Replaces;
        let slip = Slip { patron, slip_id, round, kind, wagers, received_at, limits: None, cash: None };
        self.send_slip(table, slip).await
    }

    /// Undoes the patron's last slip of the round: the wagers before it replace what stands. The next undo goes one
    /// slip further back. The request is a slip itself, so its id counts once.
    ///
    /// # Errors
    /// [`Rejection`]; `nothing_to_undo` when there is no slip to undo, or the wagers were taken back since.
    pub async fn undo_last(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        request_id: RequestId,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let (slip_id, kind, wagers) = (request_id, SlipKind::Undoes, Vec::new());
        let slip = Slip { patron, slip_id, round, kind, wagers, received_at, limits: None, cash: None };
        self.send_slip(table, slip).await
    }
}
