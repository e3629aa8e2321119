//! Why a command is refused: an expected no, with a stable code and what would be accepted instead.

use baccarat::{IllegalCoup, ShoeError, Side, SlipRefusal};
use money::Amount;
use strum::VariantNames as _;

use crate::ids::{RoundRef, TableId};
use crate::live::refusal::LiveRefusal;
use crate::settings::LimitSource;
use crate::squeeze::SqueezeRefusal;

/// Why a table refuses a command, in the order the reasons are judged.
///
/// A slip that was accepted before is not refused: it is answered as accepted again.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum Refusal {
    /// The caller used the id of a slip that was accepted, for other wagers or another round.
    #[error("the slip id was used for a slip of round {round} at table {}", table.0)]
    SlipIdUsed {
        /// The table of the slip that has the id.
        table: TableId,
        /// Its round.
        round: RoundRef,
    },
    /// The command names a round that is not the table's present one.
    #[error("round {round} is not open at this table")]
    RoundNotOpen {
        /// The round that was named.
        round: RoundRef,
        /// The round that takes wagers now, if one does.
        open: Option<RoundRef>,
    },
    /// The round is the present one, but its betting is over.
    #[error("betting on round {round} is closed")]
    BettingClosed {
        /// The round.
        round: RoundRef,
    },
    /// The patron has no seat at the table.
    #[error("a wager needs a seat at this table; take one first")]
    NotSeated,
    /// The slip is one of Auto, which places nothing in this round.
    #[error("Auto is off, or the patron wagered in this round")]
    AutoPassed,
    /// Every seat at the table is taken.
    #[error("all {capacity} seats at this table are taken")]
    TableFull {
        /// How many there are.
        capacity: u32,
    },
    /// The table lets nobody use Auto.
    #[error("there is no Auto at this table")]
    AutoOff,
    /// Auto may not run for so many rounds.
    #[error("Auto runs for 1 to {limit} rounds at this table")]
    AutoRounds {
        /// For how many it may run.
        limit: u16,
    },
    /// The loss or the win at which Auto is to end is no amount.
    #[error("Auto ends at a loss or a win of at least one minor unit")]
    AutoStop,
    /// A slip without a wager.
    #[error("the slip holds no wager")]
    EmptySlip,
    /// There is no slip to undo, or the wagers were taken back since.
    #[error("there is no slip of this round to undo")]
    NothingToUndo,
    /// The patron has sent too many slips in this round.
    #[error("no more than {limit} slips a round are taken from one patron")]
    TooManySlips {
        /// How many are taken.
        limit: u16,
    },
    /// The slip is against the house rules or the limits.
    #[error(transparent)]
    Slip(#[from] SlipRefusal),
    /// A stake is outside a limit: [`SlipRefusal::BelowMinimum`] or [`SlipRefusal::AboveMaximum`], and what sets it.
    #[error("{refusal}, a limit of {}", by.words())]
    Limit {
        /// The spot, the limit, and what lies there.
        refusal: SlipRefusal,
        /// What limits it.
        by: LimitSource,
    },
    /// The table would stand to lose too much on one side.
    #[error("the table can take {accepted} more on {side} in this round (minor units)")]
    ExposureLimit {
        /// The side.
        side: Side,
        /// The largest difference between the sides.
        limit: Amount,
        /// What the slip could have added on that side.
        accepted: Amount,
    },
    /// The patron has no wagers of the round that could be cleared.
    #[error("there are no wagers of this round to clear")]
    NothingToClear,
    /// The dealer's step is not what the table waits for.
    #[error("the table is {phase}; that step is out of turn")]
    OutOfTurn {
        /// The phase it is in.
        phase: &'static str,
    },
    /// Betting was promised until later.
    #[error("betting is open for another {remaining_ms} ms")]
    BettingStillOpen {
        /// How much of the promised time is left.
        remaining_ms: u64,
    },
    /// Numbers for this shoe are not taken now.
    #[error(
        "shoe {shoe_no} takes no such number now; pledge one when it opens, and reveal it when its pledges are fixed"
    )]
    NonceNotOpen {
        /// The shoe that was named.
        shoe_no: u32,
    },
    /// The patron pledged numbers twice and did not reveal them.
    #[error("the patron withheld two numbers that were pledged, and gives none until shoe {until} is over")]
    NonceWithheld {
        /// The last shoe without a number of theirs.
        until: u32,
    },
    /// The patron pledged another number for this shoe, or somebody else has this pledge.
    #[error("the patron pledged another number for this shoe, or this pledge is somebody else's")]
    NonceRepeated,
    /// The shoe has as many pledges as it takes.
    #[error("a shoe takes {limit} pledges, and this one has them")]
    NonceFull {
        /// How many it takes.
        limit: u16,
    },
    /// The number is not the one that the patron pledged.
    #[error("the patron did not pledge this number")]
    NonceUnpledged,
    /// The shoe on the table does not wait for a beacon.
    #[error("shoe {shoe_no} waits for no beacon; only such a shoe is given up before it is over")]
    NotWaiting {
        /// The shoe on the table.
        shoe_no: u32,
    },
    /// The value of the beacon may still come.
    #[error("the value of the beacon may still come; the shoe can be given up in {remaining_ms} ms")]
    WaitOn {
        /// How long the shoe waits before it may be given up.
        remaining_ms: u64,
    },
    /// The card cannot come out of this shoe.
    #[error(transparent)]
    ImpossibleCard(#[from] ShoeError),
    /// The caller used the id of a proposal for another one at this table.
    #[error("the request id was used for correction {correction_no}, which is another")]
    RequestIdUsed {
        /// The number of the proposal that has the id.
        correction_no: u64,
    },
    /// The round to be corrected never began at this table.
    #[error("there is no round {round} at this table")]
    UnknownRound {
        /// The round that was named.
        round: RoundRef,
    },
    /// The round to be corrected is still under way: it can be voided, not corrected.
    #[error("round {round} is not over")]
    RoundNotOver {
        /// The round.
        round: RoundRef,
    },
    /// The round was voided before its first card, so there is no result that could have been another.
    #[error("no card of round {round} was dealt")]
    NothingDealt {
        /// The round.
        round: RoundRef,
    },
    /// A correction, like other changes by hand, says why, in up to [`WHY`](crate::correction::WHY) characters.
    #[error("a correction needs a reason of 1 to {} characters", crate::correction::WHY)]
    NoReason,
    /// The cards of the ruling are no coup of that shoe, with every reason.
    #[error(transparent)]
    IllegalCoup(#[from] IllegalCoup),
    /// The shoe was shuffled, so its order is known: the cards of the ruling are others than the round drew.
    #[error(
        "the cards of round {round} follow from its shuffled shoe; it can be voided, or have these again"
    )]
    OffOrder {
        /// The round.
        round: RoundRef,
    },
    /// The ruling has more cards than came out of the shoe with the round: a card that should have been drawn and was
    /// not is no card.
    #[error(
        "{drawn} cards came out of the shoe with round {round}, so it cannot have {ruled}; it can be voided"
    )]
    NotDrawn {
        /// The round.
        round: RoundRef,
        /// How many cards came out with it, at most.
        drawn: usize,
        /// How many the ruling has.
        ruled: usize,
    },
    /// Every card that came out with the round is one of its cards or surplus.
    #[error("{} came out with round {round} beside these, {got} are named as surplus", span(*at_least, *at_most))]
    Surplus {
        /// The round.
        round: RoundRef,
        /// How many cards are surplus, at least.
        at_least: usize,
        /// And at most.
        at_most: usize,
        /// How many the ruling names.
        got: usize,
    },
    /// The part of the recording that a ruling names is none.
    #[error("the evidence has to end after it begins, within a day")]
    BadEvidence,
    /// The round was corrected as often as a round may be.
    #[error("round {round} was settled {limit} times, as often as a round may be")]
    TooManyRevisions {
        /// The round.
        round: RoundRef,
        /// How many times a round may be settled.
        limit: u16,
    },
    /// The round already is as the ruling has it.
    #[error("round {round} stands like that already")]
    NothingToCorrect {
        /// The round.
        round: RoundRef,
    },
    /// No correction of that number was proposed at this table.
    #[error("there is no correction {correction_no}")]
    UnknownCorrection {
        /// The number.
        correction_no: u64,
    },
    /// The proposal was withdrawn.
    #[error("correction {correction_no} was withdrawn")]
    CorrectionWithdrawn {
        /// The number.
        correction_no: u64,
    },
    /// Who proposed a correction may not approve it.
    #[error("another supervisor than the one who proposed must approve")]
    SameSupervisor,
    /// The round was corrected since the dry run was made.
    #[error("round {round} is at revision {current}, the correction was made against {expected}")]
    CorrectionOutdated {
        /// The round.
        round: RoundRef,
        /// The revision the dry run was made against.
        expected: u16,
        /// The round's revision now.
        current: u16,
    },
    /// The patron may not turn that card, or not now.
    #[error(transparent)]
    Squeeze(#[from] SqueezeRefusal),
    /// Something at a live table stands against it.
    #[error(transparent)]
    Live(#[from] LiveRefusal),
}

impl Refusal {
    /// The stable code of this refusal: its name in snake case.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Slip(refusal) | Self::Limit { refusal, .. } => refusal.code(),
            Self::Squeeze(refusal) => refusal.code(),
            Self::Live(refusal) => refusal.code(),
            own => own.into(),
        }
    }

    /// The codes of all refusals, in the order the reasons are judged. A code may occur twice.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        // The refusal of a slip stands for two of these, those of a squeeze and of a live table for the last ones.
        let own = Self::VARIANTS.iter().filter(|code| !["slip", "limit", "squeeze", "live"].contains(code));
        own.chain(SlipRefusal::codes()).chain(SqueezeRefusal::codes()).chain(LiveRefusal::codes()).copied()
    }
}

