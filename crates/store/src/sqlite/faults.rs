//! What the writer does when SQLite fails it: a full disk, a commit that does not go through, a job that
//! cannot be done. Drives the writer by hand, without its thread.

use std::path::Path;

use house::ports::{ShoeSeed, StoreFailure, Unit, UnitOutcome};
use ledger::{Account, Action, Posting, TransferId};
use money::{Amount, Currency};
use table::{Event, TableId, Timestamp};
use tokio::sync::mpsc;
use tokio::sync::oneshot::Receiver;

use super::checkpoint::Nudge;
use super::commit::{Commit, Post};
use super::open;
use super::writer::{Job, Writer, job};

const TABLE: TableId = TableId(1);

type Answer = Receiver<Result<Result<Vec<UnitOutcome>, StoreFailure>, StoreFailure>>;

fn writer(dir: &Path) -> Writer {
    let nudge = Nudge::new(mpsc::channel(1).0);
    let mut writer = Writer::new(open::writer(&dir.join("house.sqlite")).unwrap(), nudge);
    let (from, to) = (Account::issue(Currency::PLAY), Account::patron_cash(1, Currency::PLAY));
    let gift = Action::Move { from, to, amount: Amount::new(100).unwrap() };
    let (gift, mut answer) = job(Post { postings: vec![Posting { id: TransferId(1), action: gift }] });
    writer.serve(vec![gift]);
    assert_eq!(answer.try_recv(), Ok(Ok(Ok(()))));
    writer
}

/// The patron wagers at a table that is at event `expected_seq`; the event's text is as long as `padding`.
fn wager(table: TableId, expected_seq: u64, id: u128, minor: u64, padding: usize) -> (Box<dyn Job>, Answer) {
    let (from, held) =
        (Account::patron_cash(1, Currency::PLAY), Account::stakes_held(table.0, Currency::PLAY));
    let hold = Action::Hold { from, held, amount: Amount::new(minor).unwrap() };
    let event = Event::ShoeOpened { shoe_no: 1, algorithm: "x".repeat(padding), rules: None };
    let unit = Unit {
        events: vec![(Timestamp(0), event)],
        postings: vec![Posting { id: TransferId(id), action: hold }],
        shoe_seed: None,
    };
    job(Commit::new(table, expected_seq, vec![unit]).unwrap())
}

fn said(answer: &mut Answer) -> String {
    match answer.try_recv().unwrap() {
        Err(StoreFailure::Storage(said)) => said,
        other => panic!("{other:?} is no failure of the storage"),
    }
}

fn outcomes(answer: &mut Answer) -> Vec<UnitOutcome> {
    answer.try_recv().unwrap().unwrap().unwrap()
}

fn committed(first_seq: u64) -> [UnitOutcome; 1] {
    [UnitOutcome::Committed { first_seq }]
}

#[test]
fn a_full_disk_is_told_and_forgotten_once_there_is_room() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    let pages: i64 = writer.conn.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    writer.conn.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(())).unwrap();
    let (large, mut answer) = wager(TABLE, 0, 2, 60, 100_000);
    writer.serve(vec![large]);
    assert!(said(&mut answer).starts_with("the disk is full"));
    writer.conn.query_row("PRAGMA max_page_count = 1000000", [], |_| Ok(())).unwrap();
    let (large, mut answer) = wager(TABLE, 0, 2, 100, 100_000);
    writer.serve(vec![large]);
    assert_eq!(outcomes(&mut answer), committed(1));
}

#[test]
fn a_failed_commit_fails_everyone_and_leaves_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    // A row without its parent is found out at the commit only. One job is to blame, but who knows which?
    writer
        .conn
        .execute_batch(
            "PRAGMA foreign_keys = ON;
             CREATE TEMP TABLE parent (id INTEGER PRIMARY KEY);
             CREATE TEMP TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED);
             CREATE TEMP TRIGGER breaks AFTER INSERT ON main.event WHEN NEW.table_id = 2
             BEGIN INSERT INTO child VALUES (1); END;",
        )
        .unwrap();
    let (first, mut one) = wager(TABLE, 0, 2, 60, 0);
    let (second, mut two) = wager(TableId(2), 0, 3, 40, 0);
    writer.serve(vec![first, second]);
    assert!(said(&mut one).contains("FOREIGN KEY") && said(&mut two).contains("FOREIGN KEY"));
    assert!(writer.conn.is_autocommit());
    writer.conn.execute_batch("DROP TRIGGER breaks").unwrap();
    let (again, mut answer) = wager(TABLE, 0, 2, 100, 0);
    writer.serve(vec![again]);
    assert_eq!(outcomes(&mut answer), committed(1));
}

#[test]
fn a_job_that_cannot_be_done_fails_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    let opened = Event::ShoeOpened { shoe_no: 1, algorithm: String::new(), rules: None };
    let seed = Some(ShoeSeed { shoe_no: 1, seed: [1; 32] });
    let seeded = Unit { events: vec![(Timestamp(0), opened)], postings: Vec::new(), shoe_seed: seed };
    let twice = Commit::new(TableId(2), 0, vec![seeded.clone(), seeded]).unwrap();
    let (first, mut one) = wager(TABLE, 0, 2, 60, 0);
    let (broken, mut two) = job(twice);
    let (third, mut three) = wager(TABLE, 1, 3, 40, 0);
    writer.serve(vec![first, broken, third]);
    assert_eq!(outcomes(&mut one), committed(1));
    assert!(said(&mut two).contains("UNIQUE constraint"));
    assert_eq!(outcomes(&mut three), committed(2));
}
