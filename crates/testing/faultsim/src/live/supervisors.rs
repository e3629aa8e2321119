//! The supervisors of a live table: they answer findings, name shoes, seat dealers, end shoes, halt the table and let
//! it go on, and open a round without wagers now and then.

use house::floor::{TableStatus, TableStep};
use house::live::{LiveStatus, SupervisorCommand};
use table::live::{LiveWait, Slot};

use super::crew::Crew;
use crate::floor;

impl Crew {
    /// Supervises for as long as the house runs.
    pub(super) async fn supervise(mut self) {
        loop {
            self.pause(300, 2_000).await;
            let Some(status) = self.status() else { continue };
            self.look(&status).await;
        }
    }

    async fn look(&mut self, status: &LiveStatus) {
        if status.status == TableStatus::Halted && self.dice.per_mille(300) {
            return self.step(TableStep::Resume).await;
        }
        if let Some(finding) = &status.finding {
            return self.answer_as_supervisor(status, finding).await;
        }
        if status.call.is_some() && self.dice.per_mille(300) {
            let by = self.some_supervisor();
            self.supervise_by(by, SupervisorCommand::AnswerCall, status).await;
            return;
        }
        let is_empty = self.shift.station().pile.is_empty();
        let command = match (self.dice.within(1..=2_000), status.wait) {
            (1..=3, _) => return self.step(TableStep::Halt).await,
            (4..=9, _) => SupervisorCommand::EndShoe { why: "the box is torn".to_owned() },
            (10..=30, _) => SupervisorCommand::OpenFreeRound,
            (31..=34, _) => SupervisorCommand::BurnForgotten,
            (35..=42, _) => SupervisorCommand::Misread { slot: self.slot() },
            (43..=46, _) => SupervisorCommand::CutCard,
            (47..=54, _) | (59..=500, Some(LiveWait::Dealer)) => {
                SupervisorCommand::Seat { dealer: self.some_dealer() }
            }
            (55..=58, _) => SupervisorCommand::Unseat { dealer: self.some_dealer() },
            (_, Some(LiveWait::Card | LiveWait::Burn)) if is_empty => {
                SupervisorCommand::EndShoe { why: "it is empty".to_owned() }
            }
            (59..=1_000, Some(LiveWait::Shoe)) if self.shift.is_assigned => {
                let label = self.shift.station().next_label();
                SupervisorCommand::AssignShoe { label, seal: None }
            }
            _ => return,
        };
        let by = self.some_supervisor();
        self.supervise_by(by, command, status).await;
    }

    fn slot(&mut self) -> Slot {
        self.dice.pick(&[Slot::P1, Slot::B1, Slot::P2, Slot::B2]).copied().unwrap_or(Slot::P1)
    }

    async fn step(&mut self, step: TableStep) {
        let status = if matches!(step, TableStep::Halt) { "halted" } else { "open" };
        let by = self.some_supervisor();
        floor::step_table(&self.sim, by, (self.table(), step, status), &mut self.dice).await;
    }
}