/// So many cards, in words.
fn span(at_least: usize, at_most: usize) -> String {
    match (at_least, at_most) {
        (0, 0) => "no card".to_owned(),
        (1, 1) => "1 card".to_owned(),
        _ if at_least == at_most => format!("{at_least} cards"),
        _ => format!("{at_least} to {at_most} cards"),
    }
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;

    use super::*;

    #[test]
    fn codes_are_stable() {
        let codes = [
            "slip_id_used",
            "round_not_open",
            "betting_closed",
            "not_seated",
            "auto_passed",
            "table_full",
            "auto_off",
            "auto_rounds",
            "auto_stop",
            "empty_slip",
            "nothing_to_undo",
            "too_many_slips",
            // Never codes of their own: that of the slip's refusal stands for them.
            "slip",
            "limit",
            "exposure_limit",
            "nothing_to_clear",
            "out_of_turn",
            "betting_still_open",
            "nonce_not_open",
            "nonce_withheld",
            "nonce_repeated",
            "nonce_full",
            "nonce_unpledged",
            "not_waiting",
            "wait_on",
            "impossible_card",
            "request_id_used",
            "unknown_round",
            "round_not_over",
            "nothing_dealt",
            "no_reason",
            "illegal_coup",
            "off_order",
            "not_drawn",
            "surplus",
            "bad_evidence",
            "too_many_revisions",
            "nothing_to_correct",
            "unknown_correction",
            "correction_withdrawn",
            "same_supervisor",
            "correction_outdated",
            // Never codes of their own: those of the refusals of a squeeze and of a live table stand for them.
            "squeeze",
            "live",
        ];
        assert_eq!(Refusal::VARIANTS, codes);
        assert_eq!(Refusal::EmptySlip.code(), "empty_slip");
        assert_eq!(Refusal::Slip(SlipRefusal::BadStake { spot: Spot::Tie }).code(), "bad_stake");
    }
}
