//! The pledges and nonces of patrons as they arrive, until an event fixes them.

use std::collections::BTreeMap;

use crate::ids::{PatronId, Timestamp};
use crate::nonces::{MOST_PLEDGES, Pledge, RevealedNonce};
use crate::proof::{Bytes32, ProofStage};
use crate::refusal::Refusal;
use crate::state::Table;

/// The pledges and nonces that arrived for the shoe on a table and are not fixed yet. The table has no event of them:
/// a patron whose number is lost on the way sends it again.
#[derive(Clone, Debug, Default)]
pub struct Arrived {
    shoe_no: u32,
    pledges: BTreeMap<PatronId, Bytes32>,
    nonces: BTreeMap<PatronId, Bytes32>,
}

impl Arrived {
    /// Takes a pledge for a shoe. Returns whether it is a repeat.
    ///
    /// # Errors
    /// The first [`Refusal`] that holds.
    pub fn pledge(
        &mut self,
        table: &Table,
        pledge: Pledge,
        shoe_no: u32,
        received_at: Timestamp,
    ) -> Result<bool, Refusal> {
        self.begin(table.shoe_no);
        let patron = pledge.patron;
        let open = table.proof.filter(|open| table.shoe_no == shoe_no && open.stage == ProofStage::Opened);
        if open.is_none_or(|open| received_at >= open.proof.pledges_until) {
            return Err(Refusal::NonceNotOpen { shoe_no });
        }
        if table.seat(patron).is_none() {
            return Err(Refusal::NotSeated);
        }
        if let Some(until) = table.nonces.out_until(patron, shoe_no) {
            return Err(Refusal::NonceWithheld { until });
        }
        if let Some(known) = self.pledges.get(&patron) {
            return if *known == pledge.pledge { Ok(true) } else { Err(Refusal::NonceRepeated) };
        }
        if self.pledges.values().any(|known| *known == pledge.pledge) {
            return Err(Refusal::NonceRepeated);
        }
        if self.pledges.len() >= usize::from(MOST_PLEDGES) {
            return Err(Refusal::NonceFull { limit: MOST_PLEDGES });
        }
        self.pledges.insert(patron, pledge.pledge);
        Ok(false)
    }

    /// Takes the nonce of a shoe, whose pledge the caller has computed. Returns whether it is a repeat.
    ///
    /// # Errors
    /// The first [`Refusal`] that holds.
    pub fn reveal(
        &mut self,
        table: &Table,
        RevealedNonce { patron, nonce }: RevealedNonce,
        (shoe_no, pledge): (u32, Bytes32),
        received_at: Timestamp,
    ) -> Result<bool, Refusal> {
        self.begin(table.shoe_no);
        let open = table.proof.filter(|open| table.shoe_no == shoe_no && open.stage == ProofStage::Pledged);
        if open.is_none_or(|open| received_at >= open.proof.nonces_until) {
            return Err(Refusal::NonceNotOpen { shoe_no });
        }
        if !table.pledges().contains(&Pledge { patron, pledge }) {
            return Err(Refusal::NonceUnpledged);
        }
        Ok(self.nonces.insert(patron, nonce).is_some())
    }

    /// The pledges that arrived for the shoe on a table, by ascending pledge.
    pub fn pledges(&self, table: &Table) -> Vec<Pledge> {
        let arrived = self.pledges.iter().filter(|_| self.shoe_no == table.shoe_no);
        let mut pledges: Vec<_> =
            arrived.map(|(patron, pledge)| Pledge { patron: *patron, pledge: *pledge }).collect();
        pledges.sort_unstable_by_key(|own| own.pledge);
        pledges
    }

    /// The nonces that arrived for the shoe on a table, by ascending pledge.
    pub fn nonces(&self, table: &Table) -> Vec<RevealedNonce> {
        let pledges = table.pledges().iter().filter(|_| self.shoe_no == table.shoe_no);
        let arrived = pledges.filter_map(|own| {
            let nonce = *self.nonces.get(&own.patron)?;
            Some(RevealedNonce { patron: own.patron, nonce })
        });
        arrived.collect()
    }

    /// Forgets what arrived for another shoe.
    fn begin(&mut self, shoe_no: u32) {
        if self.shoe_no != shoe_no {
            *self = Self { shoe_no, ..Self::default() };
        }
    }
}

impl Table {
    /// The pledges of the shoe on the table, by ascending pledge; none before they are fixed.
    pub fn pledges(&self) -> &[Pledge] {
        &self.nonces.pledges
    }

    /// The nonces of the shoe on the table, by ascending pledge; none before they are fixed.
    pub fn nonces(&self) -> &[RevealedNonce] {
        &self.nonces.revealed
    }
}
