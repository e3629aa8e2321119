//! Histories that a table takes, and those it does not: each event has to follow from the ones before it.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use std::sync::Arc;

use money::Amount;
use punto_table::event::{PatronSettlement, Returned, VoidReason};
use punto_table::{Command, Decision, Event, PatronId, Phase, RecordedEvent, RequestId, Table};

use crate::test_table::{TestTable, card};

/// Two shoes with rounds that were settled and voided, with slips and wagers taken back.
fn played() -> TestTable {
    let mut test = TestTable::open("live-commission");
    test.place(1, "player 100").unwrap();
    test.place(2, "banker 50 tie 10").unwrap();
    test.clear(1, 1).unwrap();
    test.deal("9h Kd Ks 3c");
    test.open_round();
    test.place(1, "tie 20").unwrap();
    test.deal("9h Kd");
    test.void(VoidReason::Supervisor).unwrap();
    test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None });
    test.open_round();
    test.deal("2h Kd Kh 3c 9h 3d");
    test
}

fn try_event(table: &Table, event: Event) -> Result<Table, &'static str> {
    let (seq, at) = (table.seq() + 1, table.since());
    let mut after = table.clone();
    match after.try_apply(&RecordedEvent { seq, at, event }) {
        Ok(()) => Ok(after),
        Err(misfit) => {
            assert_eq!(&after, table, "a misfit changes nothing");
            Err(misfit.why)
        }
    }
}

#[test]
fn a_round_is_complete_with_its_last_card_and_settled_by_the_settlement() {
    let mut test = TestTable::open("live-commission");
    test.place(1, "player 100").unwrap();
    test.deal("9h Kd Ks");
    let Ok(Decision::Accepted(events)) = punto_table::decide(
        &test.table,
        &Command::DrawCard { card: card("3c"), from: punto_table::Origin::Shoe },
    ) else {
        panic!("the card is due")
    };
    let [drawn, settled] = <[Event; 2]>::try_from(events).unwrap();
    let complete = try_event(&test.table, drawn).unwrap();
    assert!(matches!(complete.phase(), Phase::Complete { coup } if coup.cards().len() == 4));
    assert_eq!((complete.phase().id(), complete.phase().round_under_way()), ("dealing", true));
    assert_eq!((complete.beads().len(), complete.patron_view(PatronId(1)).staked.minor()), (0, 100));
    let after = try_event(&complete, settled).unwrap();
    assert_eq!((after.phase().id(), after.beads().len()), ("settled", 1));
    assert_eq!(after.patron_view(PatronId(1)).staked, Amount::ZERO);
}

#[test]
fn each_event_fits_where_it_happened_and_changes_nothing_where_it_does_not() {
    let test = played();
    let mut table = Table::new(Arc::clone(test.table.settings()));
    for recorded in &test.history {
        for other in &test.history {
            let _ = try_event(&table, other.event.clone());
        }
        table.try_apply(recorded).unwrap();
    }
    assert_eq!(table, test.table);
}

#[test]
fn public_events_are_counted_by_one_from_every_shoe_that_the_table_is_resumed_from() {
    let test = played();
    assert!(test.frames.iter().map(|frame| frame.seq).eq(1..=test.table.public_seq()));
    let private = test.history.iter().filter(|recorded| !recorded.event.is_public()).count();
    assert!(private > 5, "slips take no number");
    assert_eq!(test.history.len() - private, test.frames.len());
    let is_second =
        |recorded: &&RecordedEvent| matches!(recorded.event, Event::ShoeOpened { shoe_no: 2, .. });
    let latest = test.history.iter().skip_while(|recorded| !is_second(recorded));
    let resumed = Table::replay(Arc::clone(test.table.settings()), latest).unwrap();
    assert_eq!(resumed, test.table);
}

