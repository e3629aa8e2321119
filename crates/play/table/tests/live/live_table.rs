//! A live table for scripts, with supervisors.

use std::sync::Arc;

use baccarat::Card;
use money::Stake;
use punto_table::live::{
    CardRead, FindingCode, Happened, How, LiveCommand, LiveEvent, Person, Reaction, Read, Reading,
    SCANNER_ALGORITHM, ScannerSettings, ShoeChange, ShoeRead, UnreadRead, react,
};
use punto_table::{
    Command, Decision, Event, PatronId, Phase, RawWager, Refusal, RequestId, Slip, SlipKind, StaffId, Table,
    Wants,
};

pub(crate) use crate::bare_table::{DEALER, DEVICE, LiveTable, NOTE, OTHER, SUPERVISOR, Stored, settings};

/// The dealer in the role of a supervisor.
pub(crate) const SAME: Person = Person::Supervisor(StaffId(7));

impl LiveTable {
    /// A table with a device and a dealer, and no shoe.
    pub(crate) fn with(rules: &str, scanner: ScannerSettings) -> Self {
        Self::of(settings(rules, scanner))
    }

    pub(crate) fn new(rules: &str) -> Self {
        Self::with(rules, ScannerSettings::default())
    }

    /// A table whose shoe is open and, where the house rules burn, not burned.
    pub(crate) fn opened(rules: &str) -> Self {
        let mut live = Self::new(rules);
        live.load("BOX-0117");
        live.open_shoe();
        live
    }

    /// A table without a burn whose first round takes wagers.
    pub(crate) fn betting() -> Self {
        let mut live = Self::opened("three-bet");
        live.start();
        live
    }

    /// A table without a burn whose first card is wanted.
    pub(crate) fn closed() -> Self {
        let mut live = Self::betting();
        live.close();
        live
    }

    /// Takes a reading.
    pub(crate) fn take(&mut self, reading: Reading) -> Vec<Event> {
        self.n = reading.record.n.max(self.n);
        self.pass = reading.what.pass().unwrap_or(self.pass);
        self.must(&LiveCommand::Read(reading))
    }

    pub(crate) fn read(&mut self, what: Read) -> Vec<Event> {
        let reading = self.reading(what);
        self.take(reading)
    }

    /// The next thing that passes is this card, a second after the one before.
    pub(crate) fn card(&mut self, text: &str) -> Vec<Event> {
        self.now = self.now.plus_ms(1_000);
        self.read(Read::Card(CardRead::new(self.pass + 1, card(text))))
    }

    pub(crate) fn cards(&mut self, texts: &str) -> Vec<Event> {
        texts.split(' ').flat_map(|text| self.card(text)).collect()
    }

    pub(crate) fn unread(&mut self) -> Vec<Event> {
        self.now = self.now.plus_ms(1_000);
        self.read(unread(self.pass + 1))
    }

    /// The next card cannot be read, and the round is voided after two rescans.
    pub(crate) fn void_unreadable(&mut self) {
        for _ in 0..2 {
            self.unread();
            self.resolved(How::Rescan, &[DEALER]);
        }
        self.unread();
        self.resolved(How::Void, &[DEALER, SUPERVISOR]);
    }

    pub(crate) fn load(&mut self, label: &str) -> Vec<Event> {
        let events = self.read(loaded(label, 8));
        self.pass = 0;
        events
    }

    pub(crate) fn open_shoe(&mut self) {
        let algorithm = SCANNER_ALGORITHM.to_owned();
        let opened = self.run(&Command::OpenShoe { algorithm, rules: None, proof: None });
        assert!(matches!(opened, Ok(Decision::Accepted(_))), "{opened:?}");
    }

    /// Begins a round.
    pub(crate) fn start(&mut self) {
        self.now = self.now.plus_ms(5_000);
        self.must(&LiveCommand::StartBetting { dealer: DEALER.id(), now: self.now });
    }

    /// Waits for the end of the betting.
    pub(crate) fn close(&mut self) -> Vec<Event> {
        let next = self.table.next_step();
        assert_eq!(next.wants, Wants::CloseBetting);
        self.now = self.now.max(next.at.expect("the clock closes"));
        let close = Command::CloseBetting { now: self.now, wagers: None, draw: None };
        assert!(matches!(self.run(&close), Ok(Decision::Accepted(_))));
        self.go_on()
    }

    pub(crate) fn resolve(&mut self, how: How, by: Person) -> Result<Decision, Refusal> {
        let finding_no = self.table.live().finding().map_or(0, |finding| finding.no);
        let why = (how == How::Note).then(|| NOTE.to_owned());
        self.live(LiveCommand::Resolve { finding_no, how, by, why })
    }

