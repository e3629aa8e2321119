//! What a client is told that comes late, or comes back after a lost connection.
#![allow(clippy::unwrap_used, clippy::arithmetic_side_effects, reason = "small numbers of a test")]

mod common;

use common::{SHOE, Said, TABLE, file_after, hand, hand_all, kept, place_of, plan, played, script, watched};
use punto_watch::{Check, Report, State, Verdict, Wanted, Watch};
use verify::testing::{Plan, Stage, TestTable};

fn finding(report: &Report, check: Check) -> (Verdict, &str) {
    let found = report.findings.iter().find(|finding| finding.check == check).unwrap();
    (found.verdict, &found.reason)
}

#[test]
fn a_card_before_the_missed_seal_asks_for_the_file() {
    let (table, _, said) = played(&plan(2));
    let (lost, burned) = (place_of(&said, "sealed"), place_of(&said, "burned"));
    let mut watch = Watch::new(TABLE, kept(&table));
    hand_all(&mut watch, &said[..lost]);
    watch.resume();
    watch.arrive(file_after(&said[..lost], SHOE).unwrap());
    // The seal was sent while the connection was lost; the next that comes is a card of the first round.
    let card = burned + said[burned..].iter().position(|one| matches!(one, Said::Card(..))).unwrap();
    hand(&mut watch, &said[card]);
    assert_eq!((watch.state(), watch.report().wanted), (State::Waiting, Some(Wanted::File(SHOE))));
    watch.arrive(file_after(&said[..=card], SHOE).unwrap());
    assert!(matches!(watch.state(), State::Checked { .. }), "{:#?}", watch.report());
}

#[test]
fn the_beacon_is_not_checked_for_a_reason() {
    for (beacon, reason) in [(false, "no beacon is used"), (true, "the shoe opened before you came")] {
        let plan =
            Plan { beacon, stage: Stage::Rounds(1), finish: None, pledged: 0, missing: 0, ..Plan::default() };
        let (_, _, said) = played(&plan);
        let mut watch = Watch::new(TABLE, punto_watch::Kept::default());
        watch.arrive(file_after(&said, SHOE).unwrap());
        assert_eq!(finding(&watch.report(), Check::Beacon), (Verdict::NotChecked, reason));
    }
}

#[test]
fn the_key_stays_checked_in_the_next_shoe() {
    let mut table = TestTable::new(TABLE, SHOE, false);
    let first = table.play(&plan(1));
    table.commit(SHOE + 1, false);
    table.record.pop();
    let second = table.play(&Plan { finish: None, ..plan(1) });
    let said = script(&table, &[first, second]);
    let report = watched(kept(&table), &said);
    assert_eq!(report.shoe_no, Some(SHOE + 1));
    assert_eq!(finding(&report, Check::Key), (Verdict::Ok, "the key that you kept"));
}
