//! Shoes whose cards are drawn after betting has closed, as a watching client follows them.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test it says: this cannot fail here")]
#![allow(clippy::arithmetic_side_effects, reason = "small numbers of a test")]

mod common;

use common::{SHOE, Said, TABLE, file_after, hand_all, kept, place_of, plan, played, script, watched};
use fair::bulletin::Places;
use fair::{Bulletin, Notice};
use punto_watch::{Check, Place, Report, State, Verdict, Wanted, Watch};
use verify::testing::{Plan, Played, TestTable, test_value};

/// A drawn shoe of four rounds that is over.
fn drawn() -> (TestTable, Played, Vec<Said>) {
    played(&plan(4).drawn())
}

fn finding(report: &Report, check: Check) -> (Verdict, Option<Place>, String) {
    let found = report.findings.iter().find(|finding| finding.check == check).unwrap();
    (found.verdict, found.place, found.reason.clone())
}

#[track_caller]
fn fails(report: &Report, check: Check, place: Option<Place>) {
    assert_eq!(report.state, State::Failed { check }, "{:#?}", report.findings);
    let (verdict, found, _) = finding(report, check);
    assert_eq!((verdict, found), (Verdict::Failed, place));
}

/// Where the bulletin of this kind and round is in the script.
fn place_in(said: &[Said], kind: &str, round_no: u16) -> usize {
    let is = |one: &Said| match one {
        Said::Bulletin(it) => match &it.bulletin.notice {
            Notice::Closed(it) => kind == "closed" && it.round_no == round_no,
            Notice::Drawn(it) => kind == "drawn" && it.round_no == round_no,
            Notice::Ended(it) => kind == "ended" && it.round_no == round_no,
            _ => false,
        },
        _ => false,
    };
    said.iter().position(is).unwrap()
}

/// The script of a drawn shoe whose record was changed like this, and of this much of it what a client finds.
fn after(change: impl FnMut(&mut Bulletin), kind: &str, round_no: u16) -> Report {
    let (mut table, shoe, _) = drawn();
    table.rewrite(change);
    let said = script(&table, &[shoe]);
    let last = place_in(&said, kind, round_no);
    watched(kept(&table), &said[..=last])
}

#[test]
fn an_honest_drawn_shoe_passes_every_check() {
    let voids = [(2, None), (3, Some(0)), (4, Some(2))].into_iter().collect();
    for plan in [plan(4).drawn(), Plan { voids, ..plan(6) }.drawn()] {
        let (table, _, mut said) = played(&plan);
        // A round that is void before betting closes has no wagers.
        said.retain(|one| !matches!(one, Said::Settled(..)));
        let report = watched(kept(&table), &said);
        for finding in &report.findings {
            assert_eq!(finding.verdict, Verdict::Ok, "{finding:?}");
        }
        assert!(matches!(report.state, State::Checked { cards } if cards > 16), "{:?}", report.state);
    }
}

#[test]
fn cards_in_another_order_fail_at_the_first_misplaced_one() {
    let (table, _, mut said) = drawn();
    let first = place_in(&said, "drawn", 3) + 1;
    // With their own proofs, so that each opens its leaf.
    said.swap(first, first + 1);
    fails(&watched(kept(&table), &said[..=first]), Check::Cards, Some(Place::Card(3, 1)));
}

/// An index of which no card comes out.
fn undealt(said: &[Said]) -> u16 {
    let is_out = |index: &u16| {
        said.iter().any(|one| match one {
            Said::Bulletin(it) => match &it.bulletin.notice {
                Notice::Ended(it) => it.indices().contains(index),
                _ => false,
            },
            _ => false,
        })
    };
    (100..416).find(|index| !is_out(index)).unwrap()
}

#[test]
fn a_card_that_was_not_drawn_fails_when_it_is_shown() {
    let (table, shoe, mut said) = drawn();
    let first = place_in(&said, "drawn", 3) + 1;
    let undealt = undealt(&said);
    said[first] = Said::Card(SHOE, common::shown(shoe.shoe.as_ref().unwrap(), undealt));
    let report = watched(kept(&table), &said[..=first]);
    fails(&report, Check::Cards, Some(Place::Card(3, 1)));
    let start = format!("it is at position {undealt}, and ");
    assert!(finding(&report, Check::Cards).2.starts_with(&start));
    // One that is burned, and so out already.
    said[first] = Said::Card(SHOE, common::shown(shoe.shoe.as_ref().unwrap(), 1));
    fails(&watched(kept(&table), &said[..=first]), Check::Cards, Some(Place::Card(3, 1)));
}

#[test]
fn a_skipped_card_fails() {
    let (table, _, mut said) = drawn();
    let skipped = place_in(&said, "drawn", 3) + 2;
    said.remove(skipped);
    fails(&watched(kept(&table), &said[..=skipped]), Check::Cards, Some(Place::Card(3, 2)));
}

#[test]
fn a_card_before_its_draw_fails() {
    let (table, _, mut said) = drawn();
    let drawn = place_in(&said, "drawn", 3);
    said.swap(drawn, drawn + 1);
    let report = watched(kept(&table), &said[..=drawn]);
    fails(&report, Check::Cards, Some(Place::Card(3, 1)));
    assert!(finding(&report, Check::Cards).2.ends_with(" was shown before the cards were drawn"));
}

#[test]
fn a_card_before_its_draw_asks_for_the_file_after_a_lost_connection() {
    let (table, _, said) = drawn();
    let drawn = place_of(&said, "drawn");
    let mut watch = Watch::new(TABLE, kept(&table));
    hand_all(&mut watch, &said[..drawn]);
    watch.resume();
    hand_all(&mut watch, &said[drawn + 1..=drawn + 1]);
    assert_eq!(watch.report().wanted, Some(Wanted::File(SHOE)));
    watch.arrive(file_after(&said[..=drawn + 1], SHOE).unwrap());
    hand_all(&mut watch, &said[drawn + 1..said.len() - 2]);
    assert!(matches!(watch.state(), State::Checked { .. }), "{:#?}", watch.report());
}

