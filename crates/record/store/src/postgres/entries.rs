//! Entities and credentials: what must be known to judge their changes, and how they are written. Judges nothing.
//!
//! A batch that appends to the house's own log has its lock, so nobody else changes an entity before the commit. A
//! credential that is to be replaced is locked by itself.

use house::people::{Credential, CredentialKind};

use super::facts::{ReadFacts, each, rows_for};
use super::needs::Needs;
use super::session::{ArrayStatement, Session};
use crate::draft::{CredentialRows, Rows};
use crate::queries::entries::{read_credential, read_entity};
use crate::rows::{column, person_columns};
use crate::trouble::Result;
use house::ports::StoreFailure;

/// Entities by their numbers, and those that have a wanted name.
const ENTITIES: &str = "SELECT e.kind, e.number, e.name, e.seq
    FROM unnest($1::text[], $2::bigint[]) AS wanted (kind, number) JOIN entity e USING (kind, number)
    UNION
    SELECT e.kind, e.number, e.name, e.seq
    FROM unnest($3::text[], $4::text[]) AS wanted (kind, name) JOIN entity e USING (kind, name)";

/// Credentials, locked in the order of their keys so that two servers never wait for each other.
const CREDENTIALS: &str = "SELECT c.kind, c.key, c.owner_kind, c.owner, c.body, c.expires_at
    FROM unnest($1::text[], $2::text[]) AS wanted (kind, key) JOIN credential c USING (kind, key)
    ORDER BY c.kind, c.key FOR UPDATE OF c";

/// Sets entities to the last of their changes.
const SET_ENTITIES: &str = "INSERT INTO entity (kind, number, name, seq)
    SELECT DISTINCT ON (kind, number) kind, number, name, seq
    FROM unnest($1::text[], $2::bigint[], $3::text[], $4::bigint[]) AS new (kind, number, name, seq)
    ORDER BY kind, number, seq DESC
    ON CONFLICT (kind, number) DO UPDATE SET name = excluded.name, seq = excluded.seq";

const ENTITY_ENTRIES: &str = "INSERT INTO entity_entry (kind, number, seq)
    SELECT * FROM unnest($1::text[], $2::bigint[], $3::bigint[])";

const REMOVE_ALL: &str = "DELETE FROM credential c
    USING unnest($1::text[], $2::bigint[], $3::text[]) AS gone (owner_kind, owner, kind)
    WHERE (c.owner_kind, c.owner, c.kind) = (gone.owner_kind, gone.owner, gone.kind)";

const REMOVE: &str = "DELETE FROM credential c USING unnest($1::text[], $2::text[]) AS gone (kind, key)
    WHERE (c.kind, c.key) = (gone.kind, gone.key)";

const PUT: &str = "INSERT INTO credential (kind, key, owner_kind, owner, body, expires_at)
    SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
    ON CONFLICT (kind, key) DO UPDATE SET owner_kind = excluded.owner_kind, owner = excluded.owner,
        body = excluded.body, expires_at = excluded.expires_at";

/// Removes credentials that ended, as far as no other server removes or replaces them now.
const REMOVE_ENDED: &str = "DELETE FROM credential WHERE (kind, key) IN
    (SELECT kind, key FROM credential WHERE expires_at <= ($1::bigint[])[1] ORDER BY expires_at
     LIMIT ($2::bigint[])[1] FOR UPDATE SKIP LOCKED)";

/// What a session prepares for this file.
pub(super) const STATEMENTS: &[&str] =
    &[ENTITIES, CREDENTIALS, SET_ENTITIES, ENTITY_ENTRIES, REMOVE_ALL, REMOVE, PUT, REMOVE_ENDED];

impl ReadFacts {
    /// Reads the entities and credentials that are needed.
    pub(super) async fn read_entries(&mut self, session: &Session, needs: &Needs) -> Result<()> {
        let (kinds, numbers): (Vec<&str>, Vec<i64>) =
            needs.entities.iter().map(|place| (place.kind.as_ref(), i64::from(place.number))).unzip();
        let (named, names): (Vec<&str>, Vec<&str>) =
            needs.names.iter().map(|(kind, name)| (kind.as_ref(), name.as_str())).unzip();
        let (kept, keys): (Vec<&str>, Vec<&str>) =
            needs.credentials.iter().map(|(kind, key)| (kind.as_ref(), key.as_str())).unzip();
        let wanted = numbers.len().saturating_add(names.len());
        let (entities, credentials) = tokio::try_join!(
            biased;
            async { rows_for(session, wanted, ENTITIES, &[&kinds, &numbers, &named, &names]).await },
            async { rows_for(session, keys.len(), CREDENTIALS, &[&kept, &keys]).await },
        )?;
        for row in each(&entities) {
            let entity = read_entity(row)?;
            let named = entity.name.clone().map(|name| ((entity.place.kind, name), entity.place.number));
            self.names.extend(named);
            self.entities.insert(entity.place, entity);
        }
        for row in each(&credentials) {
            let credential = read_credential(row)?;
            self.credentials.insert((credential.kind, credential.key.clone()), credential);
        }
        Ok(())
    }
}

/// Writes changes of entities.
pub(super) fn entities(rows: &Rows) -> Result<[ArrayStatement<'_>; 2], StoreFailure> {
    let set = ArrayStatement::over(SET_ENTITIES, rows.entities.iter())
        .column(|row| <&str>::from(row.place.kind))
        .column(|row| i64::from(row.place.number))
        .column(|row| row.name.as_deref())
        .try_column(|row| column(row.seq))?;
    let entries = ArrayStatement::over(ENTITY_ENTRIES, rows.entities.iter())
        .column(|row| <&str>::from(row.place.kind))
        .column(|row| i64::from(row.place.number))
        .try_column(|row| column(row.seq))?;
    Ok([set.statement(), entries.statement()])
}

/// Writes changes of credentials.
pub(super) fn credentials(rows: &Rows) -> [ArrayStatement<'_>; 4] {
    let CredentialRows { removed_all, changed, ended } = &rows.credentials;
    let remove_all = ArrayStatement::over(REMOVE_ALL, removed_all.iter())
        .column(|(_, owner)| person_columns(*owner).0)
        .column(|(_, owner)| i64::from(person_columns(*owner).1))
        .column(|(kind, _)| <&str>::from(*kind));
    let removed = changed.iter().filter(is_removed);
    let remove = ArrayStatement::over(REMOVE, removed)
        .column(|((kind, _), _)| <&str>::from(*kind))
        .column(|((_, key), _)| key.as_str());
    let put = ArrayStatement::over(PUT, changed.values().flatten())
        .column(|put| <&str>::from(put.kind))
        .column(|put| put.key.as_str())
        .column(|put| person_columns(put.owner).0)
        .column(|put| i64::from(person_columns(put.owner).1))
        .column(|put| put.body.as_str())
        .column(|put| put.expires_at.map(|at| at.0));
    let remove_ended = ArrayStatement::over(REMOVE_ENDED, ended.iter())
        .column(|(now, _)| now.0)
        .column(|(_, limit)| i64::from(*limit));
    [remove_all.statement(), remove.statement(), put.statement(), remove_ended.statement()]
}

fn is_removed((_, credential): &(&(CredentialKind, String), &Option<Credential>)) -> bool {
    credential.is_none()
}
