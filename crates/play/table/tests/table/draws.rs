//! Cards that are drawn after the bets: betting closes with the round of a beacon, and no card comes before its value.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::sync::Arc;

use punto_table::drawing::AFTER_BETS_ALGORITHM;
use punto_table::event::VoidReason;
use punto_table::proof::{BEACON_DELAY_MS, BeaconRound, ShoeProof};
use punto_table::{
    BeaconValue, Bytes32, Command, Event, ProofStep, PublicEvent, RecordedEvent, ShoeEnding, Table,
    Timestamp, WagerKey, WagersRoot, Wants,
};

use crate::test_table::{TestTable, card};

const CHAIN: Bytes32 = bytes(4);
const VALUE: BeaconValue = BeaconValue([6; 48]);
const AHEAD_MS: u32 = 1_000;

const fn bytes(byte: u8) -> Bytes32 {
    Bytes32([byte; 32])
}

fn beacon(at: Timestamp) -> BeaconRound {
    BeaconRound { chain: CHAIN, round: 9, at }
}

fn commit(beacon: Option<Bytes32>) -> Command {
    Command::CommitShoe { commitment: bytes(7), beacon }
}

fn open(algorithm: &str, now: Timestamp, beacon: Option<BeaconRound>) -> Command {
    let proof = ShoeProof {
        commitment: bytes(7),
        decks: 8,
        pledges_until: now,
        nonces_until: now,
        beacon,
        wager_key: WagerKey(bytes(9)),
    };
    Command::OpenShoe { algorithm: algorithm.to_owned(), rules: None, proof: Some(proof) }
}

/// A table whose shoe of this algorithm is sealed and takes wagers.
fn betting(algorithm: &str) -> TestTable {
    let mut test = TestTable::new("live-commission");
    let now = test.now;
    test.must(&commit(Some(CHAIN)));
    test.must(&open(algorithm, now, Some(beacon(now.plus_ms(AHEAD_MS)))));
    test.must(&commit(Some(CHAIN)));
    test.must(&Command::FixPledges { now, pledges: vec![] });
    test.must(&Command::FixNonces { now, nonces: vec![], excused: false });
    test.must(&Command::SealShoe { beacon: Some(VALUE), root: bytes(8) });
    test.must(&Command::BurnCards { first: Some(card("Ks")), records: Vec::new() });
    test.must(&Command::OpenBetting { now });
    test.now = due(&test.table);
    test
}

fn close(test: &TestTable, draw: Option<BeaconRound>) -> Command {
    let wagers = Some(WagersRoot { count: 0, root: bytes(0) });
    Command::CloseBetting { now: test.now, wagers, draw }
}

/// The same after betting closed; the cards wait for a value that comes to exist in a second.
fn closed() -> TestTable {
    let mut test = betting(AFTER_BETS_ALGORITHM);
    let draw = beacon(test.now.plus_ms(AHEAD_MS));
    test.must(&close(&test, Some(draw)));
    test
}

fn due(table: &Table) -> Timestamp {
    table.next_step().at.unwrap()
}

fn refused(test: &mut TestTable, command: &Command) {
    assert_eq!(test.run(command).unwrap_err().code(), "out_of_turn", "{command:?}");
}

#[test]
fn no_card_comes_before_the_value_that_draws_it() {
    let mut test = closed();
    let (first, draw) = (
        Command::DrawCard { card: card("9h"), from: punto_table::Origin::Shoe },
        Command::DrawRound { beacon: VALUE },
    );
    let waits = *test.table.awaited_draw().unwrap();
    assert_eq!((waits, test.table.view().awaited_draw), (beacon(waits.at), Some(waits)));
    let next = test.table.next_step();
    assert_eq!(next.wants, Wants::Prove(ProofStep::DrawRound));
    assert_eq!(due(&test.table), waits.at.plus_ms(BEACON_DELAY_MS));
    assert_eq!(test.table.view().next_at, due(&test.table));
    refused(&mut test, &first);

    test.now = due(&test.table);
    assert_eq!(test.must(&draw), [Event::RoundDrawn { beacon: VALUE }]);
    assert_eq!(test.frames.last().unwrap().event, PublicEvent::RoundDrawn { beacon: VALUE });
    assert_eq!((test.table.phase().id(), test.table.view().awaited_draw), ("closed", None));
    refused(&mut test, &draw);

    let next = test.table.next_step();
    let card_ms = test.table.settings().timings.card_ms;
    assert_eq!((next.wants, next.at), (Wants::Card, Some(test.now.plus_ms(card_ms))));
    test.must(&first);
    refused(&mut test, &draw);
    for dealt in ["Kd", "Ks", "3c"] {
        test.must(&Command::DrawCard { card: card(dealt), from: punto_table::Origin::Shoe });
    }
    assert_eq!(test.table.phase().id(), "settled");
    refused(&mut test, &draw);
}

