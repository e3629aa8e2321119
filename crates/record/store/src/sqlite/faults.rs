//! What the writer does when SQLite fails it: a full disk, a commit that does not go through, a job that
//! cannot be done; and when something comes again that it has forgotten. Drives the writer by hand, without its thread.

use std::path::Path;

use house::ports::{ShoeSeed, StoreFailure, Unit, UnitOutcome};
use ledger::{Account, Action, TransferId, TransferRequest};
use money::{Amount, Currency};
use table::{Event, PatronId, RequestId, TableId, Timestamp};
use tokio::sync::{mpsc, oneshot};

use super::checkpoint::Wakeup;
use super::open;
use super::writer::Writer;
use crate::draft::{Answer, EncodedUnit, Job, Order};

const TABLE: TableId = TableId(1);

/// A writer that remembers nothing.
fn opened(dir: &Path) -> Writer {
    Writer::new(open::writer(&dir.join("house.sqlite")).unwrap(), Wakeup::new(mpsc::channel(1).0))
}

/// A writer of a new file, and a patron with 100.
fn writer(dir: &Path) -> Writer {
    let mut writer = opened(dir);
    let (from, to) = (Account::issue(Currency::PLAY), Account::patron_cash(1, Currency::PLAY));
    let gift = Action::Move { from, to, amount: Amount::new(100).unwrap() };
    let gift = vec![TransferRequest { id: TransferId(1), action: gift }];
    let (reply, mut answer) = oneshot::channel();
    writer.serve(vec![Job::new(Order::Post(Timestamp(0), gift), reply)]);
    assert!(matches!(answer.try_recv(), Ok(Ok(Answer::Posted(Ok(()))))));
    writer
}

/// What becomes of commits that share a batch: their outcomes, or the message of a failure of the storage.
fn serve<const N: usize>(writer: &mut Writer, orders: [Order; N]) -> [Result<Vec<UnitOutcome>, String>; N] {
    let (replies, answers): (Vec<_>, Vec<_>) =
        orders.each_ref().map(|_| oneshot::channel()).into_iter().unzip();
    writer.serve(orders.into_iter().zip(replies).map(|(order, reply)| Job::new(order, reply)).collect());
    let answers = answers.into_iter().map(|mut answer| match answer.try_recv().unwrap() {
        Ok(Answer::Outcomes(mut outcomes)) => {
            for outcome in &mut outcomes {
                if let UnitOutcome::Committed { wallets, .. } = outcome {
                    wallets.clear();
                }
            }
            Ok(outcomes)
        }
        Ok(_) => panic!("a commit has outcomes"),
        Err(StoreFailure::Storage(message)) => Err(message),
        Err(other) => panic!("{other:?} is no failure of the storage"),
    });
    answers.collect::<Vec<_>>().try_into().unwrap()
}

/// The patron wagers at a table that is at event `expected_seq`; the event's text is as long as `padding`.
fn wager(table: TableId, expected_seq: u64, id: u128, minor: u64, padding: usize) -> Order {
    let event = Event::ShoeOpened {
        shoe_no: 1,
        algorithm: "x".repeat(padding),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    };
    unit(table, expected_seq, event, (id, minor))
}

/// The same, with a slip of that id.
fn slip(expected_seq: u64, slip_id: u128, (id, minor): (u128, u64)) -> Order {
    let slip_id = RequestId(slip_id);
    let event = Event::SlipAccepted { patron: PatronId(1), slip_id, wagers: Vec::new(), replaced: None };
    unit(TABLE, expected_seq, event, (id, minor))
}

fn unit(table: TableId, expected_seq: u64, event: Event, (id, minor): (u128, u64)) -> Order {
    let (from, held) =
        (Account::patron_cash(1, Currency::PLAY), Account::stakes_held(table.0, Currency::PLAY));
    let hold = Action::Hold { from, held, amount: Amount::new(minor).unwrap() };
    let postings = vec![TransferRequest { id: TransferId(id), action: hold }];
    commit(table, expected_seq, vec![Unit::new(vec![(Timestamp(0), event)], postings)])
}

