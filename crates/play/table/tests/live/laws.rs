//! Laws of a live table under readings, commands and time in any order: nothing panics, every record is consumed once
//! by one event, no card comes without a record or two people, and the history is the state.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::collections::BTreeSet;
use std::sync::Arc;

use baccarat::Card;
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use punto_table::event::VoidReason;
use punto_table::live::{
    CardRead, FindingCode, How, LiveCommand, LiveEvent, Needs, Person, Reaction, Read, Reading,
    SCANNER_ALGORITHM, ScannerSettings, SeenBy, ShoeChange, ShoeRead, Shoes, Slot, Start, UnreadRead, react,
};
use punto_table::{
    Command, Decision, DeviceId, Event, Origin, Phase, RecordRef, StaffId, Table, Wants, decide,
};

use crate::live_table::{DEVICE, LiveTable, OTHER, SUPERVISOR, Stored};

#[derive(Clone, Debug)]
enum Move {
    /// What the dealer, the device and the clock do next when all is well.
    Work(usize),
    Card {
        card: usize,
        jump: u64,
        slot: Option<Slot>,
        conf: Option<u16>,
        tag: Option<u8>,
        rescan: Option<u64>,
        late: bool,
        back_ms: i64,
    },
    Unread {
        jump: u64,
        foreign: bool,
        rescan: Option<u64>,
    },
    CutCard(u64),
    Result(usize),
    Shoe {
        change: ShoeChange,
        label: u8,
        decks: u8,
    },
    Fault,
    /// An earlier record once more.
    Again(usize),
    OtherDevice(usize),
    Pass(u32),
    /// The first way out of the finding after this one, by the people that it needs.
    Resolve(usize),
    /// Anybody wants anything.
    AnyWay {
        how: How,
        by: Person,
    },
    Key {
        by: Person,
        card: usize,
    },
    Misread(Slot, Person),
    Any(usize, Person),
}

fn person() -> impl Strategy<Value = Person> {
    (2_u32..9, any::<bool>()).prop_map(|(id, deals)| {
        if deals { Person::Dealer(StaffId(id)) } else { Person::Supervisor(StaffId(id)) }
    })
}

fn slot() -> impl Strategy<Value = Slot> {
    prop::sample::select(vec![Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3, Slot::Burn])
}

fn jump() -> impl Strategy<Value = u64> {
    prop_oneof![30 => Just(1_u64), 1 => 0_u64..4, 1 => Just(u64::MAX)]
}

/// Some cards more often than others, so that a shoe runs out of them.
fn some_card() -> impl Strategy<Value = usize> {
    prop_oneof![1 => 0_usize..52, 2 => 7_usize..10]
}

fn any_card_move() -> impl Strategy<Value = Move> {
    let rare = |strategy| prop::option::weighted(0.08, strategy);
    (
        some_card(),
        jump(),
        prop::option::weighted(0.05, slot()),
        rare(900_u16..1001),
        prop::option::weighted(0.1, 0_u8..20),
        prop::option::weighted(0.08, 1_u64..20),
        prop::bool::weighted(0.03),
        prop_oneof![8 => Just(0_i64), 1 => 0_i64..20_000],
    )
        .prop_map(|(card, jump, slot, conf, tag, rescan, late, back_ms)| Move::Card {
            card,
            jump,
            slot,
            conf,
            tag,
            rescan,
            late,
            back_ms,
        })
}

