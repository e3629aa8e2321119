//! Tests of the plans of queries about people, rounds and slips: any page begins at its place by an index, sorts
//! nothing, and reads no other rows, on both databases.

use ::postgres::Cluster;
use rusqlite::{Connection, params_from_iter};

use super::{Sql, entries, patrons, search, slips, transfer_search};
use crate::sqlite::SqliteStore;

/// A query, the index that it walks, and parameters for PostgreSQL.
pub(crate) struct Planned {
    pub(crate) sqlite: String,
    postgres: String,
    index: &'static str,
    values: String,
}

impl Planned {
    /// A primary key.
    pub(crate) const KEY: &'static str = "PRIMARY KEY";

    pub(crate) fn new<'a>(sql: impl Into<Sql<'a>>, index: &'static str, values: impl Into<String>) -> Self {
        let (sql, values) = (sql.into(), values.into());
        Self { sqlite: sql.sqlite.to_owned(), postgres: sql.postgres.to_owned(), index, values }
    }
}

fn all() -> impl Iterator<Item = Planned> {
    let searches = search::planned().into_iter().chain(slips::planned());
    let searches = searches.chain(transfer_search::planned());
    searches.chain(patrons::planned()).chain(entries::planned())
}

#[test]
fn sqlite_walks_an_index_from_the_place_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("punto.sqlite");
    SqliteStore::open(&path).unwrap().close().unwrap();
    let conn = Connection::open(&path).unwrap();
    for Planned { sqlite: sql, index, .. } in all() {
        let mut statement = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let nothing = vec![rusqlite::types::Null; statement.parameter_count()];
        let rows = statement.query_map(params_from_iter(nothing), |row| row.get::<_, String>("detail"));
        let plan = rows.unwrap().collect::<Result<Vec<_>, _>>().unwrap().join("; ");
        assert!(plan.contains(index) && !plan.contains("SCAN") && !plan.contains("B-TREE"), "{sql}: {plan}");
        // By an index in ascending order that would be every row before the page.
        assert!(!plan.contains("(<expr><?)"), "{sql}: {plan}");
    }
}

/// By a plan for any parameters, as if the tables were large.
#[test]
fn postgres_walks_an_index_from_the_place_of_the_page() {
    let cluster = Cluster::shared();
    let url = cluster.create_database().unwrap();
    crate::PostgresStore::connect(&url).unwrap().close().unwrap();
    let database = url.rsplit('/').next().unwrap();
    for Planned { postgres: sql, index, values, .. } in all() {
        let explain = format!(
            "SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off;
             SET enable_sort = off; SET enable_incremental_sort = off;
             PREPARE page AS {sql}; EXPLAIN EXECUTE page ({values})"
        );
        let plan = cluster.run(database, &explain).unwrap();
        let index = if index == Planned::KEY { "_pkey" } else { index };
        assert!(plan.contains(index) && plan.contains("Index Cond"), "{sql}: {plan}");
        assert!(!plan.contains("Seq Scan") && !plan.contains("Sort"), "{sql}: {plan}");
    }
}
