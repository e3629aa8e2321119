//! Seats: taken and given up by events, carried on by the opening of a shoe, needed for every slip.

use std::sync::Arc;

use punto_table::event::VoidReason;
use punto_table::{
    Command, Decision, Event, LeaveReason, PatronId, RecordedEvent, Refusal, RoundRef, Seats, Table,
};

use crate::test_table::{TestTable, settings};

fn taken(patron: u32) -> Decision {
    Decision::Accepted(vec![Event::SeatTaken { patron: PatronId(patron) }])
}

fn seated(table: &Table) -> Vec<u32> {
    table.seats().into_iter().flat_map(Seats::iter).map(|(patron, _)| patron.0).collect()
}

#[test]
fn nobody_wagers_without_a_seat() {
    let mut test = TestTable::open("live-commission");
    let slip = test.slip(1, "player 100");
    test.leave(1).unwrap();
    assert_eq!(test.run(&Command::PlaceSlip(slip.clone())), Err(Refusal::NotSeated));
    assert_eq!(test.sit(1), Ok(taken(1)));
    assert_eq!(test.sit(1), Ok(Decision::Duplicate), "who sits already is not refused");
    test.must(&Command::PlaceSlip(slip.clone()));
    test.leave(1).unwrap();
    assert_eq!(test.run(&Command::PlaceSlip(slip)), Ok(Decision::Duplicate), "a repeat is answered");
    assert_eq!(test.place(2, "player 100").map(|_| ()), Ok(()));
    assert_eq!((seated(&test.table), test.table.view().seats), (vec![2], 1));
    assert!(test.table.patron_view(PatronId(1)).seat.is_none());
}

#[test]
fn seats_are_not_taken_before_the_first_shoe_nor_beyond_the_capacity() {
    let mut settings = settings("live-commission");
    settings.entry.capacity = Some(2);
    let mut test = TestTable::with(settings);
    assert_eq!(test.sit(1).unwrap_err().code(), "out_of_turn");
    test.open_round();
    assert_eq!((test.sit(1), test.sit(2)), (Ok(taken(1)), Ok(taken(2))));
    assert_eq!(test.sit(3), Err(Refusal::TableFull { capacity: 2 }));
    assert_eq!(test.sit(2), Ok(Decision::Duplicate), "who sits already is not refused");
    test.leave(1).unwrap();
    assert_eq!(test.sit(3), Ok(taken(3)));
}

#[test]
fn a_seat_counts_from_the_first_round_it_can_wager_in() {
    let mut test = TestTable::open("live-commission");
    let since = |test: &TestTable, patron| test.table.seat(PatronId(patron)).unwrap().since;
    let first = test.round();
    test.sit(1).unwrap();
    test.deal("9h");
    test.sit(2).unwrap();
    test.deal("9d Ks Kc");
    test.sit(3).unwrap();
    let second = RoundRef { round_no: 2, ..first };
    assert_eq!([1, 2, 3].map(|patron| since(&test, patron)), [first, second, second]);
    test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    let next = RoundRef { shoe_no: 2, round_no: 1 };
    assert_eq!([1, 2, 3].map(|patron| since(&test, patron)), [next; 3]);
}

#[test]
fn a_shoe_carries_the_seats_on() {
    let mut test = TestTable::open("live-commission");
    for patron in [3, 1, 2] {
        test.sit(patron).unwrap();
    }
    test.leave(1).unwrap();
    test.place(2, "player 100").unwrap();
    test.deal("9h 9d Ks Kc");
    let opened = test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    let text = serde_json::to_string(&opened[0]).unwrap();
    let expected = r#"{"type":"shoe_opened","shoe_no":2,"algorithm":"by hand","seats":[{"patron":2},{"patron":3,"idle_rounds":1}],"public_seq":10}"#;
    assert_eq!(text, expected);
    test.sit(4).unwrap();
    let from = test.history.len() - 2;
    let restored = Table::replay(Arc::clone(test.table.settings()), &test.history[from..]).unwrap();
    assert_eq!(restored, test.table);
    assert_eq!(seated(&restored), [2, 3, 4]);
}

