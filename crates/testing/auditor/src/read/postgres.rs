//! Reads a PostgreSQL database into a [`Record`], by PostgreSQL's own client and in one snapshot: a transaction that a
//! killed server left may still end meanwhile. Judges nothing but whether rows that name others find them.

use postgres::Cluster;

use super::rows;
use crate::record::Record;

/// Transfers refer to each other by number here, as in a file; in the database they do so by id.
const ROWS: &str = "
    BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY;
    SELECT json_build_object('event', json_build_array(json_build_array(table_id, seq), at,
            json_build_array(table_id, shoe_no, round_no), body))
        FROM event ORDER BY table_id, seq;
    SELECT json_build_object('transfer', json_build_array(t.transfer_no, replace(t.id::text, '-', ''), t.kind,
            t.from_account, t.to_account, t.amount, about.transfer_no,
            CASE WHEN t.seq IS NOT NULL THEN json_build_array(t.table_id, t.seq) END, t.house_seq))
        FROM transfer t LEFT JOIN transfer about ON about.id = t.about ORDER BY t.transfer_no;
    SELECT json_build_object('account', json_build_array(account_no,
            json_build_array(kind, owner, currency, balance))) FROM account;
    SELECT json_build_object('hold', json_build_array(transfer_no, remaining)) FROM hold JOIN transfer USING (id);
    SELECT json_build_object('slip', json_build_array(patron_id, replace(slip_id::text, '-', ''),
            json_build_array(table_id, shoe_no, round_no))) FROM accepted_slip;
    SELECT json_build_object('ending', json_build_array(patron_id, json_build_array(table_id, shoe_no, round_no),
            voided)) FROM patron_round;
    SELECT json_build_object('seed', json_build_array(table_id, shoe_no, encode(seed, 'hex'))) FROM shoe_seed;
    SELECT json_build_object('locked', json_build_array(table_id, shoe_no, encode(commitment, 'hex')))
        FROM locked_secret;
    SELECT json_build_object('bulletin', json_build_array(table_id, seq, text)) FROM bulletin;
    SELECT json_build_object('entry', json_build_array(seq, at, body::json)) FROM house_event;
    SELECT json_build_object('entity', json_build_array(kind, number, name, seq)) FROM entity;
    SELECT json_build_object('entity_entry', json_build_array(kind, number, seq)) FROM entity_entry;
    SELECT json_build_object('credential', json_build_array(kind, key, body)) FROM credential;
    SELECT json_build_object('statement', json_build_array(patron_id, currency, entry_no, json_build_array(at, kind,
            CASE WHEN table_id IS NOT NULL THEN json_build_array(table_id, shoe_no, round_no) END, revision, staked,
            paid, lent, repaid, change, balance, owed))) FROM statement ORDER BY patron_id, currency, entry_no;
    SELECT json_build_object('turnover', json_build_array(json_build_array(day, table_id, spot, currency, corrected),
            json_build_array(wagers, staked, effective, paid))) FROM turnover;
    SELECT json_build_object('device_record', json_build_array(table_id, json_build_array(no, seq, device, n, read_at,
            late, body)))
        FROM device_record ORDER BY table_id, no;
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
const HAS_SCHEMA: &str = "SELECT to_regclass('credential') IS NOT NULL";

/// Reads everything in the database. The record is empty when there is no schema yet.
///
/// # Errors
/// When the database cannot be read, or a row in it makes no sense.
pub fn record(cluster: &Cluster, database: &str) -> Result<Record, String> {
    if cluster.run(database, HAS_SCHEMA)? != "t" {
        return Ok(Record::default());
    }
    rows::record(cluster.run(database, ROWS)?.lines())
}

#[cfg(test)]
mod tests {
    use super::super::sqlite;
    use super::*;
    use crate::fixture::{self, Store};

    #[test]
    fn both_stores_are_read_alike_and_rows_that_name_nothing_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let expected = sqlite::record(&fixture::write(folder.path())).unwrap();
        let cluster = Cluster::start().unwrap();
        let url = cluster.create_database().unwrap();
        let database = url.rsplit('/').next().unwrap();
        let empty = record(&cluster, database).unwrap();
        assert!(empty.events.is_empty() && empty.damage.is_empty(), "{empty:?}");

        for step in fixture::schema(Store::Postgres) {
            cluster.run(database, &step).unwrap();
        }
        cluster.run(database, &fixture::sql(Store::Postgres)).unwrap();
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
