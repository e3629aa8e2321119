//! Queries about the house's own log, the entities that it creates and changes, and credentials.

use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind, Person};
use house::ports::{RecordedEntry, StoreFailure};
use journal::StoredEntity;

#[cfg(test)]
use super::plans::Planned;
use super::{Columns, Reads, Sql, Value, all, before, first};
use crate::rows;
use crate::trouble::Result;

/// All credentials by kind and key.
pub(crate) const CREDENTIALS: Sql<'static> = Sql {
    sqlite: "SELECT kind, key, owner_kind, owner, body, expires_at FROM credential ORDER BY kind, key",
    postgres: r#"SELECT kind, key, owner_kind, owner, body, expires_at FROM credential
        ORDER BY kind COLLATE "C", key COLLATE "C""#,
};

const ENTITY: &str = "SELECT seq, at, body FROM entity JOIN house_event USING (seq)
     WHERE kind = $1 AND number = $2";

const STORED_ENTITY: &str = "SELECT kind, number, name, seq FROM entity WHERE kind = $1 AND number = $2";

const NAME_HOLDER: &str = "SELECT number FROM entity WHERE kind = $1 AND name = $2";

const ENTITY_NAMED: &str = "SELECT seq, at, body FROM entity JOIN house_event USING (seq)
     WHERE kind = $1 AND name = $2";

const ENTITIES: &str = "SELECT seq, at, body FROM entity JOIN house_event USING (seq)
     WHERE kind = $1 AND number > $2 ORDER BY number LIMIT $3";

const ENTITY_HISTORY: &str = "SELECT seq, at, body FROM entity_entry JOIN house_event USING (seq)
     WHERE kind = $1 AND number = $2 AND seq < $3 ORDER BY seq DESC LIMIT $4";

const HOUSE_LOG: &str = "SELECT seq, at, body FROM house_event WHERE seq < $1 ORDER BY seq DESC LIMIT $2";

const CREDENTIAL: &str = "SELECT kind, key, owner_kind, owner, body, expires_at FROM credential
     WHERE kind = $1 AND key = $2";

/// The index is named for SQLite, which would read every credential of the kind in the order of its primary key.
const CREDENTIALS_OF: Sql<'_> = Sql {
    sqlite: "SELECT kind, key, owner_kind, owner, body, expires_at
         FROM credential INDEXED BY credential_of_owner
         WHERE owner_kind = $1 AND owner = $2 AND kind = $3 ORDER BY key",
    postgres: "SELECT kind, key, owner_kind, owner, body, expires_at FROM credential
         WHERE owner_kind = $1 AND owner = $2 AND kind = $3 ORDER BY key",
};

/// The queries below, each with the index that it walks.
#[cfg(test)]
pub(crate) fn planned() -> Vec<Planned> {
    let (place, name) = ("'a', 1", "'a', 'a'");
    vec![
        Planned::new(ENTITY, Planned::KEY, place),
        Planned::new(STORED_ENTITY, Planned::KEY, place),
        Planned::new(NAME_HOLDER, "entity", name),
        Planned::new(ENTITY_NAMED, "entity", name),
        Planned::new(ENTITIES, Planned::KEY, "'a', 1, 1"),
        Planned::new(ENTITY_HISTORY, Planned::KEY, "'a', 1, 1, 1"),
        Planned::new(HOUSE_LOG, Planned::KEY, "1, 1"),
        Planned::new(CREDENTIAL, Planned::KEY, name),
        Planned::new(CREDENTIALS_OF, "credential_of_owner", "'a', 1, 'a'"),
    ]
}

/// The queries about entries of the house's own log and credentials.
pub(crate) trait EntryQueries: Reads + Sized {
    /// The latest entry of an entity.
    async fn entity(&self, entity: EntityRef) -> Result<Option<RecordedEntry>> {
        first(self, ENTITY, &place(entity), read_entry).await
    }

