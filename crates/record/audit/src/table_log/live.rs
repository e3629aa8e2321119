//! What leads to the next event of a live table: a record of a device, readings that wait, somebody who works there, or
//! the clock. Judges nothing: the table does.

use house::live::reading_of;
use house::ports::StoredRecord;
use table::event::VoidReason;
use table::live::{BurnWhy, How, LiveEvent, Person, ScannerSettings, SeenBy};
use table::{Command, Dealer, Decision, Event, LiveCommand, Settings, StaffId, Timestamp, decide};

use super::{Due, TableLog, why};
use crate::compare::{fits, json};
use crate::deviation::{Deviation, Place, refuse};

/// What stands for the text of a note from before notes had one. No other way takes it.
const UNWRITTEN: &str = "-";

impl TableLog {
    /// Whether a dealer draws the cards of the table.
    pub(crate) fn is_live(&self) -> bool {
        self.table.settings().dealer.scanner().is_some()
    }

    /// Goes on with these settings of its scanner.
    pub(crate) fn run_like(&mut self, scanner: &ScannerSettings) {
        if self.table.settings().dealer.scanner() != Some(scanner) {
            let dealer = Dealer::Scanner(scanner.clone());
            let settings = Settings { dealer, ..(**self.table.settings()).clone() };
            self.table.set_up(settings.into());
        }
    }

    /// Takes a record that the table took before its next event. What follows from it has to be in the log right after
    /// it.
    pub(crate) fn take(&mut self, stored: &StoredRecord) -> Result<(), Deviation> {
        let place = Place::Record(self.id(), stored.no);
        if let Some(due) = self.unfinished() {
            return refuse(place, due, "another record");
        }
        if !self.is_live() {
            return refuse(place, "no record at a table that the clock deals", &stored.record.body);
        }
        let reading = reading_of(&stored.record)
            .map_err(|failure| Deviation::new(place, "a record of a device", failure.to_string()))?;
        let events = match decide(&self.table, &Command::Live(LiveCommand::Read(reading.clone()))) {
            Ok(Decision::Accepted(events)) => events,
            Ok(Decision::Duplicate) => {
                return refuse(place, "a record that the table did not take before", &stored.record.body);
            }
            Err(refusal) => {
                return refuse(place, format!("a refusal: {}", why(&refusal)), &stored.record.body);
            }
        };
        self.table.take(&reading);
        self.due = Due { events: events.into(), begun: false };
        Ok(())
    }

    /// What the table decides on the command that leads to this event; if none does, on the first that might.
    pub(super) fn decided_live(&self, event: &Event, now: Timestamp) -> Result<Vec<Event>, String> {
        let mut first = None;
        for command in self.commands(event, now) {
            let decided = match decide(&self.table, &command) {
                Ok(Decision::Accepted(events)) => Ok(events),
                Ok(Decision::Duplicate) => Err("no event: nothing changes".to_owned()),
                Err(refusal) => Err(format!("a refusal: {}", why(&refusal))),
            };
            let leads_there = |events: &Vec<Event>| events.first().is_some_and(|first| fits(first, event));
            if decided.as_ref().is_ok_and(leads_there) {
                return decided;
            }
            first.get_or_insert(decided);
        }
        first
            .unwrap_or_else(|| Err(format!("an event that nothing else brings with it, not {}", json(event))))
    }

    fn commands(&self, event: &Event, now: Timestamp) -> Vec<Command> {
        let live = |command| vec![Command::Live(command)];
        match event {
            Event::Live(own) => self.live_commands(own, now),
            Event::CardDrawn { .. } | Event::CardsBurned { .. } => live(LiveCommand::GoOn),
            Event::BettingOpened { .. } => {
                let dealer = self.table.live().dealer();
                let by_dealer = dealer.map(|dealer| Command::Live(LiveCommand::StartBetting { dealer, now }));
                by_dealer.into_iter().chain([Command::OpenBetting { now }]).collect()
            }
            Event::RoundVoided { reason, by, .. } => {
                // Who voids a round takes its finding along; how people resolved that, only they say.
                let alone = [Command::VoidRound { reason: *reason, by: *by }];
                match reason {
                    VoidReason::Irregular | VoidReason::UnreadableCard => {
                        self.resolutions(*by).chain(alone).collect()
                    }
                    _ => alone.into_iter().chain(self.resolutions(*by)).collect(),
                }
            }
            event => vec![self.command(event, now)],
        }
    }

