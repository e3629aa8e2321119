//! Simulated supervisors in a house: they do what `auditor` chooses, often twice, void many running rounds, and usually
//! approve a proposal soon. Here that becomes calls of the house, and its answers become words of the auditor.

use std::sync::Arc;
use std::time::Duration;

use auditor::{
    Action, ActionAnswer, ActionGenerator, ByTwoAnswer, CorrectionAnswer, Dice, EventId, PastRound, RoundId,
    Rounds, ShownCorrection, WHY, is_manager,
};
use house::by_hand::{AdjustmentState, MoneyStaff};
use house::people::Role;
use house::ports::StoredRound;
use house::{AdjustmentReceipt, CorrectionReceipt, HouseRefusal, ProposalReceipt, Purse, Rejection};
use table::event::VoidReason;
use table::{CorrectionRequest, PatronId, ProposalStatus, Ruling, StaffId, TableId};
use tokio::time::sleep;

use crate::patron::code;
use crate::sim_house::{SimHouse, request_id, round_id, round_ref, wallet_shown};

/// How many supervisors there are.
const SUPERVISORS: u64 = 3;

/// Refusals of rounds that are not over or never were, which supervisors propose to correct here.
const OF_ANY_ROUND: [&str; 3] = ["nothing_dealt", "round_not_over", "unknown_round"];

/// Supervises for as long as the house runs.
pub(crate) async fn supervise(sim: Arc<SimHouse>, dice: Dice, pause_ms: u64) {
    let mut generator = ActionGenerator { dice, by: 1, patrons: Vec::new() };
    loop {
        let ms = generator.dice.within(1..=pause_ms);
        sleep(Duration::from_millis(ms)).await;
        let Some(table) = generator.dice.pick(&sim.tables).map(|settings| settings.id) else { return };
        generator.by = somebody(&mut generator.dice);
        generator.patrons = sim.shared.observed().patrons.keys().copied().collect();
        let rounds = look(&sim, table, &mut generator.dice).await;
        let action = if generator.dice.per_mille(130) {
            rounds.open.map(Action::Void)
        } else {
            generator.next(&rounds, &sim.shared.observed().supervisors)
        };
        let Some(action) = action else { continue };
        for _ in 0..generator.dice.within(1..=2) {
            ask(&sim, generator.by, &action).await;
        }
        if let Some(correction) = shown_as(&sim, &action)
            && generator.dice.per_mille(600)
        {
            sleep(Duration::from_millis(generator.dice.within(0..=3_000))).await;
            let by = somebody(&mut generator.dice);
            ask(&sim, by, &Action::Approve(correction)).await;
        }
        if let Some(number) = proposed_as(&sim, &action)
            && generator.dice.per_mille(850)
        {
            let by = somebody(&mut generator.dice);
            for _ in 0..generator.dice.within(1..=2) {
                ask(&sim, by, &Action::ApproveAdjustment(number)).await;
            }
        }
    }
}

fn somebody(dice: &mut Dice) -> u32 {
    u32::try_from(dice.within(1..=SUPERVISORS)).unwrap_or(1)
}

/// The latest round of a table, and one round of any shoe, over or not; now and then one that never was.
async fn look(sim: &SimHouse, table: TableId, dice: &mut Dice) -> Rounds {
    let Some(view) = sim.house.snapshot(table).map(|snapshot| snapshot.view) else {
        return Rounds::default();
    };
    let open = view.round.map(|round| round_id(table, round));
    let shoe_no = u32::try_from(dice.within(1..=u64::from(view.shoe_no))).unwrap_or(1);
    if dice.per_mille(30) {
        let never = RoundId { table: table.0, shoe_no, round_no: 999 };
        let never = PastRound { round: never, cards: Vec::new(), voided: false };
        return Rounds { open, past: vec![never] };
    }
    let stored = sim.house.rounds(table, shoe_no).await.unwrap_or_default();
    let words = |round: &StoredRound| round.cards.iter().map(ToString::to_string).collect::<Vec<_>>();
    let mut observed = sim.shared.observed();
    for round in stored.iter().filter(|round| round.revision == 1 && !round.voided) {
        let dealt = &mut observed.supervisors.dealt;
        dealt.entry(round_id(table, round.round)).or_insert_with(|| words(round));
    }
    let past = dice.pick(&stored).map(|stored| PastRound {
        round: round_id(table, stored.round),
        cards: words(stored),
        voided: stored.voided,
    });
    Rounds { open, past: past.into_iter().collect() }
}

