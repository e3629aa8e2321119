//! The proof of a patron's own wagers: sent to sockets that watch a table with its bulletins, and before the result of
//! the round, also where the notice of it was lost.

use house::proofs::OwnFile;
use house::{Notice, NumberedNotice};
use table::{RoundRef, TableId};

use super::session::Session;

impl Session {
    /// Whether a notice about a table is for this socket. Before the first result of a round goes the proof of the
    /// patron's wagers in it, unless it was sent.
    pub(super) async fn keep_proof_first(&mut self, table: TableId, notice: &NumberedNotice) -> bool {
        let with_bulletins = self.with_bulletins.contains(&table.0);
        match notice.notice {
            Notice::WagersClosed { round, .. } if with_bulletins => {
                self.sent_proofs.insert(table.0, round);
            }
            Notice::WagersClosed { .. } => return false,
            Notice::RoundSettled { round, .. } | Notice::RoundVoided { round, .. }
                if with_bulletins && self.sent_proofs.get(&table.0) != Some(&round) =>
            {
                self.send_proof(table, round, notice).await;
            }
            _ => {}
        }
        true
    }

    /// Sends the proof of the patron's wagers in a round, if there is one, with the number of its result.
    async fn send_proof(&mut self, table: TableId, round: RoundRef, result: &NumberedNotice) {
        let Some(patron) = self.patron() else { return };
        match self.app.house.wager_file(patron, table, round).await {
            Ok(OwnFile::File(file)) => {
                self.sent_proofs.insert(table.0, round);
                let closed = Notice::WagersClosed { table, round, file };
                let proof = NumberedNotice { notice: closed, ..*result };
                for message in self.patron_tables.messages(proof, self.answered_clear) {
                    self.send(&message);
                }
            }
            Ok(OwnFile::NoProof | OwnFile::Unknown) => {}
            Err(failure) => self.send_failure(&failure.into()),
        }
    }
}