fn any_move() -> impl Strategy<Value = Move> {
    let change = prop::sample::select(vec![ShoeChange::Loaded, ShoeChange::Removed, ShoeChange::LidOpen]);
    prop_oneof![
        40 => some_card().prop_map(Move::Work),
        3 => (slot(), person()).prop_map(|(slot, by)| Move::Misread(slot, by)),
        12 => any_card_move(),
        4 => (jump(), prop::bool::weighted(0.1), prop::option::weighted(0.3, 1_u64..20))
            .prop_map(|(jump, foreign, rescan)| Move::Unread { jump, foreign, rescan }),
        1 => jump().prop_map(Move::CutCard),
        1 => (0_usize..3).prop_map(Move::Result),
        1 => (change, 0_u8..3, 7_u8..9).prop_map(|(change, label, decks)| Move::Shoe { change, label, decks }),
        1 => Just(Move::Fault),
        1 => (0_usize..40).prop_map(Move::Again),
        1 => (0_usize..52).prop_map(Move::OtherDevice),
        4 => (0_u32..20_000).prop_map(Move::Pass),
        14 => (0_usize..8).prop_map(Move::Resolve),
        3 => (prop::sample::select(How::all()), person()).prop_map(|(how, by)| Move::AnyWay { how, by }),
        3 => (person(), 0_usize..52).prop_map(|(by, card)| Move::Key { by, card }),
        3 => (0_usize..21, person()).prop_map(|(which, by)| Move::Any(which, by)),
    ]
}

fn of(index: usize) -> Card {
    Card::from_index(index).unwrap()
}

/// A reading as the move has it.
fn reading(live: &LiveTable, step: &Move) -> Option<Reading> {
    let pass = |jump: u64| live.pass.saturating_add(jump);
    let what = match step {
        Move::Card { card, jump, slot, conf, tag, rescan, .. } => Read::Card(CardRead {
            pass: pass(*jump),
            card: of(*card),
            slot: *slot,
            conf: *conf,
            tag: tag.map(|tag| tag.to_string()),
            rescan: *rescan,
        }),
        Move::Unread { jump, foreign, rescan } => {
            Read::Unread(UnreadRead { pass: pass(*jump), foreign: *foreign, rescan: *rescan })
        }
        Move::CutCard(jump) => Read::CutCard { pass: pass(*jump) },
        Move::Result(index) => Read::Result { outcome: baccarat::Outcome::ALL[*index] },
        Move::Shoe { change, label, decks } => {
            Read::Shoe(ShoeRead { change: *change, label: format!("BOX-{label}"), decks: *decks })
        }
        Move::Fault => Read::Fault,
        Move::OtherDevice(card) => Read::Card(CardRead::new(pass(1), of(*card))),
        _ => return None,
    };
    let mut reading = live.reading(what);
    if let Move::OtherDevice(_) = step {
        reading.record = RecordRef { device: DeviceId(5), n: live.n + 1 };
    }
    if let Move::Card { late, back_ms, .. } = step {
        (reading.late, reading.read_at.0) = (*late, reading.read_at.0 - back_ms);
    }
    Some(reading)
}

/// What keeps a table going.
fn work(live: &LiveTable, card: usize) -> Option<Command> {
    let now = live.now;
    Some(match live.table.next_step().wants {
        Wants::GoOn => Command::Live(LiveCommand::GoOn),
        Wants::CloseBetting => Command::CloseBetting { now, wagers: None, draw: None },
        Wants::OpenBetting if live.table.live().call().is_some() => {
            Command::Live(LiveCommand::AnswerCall { by: SUPERVISOR })
        }
        Wants::OpenBetting => {
            let dealer = live.table.live().dealer().unwrap_or(StaffId(7));
            Command::Live(LiveCommand::StartBetting { dealer, now })
        }
        Wants::OpenShoe if live.table.live().loaded().is_some_and(|loaded| loaded.fresh) => {
            Command::OpenShoe { algorithm: SCANNER_ALGORITHM.to_owned(), rules: None, proof: None }
        }
        Wants::OpenShoe => {
            let shoe = ShoeRead { change: ShoeChange::Loaded, label: "BOX-1".to_owned(), decks: 8 };
            Command::Live(LiveCommand::Read(live.reading(Read::Shoe(shoe))))
        }
        Wants::VoidUnanswered | Wants::VoidAbandoned | Wants::BurnCards { .. } => {
            let read = CardRead::new(live.pass.saturating_add(1), of(card));
            Command::Live(LiveCommand::Read(live.reading(Read::Card(read))))
        }
        Wants::Reveal => Command::RevealCards { now: live.now },
        Wants::Card | Wants::Prove(_) => return None,
    })
}

