//! Reads a PostgreSQL database into a [`Record`], by PostgreSQL's own client and in one snapshot: a transaction that a
//! killed server left may still end meanwhile. Judges nothing but whether rows that name others find them.

use std::collections::BTreeMap;

use postgres::Cluster;
use serde::Deserialize;

use crate::ids::{EventId, RoundId};
use crate::record::{Account, Derived, Event, Record, Transfer, TransferKind};

/// A row as JSON, under the name of what it is.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Row {
    Damage(String),
    Event(u32, u64, i64, u32, u16, String),
    Transfer(Moved),
    Account(i64, String, u32, String, i64),
    Hold(i64, i64),
    Slip(u32, String, u32, u32, u16),
    Ending(u32, u32, u32, u16, Option<i64>),
    Seed(u32, u32, String),
    Entry(i64, String),
}

/// A transfer: number, id, kind, two accounts, amount, the transfer it is about, table and event, or entry of the
/// house's own log.
type Moved = (i64, String, String, i64, i64, i64, Option<i64>, Option<u32>, Option<u64>, Option<i64>);

/// Transfers refer to each other by number here, as in a file; in the database they do so by id.
const ROWS: &str = "
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SELECT json_build_object('event', json_build_array(table_id, seq, at, shoe_no, round_no, body))
        FROM event ORDER BY table_id, seq;
    SELECT json_build_object('transfer', json_build_array(t.transfer_no, replace(t.id::text, '-', ''), t.kind, t.from_account,
            t.to_account, t.amount, about.transfer_no, t.table_id, t.seq, t.house_seq))
        FROM transfer t LEFT JOIN transfer about ON about.id = t.about ORDER BY t.transfer_no;
    SELECT json_build_object('account', json_build_array(account_no, kind, owner, currency, balance)) FROM account;
    SELECT json_build_object('hold', json_build_array(transfer_no, remaining)) FROM hold JOIN transfer USING (id);
    SELECT json_build_object('slip', json_build_array(patron_id, replace(slip_id::text, '-', ''), table_id, shoe_no,
            round_no)) FROM accepted_slip;
    SELECT json_build_object('ending', json_build_array(patron_id, table_id, shoe_no, round_no, voided))
        FROM patron_round;
    SELECT json_build_object('seed', json_build_array(table_id, shoe_no, encode(seed, 'hex'))) FROM shoe_seed;
    SELECT json_build_object('entry', json_build_array(seq, body)) FROM house_event;
    SELECT json_build_object('damage', 'hold ' || id || ' has no transfer')
        FROM hold LEFT JOIN transfer USING (id) WHERE transfer_no IS NULL;
    SELECT json_build_object('damage', 'transfer ' || t.transfer_no || ' names what is not there')
        FROM transfer t
        LEFT JOIN transfer about ON about.id = t.about
        LEFT JOIN account gives ON gives.account_no = t.from_account
        LEFT JOIN account gets ON gets.account_no = t.to_account
        LEFT JOIN event ON event.table_id = t.table_id AND event.seq = t.seq
        LEFT JOIN house_event entry ON entry.seq = t.house_seq
        WHERE (t.about IS NULL) <> (about.id IS NULL) OR gives.account_no IS NULL OR gets.account_no IS NULL
            OR (t.seq IS NULL) <> (event.seq IS NULL) OR (t.house_seq IS NULL) <> (entry.seq IS NULL);
    COMMIT";

/// The last table of the schema, which comes up as a whole.
const HAS_SCHEMA: &str = "SELECT to_regclass('patron_round') IS NOT NULL";

/// Reads everything in the database. The record is empty when there is no schema yet.
///
/// # Errors
/// When the database cannot be read, or a row in it makes no sense.
pub fn record(cluster: &Cluster, database: &str) -> Result<Record, String> {
    if cluster.run(database, HAS_SCHEMA)? != "t" {
        return Ok(Record::default());
    }
    let mut record = Record { derived: Some(Derived::default()), ..Record::default() };
    for line in cluster.run(database, ROWS)?.lines() {
        let row = serde_json::from_str(line).map_err(|error| format!("{error} in {line}"))?;
        take(&mut record, row)?;
    }
    Ok(record)
}

