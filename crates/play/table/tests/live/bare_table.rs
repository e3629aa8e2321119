//! A live table with a device, a dealer, a clock that only a test moves, and its history.

use std::sync::Arc;

use baccarat::HouseRules;
use money::Currency;
use punto_table::live::{Dealer, LiveCommand, Person, Read, Reading, RecordRef, ScannerSettings};
use punto_table::{
    Command, Decision, DeviceId, Drawing, EntryTerms, Event, RecordedEvent, Refusal, Seating, Settings,
    SpotLimits, StaffId, Table, TableId, Timestamp, Timings, Wants, decide,
};

const START: Timestamp = Timestamp(1_700_000_000_000);
pub(crate) const DEVICE: DeviceId = DeviceId(4);
pub(crate) const DEALER: Person = Person::Dealer(StaffId(7));
/// Two supervisors; the second one also deals at times.
pub(crate) const SUPERVISOR: Person = Person::Supervisor(StaffId(2));
pub(crate) const OTHER: Person = Person::Supervisor(StaffId(3));
/// What supervisors write to a note.
pub(crate) const NOTE: &str = "an ace lay under the tray";
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stored {
    Event(Box<RecordedEvent>),
    Reading(Reading),
}

#[derive(Clone, Debug)]
pub(crate) struct LiveTable {
    pub(crate) table: Table,
    pub(crate) now: Timestamp,
    pub(crate) history: Vec<Stored>,
    pub(crate) n: u64,
    pub(crate) pass: u64,
}

pub(crate) fn settings(rules: &str, scanner: ScannerSettings) -> Settings {
    Settings {
        id: TableId(9),
        name: "Salon Live".to_owned(),
        rules: Arc::new(HouseRules::builtin(rules).expect("built in").clone()),
        currency: Currency::PLAY,
        limits: SpotLimits::none(),
        timings: Timings::default(),
        exposure: None,
        entry: EntryTerms::default(),
        seating: Seating::default(),
        draw: Drawing::Sealed,
        dealer: Dealer::Scanner(scanner),
        squeeze: None,
    }
}

impl LiveTable {
    /// A table with a device and a dealer, and no shoe.
    pub(crate) fn of(settings: Settings) -> Self {
        let table = Table::new(Arc::new(settings));
        let mut live = Self { table, now: START, history: Vec::new(), n: 0, pass: 0 };
        live.must(&LiveCommand::JoinDevice { device: DEVICE });
        live.must(&LiveCommand::SeatDealer { dealer: DEALER.id(), by: None });
        live
    }

    fn apply(&mut self, event: &Event) {
        let recorded = RecordedEvent { seq: self.table.seq() + 1, at: self.now, event: event.clone() };
        self.table.apply(&recorded);
        self.history.push(Stored::Event(Box::new(recorded)));
    }

    pub(crate) fn run(&mut self, command: &Command) -> Result<Decision, Refusal> {
        let decision = decide(&self.table, command)?;
        if let Command::Live(LiveCommand::Read(reading)) = command
            && self.table.take(reading)
        {
            self.history.push(Stored::Reading(reading.clone()));
        }
        if let Decision::Accepted(events) = &decision {
            for event in events {
                self.apply(event);
            }
        }
        Ok(decision)
    }

    pub(crate) fn live(&mut self, command: LiveCommand) -> Result<Decision, Refusal> {
        self.run(&Command::Live(command))
    }

    /// Runs a command that must be accepted, and what follows at once.
    pub(crate) fn must(&mut self, command: &LiveCommand) -> Vec<Event> {
        match self.live(command.clone()) {
            Ok(Decision::Accepted(events)) => events.into_iter().chain(self.go_on()).collect(),
            other => panic!("{command:?}: {other:?}"),
        }
    }

    /// Does what follows from readings that wait.
    pub(crate) fn go_on(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        while self.table.next_step().wants == Wants::GoOn {
            let Ok(Decision::Accepted(more)) = self.live(LiveCommand::GoOn) else {
                panic!("what follows from readings is refused: {:?}", self.table.due_reaction())
            };
            assert!(!more.is_empty(), "the table goes on without end");
            events.extend(more);
        }
        events
    }

    /// A reading as the device makes it next.
    pub(crate) fn reading(&self, what: Read) -> Reading {
        let record = RecordRef { device: DEVICE, n: self.n + 1 };
        Reading { record, read_at: self.now, late: false, what }
    }
}
