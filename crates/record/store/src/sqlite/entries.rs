//! Writes entities and credentials. Decides nothing.

use house::ports::StoreFailure;
use rusqlite::Connection;

use super::write_all::write_all;
use crate::draft::{CredentialRows, Rows};
use crate::rows::{column, person_columns};
use crate::trouble::Result;

const REMOVE_ENDED: &str = "DELETE FROM credential WHERE (kind, key) IN
    (SELECT kind, key FROM credential WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)";

/// The index is named, because SQLite would look at every credential of the kind by its primary key.
const REMOVE_ALL: &str = "DELETE FROM credential INDEXED BY credential_of_owner
    WHERE owner_kind = ?1 AND owner = ?2 AND kind = ?3";

/// Writes the changes of entities one by one in their order: a name may pass from one entity to another.
pub(super) fn entities(conn: &Connection, rows: &Rows) -> Result<()> {
    let set = "INSERT INTO entity (kind, number, name, seq) VALUES (?1, ?2, ?3, ?4)
               ON CONFLICT (kind, number) DO UPDATE SET name = excluded.name, seq = excluded.seq";
    write_all(conn, set, &rows.entities, |row| {
        Ok((row.place.kind.as_ref(), row.place.number, &row.name, column(row.seq)?))
    })?;
    let insert = "INSERT INTO entity_entry (kind, number, seq) VALUES (?1, ?2, ?3)";
    write_all(conn, insert, &rows.entities, |row| {
        Ok((row.place.kind.as_ref(), row.place.number, column(row.seq)?))
    })
}

/// Writes the changes of credentials.
pub(super) fn credentials(conn: &Connection, rows: &CredentialRows) -> Result<()> {
    let CredentialRows { removed_all, changed, ended } = rows;
    write_all(conn, REMOVE_ALL, removed_all, |(kind, owner)| {
        let (owner_kind, owner) = person_columns(*owner);
        Ok((owner_kind, owner, kind.as_ref()))
    })?;
    let removed = changed.iter().filter(|(_, credential)| credential.is_none());
    let remove = "DELETE FROM credential WHERE kind = ?1 AND key = ?2";
    write_all(conn, remove, removed, |((kind, key), _)| Ok::<_, StoreFailure>((kind.as_ref(), key)))?;
    let put = "INSERT INTO credential (kind, key, owner_kind, owner, body, expires_at)
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)
               ON CONFLICT (kind, key) DO UPDATE SET owner_kind = excluded.owner_kind, owner = excluded.owner,
                   body = excluded.body, expires_at = excluded.expires_at";
    write_all(conn, put, changed.values().flatten(), |put| {
        let (owner_kind, owner) = person_columns(put.owner);
        Ok((put.kind.as_ref(), &put.key, owner_kind, owner, &put.body, put.expires_at.map(|at| at.0)))
    })?;
    write_all(conn, REMOVE_ENDED, ended, |(now, limit)| Ok((now.0, *limit)))
}

#[cfg(test)]
mod tests {
    use house::log::{EntityKind, EntityRef};
    use house::people::{Credential, CredentialKind, Person};
    use journal::StoredEntity;
    use table::{StaffId, Timestamp};

    use super::*;
    use crate::queries::entries::planned;
    use crate::sqlite::open;

    const PEOPLE: u32 = 3_000;

    /// The steps in which SQLite carries out a statement.
    fn plan(conn: &Connection, sql: &str) -> Vec<String> {
        let mut explained = conn.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).unwrap();
        let values = vec![rusqlite::types::Null; explained.parameter_count()];
        let steps = explained.query_map(rusqlite::params_from_iter(values), |row| row.get("detail"));
        steps.unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn entities_and_credentials_are_found_by_their_indexes_among_thousands() {
        let folder = tempfile::tempdir().unwrap();
        let conn = open::writer(&folder.path().join("house.sqlite")).unwrap();
        let mut rows = Rows::default();
        for number in 1..=PEOPLE {
            let place = EntityRef { kind: EntityKind::Staff, number };
            let name = Some(format!("name {number}"));
            rows.entities.push(StoredEntity { place, name, seq: number.into() });
            let owner = Person::Staff(StaffId(number));
            let (key, expires_at) = (number.to_string(), Some(Timestamp(number.into())));
            let (kind, body) = (CredentialKind::Session, String::new());
            rows.credentials.put(Credential { kind, key, owner, body, expires_at });
        }
        conn.execute_batch("BEGIN").unwrap();
        entities(&conn, &rows).unwrap();
        credentials(&conn, &rows.credentials).unwrap();
        conn.execute_batch("COMMIT").unwrap();
        for analysed in [false, true] {
            let queries = planned().into_iter().map(|query| query.sqlite);
            for sql in queries.chain([REMOVE_ENDED, REMOVE_ALL].map(str::to_owned)) {
                let plan = plan(&conn, &sql);
                // All credentials of a kind are as bad as all of them.
                let by_index = |step: &String| {
                    let searched = step.starts_with("SEARCH") && !step.ends_with("(kind=?)");
                    searched || step.starts_with("LIST SUBQUERY")
                };
                assert!(plan.iter().all(by_index), "{analysed}, {sql}: {plan:#?}");
            }
            conn.execute_batch("ANALYZE").unwrap();
        }
    }
}
