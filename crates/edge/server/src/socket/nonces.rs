//! `pledge_nonce` and `reveal_nonce`: the number of a patron for a shoe.

use house::{NonceReceipt, Rejection};
use table::{Bytes32, TableId, Timestamp};
use wire::codec::MALFORMED;
use wire::error::ErrorBody;
use wire::server::ServerMessage;

use super::session::Session;

impl Session {
    pub(super) async fn pledge_nonce(
        &self,
        table_id: u32,
        (shoe_no, pledge): (u32, String),
        received_at: Timestamp,
    ) {
        let (Some(patron), Some(pledge)) = (self.patron_id(), self.bytes(&pledge)) else { return };
        let (house, table) = (&self.app.house, TableId(table_id));
        let taken = house.pledge_nonce(patron, table, (shoe_no, pledge), received_at).await;
        self.answer_nonce(table_id, shoe_no, taken);
    }

    pub(super) async fn reveal_nonce(
        &self,
        table_id: u32,
        (shoe_no, nonce): (u32, String),
        received_at: Timestamp,
    ) {
        let (Some(patron), Some(nonce)) = (self.patron_id(), self.bytes(&nonce)) else { return };
        let (house, table) = (&self.app.house, TableId(table_id));
        let taken = house.reveal_nonce(patron, table, (shoe_no, nonce), received_at).await;
        self.answer_nonce(table_id, shoe_no, taken);
    }

    fn answer_nonce(&self, table_id: u32, shoe_no: u32, taken: Result<NonceReceipt, Rejection>) {
        match taken {
            Ok(_) => self.send(&ServerMessage::NonceTaken { table_id, shoe_no }),
            Err(rejection) => self.send_rejection(&rejection, |refusal| ServerMessage::NonceRefused {
                table_id,
                shoe_no,
                refusal,
            }),
        }
    }

    /// 32 bytes; sends a problem when the text is none.
    fn bytes(&self, text: &str) -> Option<Bytes32> {
        let bytes = text.parse();
        if let Err(error) = &bytes {
            self.send_problem(ErrorBody::new(MALFORMED, format!("{error}, not {text:.80}")));
        }
        bytes.ok()
    }
}
