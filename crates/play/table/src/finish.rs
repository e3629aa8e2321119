//! The end of a provable shoe: played, or given up before its last card.

use crate::proof::{ProofStage, ShoeEnding};
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
            return ensure(!is_played, "the shoe is not open");
        }
        let open = open.filter(|_| shoe_no == self.shoe_no).ok_or("no such shoe is open or committed")?;
        ensure(!self.phase.round_under_way(), "a round is under way")?;
        let is_over = matches!(open.stage, ProofStage::Sealed { .. }) && self.shoe_is_over();
        ensure(!is_played || is_over, "the shoe is not over")
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