#[test]
fn betting_names_the_round_of_its_own_chain_that_is_a_second_ahead() {
    let mut test = betting(AFTER_BETS_ALGORITHM);
    let ahead = test.now.plus_ms(AHEAD_MS);
    let other_chain = BeaconRound { chain: bytes(5), ..beacon(ahead) };
    for draw in [None, Some(other_chain), Some(beacon(Timestamp(ahead.0 - 1)))] {
        let command = close(&test, draw);
        refused(&mut test, &command);
    }
    let command = close(&test, Some(beacon(ahead)));
    assert!(test.run(&command).is_ok());

    let mut sealed = betting("punto-proof-1");
    let command = close(&sealed, Some(beacon(ahead)));
    refused(&mut sealed, &command);
    let command = close(&sealed, None);
    assert!(matches!(sealed.must(&command)[..], [Event::BettingClosed { draw: None, .. }]));
    assert_eq!(sealed.table.next_step().wants, Wants::Card);
    refused(&mut sealed, &Command::DrawRound { beacon: VALUE });
}

#[test]
fn a_shoe_that_no_beacon_can_draw_is_not_opened() {
    let mut test = TestTable::new("live-commission");
    test.must(&commit(None));
    let now = test.now;
    refused(&mut test, &open(AFTER_BETS_ALGORITHM, now, None));
    assert!(test.run(&open("punto-proof-1", now, None)).is_ok());
    let mut bare = TestTable::new("live-commission");
    let algorithm = AFTER_BETS_ALGORITHM.to_owned();
    refused(&mut bare, &Command::OpenShoe { algorithm, rules: None, proof: None });
}

#[test]
fn a_void_ends_the_wait_and_the_next_round_waits_for_another_value() {
    let mut test = closed();
    test.void(VoidReason::Supervisor).unwrap();
    assert_eq!(test.table.awaited_draw(), None);
    refused(&mut test, &Command::DrawRound { beacon: VALUE });
    assert_eq!(test.table.next_step().wants, Wants::OpenBetting);
    test.must(&Command::OpenBetting { now: test.now });
    test.now = due(&test.table);
    test.must(&close(&test, Some(beacon(test.now.plus_ms(AHEAD_MS)))));
    refused(&mut test, &Command::DrawCard { card: card("Kd"), from: punto_table::Origin::Shoe });
}

#[test]
fn the_wait_is_a_fold_of_the_events() {
    let mut test = closed();
    let replayed = Table::replay(Arc::clone(test.table.settings()), &test.history).unwrap();
    assert_eq!(replayed, test.table);
    let recorded = |table: &Table, event| RecordedEvent { seq: table.seq() + 1, at: table.since(), event };
    let early = recorded(
        &test.table,
        Event::CardDrawn { card: card("Kd"), from: punto_table::Origin::Shoe, face_down: false },
    );
    assert_eq!(test.table.clone().try_apply(&early).unwrap_err().why, "no card is due");
    test.must(&Command::DrawRound { beacon: VALUE });
    let again = recorded(&test.table, Event::RoundDrawn { beacon: VALUE });
    let misfit = test.table.clone().try_apply(&again).unwrap_err();
    assert_eq!(misfit.why, "the cards wait for no value of a beacon");
}

#[test]
fn a_house_that_lost_its_beacon_gives_up_only_a_shoe_that_it_draws() {
    let finish = |test: &TestTable| Command::FinishShoe {
        shoe_no: test.table.shoe_no(),
        ending: ShoeEnding::BeaconChanged,
        secret: Some(bytes(5)),
        by: None,
    };
    for (algorithm, may_end) in [(AFTER_BETS_ALGORITHM, true), ("punto-proof-1", false)] {
        let mut test = betting(algorithm);
        test.void(VoidReason::Interrupted).unwrap();
        assert_eq!(test.run(&finish(&test)).is_ok(), may_end, "{algorithm}");
    }
}

#[test]
fn an_event_without_a_draw_is_written_as_before() {
    let wagers = Some(WagersRoot { count: 1, root: bytes(2) });
    let text = serde_json::to_string(&Event::BettingClosed { wagers, draw: None, squeeze: None }).unwrap();
    let root = bytes(2);
    assert_eq!(text, format!(r#"{{"type":"betting_closed","wagers":{{"count":1,"root":"{root}"}}}}"#));
    assert_eq!(
        serde_json::from_str::<Event>(&text).unwrap(),
        Event::BettingClosed { wagers, draw: None, squeeze: None }
    );
}