    /// The ways in which the open finding voids its round, by who may have agreed last.
    fn resolutions(&self, supervisor: Option<StaffId>) -> impl Iterator<Item = Command> {
        let live = self.table.live();
        let people = supervisor.map(Person::Supervisor).into_iter().chain(live.dealer().map(Person::Dealer));
        let ways = people.flat_map(|by| [How::Void, How::VoidAndEndShoe].map(|how| (how, by)));
        let finding = live.finding().map(|finding| finding.no);
        ways.filter_map(move |(how, by)| {
            Some(Command::Live(LiveCommand::Resolve { finding_no: finding?, how, by, why: None }))
        })
    }

    /// The commands that lead to an event that only happens at a live table; none for one that others bring with them.
    fn live_commands(&self, event: &LiveEvent, at: Timestamp) -> Vec<Command> {
        let command = match event.clone() {
            LiveEvent::DealerSeated { dealer, by } => LiveCommand::SeatDealer { dealer, by },
            LiveEvent::HandOverAgreed { dealer, to } => LiveCommand::HandOver { dealer, to },
            LiveEvent::ReliefOffered { dealer } => LiveCommand::SeatDealer { dealer, by: None },
            LiveEvent::DealerLeft { dealer, by } | LiveEvent::ReliefWithdrawn { dealer, by } => {
                LiveCommand::UnseatDealer { dealer, by }
            }
            LiveEvent::SupervisorCalled { dealer } => LiveCommand::CallSupervisor { dealer },
            LiveEvent::CallAnswered { by } => LiveCommand::AnswerCall { by },
            LiveEvent::HoldSet { dealer } => LiveCommand::SetHold { dealer },
            LiveEvent::HoldEnded { dealer } => LiveCommand::EndHold { dealer },
            LiveEvent::DeviceJoined { device } => LiveCommand::JoinDevice { device },
            LiveEvent::DeviceLost { device, why } => LiveCommand::LoseDevice { device, why },
            LiveEvent::RecordingLost => LiveCommand::NoteRecording { runs: false, now: at },
            LiveEvent::RecordingRuns => LiveCommand::NoteRecording { runs: true, now: at },
            LiveEvent::UnrecordedAllowed { by, why, until } => {
                LiveCommand::AllowUnrecorded { by, why, until }
            }
            LiveEvent::ShoeAssigned { label, seal, by } => LiveCommand::AssignShoe { label, seal, by },
            LiveEvent::FreeRoundOpened { by, .. } => LiveCommand::OpenFreeRound { by },
            LiveEvent::CutCardSeen { by: by @ SeenBy::Person(_) } => LiveCommand::SeeCutCard { by },
            LiveEvent::ShoeEnded { by, why, .. } => LiveCommand::EndShoe { by, why },
            LiveEvent::FindingRaised { by: Some(by), slot: Some(slot), .. } => {
                LiveCommand::ReportMisread { slot, by }
            }
            LiveEvent::FindingRaised { by: Some(by), .. } => LiveCommand::ReportBurnForgotten { by: by.id() },
            LiveEvent::CardKeyed { finding_no, by, card } => LiveCommand::KeyIn { finding_no, by, card },
            LiveEvent::ResolutionProposed { finding_no, how, by, why }
            | LiveEvent::FindingResolved { finding_no, how, by: Some(by), confirmed_by: None, why, .. } => {
                let why = why.or_else(|| Some(UNWRITTEN.to_owned()));
                LiveCommand::Resolve { finding_no, how, by, why }
            }
            LiveEvent::FindingResolved { finding_no, how, confirmed_by: Some(by), why, .. } => {
                LiveCommand::Resolve { finding_no, how, by, why }
            }
            LiveEvent::ShoeCounted { .. } => match self.table.live().dealer() {
                Some(dealer) => LiveCommand::CountOut { dealer },
                None => return Vec::new(),
            },
            LiveEvent::ShoeFinished { digest, .. } => LiveCommand::FinishShoe { digest },
            LiveEvent::ShoeLoaded { .. }
            | LiveEvent::RecordNoted { .. }
            | LiveEvent::CutCardSeen { by: SeenBy::Record(_) }
            | LiveEvent::CardBurned { why: BurnWhy::HandOver, .. }
            | LiveEvent::FindingRaised { by: None, .. } => LiveCommand::GoOn,
            LiveEvent::CardBurned { .. }
            | LiveEvent::CardAmended { .. }
            | LiveEvent::FindingResolved { by: None, .. } => return Vec::new(),
        };
        vec![Command::Live(command)]
    }
}