fn anything(live: &LiveTable, which: usize, by: Person) -> Command {
    let (id, why) = (by.id(), "why".to_owned());
    let command = match which {
        0 => LiveCommand::SeatDealer { dealer: id, by: None },
        1 => LiveCommand::SeatDealer { dealer: StaffId(7), by: Some(id) },
        2 => LiveCommand::UnseatDealer { dealer: id, by: None },
        3 => LiveCommand::JoinDevice { device: DEVICE },
        4 => LiveCommand::LoseDevice { device: DEVICE, why },
        5 => LiveCommand::AssignShoe { label: "BOX-1".to_owned(), by: id },
        6 => LiveCommand::OpenFreeRound { by: id },
        7 => LiveCommand::EndShoe { by: id, why },
        8 => LiveCommand::SeeCutCard { by: SeenBy::Person(by) },
        9 => LiveCommand::ReportBurnForgotten { by: id },
        10 => LiveCommand::CountOut { dealer: id },
        11 => LiveCommand::CallSupervisor { dealer: id },
        12 => LiveCommand::AnswerCall { by },
        13 => LiveCommand::SetHold { dealer: id },
        14 => LiveCommand::EndHold { dealer: id },
        15 => LiveCommand::HandOver { dealer: StaffId(7), to: id },
        16 => LiveCommand::NoteRecording { runs: false, now: live.now },
        17 => LiveCommand::NoteRecording { runs: true, now: live.now },
        18 => LiveCommand::AllowUnrecorded { by: id, why, until: live.now.plus_ms(60_000) },
        19 => return Command::VoidRound { reason: VoidReason::Supervisor, by: Some(id) },
        _ => {
            let record = RecordRef { device: DEVICE, n: live.n };
            return Command::DrawCard { card: of(0), from: Origin::Device(record) };
        }
    };
    Command::Live(command)
}

/// One after the other, the people who resolve the finding like this.
fn people(live: &LiveTable, needs: Needs) -> Vec<Person> {
    let dealer = Person::Dealer(live.table.live().dealer().unwrap_or(StaffId(7)));
    match needs {
        Needs::Dealer => vec![dealer],
        Needs::Supervisor => vec![SUPERVISOR],
        Needs::DealerAndSupervisor => vec![SUPERVISOR, dealer],
        Needs::TwoSupervisors => vec![SUPERVISOR, OTHER],
    }
}

fn commands(live: &LiveTable, step: &Move) -> Vec<Command> {
    let finding_no = live.table.live().finding().map_or(0, |finding| finding.no);
    match step {
        Move::Work(card) => work(live, *card).into_iter().collect(),
        Move::Again(back) => {
            let readings = live.history.iter().rev().filter_map(|stored| match stored {
                Stored::Reading(reading) => Some(reading.clone()),
                Stored::Event(_) => None,
            });
            readings.skip(*back).take(1).map(|reading| Command::Live(LiveCommand::Read(reading))).collect()
        }
        Move::Resolve(index) => {
            let ways = live.table.ways();
            let Some((how, needs)) = ways.get(index % ways.len().max(1)) else { return Vec::new() };
            let each = people(live, *needs).into_iter().map(|by| match how {
                How::KeyIn => LiveCommand::KeyIn { finding_no, by, card: of(*index) },
                _ => LiveCommand::Resolve { finding_no, how: *how, by },
            });
            each.map(Command::Live).collect()
        }
        Move::AnyWay { how, by } => {
            vec![Command::Live(LiveCommand::Resolve { finding_no, how: *how, by: *by })]
        }
        Move::Key { by, card } => {
            vec![Command::Live(LiveCommand::KeyIn { finding_no, by: *by, card: of(*card) })]
        }
        Move::Misread(slot, by) => vec![Command::Live(LiveCommand::ReportMisread { slot: *slot, by: *by })],
        Move::Any(which, by) => vec![anything(live, *which, *by)],
        _ => {
            reading(live, step).map(|reading| Command::Live(LiveCommand::Read(reading))).into_iter().collect()
        }
    }
}

