//! Writes entities and credentials. Decides nothing.

use house::ports::StoreFailure;
use rusqlite::Connection;

use super::write_all::write_all;
use crate::draft::{CredentialRows, Rows};
use crate::rows::{column, person_columns};
use crate::trouble::Result;

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
    let remove_all = "DELETE FROM credential WHERE owner_kind = ?1 AND owner = ?2 AND kind = ?3";
    write_all(conn, remove_all, removed_all, |(kind, owner)| {
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
    let remove_ended = "DELETE FROM credential WHERE (kind, key) IN
        (SELECT kind, key FROM credential WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)";
    write_all(conn, remove_ended, ended, |(now, limit)| Ok((now.0, *limit)))
}