/// The correction that a proposal became, if that was answered.
fn shown_as(sim: &SimHouse, action: &Action) -> Option<EventId> {
    let Action::Propose { request_id, .. } = action else { return None };
    Some(sim.shared.observed().supervisors.proposals.get(request_id)?.shown.as_ref()?.id)
}

/// The adjustment that a proposal became, if that was answered.
fn proposed_as(sim: &SimHouse, action: &Action) -> Option<u32> {
    let Action::ProposeAdjustment { request_id, .. } = action else { return None };
    sim.shared.observed().supervisors.by_two.get(request_id)?.number
}

/// Sends an action, and notes and counts its answer.
async fn ask(sim: &SimHouse, by: u32, action: &Action) {
    sim.shared.observed().supervisors.send(by, action);
    let answer = send(sim, by, action).await;
    let mut observed = sim.shared.observed();
    let observed = &mut observed.supervisors;
    let dealt = |round, cards| observed.dealt.get(round) == Some(cards);
    let (what, done) = match action {
        Action::Propose { ruling: None, .. } => ("propose", "void of a past round proposed"),
        Action::Propose { round, ruling: Some(cards), .. } if dealt(round, cards) => {
            ("propose", "dealt cards proposed")
        }
        Action::Propose { .. } => ("propose", "other cards proposed"),
        Action::Approve(_) => ("approve", "correction approved"),
        Action::Withdraw(_) => ("withdraw", "correction withdrawn"),
        Action::Void(_) => ("void", "running round voided"),
        Action::Adjust { purse: auditor::Purse::Cash, .. } => ("adjust", "cash adjusted"),
        Action::Adjust { .. } => ("adjust", "bonus money adjusted"),
        Action::ProposeAdjustment { .. } => ("propose to adjust", "adjustment proposed"),
        Action::ApproveAdjustment(_) => ("approve to adjust", "adjustment approved"),
        Action::WithdrawAdjustment(_) => ("withdraw to adjust", "adjustment withdrawn or refused"),
        Action::Misuse(_) => ("use an id again", "used id taken"),
    };
    match &answer {
        Ok(answer) if answer.is_repeated() => sim.shared.answer(what, "done before"),
        Ok(_) => sim.shared.tally().corrections.count(done),
        Err(no) => sim.shared.answer(what, code(no)),
    }
    let answer = match answer {
        Ok(answer) => answer,
        Err(Rejection::Failed(_)) => ActionAnswer::Failed("failed".to_owned()),
        Err(Rejection::Refused(refusal)) => {
            let code = HouseRefusal::code(&refusal);
            if matches!(action, Action::Propose { .. }) && OF_ANY_ROUND.contains(&code) {
                return observed.refuse(by, action, code);
            }
            ActionAnswer::Refused(code.to_owned())
        }
    };
    observed.receive(by, action, answer);
}

