//! Starts and stops Auto for a client.

use house::{AutoReceipt, Rejection};
use table::{RawStopAt, TableId};
use wire::client::SlipWager;
use wire::server::ServerMessage;

use super::session::Session;

impl Session {
    pub(super) async fn start_auto(
        &self,
        table_id: u32,
        wagers: Vec<SlipWager>,
        rounds: u16,
        stop_at: RawStopAt,
        request_id: String,
    ) {
        let Some((patron, id)) = self.patron_and_id(&request_id) else { return };
        let wagers = wagers.into_iter().map(Into::into).collect();
        let started = self.app.house.start_auto(patron, TableId(table_id), wagers, rounds, stop_at, id).await;
        self.answer_auto(table_id, Some(request_id), started).await;
    }

    pub(super) async fn stop_auto(&self, table_id: u32) {
        let Some(patron) = self.patron_id() else { return };
        let stopped = self.app.house.stop_auto(patron, TableId(table_id)).await;
        self.answer_auto(table_id, None, stopped).await;
    }

    async fn answer_auto(
        &self,
        table_id: u32,
        request_id: Option<String>,
        done: Result<AutoReceipt, Rejection>,
    ) {
        match done {
            Ok(AutoReceipt { rounds_left, .. }) => {
                let seq = self.reach_latest(TableId(table_id)).await;
                self.send(&ServerMessage::AutoAccepted { table_id, seq, request_id, rounds_left });
            }
            Err(rejection) => self.send_rejection(&rejection, |refusal| ServerMessage::AutoRefused {
                table_id,
                request_id,
                refusal,
            }),
        }
    }
}
