//! Handles the slips of a client: those that add, those that replace, and undo.

use house::{Rejection, SlipReceipt};
use table::{TableId, Timestamp};
use wire::client::{RoundRef, SlipWager};
use wire::server::{ServerMessage, SpotStake};

use super::session::Session;

/// A slip as it was sent, without its wagers.
pub(super) struct SentSlip {
    pub(super) table_id: u32,
    pub(super) round: RoundRef,
    pub(super) slip_id: String,
    pub(super) received_at: Timestamp,
}

impl Session {
    pub(super) async fn place_slip(&self, slip: SentSlip, wagers: Vec<SlipWager>, replaces: bool) {
        let Some((patron, id)) = self.patron_and_id(&slip.slip_id) else { return };
        let (table, round) = (TableId(slip.table_id), slip.round.into());
        let (wagers, house) = (wagers.into_iter().map(Into::into).collect(), &self.app.house);
        let placed = if replaces {
            Box::pin(house.replace_wagers(patron, table, round, id, wagers, slip.received_at)).await
        } else {
            house.place_slip(patron, table, round, id, wagers, slip.received_at).await
        };
        self.answer_slip(slip, placed).await;
    }

    pub(super) async fn undo_last(&self, slip: SentSlip) {
        let Some((patron, id)) = self.patron_and_id(&slip.slip_id) else { return };
        let (table, round) = (TableId(slip.table_id), slip.round.into());
        let undone = self.app.house.undo_last(patron, table, round, id, slip.received_at).await;
        self.answer_slip(slip, undone).await;
    }

    pub(super) async fn rebet(&self, slip: SentSlip) {
        let Some((patron, id)) = self.patron_and_id(&slip.slip_id) else { return };
        let (table, round) = (TableId(slip.table_id), slip.round.into());
        let placed = self.app.house.rebet(patron, table, round, id, slip.received_at).await;
        self.answer_slip(slip, placed).await;
    }

    /// Answers a slip with the wagers that stand after it, so that the client may change them at once.
    async fn answer_slip(&self, slip: SentSlip, placed: Result<SlipReceipt, Rejection>) {
        let SentSlip { table_id, slip_id, .. } = slip;
        match placed {
            Ok(SlipReceipt { seq, round, repeated, wagers, staked, .. }) => {
                let stands = !repeated || !wagers.is_empty();
                self.reach(TableId(table_id), seq).await;
                self.send(&ServerMessage::SlipAccepted {
                    table_id,
                    seq,
                    slip_id,
                    round: round.into(),
                    wagers: stands.then(|| wagers.iter().map(SpotStake::from).collect()),
                    staked: stands.then(|| staked.minor()),
                });
            }
            Err(rejection) => self.send_rejection(&rejection, |refusal| ServerMessage::SlipRefused {
                table_id,
                slip_id,
                refusal,
            }),
        }
    }
}