async fn send(sim: &SimHouse, by: u32, action: &Action) -> Result<ActionAnswer, Rejection> {
    let (house, by) = (&sim.house, StaffId(by));
    match action {
        Action::Misuse(other) => Box::pin(send(sim, by.0, other)).await,
        Action::Propose { request_id: id, round, ruling } => {
            let (table, ruling) = (TableId(round.table), house_ruling(ruling.as_ref()));
            let request = CorrectionRequest::new(ruling, by, WHY, request_id(id));
            let proposed = house.propose_correction(table, round_ref(*round), request).await?;
            Ok(correction(&proposed).map_or_else(ActionAnswer::Refused, ActionAnswer::Proposed))
        }
        Action::Approve(EventId { table, seq }) => {
            let approved = house.approve_correction(TableId(*table), *seq, by).await?;
            Ok(correction(&approved).map_or_else(ActionAnswer::Refused, ActionAnswer::Decided))
        }
        Action::Withdraw(EventId { table, seq }) => {
            let withdrawn = house.withdraw_correction(TableId(*table), *seq, by).await?;
            Ok(correction(&withdrawn).map_or_else(ActionAnswer::Refused, ActionAnswer::Decided))
        }
        Action::Void(round) => {
            house.void_this_round(TableId(round.table), round_ref(*round), by).await?;
            Ok(ActionAnswer::Voided)
        }
        Action::Adjust { request_id: id, patron, purse, change } => {
            let (patron, purse) = (PatronId(*patron), house_purse(*purse));
            let adjusted = house.adjust(patron, purse, *change, by, WHY, request_id(id)).await?;
            let AdjustmentReceipt { patron, repeated, wallet } = adjusted;
            Ok(ActionAnswer::Adjusted { repeated, patron: patron.0, wallet: wallet_shown(&wallet) })
        }
        Action::ProposeAdjustment { request_id: id, patron, purse, change } => {
            let (patron, purse, by) = (PatronId(*patron), house_purse(*purse), money_staff(by));
            let proposed = house.propose_adjustment(patron, purse, *change, by, WHY, request_id(id)).await?;
            Ok(by_two(&proposed))
        }
        Action::ApproveAdjustment(no) => Ok(by_two(&house.approve_adjustment(*no, money_staff(by)).await?)),
        Action::WithdrawAdjustment(no) => {
            Ok(by_two(&house.withdraw_adjustment(*no, money_staff(by), WHY).await?))
        }
    }
}

fn money_staff(id: StaffId) -> MoneyStaff {
    MoneyStaff { id, role: if is_manager(id.0) { Role::Manager } else { Role::Supervisor } }
}

const fn house_purse(purse: auditor::Purse) -> Purse {
    match purse {
        auditor::Purse::Cash => Purse::Cash,
        auditor::Purse::Bonus => Purse::Bonus,
    }
}

/// An adjustment that takes two persons, as the auditor reads it.
fn by_two(receipt: &ProposalReceipt) -> ActionAnswer {
    let ProposalReceipt { repeated, proposal } = receipt;
    let decided_by = match &proposal.state {
        AdjustmentState::Proposed => None,
        AdjustmentState::Approved(by) | AdjustmentState::Withdrawn(by) | AdjustmentState::Refused(by) => {
            Some(by.by.0)
        }
    };
    let purse = match proposal.change.purse {
        Purse::Cash => auditor::Purse::Cash,
        Purse::Bonus => auditor::Purse::Bonus,
    };
    ActionAnswer::ByTwo(ByTwoAnswer {
        repeated: *repeated,
        number: proposal.number,
        change: (proposal.change.patron.0, purse, proposal.change.change),
        by: proposal.by.0,
        state: proposal.state.id().to_owned(),
        decided_by,
    })
}

fn house_ruling(cards: Option<&Vec<String>>) -> Ruling {
    match cards {
        None => Ruling::Void { reason: VoidReason::Supervisor },
        Some(cards) => Ruling::cards(cards.iter().filter_map(|card| card.parse().ok()).collect()),
    }
}

/// A correction as the auditor reads it. A proposal that it cannot read counts as a refusal that is impossible.
fn correction(receipt: &CorrectionReceipt) -> Result<CorrectionAnswer, String> {
    let text = serde_json::to_string(&receipt.proposal).map_err(|error| error.to_string())?;
    let shown = ShownCorrection::read(EventId { table: receipt.table.0, seq: receipt.correction_no }, &text)?;
    let (state, approved_by) = match receipt.status {
        ProposalStatus::Open => ("open", None),
        ProposalStatus::Approved { by } => ("approved", Some(by.0)),
        ProposalStatus::Withdrawn => ("withdrawn", None),
        ProposalStatus::Outdated => ("outdated", None),
    };
    Ok(CorrectionAnswer { repeated: receipt.repeated, shown, state: state.to_owned(), approved_by })
}