#[test]
fn another_value_fails_at_the_first_card() {
    let (mut table, shoe, _) = drawn();
    table.rewrite(|bulletin| {
        if let Notice::Drawn(it) = &mut bulletin.notice
            && it.round_no == 3
        {
            it.value = test_value(7);
        }
    });
    let said = script(&table, &[shoe]);
    let first = place_in(&said, "drawn", 3) + 1;
    assert!(matches!(watched(kept(&table), &said[..first]).state, State::Checked { .. }));
    fails(&watched(kept(&table), &said[..=first]), Check::Cards, Some(Place::Card(3, 1)));
}

#[test]
fn a_named_round_that_is_not_the_first_fails_when_betting_closes() {
    for (back, forth) in [(1, 0), (10, 0), (0, 1)] {
        let named = |bulletin: &mut Bulletin| match &mut bulletin.notice {
            Notice::Closed(it) if it.round_no == 3 => {
                it.draw = it.draw.map(|(chain, round)| (chain, round - back + forth));
            }
            _ => {}
        };
        let report = after(named, "closed", 3);
        let place = finding(&report, Check::Beacon).1;
        fails(&report, Check::Beacon, place);
        assert!(finding(&report, Check::Beacon).2.ends_with(" is the first 1 s after it"));
    }
}

#[test]
fn a_draw_before_its_value_exists_fails() {
    let early = |bulletin: &mut Bulletin| match &bulletin.notice {
        Notice::Drawn(it) if it.round_no == 3 => bulletin.at -= 801,
        _ => {}
    };
    let report = after(early, "drawn", 3);
    assert_eq!(report.state, State::Failed { check: Check::Beacon });
}

#[test]
fn betting_that_closes_late_by_the_own_clock_is_said_and_fails_nothing() {
    let (table, _, said) = drawn();
    let closed = place_in(&said, "closed", 3);
    let mut watch = Watch::new(TABLE, kept(&table));
    hand_all(&mut watch, &said[..closed]);
    assert_eq!(finding(&watch.report(), Check::Beacon).2, "in time by your clock");
    let Said::Bulletin(signed) = &said[closed] else { panic!("a bulletin was expected") };
    let Notice::Closed(it) = &signed.bulletin.notice else { panic!("`closed` was expected") };
    let exists = beacon::time_of(it.draw.unwrap().1).unwrap();
    let text = signed.bulletin.to_string();
    watch.bulletin(&text, signed.key, signed.signature, exists + 250);
    hand_all(&mut watch, &said[closed + 1..]);
    let (verdict, _, reason) = finding(&watch.report(), Check::Beacon);
    assert_eq!((verdict, reason.as_str()), (Verdict::NotChecked, "250 ms late by your clock"));
    assert!(matches!(watch.state(), State::Checked { .. }));
}

/// What a client finds when round 3 ends with other places, and its cards were shown as they were drawn.
fn ended_at(places: impl Fn(Vec<u16>) -> Places) -> Report {
    let (mut table, shoe, said) = drawn();
    table.rewrite(|bulletin| match &mut bulletin.notice {
        Notice::Ended(it) if it.round_no == 3 => it.at = places(it.indices()),
        _ => {}
    });
    let (last, other) = (place_in(&said, "ended", 3), script(&table, &[shoe]));
    let end = other.iter().find(|one| match one {
        Said::Bulletin(it) => matches!(&it.bulletin.notice, Notice::Ended(it) if it.round_no == 3),
        _ => false,
    });
    let said = [&said[..last], &[end.unwrap().clone()]].concat();
    watched(kept(&table), &said)
}

#[test]
fn an_end_with_other_indices_than_were_drawn_fails() {
    let report = ended_at(|mut indices| {
        indices[1] = 1;
        Places::At(indices)
    });
    fails(&report, Check::Cards, Some(Place::Card(3, 2)));
    assert!(finding(&report, Check::Cards).2.starts_with("its index is 1, and the draw gives "));
}

#[test]
fn parts_of_a_draw_are_there_exactly_where_cards_are_drawn() {
    let undrawn = |bulletin: &mut Bulletin| match &mut bulletin.notice {
        Notice::Closed(it) if it.round_no == 3 => it.draw = None,
        _ => {}
    };
    assert_eq!(after(undrawn, "closed", 3).state, State::Failed { check: Check::Form });
    assert_eq!(ended_at(|_| Places::From(20)).state, State::Failed { check: Check::Form });
    let twice = |bulletin: &mut Bulletin| match &mut bulletin.notice {
        Notice::Drawn(it) if it.round_no == 3 => it.round_no = 2,
        _ => {}
    };
    let (mut table, shoe, _) = drawn();
    table.rewrite(twice);
    let said = script(&table, &[shoe]);
    let last = place_in(&said, "closed", 3) + 2;
    assert_eq!(watched(kept(&table), &said[..=last]).state, State::Failed { check: Check::Rounds });
    for (change, check) in [(true, Check::Form), (false, Check::Form)] {
        let (mut table, shoe, _) = played(&plan(4));
        table.rewrite(|bulletin| match &mut bulletin.notice {
            Notice::Closed(it) if change && it.round_no == 3 => {
                it.draw = Some((fair::Bytes(beacon::CHAIN), 2_000));
            }
            Notice::Ended(it) if !change && it.round_no == 3 => it.at = Places::At(it.indices()),
            _ => {}
        });
        assert_eq!(watched(kept(&table), &script(&table, &[shoe])).state, State::Failed { check });
    }
}
