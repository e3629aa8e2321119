//! What follows from history is made again to the byte after any damage. Sees the rows of a store through SQL,
//! which each store brings.

use house::ports::Store;
use journal::Record;
use table::{Event, RoundRef};

use crate::conformance::committed;
use crate::entries::{appended, change, hired, manager};
use crate::places::Place;
use crate::support::*;

pub(crate) const DERIVED: [&str; 11] = [
    "account",
    "hold",
    "accepted_slip",
    "round",
    "correction",
    "patron_round",
    "cleared_round",
    "statement",
    "turnover",
    "entity",
    "entity_entry",
];

fn dump(place: &impl Place) -> String {
    DERIVED.map(|table| format!("{table}\n{}", place.rows(table))).concat()
}

/// Not on this thread, which may be driving a runtime already.
pub(crate) fn elsewhere<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(run).join()).expect("no panic")
}

/// Loses everything that follows from history, and has it back to the byte.
pub(crate) fn is_rebuilt_to_the_byte(place: &impl Place) {
    let before = dump(place);
    let checked = elsewhere(|| place.check()).unwrap();
    assert_eq!(checked.first.as_ref().map(ToString::to_string), None);
    assert!(checked.is_equal(), "{checked:?}");
    place.run("UPDATE account SET balance = 0");
    for table in &DERIVED[1..] {
        place.run(&format!("DELETE FROM {table}"));
    }
    let rebuilt = elsewhere(|| place.rebuild()).unwrap();
    assert_eq!(dump(place), before);
    let named: Vec<_> = rebuilt.tables.iter().map(|table| table.name).collect();
    assert!(DERIVED.iter().all(|table| named.contains(table)), "{named:?}");
    assert!(elsewhere(|| place.check()).unwrap().is_equal());
}

/// What follows from history, in words that no database has a part in.
pub(crate) fn derived_records(place: &impl Place) -> Vec<String> {
    let mut records = Vec::new();
    place.records(&mut |record| {
        let derived = !matches!(record, Record::Patron(_) | Record::Entry(_) | Record::Transfer(_));
        if derived {
            records.push(format!("{record:?}"));
        }
        true
    });
    records.sort_unstable();
    records
}

/// Rounds, a void, a clear, a correction and its proposal, debts, at two tables.
async fn plays(store: &impl Store) {
    let (one, two) = (fresh_table(), fresh_table());
    let (ann, bob) = (patron_with(store, 1_000).await, patron_with(store, 500).await);
    for (nth, table) in [one, two, one].into_iter().enumerate() {
        let seq = store.latest_shoe(table).await.unwrap().last().map_or(0, |last| last.seq);
        let shoe_no = u32::from(seq > 0) + 1;
        let stakes = [(hold(table, ann, 30), 30), (hold(table, bob, 20), 20)];
        let slips = stakes.map(|(stake, _)| unit([slip_accepted(ann, fresh_slip(), 5)], [stake]));
        let mut units = vec![unit([shoe_opened(shoe_no), betting_opened(1)], [])];
        units.extend(slips);
        let last = if nth == 1 {
            unit([round_voided(&[(ann, 30), (bob, 20)])], stakes.map(|(stake, minor)| release(stake, minor)))
        } else {
            let lost = stakes.map(|(stake, minor)| capture(table, stake, minor));
            unit([card_drawn("9h"), round_settled(1, &[(bob, won(4)), (ann, won(3))])], lost)
        };
        units.push(last);
        store.outcomes(table, seq, units).await.unwrap();
    }
    let round = RoundRef { shoe_no: 1, round_no: 1 };
    let again = agreed(round, 2, false, &[ann, bob]);
    let units = vec![
        unit([Event::CorrectionProposed(again.clone())], []),
        unit([round_corrected(12, again)], [profit(one, ann, 4)]),
        unit([slip_accepted(bob, fresh_slip(), 7)], [hold(one, bob, 7)]),
        unit([wagers_cleared(ann, 0)], []),
        unit([nothing_accepted(ann, fresh_slip(), 0)], []),
    ];
    let outcomes = store.outcomes(one, 12, units).await.unwrap();
    assert_eq!(outcomes, [13, 14, 15, 16, 17].map(committed));
    let number = fresh();
    let hired = hired(store, number, &format!("Ann {number}")).await;
    appended(store.append_entry(change(manager(number, &format!("Bob {number}")), hired)).await.unwrap());
}