fn run(live: &mut LiveTable, command: &Command) -> Result<(), TestCaseError> {
    let before = live.table.clone();
    prop_assert_eq!(decide(&before, command), decide(&before, command), "deciding is pure");
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
        prop_assert!(decision.is_ok(), "a reading is always taken: {decision:?}");
    }
    if decision.is_err() || decision == Ok(Decision::Duplicate) {
        prop_assert_eq!(&live.table, &before, "a refusal changes nothing");
    }
    Ok(())
}

/// Readings that wait lead to something that is not refused, or to nothing; and the table comes to rest.
fn comes_to_rest(live: &mut LiveTable) -> Result<(), TestCaseError> {
    for _ in 0..500 {
        if live.table.next_step().wants != Wants::GoOn {
            return Ok(());
        }
        let decision = live.live(LiveCommand::GoOn);
        let acts = matches!(&decision, Ok(Decision::Accepted(events)) if !events.is_empty());
        prop_assert!(acts, "{decision:?} of {:?}", live.table.due_reaction());
    }
    Err(TestCaseError::fail("the table goes on without end"))
}

/// Holds what became of each record and of each card against the history.
fn audit(live: &LiveTable) -> Result<(), TestCaseError> {
    let mut table = Table::new(Arc::clone(live.table.settings()));
    let (mut made, mut consumed) = (BTreeSet::new(), BTreeSet::new());
    for stored in &live.history {
        match stored {
            Stored::Reading(reading) => {
                prop_assert!(made.insert(reading.record));
                prop_assert!(table.take(reading));
                for waiting in table.live().waiting() {
                    let reaction = react(&table, &waiting.reading);
                    let voids = matches!(&reaction, Reaction::Command(command) if matches!(**command, Command::VoidRound { .. }));
                    prop_assert!(!voids, "a reading voids no round");
                }
            }
            Stored::Event(recorded) => {
                for record in recorded.event.consumes() {
                    prop_assert!(made.contains(record), "{record:?} was never made");
                    prop_assert!(consumed.insert(*record), "{record:?} is consumed twice");
                }
                check_card(live, &recorded.event)?;
                check_people(&recorded.event)?;
                table.apply(recorded);
            }
        }
    }
    prop_assert_eq!(&table, &live.table, "the history is the state");
    let waiting: BTreeSet<RecordRef> = table.live().waiting().map(|waiting| waiting.reading.record).collect();
    let rest: BTreeSet<RecordRef> = made.difference(&consumed).copied().collect();
    prop_assert_eq!(rest, waiting, "what is not consumed waits");
    Ok(())
}

/// A card has a record that says so, or two people who typed it and are two.
fn check_card(live: &LiveTable, event: &Event) -> Result<(), TestCaseError> {
    let Event::CardDrawn { card, from, .. } = event else { return Ok(()) };
    match from {
        Origin::Shoe => Err(TestCaseError::fail("a card without a record")),
        Origin::Device(record) => {
            let said = live.history.iter().any(|stored| {
                matches!(stored, Stored::Reading(reading) if reading.record == *record
                    && matches!(&reading.what, Read::Card(read) if read.card == *card))
            });
            prop_assert!(said, "the record says another card");
            Ok(())
        }
        Origin::Keyed { finding_no, dealer, supervisor } => {
            prop_assert_ne!(dealer, supervisor);
            for by in [Person::Dealer(*dealer), Person::Supervisor(*supervisor)] {
                let typed = LiveEvent::CardKeyed { finding_no: *finding_no, by, card: *card };
                let typed = live.history.iter().any(|stored| {
                    matches!(stored, Stored::Event(recorded) if recorded.event == Event::Live(typed.clone()))
                });
                prop_assert!(typed, "{by:?} did not type it");
            }
            Ok(())
        }
    }
}

/// The person who confirms is another one.
fn check_people(event: &Event) -> Result<(), TestCaseError> {
    if let Event::Live(LiveEvent::FindingResolved { by, confirmed_by: Some(confirmed), .. }) = event {
        prop_assert_ne!(by.map(Person::id), Some(confirmed.id()));
    }
    Ok(())
}

