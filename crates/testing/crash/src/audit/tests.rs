//! The auditor against planted mistakes: each must be found, and by the law it breaks.

use std::collections::BTreeMap;

use rusqlite::{Connection, params};

use super::fixture;
use super::*;

mod corrected;
mod played;

/// What is planted, the SQL that plants it, the law that finds it, what is said of it.
type Planted = [&'static str; 4];

/// Money that moves for a wrong reason, with balances to match: only its meaning gives it away. After what is
/// planted: kind, from, to, amount, the transfer it is about, the event it names; law, what is said.
type Forged = (&'static str, &'static str, [i64; 3], Option<i64>, Option<i64>, [&'static str; 2]);

fn audited(
    folder: &Path,
    notebooks: &[Notebook],
    minutes: &Minutes,
    server: Server,
) -> Result<Facts, Vec<Deviation>> {
    let rules = BTreeMap::from([(1, Rules::LiveCommission)]);
    let notes = Notes { patrons: notebooks, supervisors: minutes };
    audit(Source::File(&folder.join("house.sqlite")), server, &rules, notes)
}

/// What the auditor says of the small house after this was done to its file.
fn after(plant: impl FnOnce(&Connection)) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let (path, notebooks, minutes) = fixture::write(folder.path());
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
    let found = audited(folder.path(), &notebooks, &minutes, Server::Killed).err().unwrap_or_default();
    found.iter().map(ToString::to_string).collect()
}

fn assert_found(planted: &str, found: &[String], law: &str, what: &str) {
    let hit = |said: &String| said.starts_with(law) && said.contains(what);
    assert!(found.iter().any(hit), "{planted}: {found:#?}");
}

#[test]
fn a_sound_house_passes() {
    let folder = tempfile::tempdir().unwrap();
    let (_, notebooks, minutes) = fixture::write(folder.path());
    let facts = audited(folder.path(), &notebooks, &minutes, Server::Killed);
    let phases = BTreeMap::from([(1, Phase::Betting)]);
    let expected = Facts {
        phases,
        slips: 7,
        clears: 1,
        rounds_settled: 1,
        rounds_voided: 1,
        corrections: 2,
        adjustments: 2,
        shoes: 1,
    };
    assert_eq!(facts, Ok(expected));
}

#[test]
fn a_file_that_never_came_to_be_is_empty() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let nothing = audited(folder.path(), &[], &Minutes::default(), Server::AtRest);
    assert_eq!(nothing, Ok(Facts::default()));
    let (_, notebooks, minutes) = fixture::write(other.path());
    let lost = audited(folder.path(), &notebooks, &minutes, Server::Killed).unwrap_err();
    assert!(lost.iter().any(|it| it.what.contains("is lost")), "{lost:?}");
}

#[test]
fn planted_mistakes_are_found() {
    let plants = [played::MONEY, played::WORDS, corrected::MONEY, corrected::WORDS];
    for [planted, sql, law, what] in plants.into_iter().flatten() {
        let found = after(|conn| conn.execute_batch(sql).unwrap());
        assert_found(planted, &found, law, what);
    }
}

#[test]
fn forged_transfers_are_found() {
    for (planted, kind, [from, to, amount], about, seq, [law, what]) in
        played::FORGED.iter().chain(corrected::FORGED)
    {
        let found = after(|conn| {
            conn.execute(
                "INSERT INTO transfer (id, kind, from_account, to_account, amount, about, table_id, seq, asked)
                 VALUES (randomblob(16), ?1, ?2, ?3, ?4, ?5, iif(?6 IS NULL, NULL, 1), ?6, ?4)",
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
    let (_, mut notebooks, minutes) = fixture::write(folder.path());
    notebooks[0].last_balance = Some(98_401);
    notebooks[0].balances.insert(98_401);
    notebooks[1].top_ups = 1;
    notebooks[1].last_owed = Some(7);
    let found = audited(folder.path(), &notebooks, &minutes, Server::AtRest).unwrap_err();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = [
        "told: patron 1: was told a balance of 98401, never had it",
        "told: patron 2: was topped up 1 times, the ledger has 0",
        "finish: hold 19 is still open with 250",
        "finish: hold 38 is still open with 40",
        "finish: table 1 round 1-3: slip 99999999999999999999999999999999 of patron 2 never ended",
        "finish: table 1 round 1-3: slip 55555555555555555555555555555555 of patron 2 never ended",
        "finish: patron 1 was told 98401 at last, the ledger has 98400",
        "finish: patron 2 was told bonus money of 0 at last, the ledger has 10",
        "finish: patron 2 was told a debt of 7 at last, the ledger has 0",
    ];
    assert_eq!(found, expected);
}

#[test]
fn what_was_told_and_never_stood_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let (_, mut notebooks, mut minutes) = fixture::write(folder.path());
    // Between the two holds of slip a, which are one unit.
    notebooks[0].balances.insert(99_000);
    notebooks[0].granted = Some(98_900);
    // The adjustment of patron 2 did not follow the gift at once.
    notebooks[1].granted = Some(588);
    let note = minutes.adjustments.values_mut().next().unwrap();
    note.told.insert(Wallet { cash: 588, bonus: 0, owed: 1 });
    let found = audited(folder.path(), &notebooks, &minutes, Server::Killed).unwrap_err();
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    let expected = [
        "told: patron 1: was told a balance of 99000, never had it",
        "told: patron 1: was given 98900 at first, the ledger has [100000]",
        "told: patron 2: was given 588 at first, the ledger has [100000]",
        "minutes: 11111111111111111111111111111111 was said to leave Wallet { cash: 588, bonus: 0, owed: 1 }, \
         which patron 2 never had",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_gift_may_be_adjusted_before_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (path, mut notebooks, _) = fixture::write(folder.path());
    let record = Source::File(&path).record().unwrap();
    assert_eq!(wallets::beginnings(&record)[&2], [100_000]);
    // Without the round that was played in between.
    let transfers = record.transfers.iter().filter(|each| each.entry.is_some()).cloned().collect();
    let record = Record { transfers, ..record };
    assert_eq!(wallets::beginnings(&record)[&2], [100_000, 0]);
    notebooks[1].granted = Some(0);
    notebooks[1].balances = [0, 100_000].into();
    let story = Story::of(&record.events);
    let found = told::check(&record, &story, &notebooks);
    assert!(!found.iter().any(|said| said.contains("patron 2: was given")), "{found:?}");
}