/// Everything that is wrong beside history is found, named and mended; what is right is left alone.
pub(crate) async fn tampering_beside_history_is_found_and_mended(place: &impl Place) {
    let store = place.open();
    plays(&store).await;
    drop(store);
    is_rebuilt_to_the_byte(place);
    let sound = dump(place);
    for (sql, table, expected) in [
        ("UPDATE account SET balance = balance + 1 WHERE kind = 'patron_cash'", "account", "balance"),
        ("UPDATE account SET transfers = transfers + 1 WHERE kind = 'issue'", "account", "transfers"),
        ("DELETE FROM patron_round WHERE entry_no = 2", "patron_round", "no such row is stored"),
        ("UPDATE patron_round SET entry_no = entry_no + 7", "patron_round", "no such row"),
        ("UPDATE patron_round SET wagers = '[]' WHERE revision = 2", "patron_round", "wagers '[]' is stored"),
        ("UPDATE round SET revision = 3 WHERE revision = 2", "round", "revision"),
        ("DELETE FROM accepted_slip", "accepted_slip", "no such row is stored"),
        ("UPDATE correction SET round_no = 2", "correction", "round_no"),
        ("DELETE FROM cleared_round", "cleared_round", "no such row is stored"),
        ("UPDATE cleared_round SET round_no = 7", "cleared_round", "no such row"),
        ("DELETE FROM hold", "hold", "no such row is stored"),
        ("UPDATE statement SET balance = balance + 1 WHERE entry_no = 3", "statement", "balance"),
        ("DELETE FROM statement WHERE kind = 'corrected'", "statement", "no such row is stored"),
        ("UPDATE turnover SET effective = 7", "turnover", "effective"),
        ("UPDATE entity SET name = 'mallory'", "entity", "name 'mallory' is stored"),
        ("UPDATE entity SET name = NULL", "entity", "name NULL is stored"),
        ("UPDATE entity SET seq = seq - 1", "entity", "seq"),
        ("DELETE FROM entity", "entity", "no such row is stored"),
        ("INSERT INTO entity VALUES ('staff', 4000000, NULL, 1)", "entity", "no such row follows"),
        (
            "DELETE FROM entity_entry WHERE seq = (SELECT max(seq) FROM entity_entry)",
            "entity_entry",
            "no such row",
        ),
    ] {
        place.run(sql);
        let tampered = dump(place);
        assert_ne!(tampered, sound, "{sql}");
        let checked = elsewhere(|| place.check()).unwrap();
        let first = checked.first.clone().map(|first| (first.table, first.to_string()));
        let (first, words) = first.unwrap_or_else(|| panic!("{sql} was not found"));
        assert!(first == table && words.contains(expected), "{sql}: {words}");
        assert_eq!(dump(place), tampered, "a check changes nothing");
        let rebuilt = elsewhere(|| place.rebuild()).unwrap();
        assert_eq!(rebuilt, checked, "{sql}");
        assert_eq!(dump(place), sound, "{sql}");
    }
}

/// A store of the version with an index of the slips of a round is brought up to the same rows.
pub(crate) async fn the_rounds_that_were_cleared_are_found_in_an_older_store<P: Place>(place: &P) {
    let store = place.open();
    plays(&store).await;
    drop(store);
    let sound = dump(place);
    place.run(
        "DROP TABLE cleared_round;
         DROP TABLE locked_secret;
         DROP TABLE bulletin;
         DROP TABLE device_record;
         DROP INDEX patron_round_by_time;
         ALTER TABLE account DROP COLUMN transfers;
         CREATE INDEX accepted_slip_of_round ON accepted_slip (table_id, shoe_no, round_no, patron_id, seq)",
    );
    place.run(P::BEFORE_CLEARED_ROUNDS);
    drop(place.open());
    assert_eq!(dump(place), sound);
    assert!(place.try_run("DROP INDEX accepted_slip_of_round").is_err(), "the index is gone");
    is_rebuilt_to_the_byte(place);
}

/// What a rebuild leaves behind is a store like any other.
pub(crate) async fn play_goes_on_after_it_is_rebuilt(place: &impl Place) {
    let store = place.open();
    plays(&store).await;
    drop(store);
    elsewhere(|| place.rebuild()).unwrap();
    let store = place.open();
    plays(&store).await;
    drop(store);
    is_rebuilt_to_the_byte(place);
}