    /// Resolves the finding, and does what follows.
    pub(crate) fn resolved(&mut self, how: How, people: &[Person]) -> Vec<Event> {
        let mut events = Vec::new();
        for by in people {
            match self.resolve(how, *by) {
                Ok(Decision::Accepted(more)) => events = more,
                other => panic!("{how:?} by {by:?}: {other:?}"),
            }
        }
        events.into_iter().chain(self.go_on()).collect()
    }

    pub(crate) fn key(&mut self, by: Person, text: &str) -> Result<Vec<Event>, Refusal> {
        let finding_no = self.table.live().finding().map_or(0, |finding| finding.no);
        let keyed = self.live(LiveCommand::KeyIn { finding_no, by, card: card(text) })?;
        let Decision::Accepted(events) = keyed else { panic!("{keyed:?}") };
        Ok(events.into_iter().chain(self.go_on()).collect())
    }

    /// A slip of a patron who sits down for it.
    pub(crate) fn place(&mut self, patron: u32, spot: &str, stake: u64) {
        let patron = PatronId(patron);
        self.run(&Command::TakeSeat { patron }).expect("there is room");
        let wager = RawWager { spot: spot.to_owned(), stake: Stake::new(stake).ok() };
        let round = self.table.round().expect("a round takes wagers");
        let id = self.history.len().try_into().expect("tests are short");
        let slip = Slip::new((patron, RequestId(id)), round, SlipKind::Adds, vec![wager], self.now);
        self.run(&Command::PlaceSlip(slip)).expect("it is in order");
    }

    pub(crate) fn finding(&self) -> Option<FindingCode> {
        self.table.live().finding().map(|finding| finding.code)
    }

    pub(crate) fn phase(&self) -> &'static str {
        self.table.phase().id()
    }

    /// The cards of the round, as people write them.
    pub(crate) fn on_table(&self) -> String {
        let cards: Vec<String> = self.table.phase().cards().iter().map(ToString::to_string).collect();
        cards.join(" ")
    }

    /// The name of what a reading leads to now.
    pub(crate) fn reaction(&self, what: Read) -> String {
        name(&react(&self.table, &self.reading(what)))
    }

    /// The same table, made from its history.
    pub(crate) fn replayed(&self) -> Table {
        let mut table = Table::new(Arc::clone(self.table.settings()));
        let happened = self.history.iter().map(|stored| match stored {
            Stored::Event(recorded) => Happened::Event(recorded),
            Stored::Reading(reading) => Happened::Reading(reading),
        });
        table.follow_all(happened).expect("it happened");
        table
    }

    pub(crate) fn is_over(&self) -> bool {
        matches!(self.table.phase(), Phase::Settled { .. })
    }
}

pub(crate) fn name(reaction: &Reaction) -> String {
    let command = match reaction {
        Reaction::Hold => return "hold".to_owned(),
        Reaction::Raise(code) => return code.id().to_owned(),
        Reaction::Command(command) => command,
    };
    match &**command {
        Command::DrawCard { card, .. } => format!("draw {card}"),
        Command::BurnCards { records, .. } => format!("burn {}", records.len()),
        Command::Live(LiveCommand::NoteRecord { .. }) => "note".to_owned(),
        Command::Live(LiveCommand::SeeCutCard { .. }) => "seen".to_owned(),
        Command::Live(LiveCommand::LoadShoe { .. }) => "load".to_owned(),
        other => panic!("{other:?}"),
    }
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

pub(crate) const fn unread(pass: u64) -> Read {
    Read::Unread(UnreadRead { pass, foreign: false, rescan: None })
}

pub(crate) fn loaded(label: &str, decks: u8) -> Read {
    Read::Shoe(ShoeRead { change: ShoeChange::Loaded, label: label.to_owned(), decks, seal: None })
}

/// The live events among these, by their names.
pub(crate) fn names(events: &[Event]) -> Vec<String> {
    let name = |event: &Event| {
        let json = serde_json::to_value(event).expect("an event is data");
        let name = if matches!(event, Event::Live(_)) { &json["what"] } else { &json["type"] };
        name.as_str().expect("it has a name").to_owned()
    };
    events.iter().map(name).collect()
}

pub(crate) fn live_events(events: &[Event]) -> impl Iterator<Item = &LiveEvent> {
    events.iter().filter_map(|event| match event {
        Event::Live(event) => Some(event),
        _ => None,
    })
}
