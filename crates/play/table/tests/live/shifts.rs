//! Shifts at a live table of anything in any order, and the laws that hold in each: nothing panics, every record is
//! consumed once by one event, no card comes without a record or two people, and the history is the state. Property
//! tests and the fuzzer share them.

use std::collections::BTreeSet;
use std::sync::Arc;

use punto_table::live::{LiveCommand, LiveEvent, Person, Reaction, Read, ShoeChange, react};
use punto_table::{
    Command, Decision, Event, Origin, Phase, RecordRef, Settings, Table, Timestamp, Wants, decide,
};

use crate::bare_table::{LiveTable, Stored};
use crate::moves::{Move, commands};

/// Plays moves at a table, each with what follows at once, and holds the laws.
pub(crate) fn play(settings: Settings, moves: &[Move]) -> LiveTable {
    let mut live = LiveTable::of(settings);
    for step in moves {
        live.now = live.now.plus_ms(match step {
            Move::Pass(ms) => *ms,
            _ => 1_000,
        });
        if let (Move::Work(_), Some(due)) = (step, due(&live.table)) {
            live.now = live.now.max(due);
        }
        for command in commands(&live, step) {
            run(&mut live, &command);
            comes_to_rest(&mut live);
            if let Some(finding) = live.table.live().finding() {
                assert!(!live.table.ways().is_empty(), "{:?} has no way out", finding.code);
            }
        }
    }
    audit(&live);
    deals_in_time(&live);
    live
}

/// When the clock closes betting or shows cards, if it does one of both next.
fn due(table: &Table) -> Option<Timestamp> {
    match table.phase() {
        Phase::Betting { closes_at } => Some(*closes_at),
        _ => table.next_step().at.filter(|_| table.next_step().wants == Wants::Reveal),
    }
}

fn run(live: &mut LiveTable, command: &Command) {
    let before = live.table.clone();
    assert_eq!(decide(&before, command), decide(&before, command), "deciding is pure");
    if let Command::Live(LiveCommand::Read(reading)) = command
        && reading.record.n > live.n
    {
        live.n = reading.record.n;
        live.pass = match &reading.what {
            Read::Shoe(shoe) if shoe.change == ShoeChange::Loaded => 0,
            // A pass beyond all numbers would leave nothing to come.
            what => what.pass().filter(|pass| *pass < 1_000_000).unwrap_or(live.pass),
        };
    }
    let decision = live.run(command);
    if let Command::Live(LiveCommand::Read(_)) = command {
        assert!(decision.is_ok(), "a reading is always taken: {decision:?}");
    }
    if decision.is_err() || decision == Ok(Decision::Duplicate) {
        assert_eq!(&live.table, &before, "a refusal changes nothing");
    }
}

/// Readings that wait lead to something that is not refused, or to nothing; and the table comes to rest.
fn comes_to_rest(live: &mut LiveTable) {
    for _ in 0..500 {
        if live.table.next_step().wants != Wants::GoOn {
            return;
        }
        let decision = live.live(LiveCommand::GoOn);
        let acts = matches!(&decision, Ok(Decision::Accepted(events)) if !events.is_empty());
        assert!(acts, "{decision:?} of {:?}", live.table.due_reaction());
    }
    panic!("the table goes on without end")
}

/// Holds what became of each record and of each card against the history.
fn audit(live: &LiveTable) {
    let mut table = Table::new(Arc::clone(live.table.settings()));
    let (mut made, mut consumed) = (BTreeSet::new(), BTreeSet::new());
    for stored in &live.history {
        match stored {
            Stored::Reading(reading) => {
                assert!(made.insert(reading.record));
                assert!(table.take(reading));
                for waiting in table.live().waiting() {
                    let reaction = react(&table, &waiting.reading);
                    let voids = matches!(&reaction, Reaction::Command(command) if matches!(**command, Command::VoidRound { .. }));
                    assert!(!voids, "a reading voids no round");
                }
            }
            Stored::Event(recorded) => {
                for record in recorded.event.consumes() {
                    assert!(made.contains(record), "{record:?} was never made");
                    assert!(consumed.insert(*record), "{record:?} is consumed twice");
                }
                check_card(live, &recorded.event);
                check_people(&recorded.event);
                table.apply(recorded);
            }
        }
    }
    assert_eq!(&table, &live.table, "the history is the state");
    let waiting: BTreeSet<RecordRef> = table.live().waiting().map(|waiting| waiting.reading.record).collect();
    let rest: BTreeSet<RecordRef> = made.difference(&consumed).copied().collect();
    assert_eq!(rest, waiting, "what is not consumed waits");
}

/// A card has a record that says so, or two people who typed it and are two.
fn check_card(live: &LiveTable, event: &Event) {
    let Event::CardDrawn { card, from, .. } = event else { return };
    match from {
        Origin::Shoe => panic!("a card without a record"),
        Origin::Device(record) => {
            let said = live.history.iter().any(|stored| {
                matches!(stored, Stored::Reading(reading) if reading.record == *record
                    && matches!(&reading.what, Read::Card(read) if read.card == *card))
            });
            assert!(said, "the record says another card");
        }
        Origin::Keyed { finding_no, dealer, supervisor } => {
            assert_ne!(dealer, supervisor);
            for by in [Person::Dealer(*dealer), Person::Supervisor(*supervisor)] {
                let typed = LiveEvent::CardKeyed { finding_no: *finding_no, by, card: *card };
                let typed = live.history.iter().any(|stored| {
                    matches!(stored, Stored::Event(recorded) if recorded.event == Event::Live(typed.clone()))
                });
                assert!(typed, "{by:?} did not type it");
            }
        }
    }
}

/// The person who confirms is another one.
fn check_people(event: &Event) {
    if let Event::Live(LiveEvent::FindingResolved { by, confirmed_by: Some(confirmed), .. }) = event {
        assert_ne!(by.map(Person::id), Some(confirmed.id()));
    }
}

/// Deals no card that was read before betting closed, nor any before it did.
fn deals_in_time(live: &LiveTable) {
    let mut closes_at = None;
    for stored in &live.history {
        let Stored::Event(recorded) = stored else { continue };
        match &recorded.event {
            Event::BettingOpened { closes_at: until, .. } => closes_at = Some(*until),
            Event::Live(LiveEvent::FreeRoundOpened { .. }) => closes_at = None,
            Event::CardDrawn { from: Origin::Device(record), .. } => {
                let read = live.history.iter().find_map(|stored| match stored {
                    Stored::Reading(reading) if reading.record == *record => Some(reading.read_at),
                    _ => None,
                });
                assert!(closes_at.is_none_or(|closes_at| read >= Some(closes_at)), "{record:?} is early");
            }
            _ => {}
        }
    }
}