/// The history as it was written before public events were counted.
#[test]
fn a_shoe_from_before_counts_from_the_number_of_its_event() {
    let mut test = played();
    let uncounted = |recorded: &RecordedEvent| {
        let mut recorded = recorded.clone();
        if let Event::ShoeOpened { public_seq, .. } = &mut recorded.event {
            *public_seq = None;
        }
        recorded
    };
    let settings = Arc::clone(test.table.settings());
    let before: Vec<RecordedEvent> = test.history.iter().map(uncounted).collect();
    let whole = Table::replay(Arc::clone(&settings), &before).unwrap();
    let opened =
        before.iter().rposition(|recorded| matches!(recorded.event, Event::ShoeOpened { .. })).unwrap();
    let latest = Table::replay(settings, &before[opened..]).unwrap();
    assert_eq!(whole.public_seq(), latest.public_seq(), "however much of it is read");
    let public = before[opened..].iter().filter(|recorded| recorded.event.is_public()).count();
    let last = before[opened].seq + u64::try_from(public).unwrap() - 1;
    assert_eq!(latest.public_seq(), last);
    assert!(last > test.table.public_seq(), "a client of then never sees a number twice");

    test.table = latest;
    let shoe =
        test.must(&Command::OpenShoe { algorithm: "by hand".to_owned(), rules: None, proof: None }).remove(0);
    let Event::ShoeOpened { public_seq, .. } = shoe else { panic!("{shoe:?}") };
    assert_eq!((public_seq, test.table.public_seq()), (Some(last + 1), last + 1));
}

#[test]
fn a_misfit_says_what_is_wrong() {
    let mut test = TestTable::new("live-commission");
    let new = test.table.clone();
    test.open_round();
    test.place(1, "player 100").unwrap();
    let betting = test.table.clone();
    test.deal("9h");
    let dealing = test.table.clone();
    test.deal("Kd Ks 3c");
    let settled = test.table.clone();

    let back = |minor| Returned { patron: PatronId(1), amount: Amount::new(minor).unwrap() };
    let voided = |returned| Event::RoundVoided { reason: VoidReason::Supervisor, returned, by: None };
    let cleared = |minor| {
        let returned = Amount::new(minor).unwrap();
        Event::WagersCleared { patron: PatronId(1), request_id: Some(RequestId(1)), returned }
    };
    let opened = |round_no| Event::BettingOpened { round_no, closes_at: test.now };
    let counted = |shoe_no, public_seq| {
        let algorithm = "by hand".to_owned();
        Event::ShoeOpened {
            shoe_no,
            algorithm,
            rules: None,
            seats: Some(vec![]),
            public_seq,
            proof: None,
            withheld: vec![],
            live: None,
        }
    };
    let shoe = |shoe_no| counted(shoe_no, None);
    let burned = Event::CardsBurned { first: None, face_down: 5, records: Vec::new() };
    let drawn = Event::CardDrawn { card: card("9h"), from: punto_table::Origin::Shoe, face_down: false };
    let nobody = Event::RoundSettled { revision: 1, patrons: Vec::<PatronSettlement>::new() };
    for (table, event, why) in [
        (&new, opened(1), "there is no shoe"),
        (&new, burned.clone(), "the shoe is not fresh"),
        (&betting, shoe(2), "a round is under way"),
        (&betting, drawn.clone(), "no card is due"),
        (&betting, cleared(99), "other stakes stand"),
        (&betting, voided(Vec::new()), "other stakes stand"),
        (&betting, voided(vec![back(99)]), "other stakes stand"),
        (&dealing, Event::BettingClosed { wagers: None, draw: None, squeeze: None }, "no wagers are taken"),
        (&dealing, nobody.clone(), "no coup is complete"),
        (&settled, nobody, "no coup is complete"),
        (&settled, drawn, "no card is due"),
        (&settled, opened(3), "another round is next"),
        (&settled, shoe(3), "another shoe is next"),
        (&settled, counted(2, Some(9)), "its number among the public events is not the next one"),
        (&new, counted(1, Some(2)), "its number among the public events is not the next one"),
        (&settled, burned, "the shoe is not fresh"),
        (&settled, cleared(100), "no wagers are taken"),
        (&settled, voided(Vec::new()), "no round is under way"),
    ] {
        assert_eq!(try_event(table, event.clone()), Err(why), "{event:?}");
    }
    let skipped = RecordedEvent { seq: settled.seq() + 2, at: test.now, event: shoe(2) };
    let misfit = settled.clone().try_apply(&skipped).unwrap_err();
    assert_eq!((misfit.after, misfit.why), (settled.seq(), "its number is not the next one"));
    assert!(Table::replay(Arc::clone(settled.settings()), &test.history[1..]).is_err());
}

#[test]
#[should_panic(expected = "a bug: event 1 cannot follow event 0 of its table: there is no shoe")]
fn an_event_of_ones_own_that_does_not_fit_is_a_bug() {
    let mut test = TestTable::new("live-commission");
    let event = Event::BettingOpened { round_no: 1, closes_at: test.now };
    test.table.apply(&RecordedEvent { seq: 1, at: test.now, event });
}
