//! Those who work at a live table: how they give orders, and what they note of the answers. What they order, `dealer`
//! and `supervisors` choose.

use std::sync::Arc;
use std::time::Duration;

use auditor::{Counts, Dice, DoneOrder};
use house::live::{DealerCommand, LiveOrder, LiveReceipt, LiveStatus, SupervisorCommand};
use house::{HouseRefusal, Rejection};
use table::live::How;
use table::{StaffId, TableId};
use tokio::time::sleep;

use super::pull::Hand;
use super::shift::Shift;
use super::station::{Piece, Station};
use crate::sim_house::SimHouse;

/// The dealers. The last one is a supervisor, too.
pub(super) const DEALERS: [StaffId; 3] = [StaffId(7), StaffId(8), StaffId(2)];

/// The supervisors.
pub(super) const SUPERVISORS: [StaffId; 2] = [StaffId(1), StaffId(2)];

/// Somebody who works at a live table.
pub(super) struct Crew {
    pub(super) sim: Arc<SimHouse>,
    pub(super) shift: Arc<Shift>,
    pub(super) dice: Dice,
    /// The piece of card that has to pass again.
    pub(super) again: Option<Piece>,
    /// How many times opening the shoe was refused.
    pub(super) refused: u32,
}

impl Crew {
    pub(super) fn new(sim: Arc<SimHouse>, shift: Arc<Shift>, dice: Dice) -> Self {
        Self { sim, shift, dice, again: None, refused: 0 }
    }

    pub(super) fn status(&self) -> Option<LiveStatus> {
        self.shift.status(&self.sim)
    }

    pub(super) fn table(&self) -> TableId {
        self.shift.table
    }

    pub(super) async fn pause(&mut self, from: u64, to: u64) {
        let ms = self.dice.within(from..=to);
        sleep(Duration::from_millis(ms)).await;
    }

    /// Does something with the shoe.
    pub(super) fn hand<T>(&mut self, act: impl FnOnce(&mut Station, &mut Hand<'_>) -> T) -> T {
        let now = u64::try_from(self.sim.house.now().0).unwrap_or_default();
        let mut faults = Counts::default();
        let dice = &mut self.dice;
        let done = self.shift.act(|station| act(station, &mut Hand { dice, faults: &mut faults, now }));
        self.sim.shared.tally().faults.add_all(&faults);
        done
    }

    /// Gives an order as a dealer. Answers whether it was carried out.
    pub(super) async fn order(&mut self, by: StaffId, command: DealerCommand, status: &LiveStatus) -> bool {
        let what = match &command {
            DealerCommand::KeyIn { finding_no, .. } => Some((*finding_no, How::KeyIn)),
            DealerCommand::Resolve { finding_no, how } => Some((*finding_no, *how)),
            _ => None,
        };
        let (seen, word) = (self.seen(status), word_of_dealer(&command));
        let answer =
            self.sim.house.deal(self.table(), LiveOrder { by, command, seen, request_id: None }).await;
        self.note(by, what, (seen, status), word, &answer)
    }

    /// Gives an order as a supervisor. Answers whether it was carried out.
    pub(super) async fn supervise_by(
        &mut self,
        by: StaffId,
        command: SupervisorCommand,
        status: &LiveStatus,
    ) -> bool {
        let what = match &command {
            SupervisorCommand::KeyIn { finding_no, .. } => Some((*finding_no, How::KeyIn)),
            SupervisorCommand::Resolve { finding_no, how, .. } => Some((*finding_no, *how)),
            _ => None,
        };
        let (seen, word) = (self.seen(status), word_of_supervisor(&command));
        let answer =
            self.sim.house.supervise(self.table(), LiveOrder { by, command, seen, request_id: None }).await;
        self.note(by, what, (seen, status), word, &answer)
    }

    /// Which event they say they saw last; now and then an older one.
    fn seen(&mut self, status: &LiveStatus) -> Option<u64> {
        match self.dice.within(1..=100) {
            1..=2 => status.seq.checked_sub(1),
            3..=40 => Some(status.seq),
            _ => None,
        }
    }

    fn note(
        &self,
        by: StaffId,
        what: Option<(u64, How)>,
        (seen, status): (Option<u64>, &LiveStatus),
        word: &str,
        answer: &Result<LiveReceipt, Rejection>,
    ) -> bool {
        let said = match answer {
            Ok(receipt) if receipt.repeated => "done before",
            Ok(_) => "done",
            Err(Rejection::Refused(refusal)) => HouseRefusal::code(refusal),
            Err(Rejection::Failed(_)) => "failed",
        };
        self.sim.shared.answer(word, said);
        let mut observed = self.sim.shared.observed();
        if answer.is_ok() && seen.is_some_and(|seen| seen < status.seq) {
            let what = format!("table {}: {word} of one who had not seen the last event", self.table().0);
            observed.live.contradictions.push(what);
        }
        if let (Ok(_), Some((finding_no, how))) = (answer, what) {
            let (table, how) = (self.table().0, how.id().to_owned());
            observed.live.done.push(DoneOrder { table, finding_no, by: by.0, how });
        }
        answer.is_ok()
    }
}

const fn word_of_dealer(command: &DealerCommand) -> &'static str {
    match command {
        DealerCommand::SitDown => "sit down",
        DealerCommand::StandUp => "stand up",
        DealerCommand::HandOver { .. } => "hand over",
        DealerCommand::Call => "call a supervisor",
        DealerCommand::EndCall => "end the call",
        DealerCommand::Hold => "hold the table",
        DealerCommand::EndHold => "end the hold",
        DealerCommand::OpenShoe => "open the shoe",
        DealerCommand::StartBetting => "start betting",
        DealerCommand::CutCard => "say the cut card",
        DealerCommand::Misread { .. } => "say a card misread",
        DealerCommand::KeyIn { .. } => "key in as dealer",
        DealerCommand::Resolve { .. } => "resolve as dealer",
        DealerCommand::CountOut => "count out",
    }
}

const fn word_of_supervisor(command: &SupervisorCommand) -> &'static str {
    match command {
        SupervisorCommand::Seat { .. } => "seat a dealer",
        SupervisorCommand::Unseat { .. } => "unseat a dealer",
        SupervisorCommand::AnswerCall => "answer the call",
        SupervisorCommand::AssignShoe { .. } => "assign a shoe",
        SupervisorCommand::OpenFreeRound => "open a free round",
        SupervisorCommand::EndShoe { .. } => "end the shoe",
        SupervisorCommand::AllowUnrecorded { .. } => "allow rounds without a recording",
        SupervisorCommand::CutCard => "say the cut card as supervisor",
        SupervisorCommand::Misread { .. } => "say a card misread as supervisor",
        SupervisorCommand::BurnForgotten => "say the burn forgotten",
        SupervisorCommand::KeyIn { .. } => "key in as supervisor",
        SupervisorCommand::Resolve { .. } => "resolve as supervisor",
    }
}
