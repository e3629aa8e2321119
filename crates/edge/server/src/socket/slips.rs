//! Handles the slips of a client: those that add, those that replace, and undo.

use std::iter;

use house::{Rejection, SlipReceipt};
use table::{Slip, SlipKind, TableId};
use wire::server::{ServerMessage, SpotStake};

use super::sent_slip::{SentSlip, WholeSlip};
use super::session::Session;

impl Session {
    /// Places a slip, together with those behind it.
    pub(super) async fn place_slip(&self, (slip, wagers): WholeSlip, replaces: bool, behind: Vec<WholeSlip>) {
        if !behind.is_empty() {
            return Box::pin(self.place_slips((slip, wagers), behind)).await;
        }
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

    /// Places slips for one table that came together, and answers each of them.
    async fn place_slips(&self, first: WholeSlip, behind: Vec<WholeSlip>) {
        let table = TableId(first.0.table_id);
        let (mut sent, mut slips) = (Vec::new(), Vec::new());
        for (slip, wagers) in iter::once(first).chain(behind) {
            let Some(patron_and_id) = self.patron_and_id(&slip.slip_id) else { continue };
            let wagers = wagers.into_iter().map(Into::into).collect();
            slips.push(Slip::new(patron_and_id, slip.round.into(), SlipKind::Adds, wagers, slip.received_at));
            sent.push(slip);
        }
        let placed = self.app.house.place_slips(table, slips).await;
        for (slip, placed) in sent.into_iter().zip(placed) {
            self.answer_slip(slip, placed).await;
        }
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
