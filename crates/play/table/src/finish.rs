//! The end of a provable shoe: played, or given up before its last card.

use crate::ids::Timestamp;
use crate::proof::{BEACON_PATIENCE_MS, OpenProof, ProofStage, ShoeEnding};
use crate::refusal::Refusal;
use crate::state::Table;

impl Table {
    /// Whether a shoe can end like this now. The one on the table ends before the one that is committed.
    pub(crate) fn may_finish(
        &self,
        shoe_no: u32,
        ending: ShoeEnding,
        has_secret: bool,
    ) -> Result<(), &'static str> {
        let ensure = |holds, why| if holds { Ok(()) } else { Err(why) };
        ensure(
            has_secret == (ending != ShoeEnding::KeyLost),
            "its secret is missing, or its key is not lost",
        )?;
        let is_played = ending == ShoeEnding::Played;
        let open = self.proof.filter(|open| open.stage != ProofStage::Finished);
        if self.committed.is_some_and(|next| next.shoe_no == shoe_no) {
            ensure(open.is_none(), "the shoe before it is not finished")?;
            let named = self.committed.is_some_and(|next| next.beacon.is_some());
            let fits = match ending {
                ShoeEnding::Played | ShoeEnding::Late | ShoeEnding::NoBeacon => false,
                ShoeEnding::BeaconChanged => named,
                ShoeEnding::Restored | ShoeEnding::TableClosed | ShoeEnding::KeyLost => true,
            };
            return ensure(fits, "the shoe is not open, or has no beacon");
        }
        let open = open.filter(|_| shoe_no == self.shoe_no).ok_or("no such shoe is open or committed")?;
        ensure(!self.phase.round_under_way(), "a round is under way")?;
        let is_sealed = matches!(open.stage, ProofStage::Sealed { .. });
        // Without its beacon, no card of a shoe that draws them after the bets can come out.
        let needs_value = !is_sealed || ending == ShoeEnding::BeaconChanged && self.draws_after_bets();
        let waits = needs_value && open.proof.beacon.is_some();
        ensure(waits || !ending.is_for_want_of_beacon(), "the shoe is sealed, or has no beacon")?;
        let is_over = is_sealed && self.shoe_is_over();
        ensure(!is_played || is_over, "the shoe is not over")
    }

    /// Whether a supervisor may give up the shoe on the table, because it waits too long for the value of its beacon.
    ///
    /// # Errors
    /// [`Refusal::NotWaiting`], or [`Refusal::WaitOn`] before the time.
    pub fn may_abandon(&self, now: Timestamp) -> Result<(), Refusal> {
        let waits =
            |open: &OpenProof| !matches!(open.stage, ProofStage::Sealed { .. } | ProofStage::Finished);
        let beacon = self.proof.filter(waits).and_then(|open| open.proof.beacon);
        let beacon = beacon.ok_or(Refusal::NotWaiting { shoe_no: self.shoe_no })?;
        match now.ms_until(beacon.at.plus_ms(BEACON_PATIENCE_MS)) {
            0 => Ok(()),
            remaining_ms => Err(Refusal::WaitOn { remaining_ms }),
        }
    }

    /// Ends the shoe on the table, or the one that is committed, whose number no other shoe gets.
    pub(crate) fn finish_shoe(&mut self, shoe_no: u32) {
        if self.committed.take_if(|next| next.shoe_no == shoe_no).is_some() {
            self.given_up_no = shoe_no;
        } else if let Some(open) = &mut self.proof {
            open.stage = ProofStage::Finished;
        }
    }
}