fn commit(table: TableId, expected_seq: u64, units: Vec<Unit>) -> Order {
    Order::Commit { table, expected_seq, units: EncodedUnit::all(units).unwrap() }
}

fn committed(first_seq: u64) -> UnitOutcome {
    UnitOutcome::Committed { first_seq, wallets: Vec::new() }
}

#[test]
fn a_full_disk_is_reported_and_forgotten_once_there_is_room() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    let pages: i64 = writer.conn.query_row("PRAGMA page_count", [], |row| row.get(0)).unwrap();
    writer.conn.query_row(&format!("PRAGMA max_page_count = {pages}"), [], |_| Ok(())).unwrap();
    let [full] = serve(&mut writer, [wager(TABLE, 0, 2, 60, 100_000)]);
    assert!(full.unwrap_err().starts_with("the disk is full"));
    writer.conn.query_row("PRAGMA max_page_count = 1000000", [], |_| Ok(())).unwrap();
    assert_eq!(serve(&mut writer, [wager(TABLE, 0, 2, 100, 100_000)]), [Ok(vec![committed(1)])]);
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
    for answer in serve(&mut writer, [wager(TABLE, 0, 2, 60, 0), wager(TableId(2), 0, 3, 40, 0)]) {
        assert!(answer.unwrap_err().contains("FOREIGN KEY"));
    }
    assert!(writer.conn.is_autocommit());
    writer.conn.execute_batch("DROP TRIGGER breaks").unwrap();
    assert_eq!(serve(&mut writer, [wager(TABLE, 0, 2, 100, 0)]), [Ok(vec![committed(1)])]);
}

#[test]
fn a_job_that_cannot_be_done_fails_alone() {
    let dir = tempfile::tempdir().unwrap();
    let mut writer = writer(dir.path());
    let opened = Event::ShoeOpened {
        shoe_no: 1,
        algorithm: String::new(),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    };
    let seed = Some(ShoeSeed { shoe_no: 1, seed: [1; 32] });
    let seeded = Unit { shoe_seed: seed, ..Unit::new(vec![(Timestamp(0), opened)], Vec::new()) };
    let broken = commit(TableId(2), 0, vec![seeded.clone(), seeded]);
    let [one, two, three] =
        serve(&mut writer, [wager(TABLE, 0, 2, 60, 0), broken, wager(TABLE, 1, 3, 40, 0)]);
    assert_eq!((one, three), (Ok(vec![committed(1)]), Ok(vec![committed(2)])));
    assert!(two.unwrap_err().contains("UNIQUE constraint"));
}

#[test]
fn what_was_forgotten_is_known_when_it_is_written() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(serve(&mut writer(dir.path()), [slip(0, 1, (2, 10))]), [Ok(vec![committed(1)])]);
    // The same hold; the same slip with another hold; and one that is new.
    for (slip_id, hold, seq) in [(8, 2, 1), (1, 9, 2)] {
        let new = slip(seq, u128::from(seq) + 100, (u128::from(seq) + 200, 20));
        let answers = serve(&mut opened(dir.path()), [slip(seq, slip_id, (hold, 10)), new]);
        assert_eq!(answers, [Ok(vec![UnitOutcome::Repeated]), Ok(vec![committed(seq + 1)])]);
    }
}

#[test]
fn a_repeat_is_not_refused_for_money_it_has_taken_itself() {
    let dir = tempfile::tempdir().unwrap();
    assert_eq!(serve(&mut writer(dir.path()), [slip(0, 1, (2, 100))]), [Ok(vec![committed(1)])]);
    let mut writer = opened(dir.path());
    for (slip_id, hold) in [(1, 2), (1, 3), (2, 2)] {
        assert_eq!(serve(&mut writer, [slip(1, slip_id, (hold, 100))]), [Ok(vec![UnitOutcome::Repeated])]);
    }
    let [poor] = serve(&mut writer, [slip(1, 3, (4, 100))]);
    assert!(matches!(poor.unwrap()[..], [UnitOutcome::Refused { .. }]));
}
