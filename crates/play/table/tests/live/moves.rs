//! What may happen at a live table in any order: readings, commands, slips and time. Property tests and the fuzzer
//! share it.

use baccarat::Card;
use money::Stake;
use punto_table::event::VoidReason;
use punto_table::live::{
    CardRead, How, LiveCommand, Needs, Person, Read, Reading, SCANNER_ALGORITHM, SeenBy, ShoeChange,
    ShoeRead, Slot, UnreadRead,
};
use punto_table::{
    Command, DeviceId, Origin, PatronId, RawWager, RecordRef, RequestId, Slip, SlipKind, StaffId, Wants,
};

use crate::bare_table::{DEVICE, LiveTable, NOTE, OTHER, SUPERVISOR, Stored};

/// One thing that happens.
#[derive(Clone, Debug)]
pub(crate) enum Move {
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
    /// A patron sits down and wagers on Player or Banker.
    Slip {
        patron: u32,
        on_player: bool,
        stake: u64,
    },
    /// A patron turns a card.
    Open(u32, Slot),
}

fn of(index: usize) -> Card {
    Card::from_index(index).expect("one of 52")
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
            Read::Shoe(ShoeRead { change: *change, label: format!("BOX-{label}"), decks: *decks, seal: None })
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
            let shoe =
                ShoeRead { change: ShoeChange::Loaded, label: "BOX-1".to_owned(), decks: 8, seal: None };
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
        5 => LiveCommand::AssignShoe { label: "BOX-1".to_owned(), seal: None, by: id },
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

/// A slip of a patron, who sits down for it.
fn slip(live: &LiveTable, patron: u32, on_player: bool, stake: u64) -> Vec<Command> {
    let patron = PatronId(patron);
    let Some(round) = live.table.round() else { return Vec::new() };
    let spot = if on_player { "player" } else { "banker" };
    let wager = RawWager { spot: spot.to_owned(), stake: Stake::new(stake).ok() };
    let id = RequestId(live.history.len().try_into().expect("shifts are short"));
    let slip = Slip::new((patron, id), round, SlipKind::Adds, vec![wager], live.now);
    vec![Command::TakeSeat { patron }, Command::PlaceSlip(slip)]
}

/// The text of a note.
fn note(how: How) -> Option<String> {
    (how == How::Note).then(|| NOTE.to_owned())
}

/// What a move asks of the table; what is not in order now is asked too.
pub(crate) fn commands(live: &LiveTable, step: &Move) -> Vec<Command> {
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
                _ => LiveCommand::Resolve { finding_no, how: *how, by, why: note(*how) },
            });
            each.map(Command::Live).collect()
        }
        Move::AnyWay { how, by } => {
            let why = note(*how);
            vec![Command::Live(LiveCommand::Resolve { finding_no, how: *how, by: *by, why })]
        }
        Move::Key { by, card } => {
            vec![Command::Live(LiveCommand::KeyIn { finding_no, by: *by, card: of(*card) })]
        }
        Move::Misread(slot, by) => vec![Command::Live(LiveCommand::ReportMisread { slot: *slot, by: *by })],
        Move::Any(which, by) => vec![anything(live, *which, *by)],
        Move::Slip { patron, on_player, stake } => slip(live, *patron, *on_player, *stake),
        Move::Open(patron, slot) => {
            let open = |round| Command::OpenCard { patron: PatronId(*patron), round, slot: *slot };
            live.table.round().map(open).into_iter().collect()
        }
        _ => {
            reading(live, step).map(|reading| Command::Live(LiveCommand::Read(reading))).into_iter().collect()
        }
    }
}
