//! Replays of tables that played a few rounds, and what the audit says of what follows.

use baccarat::Spot;
use baccarat::rules::Leaving;
use house::default_tables;
use money::Stake;
use table::event::VoidReason;
use table::squeeze::SqueezeTerms;
use table::{CorrectionRequest, PatronId, Ruling, StaffId, Wants};

use super::*;

const SEED: ShoeSeed = ShoeSeed { shoe_no: 1, seed: [7; 32] };

/// The events of a table until this many rounds are settled, without wagers.
fn played(settings: &Settings, rounds: u16) -> Vec<RecordedEvent> {
    let shoe = fair::shuffle(&SEED.seed, settings.rules.decks);
    let (mut table, mut events) = (Table::new(Arc::new(settings.clone())), Vec::<RecordedEvent>::new());
    let settled = |recorded: &&RecordedEvent| matches!(recorded.event, Event::RoundSettled { .. });
    while events.iter().filter(settled).count() < usize::from(rounds) {
        let (step, card) = (table.next_step(), shoe[usize::from(table.shoe().out())]);
        let at = step.at.expect("the clock does it");
        let command = match step.wants {
            Wants::OpenShoe => {
                Command::OpenShoe { algorithm: fair::ALGORITHM.to_owned(), rules: None, proof: None }
            }
            Wants::BurnCards { first } => {
                Command::BurnCards { first: first.then_some(card), records: Vec::new() }
            }
            Wants::OpenBetting => Command::OpenBetting { now: at },
            Wants::CloseBetting => Command::CloseBetting { now: at, wagers: None, draw: None },
            Wants::Prove(_) | Wants::GoOn | Wants::VoidAbandoned | Wants::VoidUnanswered => {
                unreachable!("this shoe has no proof, and nobody deals it")
            }
            Wants::Reveal => Command::RevealCards { now: at },
            Wants::Card => Command::DrawCard { card, from: table::Origin::Shoe },
        };
        let Ok(Decision::Accepted(decided)) = decide(&table, &command) else { panic!("{command:?}") };
        for event in decided {
            let recorded = RecordedEvent { seq: table.seq() + 1, at, event };
            table.apply(&recorded);
            events.push(recorded);
        }
    }
    events
}

const VOID: Ruling = Ruling::Void { reason: VoidReason::Supervisor };

const ROUNDS: [RoundRef; 2] = [RoundRef { shoe_no: 1, round_no: 1 }, RoundRef { shoe_no: 1, round_no: 2 }];

/// A table whose two rounds are replayed, and are corrected next.
struct Replay {
    log: TableLog,
    derived: Derived,
}

/// When corrections are made.
const LATER: Timestamp = Timestamp(1 << 40);

impl Replay {
    /// The events that follow are corrections of these rounds.
    fn then(corrected: &[RoundRef]) -> Self {
        let settings = default_tables().remove(0);
        let dealt = played(&settings, 2);
        let mut derived = Derived::default();
        for (seq, round) in (1..).skip(dealt.len()).zip(corrected) {
            derived.correction(settings.id, seq, *round);
        }
        let given = Arc::clone(&settings.rules);
        let mut replay = Self { log: TableLog::new(settings, Some(given)), derived };
        for recorded in dealt {
            replay.follow(recorded.at, recorded.event).unwrap();
        }
        replay
    }

    /// The place of the next event.
    fn next(&self) -> Place {
        Place::Entry(self.log.id(), self.log.table.seq() + 1)
    }

    fn follow(&mut self, at: Timestamp, event: Event) -> Result<(), Deviation> {
        let recorded = RecordedEvent { seq: self.log.table.seq() + 1, at, event };
        self.log.follow(&recorded, |_| Some(SEED), &Rulebook::default(), &mut self.derived).map(|_| ())
    }

