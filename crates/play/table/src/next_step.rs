//! What a table waits for, and when it is due. The table itself waits for nothing: the house does.

use crate::ids::Timestamp;
use crate::phase::Phase;
use crate::proof::{BEACON_DELAY_MS, OpenProof, ProofStage, ProofStep};
use crate::state::Table;

/// What is due next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// When the clock does it; none when a dealer does it.
    pub at: Option<Timestamp>,
    /// What it is.
    pub wants: Wants,
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// A shuffled shoe.
    OpenShoe,
    /// The cards to be burned.
    BurnCards {
        /// Whether the first of them is turned over.
        first: bool,
    },
    /// The next round.
    OpenBetting,
    /// The end of the betting. Every slip received before it was due is judged first.
    CloseBetting,
    /// A card.
    Card,
    /// The showing of cards that lie face down, when the time to turn them is over.
    Reveal,
    /// What the proof of the shoe waits for.
    Prove(ProofStep),
    /// What follows from readings that wait.
    GoOn,
    /// The end of a round that nobody finishes.
    VoidAbandoned,
    /// The end of a round whose card cannot be read, and no supervisor answers.
    VoidUnanswered,
}

impl Table {
    /// What this table waits for, and when it is due. There always is something.
    pub fn next_step(&self) -> NextStep {
        let proof = self.proof.and_then(|open| self.next_of_proof(open));
        if let Some(step) = proof.or_else(|| self.next_live_step()) {
            return step;
        }
        if let Some(step) = self.next_reveal() {
            return step;
        }
        let timings = &self.settings.timings;
        let (after_ms, wants) = match &self.phase {
            Phase::Shuffling { .. } if self.shoe_no == 0 => (0, Wants::OpenShoe),
            Phase::Shuffling { burned: false } => {
                (timings.shuffle_ms, Wants::BurnCards { first: self.settings.rules.burn.shows_first_card() })
            }
            Phase::Shuffling { burned: true } if self.burned.is_none() => {
                (timings.shuffle_ms, Wants::OpenBetting)
            }
            Phase::Shuffling { burned: true } => (timings.card_ms, Wants::OpenBetting),
            Phase::Betting { closes_at } => {
                let at = closes_at.plus_ms(timings.drain_ms);
                return NextStep { at: Some(at), wants: Wants::CloseBetting };
            }
            Phase::Closed | Phase::Dealing { .. } | Phase::Squeezing { .. } => (timings.card_ms, Wants::Card),
            // The settlement comes with the last card; what is due from outside follows both.
            Phase::Complete { .. } | Phase::Settled { .. } => {
                (timings.result_ms, if self.shoe_is_over() { Wants::OpenShoe } else { Wants::OpenBetting })
            }
        };
        NextStep { at: Some(self.since.plus_ms(after_ms)), wants }
    }

    /// When cards are shown that lie face down; none while nobody turns any.
    pub(crate) fn next_reveal(&self) -> Option<NextStep> {
        let until = self.squeeze.as_ref().filter(|_| self.phase.round_under_way())?.until()?;
        Some(NextStep { at: Some(until), wants: Wants::Reveal })
    }

    /// What the proof of the shoe waits for: before its first card, before those of a round that are drawn after the
    /// bets, and after its last one.
    fn next_of_proof(&self, open: OpenProof) -> Option<NextStep> {
        let (at, step) = match open.stage {
            ProofStage::Opened if self.committed.is_none() => (self.since, ProofStep::Commit),
            ProofStage::Opened => (open.proof.pledges_until, ProofStep::FixPledges),
            ProofStage::Pledged => (open.proof.nonces_until, ProofStep::FixNonces),
            ProofStage::Revealed => {
                let beacon = open.proof.beacon.map(|beacon| beacon.at.plus_ms(BEACON_DELAY_MS));
                (beacon.unwrap_or(self.since), ProofStep::Seal)
            }
            ProofStage::Sealed { .. } if !self.phase.round_under_way() && self.shoe_is_over() => {
                (self.since, ProofStep::Finish)
            }
            ProofStage::Finished => {
                let at = self.since.plus_ms(self.settings.timings.result_ms);
                return Some(NextStep { at: Some(at), wants: Wants::OpenShoe });
            }
            ProofStage::Sealed { .. } => {
                let beacon = self.awaited_draw?;
                (beacon.at.plus_ms(BEACON_DELAY_MS), ProofStep::DrawRound)
            }
        };
        Some(NextStep { at: Some(at), wants: Wants::Prove(step) })
    }
}
