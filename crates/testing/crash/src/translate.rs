//! From the messages of the wire to the words of the auditor, and back.

use auditor::{
    Change, CorrectionAnswer, EventId, RoundId, RulesUsed, ShownChange, ShownCorrection, ShownEvent,
    SpotResult,
};
use wire::client::RoundRef;
use wire::public_event::PublicEvent;
use wire::server::SettledLine;
use wire::supervisor::{Correction, PatronCorrection};
use wire::table_view::{ResultView, ShoeView};

pub(crate) const fn round_id(table: u32, round: RoundRef) -> RoundId {
    RoundId { table, shoe_no: round.shoe_no, round_no: round.round_no }
}

pub(crate) const fn round_ref(round: RoundId) -> RoundRef {
    RoundRef { shoe_no: round.shoe_no, round_no: round.round_no }
}

/// An amount as the auditor has it. No house has one that does not fit.
pub(crate) fn minor(amount: u64) -> i64 {
    i64::try_from(amount).unwrap_or(i64::MAX)
}

/// The results of a patron, in the order in which they were sent.
pub(crate) fn spot_results(lines: &[SettledLine]) -> Vec<SpotResult> {
    let result = |line: &SettledLine| SpotResult {
        spot: line.spot.clone(),
        stake: minor(line.stake),
        resolution: line.resolution.clone(),
        payout: minor(line.payout),
    };
    lines.iter().map(result).collect()
}

/// A public event as a frame shows it.
pub(crate) fn shown_event(table: u32, at: i64, event: &PublicEvent) -> ShownEvent {
    let of = |name| ShownEvent { name, at, ..ShownEvent::default() };
    let round = |shoe: &ShoeView| Some(RoundId { table, shoe_no: shoe.shoe_no, round_no: shoe.round_no });
    match event {
        PublicEvent::ShoeOpened { shoe, .. } => ShownEvent { round: round(shoe), ..of("shoe_opened") },
        PublicEvent::CardsBurned { first, .. } => {
            ShownEvent { cards: Some(first.iter().cloned().collect()), ..of("cards_burned") }
        }
        PublicEvent::BettingOpened { shoe, .. } => ShownEvent { round: round(shoe), ..of("betting_opened") },
        PublicEvent::BettingClosed { .. } => of("betting_closed"),
        PublicEvent::RoundDrawn { .. } => of("round_drawn"),
        PublicEvent::CardDrawn { card, shoe, .. } => {
            ShownEvent { round: round(shoe), cards: Some(vec![card.clone()]), ..of("card_drawn") }
        }
        PublicEvent::CardFaceDown { shoe, .. } => {
            ShownEvent { round: round(shoe), cards: Some(Vec::new()), ..of("card_face_down") }
        }
        PublicEvent::CardsRevealed { shoe, .. } => ShownEvent { round: round(shoe), ..of("cards_revealed") },
        PublicEvent::RoundEnded { result, shoe, .. } => {
            let name = match result {
                ResultView::Settled { .. } => "round_settled",
                ResultView::Voided { .. } => "round_voided",
            };
            let round = RoundId { table, shoe_no: shoe.shoe_no, round_no: shoe.round_no };
            ShownEvent { round: Some(round), end: Some(how(result)), ..of(name) }
        }
        PublicEvent::RoundCorrected { round, revision, end, end_cards, .. } => ShownEvent {
            round: Some(round_id(table, *round)),
            revision: Some(*revision),
            cards: Some(end_cards.clone()),
            end: Some(how(end)),
            ..of("round_corrected")
        },
        PublicEvent::Live { shoe, .. } => ShownEvent { round: round(shoe), ..of("live") },
    }
}

/// The outcome of a settled round, or why a round is void.
fn how(result: &ResultView) -> String {
    match result {
        ResultView::Settled { outcome: how, .. } | ResultView::Voided { reason: how } => how.clone(),
    }
}

/// A correction with its dry run, as it was answered.
pub(crate) fn correction_answer(repeated: bool, correction: &Correction) -> CorrectionAnswer {
    let line = &correction.line;
    let rules =
        line.rules.clone().map(|used| RulesUsed { id: used.id, digest: used.sha256, assumed: used.assumed });
    let shown = ShownCorrection {
        id: EventId { table: line.table_id, seq: line.correction_no },
        round: round_id(line.table_id, line.round),
        revision: line.revision,
        by: line.proposed_by.supervisor_id,
        why: line.why.clone(),
        voided: line.voided.clone(),
        cards_before: line.cards_before.clone(),
        cards_after: line.cards_after.clone(),
        rules,
        patrons: correction.patrons.iter().map(shown_change).collect(),
    };
    let approved_by = line.approved_by.as_ref().map(|name| name.supervisor_id);
    CorrectionAnswer { repeated, shown, state: line.state.clone(), approved_by }
}

fn shown_change(own: &PatronCorrection) -> ShownChange {
    let change = Change {
        patron: own.patron_id,
        staked: minor(own.staked),
        before: spot_results(&own.before),
        after: spot_results(&own.after),
    };
    ShownChange {
        change,
        paid_before: minor(own.paid_before),
        paid_after: minor(own.paid_after),
        difference: own.difference,
        turnover_difference: own.turnover_difference,
    }
}