    /// Follows the proposal of a ruling on a round, with this request id.
    fn propose(&mut self, round: RoundRef, ruling: Ruling, id: u128) -> Result<(), Deviation> {
        let (by, why) = (StaffId(1), "misread".to_owned());
        let request = CorrectionRequest { ruling, by, why, request_id: Some(RequestId(id)), evidence: None };
        let rules = &Arc::clone(&self.log.table.settings().rules);
        let record = self.log.record(round).unwrap();
        match propose(rules, None, &record, &[], &request) {
            Ok(Decision::Accepted(events)) => self.follow(LATER, events[0].clone()),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn no_id_stands_for_two_proposals_of_a_table() {
    for (id, is_known) in [(8, false), (7, true)] {
        let mut replay = Replay::then(&ROUNDS);
        replay.propose(ROUNDS[0], VOID, 7).unwrap();
        let expected = is_known.then(|| replay.next());
        let deviation = replay.propose(ROUNDS[1], VOID, id).err();
        assert_eq!(deviation.as_ref().map(|deviation| deviation.place), expected, "{deviation:?}");
        assert!(deviation.is_none_or(|deviation| deviation.expected.contains("an id of its own")));
    }
}

#[test]
fn a_correction_to_cards_that_the_shoe_did_not_deal_is_valid_and_remarked_on() {
    let round = ROUNDS[1];
    let mut replay = Replay::then(&[round; 6]);
    let dealt = replay.log.record(round).unwrap().cards().to_vec();
    let others = ["9h", "Kd", "Ks", "3c"].map(|card| card.parse().unwrap()).to_vec();
    let rulings = [Ruling::cards(others), VOID, Ruling::cards(dealt)];
    let mut approved_at = Vec::new();
    for (id, ruling) in (1..).zip(rulings) {
        replay.propose(round, ruling, id).unwrap();
        approved_at.push(replay.next());
        let correction_no = replay.log.table.seq();
        let approved = approve(&replay.log.record(round).unwrap(), correction_no, StaffId(2));
        let Ok(Decision::Accepted(events)) = approved else { panic!("{approved:?}") };
        for event in events {
            replay.follow(LATER, event).unwrap();
        }
    }
    let text = "round 1-2 was corrected to cards that its shuffled shoe did not deal".to_owned();
    let remark = Remark { place: approved_at[0], text };
    assert_eq!(replay.log.into_remarks(), [remark], "a void is none, nor is taking it back");
}

#[test]
fn how_long_betting_was_open_is_not_judged() {
    let opened = |round_no, closes_at| Event::BettingOpened { round_no, closes_at: Timestamp(closes_at) };
    assert!(fits(&opened(3, 15_000), &opened(3, 20)));
    assert!(!fits(&opened(3, 15_000), &opened(4, 15_000)));
}

/// The audit of a table whose house rules release wagers on leaving, from which a patron with a wager leaves so
/// many milliseconds after betting closed: as the table decides then, or without giving the wagers back.
fn left(late_ms: i64, gives_back: bool) -> Result<(), Deviation> {
    let tables = default_tables().into_iter();
    let releases = |table: &Settings| table.rules.leaving == Leaving::WagersReleased;
    let settings = tables.into_iter().find(releases).unwrap();
    let mut events = played(&settings, 1);
    let mut table = Table::new(Arc::new(settings.clone()));
    for recorded in &events {
        table.apply(recorded);
    }
    let patron = PatronId(7);
    let opens = table.next_step().at.expect("the clock does it");
    let stake = Stake::new(settings.limit(Spot::Player).minimum.minor()).unwrap();
    let slip = |round| Slip {
        patron,
        slip_id: RequestId(1),
        round,
        kind: SlipKind::Adds,
        wagers: vec![RawWager { spot: Spot::Player.id().to_owned(), stake: Some(stake) }],
        received_at: opens,
        limits: None,
        cash: None,
    };
    let round = RoundRef { shoe_no: 1, round_no: 2 };
    let (reason, closes_in) = (LeaveReason::Left, i64::from(settings.timings.betting_ms));
    let leaves_at = Timestamp(opens.0 + closes_in + late_ms);
    for (at, command) in [
        (opens, Command::OpenBetting { now: opens }),
        (opens, Command::TakeSeat { patron }),
        (opens, Command::PlaceSlip(slip(round))),
        (leaves_at, Command::Leave { patron, reason, received_at: leaves_at }),
    ] {
        let Ok(Decision::Accepted(decided)) = decide(&table, &command) else { panic!("{command:?}") };
        for event in decided {
            if gives_back || !matches!(event, Event::WagersCleared { .. }) {
                let recorded = RecordedEvent { seq: table.seq() + 1, at, event };
                table.apply(&recorded);
                events.push(recorded);
            }
        }
    }
    let (given, mut derived) = (Arc::clone(&settings.rules), Derived::default());
    let mut log = TableLog::new(settings, Some(given));
    events.iter().try_for_each(|recorded| {
        log.follow(recorded, |_| Some(SEED), &Rulebook::default(), &mut derived).map(|_| ())
    })
}

#[test]
fn who_leaves_before_the_close_takes_wagers_along_and_who_leaves_later_does_not() {
    for (late_ms, gives_back, is_valid) in
        [(-1, true, true), (-1, false, false), (0, true, true), (0, false, true), (5, true, true)]
    {
        assert_eq!(left(late_ms, gives_back).is_ok(), is_valid, "{late_ms} {gives_back}");
    }
}

/// The events of a round whose cards two patrons turn: one shows a card, one leaves, the clock shows the rest.
fn squeezed() -> (Settings, Vec<RecordedEvent>) {
    let terms = SqueezeTerms::from_stake(Amount::new(10_000).unwrap());
    let settings = Settings { squeeze: Some(terms), ..default_tables().remove(0) };
    let mut events = played(&settings, 1);
    let mut table = Table::new(Arc::new(settings.clone()));
    for recorded in &events {
        table.apply(recorded);
    }
    let shoe = fair::shuffle(&SEED.seed, settings.rules.decks);
    let (round, opens) = (RoundRef { shoe_no: 1, round_no: 2 }, table.next_step().at.unwrap());
    let mut run = |table: &mut Table, at: Timestamp, command: &Command| {
        let Ok(Decision::Accepted(decided)) = decide(table, command) else { panic!("{command:?}") };
        for event in decided {
            let recorded = RecordedEvent { seq: table.seq() + 1, at, event };
            table.apply(&recorded);
            events.push(recorded);
        }
    };
    run(&mut table, opens, &Command::OpenBetting { now: opens });
    for (id, spot, stake) in [(7, Spot::Player, 20_000), (8, Spot::Banker, 10_000)] {
        let (patron, stake) = (PatronId(id), Stake::new(stake).unwrap());
        let wagers = vec![RawWager { spot: spot.id().to_owned(), stake: Some(stake) }];
        let slip = Slip::new((patron, RequestId(id.into())), round, SlipKind::Adds, wagers, opens);
        run(&mut table, opens, &Command::TakeSeat { patron });
        run(&mut table, opens, &Command::PlaceSlip(slip));
    }
    while table.true_cards().len() < 4 || !table.waits_for_reveal() {
        let (step, card) = (table.next_step(), shoe[usize::from(table.shoe().out())]);
        let at = step.at.unwrap();
        let close = Command::CloseBetting { now: at, wagers: None, draw: None };
        let draw = Command::DrawCard { card, from: table::Origin::Shoe };
        run(&mut table, at, if step.wants == Wants::CloseBetting { &close } else { &draw });
    }
    let at = table.since();
    run(&mut table, at, &Command::OpenCard { patron: PatronId(7), round, slot: Slot::P2 });
    let leave = Command::Leave { patron: PatronId(8), reason: LeaveReason::Left, received_at: at };
    run(&mut table, at, &leave);
    let until = table.next_step().at.unwrap();
    run(&mut table, until, &Command::RevealCards { now: until });
    (settings, events)
}

/// The audit of these events; the table is given as if nobody knew how it was set up.
fn audited(settings: &Settings, events: &[RecordedEvent]) -> Result<(), Deviation> {
    let (given, mut derived) = (Arc::clone(&settings.rules), Derived::default());
    let mut log = TableLog::new(Settings { squeeze: None, ..settings.clone() }, Some(given));
    events.iter().try_for_each(|recorded| {
        log.follow(recorded, |_| Some(SEED), &Rulebook::default(), &mut derived).map(|_| ())
    })
}

#[test]
fn a_round_whose_cards_are_turned_is_judged_by_the_log_alone() {
    let (settings, events) = squeezed();
    audited(&settings, &events).unwrap();
    let changed = |change: &dyn Fn(&mut Event) -> bool| {
        let mut events = events.clone();
        assert!(
            events.iter_mut().any(|recorded| change(&mut recorded.event)),
            "there is something to change"
        );
        audited(&settings, &events).is_err()
    };
    let holder = |event: &mut Event| match event {
        Event::BettingClosed { squeeze: Some(held), .. } => {
            (held.player, held.banker) = (held.banker, held.player);
            true
        }
        _ => false,
    };
    let face_up = |event: &mut Event| match event {
        Event::CardDrawn { face_down: face_down @ true, .. } => {
            *face_down = false;
            true
        }
        _ => false,
    };
    let by = |from: RevealedBy, to: RevealedBy| {
        move |event: &mut Event| match event {
            Event::CardsRevealed { by, .. } if *by == from => {
                *by = to;
                true
            }
            _ => false,
        }
    };
    assert!(changed(&holder), "another patron turns the cards");
    assert!(changed(&face_up), "a card lies the wrong way up");
    assert!(changed(&by(RevealedBy::Left, RevealedBy::Clock)), "nobody waited so long");
    assert!(changed(&by(RevealedBy::Holder, RevealedBy::Finding)), "nobody looked at the cards");
    let is_shown = |recorded: &RecordedEvent| matches!(recorded.event, Event::CardsRevealed { .. });
    let mut early = events.clone();
    let last = early.iter().rposition(is_shown).unwrap();
    early[last].at = Timestamp(early[last].at.0 - 1);
    assert!(audited(&settings, &early[..=last]).is_err(), "the clock shows them too soon");
}
