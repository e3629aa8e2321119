//! The auditor against planted mistakes: each must be found, and by the law it breaks.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::fixture::{self, CASH, HELD, HOUSE};
use super::*;

/// What is planted, the SQL that plants it, the law that finds it, what is said of it.
type Planted = [&'static str; 4];

const IN_THE_LEDGER: &[Planted] = &[
    ["a lost hold", "DELETE FROM hold", "ledger", "250 of 250 is left, 0 is stored"],
    ["a lost hold", "DELETE FROM hold", "holds", "under way, and of 250 only 0 is held"],
    [
        "a hold that was never made",
        "DELETE FROM transfer WHERE kind = 'hold' AND amount = 250; DELETE FROM hold;
         UPDATE account SET balance = balance + 250 WHERE account_no = 5;
         UPDATE account SET balance = balance - 250 WHERE account_no = 2;",
        "holds",
        "0 was held for stakes of 250",
    ],
    [
        "a negative balance",
        "UPDATE account SET balance = -1 WHERE account_no = 4",
        "ledger",
        "patron_cash 1 is stored as -1, below zero",
    ],
    [
        "a balance that is no sum",
        "UPDATE account SET balance = balance + 1 WHERE account_no = 4",
        "ledger",
        "patron_cash 1 is stored as 98401, its transfers come to 98400",
    ],
    [
        "a sum that is not zero",
        "UPDATE account SET balance = balance + 1 WHERE account_no = 3",
        "ledger",
        "all balances in PLAY add up to 1, not to zero",
    ],
    [
        "a patron who paid what they did not have",
        "DELETE FROM transfer WHERE transfer_no = 1",
        "ledger",
        "transfer 3 takes patron_cash 1 to -1000, below zero",
    ],
    [
        "a stake given to another",
        "UPDATE transfer SET to_account = 4 WHERE kind = 'release' AND amount = 777",
        "ledger",
        "a Release from stakes_held 1 to patron_cash 1",
    ],
    [
        "a stake held from another's cash",
        "UPDATE transfer SET from_account = 4 WHERE kind = 'hold' AND amount = 250",
        "holds",
        "held from the cash of another",
    ],
];

const IN_THE_EVENTS: &[Planted] = &[
    ["a lost row", "DELETE FROM event WHERE seq = 4", "file", "a row of transfer refers to one"],
    ["a missing event", "DELETE FROM event WHERE seq = 10", "history", "event 11 follows event 9"],
    [
        "a missing slip",
        "DELETE FROM event WHERE body LIKE '%bbbbbbbb%'",
        "told",
        "was accepted in table 1 round 1-1 and is lost",
    ],
    [
        "a slip counted twice",
        "INSERT INTO event SELECT 1, 21, 0, 1, 3, body FROM event WHERE seq = 4",
        "told",
        "counts 2 times",
    ],
    ["a slip nobody sent", "UPDATE event SET body = replace(body, '9999', '7777')", "told", "was never sent"],
    [
        "a refused slip that counts",
        "UPDATE event SET body = replace(body, '9999', '8888')",
        "told",
        "was refused, and yet table 1 round 1-3 has it",
    ],
    [
        "a changed stake",
        "UPDATE event SET body = replace(body, '1000', '1001') WHERE seq = 4",
        "told",
        "table 1 round 1-1 has [",
    ],
    [
        "a clearing lost",
        "UPDATE event SET body = replace(body, 'dddd', '7777')",
        "told",
        "cleared wagers, and no event says so",
    ],
    [
        "a wrong payout",
        "UPDATE event SET body = replace(body, '1515', '1516')",
        "payouts",
        "patron 2 was settled",
    ],
    [
        "a wrong payout that moved no money",
        "UPDATE event SET body = replace(body, '1515', '1516')",
        "payouts",
        "patron 2 should get 1817, the ledger moved 1816",
    ],
    [
        "a wrong resolution",
        "UPDATE event SET body = replace(body, ':\"lose', ':\"push')",
        "payouts",
        "patron 1 was settled",
    ],
    [
        "a settlement told otherwise",
        "UPDATE event SET body = replace(body, '301', '302')",
        "told",
        "round 1-1 was told as settled",
    ],
    [
        "a stranger paid",
        "UPDATE event SET body = replace(body, '\"patron\":1', '\"patron\":3') WHERE seq = 15",
        "payouts",
        "patron 3 was settled without a wager",
    ],
    [
        "too little given back",
        "UPDATE event SET body = replace(body, '\"amount\":300', '\"amount\":299')",
        "payouts",
        "staked were {1: 300}, returned {1: 299}",
    ],
    [
        "a card from elsewhere",
        "UPDATE event SET body = replace(body, '7h', '7s')",
        "shoes",
        "7s came out, the seed wants Some(\"7h\") as card 15",
    ],
    [
        "a card that the tableau does not want",
        "UPDATE event SET body = replace(body, 'Kh', 'Ah')",
        "payouts",
        "the tableau does not want 5 cards",
    ],
    [
        "a slip after the close",
        "UPDATE event SET seq = 100 WHERE seq = 8; UPDATE event SET seq = 8 WHERE seq = 9;
         UPDATE event SET seq = 9 WHERE seq = 100;",
        "history",
        "table 1 event 9 came while Closed",
    ],
    ["a lost seed", "DELETE FROM shoe_seed", "shoes", "the seed of shoe 1 is lost"],
    [
        "a slip forgotten",
        "DELETE FROM accepted_slip WHERE round_no = 2",
        "history",
        "only an event tells of it",
    ],
    [
        "an ending forgotten",
        "DELETE FROM patron_round WHERE voided = 300",
        "history",
        "its end is shown otherwise",
    ],
];

/// Money that moves for a wrong reason, with balances to match: only its meaning gives it away. After what is
/// planted: kind, from, to, amount, the transfer it is about, the event it names; law, what is said.
type Forged = (&'static str, &'static str, [i64; 3], Option<i64>, Option<i64>, [&'static str; 2]);

const FORGED: &[Forged] = &[
    (
        "a doubled payout",
        "move",
        [HOUSE, CASH + 1, 738],
        None,
        Some(14),
        ["payouts", "patron 2 should get 1816, the ledger moved 2554"],
    ),
    (
        "a refused slip that moved money",
        "hold",
        [CASH + 1, HELD, 7],
        None,
        Some(20),
        ["holds", "257 was held for stakes of 250"],
    ),
    ("a gift from the house", "move", [HOUSE, CASH, 5], None, None, ["payouts", "moves money for no event"]),
    (
        "a hold that went back too soon",
        "release",
        [HELD, CASH + 1, 250],
        Some(19),
        Some(20),
        ["holds", "its round is under way, and of 250"],
    ),
    (
        "a hold captured again",
        "capture",
        [HELD, HOUSE, 100],
        Some(4),
        Some(18),
        ["holds", "of 1100 was taken or given back: 1100 with table 1 event 15, 100 with table 1 event 18"],
    ),
    (
        "a capture of more than was held",
        "capture",
        [HELD, HOUSE, 5],
        Some(3),
        Some(14),
        ["ledger", "of hold 3 -5 of 1000 is left"],
    ),
];

fn audited(folder: &Path, notebooks: &[Notebook], server: Server) -> Result<Facts, Vec<Deviation>> {
    let rules = BTreeMap::from([(1, Rules::LiveCommission)]);
    audit(Source::File(&folder.join("house.sqlite")), server, &rules, notebooks)
}

/// What the auditor says of the small house after this was done to its file.
fn after(plant: impl FnOnce(&Connection)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (path, notebooks) = fixture::write(folder.path());
    let conn = Connection::open(path).unwrap();
    conn.execute_batch(
        "PRAGMA synchronous = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF;
         DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_deleted;
         DROP TRIGGER transfer_is_never_changed; DROP TRIGGER transfer_is_never_deleted;
         DROP TRIGGER shoe_seed_is_never_deleted;",
    )
    .unwrap();
    plant(&conn);
    drop(conn);
    let found = audited(folder.path(), &notebooks, Server::Killed).err().unwrap_or_default();
    found.iter().map(ToString::to_string).collect()
}

fn assert_found(planted: &str, found: &[String], law: &str, what: &str) {
    let hit = |said: &String| said.starts_with(law) && said.contains(what);
    assert!(found.iter().any(hit), "{planted}: {found:#?}");
}

#[test]
fn a_sound_house_passes() {
    let folder = tempfile::tempdir().unwrap();
    let (_, notebooks) = fixture::write(folder.path());
    let facts = audited(folder.path(), &notebooks, Server::Killed);
    let phases = BTreeMap::from([(1, Phase::Betting)]);
    let expected = Facts { phases, slips: 6, clears: 1, rounds_settled: 1, rounds_voided: 1, shoes: 1 };
    assert_eq!(facts, Ok(expected));
}

#[test]
fn a_file_that_never_came_to_be_is_empty() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    assert_eq!(audited(folder.path(), &[], Server::AtRest), Ok(Facts::default()));
    let (_, notebooks) = fixture::write(other.path());
    let lost = audited(folder.path(), &notebooks, Server::Killed).unwrap_err();
    assert!(lost.iter().any(|it| it.what.contains("is lost")), "{lost:?}");
}

#[test]
fn planted_mistakes_are_found() {
    for [planted, sql, law, what] in IN_THE_LEDGER.iter().chain(IN_THE_EVENTS) {
        let found = after(|conn| conn.execute_batch(sql).unwrap());
        assert_found(planted, &found, law, what);
    }
}

#[test]
fn forged_transfers_are_found() {
    for (planted, kind, [from, to, amount], about, seq, [law, what]) in FORGED {
        let found = after(|conn| {
            conn.execute(
                "INSERT INTO transfer (id, kind, from_account, to_account, amount, about, table_id, seq)
                 VALUES (randomblob(16), ?1, ?2, ?3, ?4, ?5, iif(?6 IS NULL, NULL, 1), ?6)",
                params![kind, from, to, amount, about, seq],
            )
            .unwrap();
            let sql = "UPDATE account SET balance = balance + ?2 WHERE account_no = ?1";
            conn.execute(sql, [*from, -amount]).unwrap();
            conn.execute(sql, [*to, *amount]).unwrap();
        });
        assert_found(planted, &found, law, what);
    }
}

#[test]
fn what_is_still_open_at_rest_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut notebooks) = fixture::write(folder.path());
    notebooks[0].last_balance = Some(98_401);
    notebooks[0].balances.insert(98_401);
    notebooks[1].top_ups = 1;
    let found = audited(folder.path(), &notebooks, Server::AtRest).unwrap_err();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = [
        "told: patron 1: was told a balance of 98401, never had it",
        "told: patron 2: was topped up 1 times, the ledger has 0",
        "finish: hold 19 is still open with 250",
        "finish: table 1 round 1-3: slip 99999999999999999999999999999999 of patron 2 never ended",
        "finish: patron 1 was told 98401 at last, the ledger has 98400",
    ];
    assert_eq!(found, expected);
}