    /// An entity as it is now.
    async fn stored_entity(&self, entity: EntityRef) -> Result<Option<StoredEntity>> {
        first(self, STORED_ENTITY, &place(entity), read_entity).await
    }

    /// The number of the entity that has a name.
    async fn name_holder(&self, kind: EntityKind, name: &str) -> Result<Option<u32>> {
        let values = [Value::Text(kind.as_ref()), Value::Text(name)];
        first(self, NAME_HOLDER, &values, |row| row.number(0)).await
    }

    /// The latest entry of the entity that has a name.
    async fn entity_named(&self, kind: EntityKind, name: &str) -> Result<Option<RecordedEntry>> {
        let values = [Value::Text(kind.as_ref()), Value::Text(name)];
        first(self, ENTITY_NAMED, &values, read_entry).await
    }

    /// The latest entries of entities of a kind, by number.
    async fn entities(&self, kind: EntityKind, after: u32, limit: u16) -> Result<Vec<RecordedEntry>> {
        all(self, ENTITIES, &[Value::Text(kind.as_ref()), after.into(), limit.into()], read_entry).await
    }

    /// The entries of an entity, newest first.
    async fn entity_history(
        &self,
        entity: EntityRef,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>> {
        let [kind, number] = place(entity);
        let values = [kind, number, self::before(before), limit.into()];
        all(self, ENTITY_HISTORY, &values, read_entry).await
    }

    /// The entries of the house's own log, newest first.
    async fn house_log(&self, before: Option<u64>, limit: u16) -> Result<Vec<RecordedEntry>> {
        all(self, HOUSE_LOG, &[self::before(before), limit.into()], read_entry).await
    }

    /// The credential of a kind and key.
    async fn credential(&self, kind: CredentialKind, key: &str) -> Result<Option<Credential>> {
        let values = [Value::Text(kind.as_ref()), Value::Text(key)];
        first(self, CREDENTIAL, &values, read_credential).await
    }

    /// The credentials of a kind that a person has, by key.
    async fn credentials_of(&self, kind: CredentialKind, owner: Person) -> Result<Vec<Credential>> {
        let (owner_kind, owner) = rows::person_columns(owner);
        let values = [Value::Text(owner_kind), owner.into(), Value::Text(kind.as_ref())];
        all(self, CREDENTIALS_OF, &values, read_credential).await
    }
}

impl<R: Reads> EntryQueries for R {}

/// An entity as the columns name it: its kind and its number.
fn place(entity: EntityRef) -> [Value<'static>; 2] {
    [Value::Text(kind_id(entity.kind)), entity.number.into()]
}

/// The name under which a kind of entity is stored.
fn kind_id(kind: EntityKind) -> &'static str {
    kind.into()
}

/// An entry from three columns: its number, its time, its body.
fn read_entry(row: &dyn Columns) -> Result<RecordedEntry, StoreFailure> {
    rows::house_entry(row.number(0)?, row.time(1)?, row.text(2)?)
}

/// An entity's kind and number from two columns.
pub(crate) fn read_place(row: &dyn Columns) -> Result<EntityRef, StoreFailure> {
    Ok(EntityRef { kind: rows::entity_kind(row.text(0)?)?, number: row.number(1)? })
}

/// An entity from four columns: its kind, its number, its name, its latest entry.
pub(crate) fn read_entity(row: &dyn Columns) -> Result<StoredEntity, StoreFailure> {
    Ok(StoredEntity { place: read_place(row)?, name: row.string(2)?.map(str::to_owned), seq: row.number(3)? })
}

/// A credential from six columns: its kind, its key, the kind and the number of its owner, its body, when it ends.
pub(crate) fn read_credential(row: &dyn Columns) -> Result<Credential, StoreFailure> {
    Ok(Credential {
        kind: rows::credential_kind(row.text(0)?)?,
        key: row.text(1)?.to_owned(),
        owner: rows::person(row.text(2)?, row.number(3)?)?,
        body: row.text(4)?.to_owned(),
        expires_at: row.optional_number(5)?.map(table::Timestamp),
    })
}
