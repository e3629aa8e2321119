//! The numbers that patrons give for a shoe, as they arrive at its table: pledges first, and when those are public, the
//! numbers themselves. They are kept here until an event fixes them.

use fair::Bytes;
use fair::nonces::pledge;
use table::{Bytes32, PatronId, Pledge, ProofStage, RevealedNonce, TableId, Timestamp};
use tracing::debug;

use crate::answer::{NonceReceipt, Rejection};
use crate::house::House;
use crate::tables::request::{Given, Request, Unbatched};
use crate::tables::runner::Runner;

impl House {
    /// Takes the pledge of a patron for the shoe that was opened: the digest of a number that they reveal later.
    ///
    /// # Errors
    /// [`Rejection`]; `nonce_not_open` unless the shoe takes pledges.
    pub async fn pledge_nonce(
        &self,
        patron: PatronId,
        table: TableId,
        (shoe_no, pledge): (u32, Bytes32),
        received_at: Timestamp,
    ) -> Result<NonceReceipt, Rejection> {
        self.give_nonce(patron, table, (shoe_no, Given::Pledged(pledge)), received_at).await
    }

    /// Takes the number that a patron pledged for a shoe, now that its pledges are fixed.
    ///
    /// # Errors
    /// [`Rejection`]; `nonce_not_open` unless the shoe takes numbers.
    pub async fn reveal_nonce(
        &self,
        patron: PatronId,
        table: TableId,
        (shoe_no, nonce): (u32, Bytes32),
        received_at: Timestamp,
    ) -> Result<NonceReceipt, Rejection> {
        self.give_nonce(patron, table, (shoe_no, Given::Revealed(nonce)), received_at).await
    }

    async fn give_nonce(
        &self,
        patron: PatronId,
        table: TableId,
        (shoe_no, given): (u32, Given),
        received_at: Timestamp,
    ) -> Result<NonceReceipt, Rejection> {
        self.ask(table, |reply| {
            Request::Unbatched(Unbatched::Nonce { patron, shoe_no, given, received_at, reply })
        })
        .await
    }
}

impl Runner {
    /// Judges a number that arrived, and keeps it.
    pub(crate) fn take_nonce(
        &mut self,
        patron: PatronId,
        (shoe_no, given): (u32, Given),
        received_at: Timestamp,
    ) -> Result<NonceReceipt, Rejection> {
        let (table, arrived) = (self.table.settings().id, &mut self.arrived);
        let repeated = match given {
            Given::Pledged(pledge) => {
                arrived.pledge(&self.table, Pledge { patron, pledge }, shoe_no, received_at)?
            }
            Given::Revealed(nonce) => {
                let own = Bytes32(pledge(table.0, shoe_no, &Bytes(nonce.0)).0);
                arrived.reveal(&self.table, RevealedNonce { patron, nonce }, (shoe_no, own), received_at)?
            }
        };
        debug!(patron = patron.0, shoe_no, repeated, "a patron gave a number");
        Ok(NonceReceipt { table, shoe_no, repeated })
    }

    /// Notes that this table was taken up while its shoe took numbers.
    pub(crate) fn note_interrupted_nonces(&mut self) {
        let taking = self.table.proof().is_some_and(|open| open.stage == ProofStage::Pledged);
        self.interrupted_nonces = taking.then(|| self.table.shoe_no());
    }

    /// Whether numbers of the shoe on the table may be lost, so that a missing one counts against nobody.
    pub(crate) fn lost_nonces(&self) -> bool {
        self.interrupted_nonces == Some(self.table.shoe_no())
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_shoe_takes_as_many_pledges_as_its_list_may_have() {
        assert_eq!(table::nonces::MOST_PLEDGES, fair::nonces::MOST_PLEDGES);
    }
}