fn take(record: &mut Record, row: Row) -> Result<(), String> {
    match row {
        Row::Damage(what) => record.damage.push(what),
        Row::Event(table, seq, at, shoe_no, round_no, body) => {
            let (id, round) = (EventId { table, seq }, RoundId { table, shoe_no, round_no });
            record.events.push(Event::read(id, at, Some(round), body)?);
        }
        Row::Transfer(moved) => record.transfers.push(transfer(moved)?),
        Row::Account(no, kind, owner, currency, balance) => {
            once(&mut record.accounts, no, Account { kind, owner, currency, balance })?;
        }
        Row::Hold(transfer, remaining) => once(&mut record.open_holds, transfer, remaining)?,
        Row::Slip(patron, slip, table, shoe_no, round_no) => {
            let round = RoundId { table, shoe_no, round_no };
            record.derived.get_or_insert_default().slips.insert((patron, slip, round));
        }
        Row::Ending(patron, table, shoe_no, round_no, voided) => {
            let round = RoundId { table, shoe_no, round_no };
            record.derived.get_or_insert_default().ended.insert((patron, round, voided));
        }
        Row::Entry(seq, body) => {
            let what =
                serde_json::from_str(&body).map_err(|error| format!("entry {seq}: {error} in {body}"))?;
            once(&mut record.house, seq, what)?;
        }
        Row::Seed(table, shoe_no, hex) => once(&mut record.seeds, (table, shoe_no), seed(&hex)?)?,
    }
    Ok(())
}

fn transfer((no, id, word, from, to, amount, about, table, seq, entry): Moved) -> Result<Transfer, String> {
    let id = u128::from_str_radix(&id, 16).map_err(|error| format!("transfer {no}: {error} in {id}"))?;
    let kind = TransferKind::of(&word)?;
    let origin = table.zip(seq).map(|(table, seq)| EventId { table, seq });
    Ok(Transfer { no, id, kind, from, to, amount, about, origin, entry })
}

/// Inserts a row, whose key no other row may have.
fn once<K: Ord + std::fmt::Debug, V>(map: &mut BTreeMap<K, V>, key: K, value: V) -> Result<(), String> {
    let known = format!("two rows have the key {key:?}");
    if map.insert(key, value).is_some() { Err(known) } else { Ok(()) }
}

fn seed(hex: &str) -> Result<[u8; 32], String> {
    let number = |at: usize| u8::from_str_radix(hex.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..hex.len()).step_by(2).map(number).collect();
    bytes.and_then(|bytes| bytes.try_into().ok()).ok_or_else(|| format!("{hex:?} is no seed"))
}

#[cfg(test)]
mod tests {
    use super::super::sqlite;
    use super::*;
    use crate::fixture;

    const SCHEMA: [&str; 7] = [
        include_str!("../../../../record/store/src/postgres/migrations/0001_first.sql"),
        include_str!("../../../../record/store/src/postgres/migrations/0002_corrections.sql"),
        include_str!("../../../../record/store/src/postgres/migrations/0003_chain.sql"),
        include_str!("../../../../record/store/src/postgres/migrations/0004_rebuild.sql"),
        include_str!("../../../../record/store/src/postgres/migrations/0005_house_rules.sql"),
        include_str!("../../../../record/store/src/postgres/migrations/0006_slips.sql"),
        include_str!("../../../../record/store/src/postgres/migrations/0007_statements.sql"),
    ];

    #[test]
    fn both_stores_are_read_alike_and_rows_that_name_nothing_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let expected = sqlite::record(&fixture::write(folder.path())).unwrap();
        let cluster = Cluster::start().unwrap();
        let url = cluster.create_database().unwrap();
        let database = url.rsplit('/').next().unwrap();
        let empty = record(&cluster, database).unwrap();
        assert!(empty.events.is_empty() && empty.damage.is_empty(), "{empty:?}");

        for step in SCHEMA {
            cluster.run(database, step).unwrap();
        }
        cluster.run(database, &fixture::sql(fixture::Store::Postgres)).unwrap();
        assert_eq!(format!("{:?}", record(&cluster, database).unwrap()), format!("{expected:?}"));

        cluster
            .run(
                database,
                "ALTER TABLE transfer DISABLE TRIGGER ALL; DELETE FROM transfer WHERE transfer_no = 4",
            )
            .unwrap();
        cluster.run(database, &format!("INSERT INTO hold VALUES ('{:032x}', 1)", 77)).unwrap();
        let damage = record(&cluster, database).unwrap().damage;
        // What is gone is a hold, and three ends of its round had used it.
        assert_eq!(damage.len(), 4, "{damage:?}");
        assert!(damage[0].ends_with("4d has no transfer"), "{damage:?}");
        assert!(damage[1..].iter().all(|it| it.ends_with("names what is not there")), "{damage:?}");
    }
}