#[test]
fn a_shoe_that_carries_other_seats_on_does_not_fit() {
    let mut test = TestTable::open("live-commission");
    test.sit(1).unwrap();
    test.deal("9h 9d Ks Kc");
    for (seats, why) in [
        ("", "the seats are not carried on"),
        (r#","seats":[]"#, "other seats are taken"),
        (r#","seats":[{"patron":1},{"patron":1}]"#, "other seats are taken"),
    ] {
        let text = format!(r#"{{"type":"shoe_opened","shoe_no":2,"algorithm":"by hand"{seats}}}"#);
        let recorded = RecordedEvent {
            seq: test.table.seq() + 1,
            at: test.now,
            event: serde_json::from_str(&text).unwrap(),
        };
        assert_eq!(test.table.clone().try_apply(&recorded).unwrap_err().why, why, "{text}");
    }
    let twice = r#"{"type":"shoe_opened","shoe_no":2,"algorithm":"x","seats":[{"patron":1},{"patron":1}]}"#;
    let first = RecordedEvent { seq: 9, at: test.now, event: serde_json::from_str(twice).unwrap() };
    let misfit = Table::replay(Arc::clone(test.table.settings()), [&first]).unwrap_err();
    assert_eq!(misfit.why, "a patron has two seats");
}

#[test]
fn a_shoe_of_before_there_were_seats_goes_on_as_it_began() {
    let text = r#"{"type":"shoe_opened","shoe_no":4,"algorithm":"by hand"}"#;
    let opened: Event = serde_json::from_str(text).unwrap();
    assert_eq!(serde_json::to_string(&opened).unwrap(), text, "what was stored keeps its digest");
    let mut test = TestTable::new("live-commission");
    test.table.apply(&RecordedEvent { seq: 70, at: test.now, event: opened });
    test.open_round();
    assert!(test.table.may_wager(PatronId(1)) && test.table.seats().is_none());
    let mut slip = test.slip(1, "player 100");
    test.leave(1).unwrap();
    assert_eq!(
        test.run(&Command::PlaceSlip(slip.clone())),
        Err(Refusal::NotSeated),
        "a seat was taken in it"
    );
    test.sit(1).unwrap();
    test.must(&Command::PlaceSlip(slip.clone()));
    test.deal("9h 9d Ks Kc");
    test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    assert_eq!(seated(&test.table), [1]);
    slip.round = test.open_round();
    slip.patron = PatronId(2);
    assert_eq!(test.run(&Command::PlaceSlip(slip)), Err(Refusal::NotSeated));
}

#[test]
fn a_seat_that_is_not_there_is_not_left() {
    let mut test = TestTable::open("live-commission");
    for (event, why) in [
        (Event::SeatLeft { patron: PatronId(1), reason: LeaveReason::Idle }, "the patron has no seat"),
        (Event::SeatTaken { patron: PatronId(2) }, "the patron has a seat"),
    ] {
        test.sit(2).unwrap();
        let recorded = RecordedEvent { seq: test.table.seq() + 1, at: test.now, event };
        assert_eq!(test.table.clone().try_apply(&recorded).unwrap_err().why, why);
    }
}

/// `patron:rounds` for each seat.
fn idle(table: &Table) -> Vec<String> {
    let seats = table.seats().into_iter().flat_map(Seats::iter);
    seats.map(|(patron, seat)| format!("{}:{}", patron.0, seat.idle_rounds)).collect()
}

#[test]
fn rounds_without_a_wager_are_counted_in_a_row() {
    let mut test = TestTable::open("live-commission");
    let round = "9h 9d Ks Kc";
    for patron in 1..=4 {
        test.sit(patron).unwrap();
    }
    test.place(1, "player 100").unwrap();
    test.place(2, "player 100").unwrap();
    test.clear(2, 7).unwrap();
    test.deal("9h");
    test.sit(5).unwrap();
    test.deal("9d Ks Kc");
    assert_eq!(idle(&test.table), ["1:0", "2:1", "3:1", "4:1", "5:0"], "wagers taken back are none");
    test.open_round();
    test.place(3, "player 100").unwrap();
    test.void(VoidReason::Supervisor).unwrap();
    assert_eq!(idle(&test.table), ["1:0", "2:1", "3:1", "4:1", "5:0"], "a void round does not count");
    test.open_round();
    test.place(4, "player 100").unwrap();
    test.deal(round);
    assert_eq!(idle(&test.table), ["1:1", "2:2", "3:2", "4:0", "5:1"]);
    test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    assert_eq!(
        idle(&test.table),
        ["1:1", "2:2", "3:2", "4:0", "5:1"],
        "a new shoe does not begin the count again"
    );
    for _ in 0..3 {
        assert!(test.table.idle_patrons().is_empty());
        test.open_round();
        test.place(4, "player 100").unwrap();
        test.deal(round);
    }
    assert_eq!(test.table.idle_patrons(), [PatronId(2), PatronId(3)]);
    test.open_round();
    assert!(test.table.idle_patrons().is_empty(), "nobody loses a seat while a round is under way");
}

#[test]
fn a_shoe_that_begins_with_a_lower_limit_unseats_before_its_first_round() {
    let mut test = TestTable::open("live-commission");
    test.sit(1).unwrap();
    test.sit(2).unwrap();
    for _ in 0..2 {
        test.place(2, "player 100").unwrap();
        test.deal("9h 9d Ks Kc");
        test.open_round();
    }
    test.void(VoidReason::Supervisor).unwrap();
    assert!(test.table.idle_patrons().is_empty());
    let mut lower = settings("live-commission");
    lower.seating.idle_limit = 2;
    test.table.set_up(Arc::new(lower));
    test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    assert_eq!(test.table.idle_patrons(), [PatronId(1)]);
    test.leave(1).unwrap();
    assert!(test.table.idle_patrons().is_empty());
}