/// Deals no card that was read before betting closed, nor any before it did.
fn deals_in_time(live: &LiveTable) -> Result<(), TestCaseError> {
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
                prop_assert!(
                    closes_at.is_none_or(|closes_at| read >= Some(closes_at)),
                    "{record:?} is early"
                );
            }
            _ => {}
        }
    }
    Ok(())
}

fn scanner() -> impl Strategy<Value = ScannerSettings> {
    (any::<bool>(), prop::bool::weighted(0.2), any::<bool>(), any::<bool>()).prop_map(
        |(auto, assigned, count_out, burn_on_handover)| ScannerSettings {
            start: if auto { Start::Auto } else { Start::Dealer },
            shoes: if assigned { Shoes::Assigned } else { Shoes::Any },
            count_out,
            burn_on_handover,
            ..ScannerSettings::default()
        },
    )
}

/// How many shifts are played: `PUNTO_SHIFTS`, or 64.
fn shifts() -> u32 {
    std::env::var("PUNTO_SHIFTS").map_or(64, |shifts| shifts.parse().expect("PUNTO_SHIFTS is a number"))
}

/// Plays moves at a table, each with what follows at once.
fn play(rules: &str, scanner: ScannerSettings, moves: &[Move]) -> Result<LiveTable, TestCaseError> {
    let mut live = LiveTable::with(rules, scanner);
    for step in moves {
        live.now = live.now.plus_ms(match step {
            Move::Pass(ms) => *ms,
            _ => 1_000,
        });
        if let (Move::Work(_), Phase::Betting { closes_at }) = (step, live.table.phase()) {
            live.now = live.now.max(*closes_at);
        }
        for command in commands(&live, step) {
            run(&mut live, &command)?;
            comes_to_rest(&mut live)?;
            if let Some(finding) = live.table.live().finding() {
                prop_assert!(!live.table.ways().is_empty(), "{:?} has no way out", finding.code);
            }
        }
    }
    Ok(live)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(shifts()))]

    #[test]
    fn anything_in_any_order_keeps_every_law(
        rules in prop::sample::select(&baccarat::HouseRules::BUILTIN[..]),
        scanner in scanner(),
        moves in prop::collection::vec(any_move(), 0..300),
    ) {
        let live = play(rules, scanner, &moves)?;
        audit(&live)?;
        deals_in_time(&live)?;
    }
}

/// The moves are worth something: they end rounds, raise every finding, and resolve findings in every way.
#[test]
fn the_moves_reach_every_finding_and_every_way() {
    let mut runner = TestRunner::deterministic();
    let moves = prop::collection::vec(any_move(), 300);
    let (mut codes, mut hows, mut settled) = (BTreeSet::new(), BTreeSet::new(), 0);
    for index in 0..120 {
        let rules = baccarat::HouseRules::BUILTIN[index % baccarat::HouseRules::BUILTIN.len()];
        let scanner = scanner().new_tree(&mut runner).unwrap().current();
        let moves = moves.new_tree(&mut runner).unwrap().current();
        let live = play(rules, scanner, &moves).unwrap();
        for stored in &live.history {
            let Stored::Event(recorded) = stored else { continue };
            match &recorded.event {
                Event::RoundSettled { .. } => settled += 1,
                Event::Live(LiveEvent::FindingRaised { code, .. }) => _ = codes.insert(*code),
                Event::Live(LiveEvent::FindingResolved { how, .. }) => _ = hows.insert(*how),
                _ => {}
            }
        }
    }
    let missing: Vec<_> = FindingCode::all().iter().filter(|code| !codes.contains(*code)).collect();
    let unused: Vec<_> = How::all().iter().filter(|how| !hows.contains(*how)).collect();
    assert_eq!((missing, unused), (vec![&FindingCode::CutCardLate], Vec::<&How>::new()));
    assert!(settled > 60, "{settled} rounds");
}
