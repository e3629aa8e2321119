//! The house's own log in memory, with the entities that it creates and changes, and credentials.

use house::log::{EntityKind, EntityRef};
use house::people::{Credential, CredentialKind, Person};
use house::ports::{RecordedEntry, StoreFailure};
use journal::{HouseRow, StoredEntity};

use super::State;
use super::port::page;
use crate::draft::CredentialRows;
use crate::rows;

impl State {
    /// Writes the new state of an entity.
    pub(super) fn change_entity(&mut self, changed: StoredEntity) {
        let StoredEntity { place, seq, .. } = changed;
        self.entity_entries.entry(place).or_default().push(seq);
        let named = changed.name.clone().map(|name| ((place.kind, name), place.number));
        if let Some(name) = self.entities.insert(place, changed).and_then(|before| before.name) {
            self.names.remove(&(place.kind, name));
        }
        self.names.extend(named);
    }

    /// Writes changes of credentials.
    pub(super) fn change_credentials(&mut self, rows: CredentialRows) {
        let CredentialRows { removed_all, changed, ended } = rows;
        if !removed_all.is_empty() {
            self.credentials.retain(|(kind, _), stored| !removed_all.contains(&(*kind, stored.owner)));
        }
        for (place, credential) in changed {
            match credential {
                Some(credential) => _ = self.credentials.insert(place, credential),
                None => _ = self.credentials.remove(&place),
            }
        }
        let Some((now, limit)) = ended else { return };
        let ending = self.credentials.iter().filter_map(|(place, stored)| Some((stored.expires_at?, place)));
        let mut ended: Vec<_> =
            ending.filter(|(at, _)| *at <= now).map(|(at, place)| (at, place.clone())).collect();
        ended.sort_unstable();
        for (_, place) in ended.into_iter().take(usize::from(limit)) {
            self.credentials.remove(&place);
        }
    }

    pub(super) fn entity(&self, entity: EntityRef) -> Result<Option<RecordedEntry>, StoreFailure> {
        self.entities.get(&entity).map(|stored| self.entry(stored.seq)).transpose()
    }

    pub(super) fn entity_named(
        &self,
        kind: EntityKind,
        name: String,
    ) -> Result<Option<RecordedEntry>, StoreFailure> {
        match self.names.get(&(kind, name)) {
            Some(number) => self.entity(EntityRef { kind, number: *number }),
            None => Ok(None),
        }
    }

    pub(super) fn entities(
        &self,
        kind: EntityKind,
        after: u32,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>, StoreFailure> {
        let Some(first) = after.checked_add(1) else { return Ok(Vec::new()) };
        let (first, last) = (EntityRef { kind, number: first }, EntityRef { kind, number: u32::MAX });
        let stored = self.entities.range(first..=last).take(usize::from(limit));
        stored.map(|(_, stored)| self.entry(stored.seq)).collect()
    }

    pub(super) fn entity_history(
        &self,
        entity: EntityRef,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>, StoreFailure> {
        let seqs = page(self.entity_entries.get(&entity).into_iter().flatten(), (before, limit), |seq| *seq);
        seqs.into_iter().map(|seq| self.entry(seq)).collect()
    }

    pub(super) fn house_digest(&self, seq: u64) -> Option<[u8; 32]> {
        self.house.iter().find(|row| row.head.seq == seq).map(|row| row.head.digest.0)
    }

    pub(super) fn house_log(
        &self,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<RecordedEntry>, StoreFailure> {
        let rows = page(self.house.iter(), (before, limit), |row| row.head.seq);
        rows.iter().map(read).collect()
    }

    pub(super) fn credential(&self, kind: CredentialKind, key: String) -> Option<Credential> {
        self.credentials.get(&(kind, key)).cloned()
    }

    pub(super) fn credentials_of(&self, kind: CredentialKind, owner: Person) -> Vec<Credential> {
        let own = self.credentials.values().filter(|stored| stored.kind == kind && stored.owner == owner);
        own.cloned().collect()
    }

    /// The entry of this number.
    fn entry(&self, seq: u64) -> Result<RecordedEntry, StoreFailure> {
        let place = self.house.binary_search_by_key(&seq, |row| row.head.seq).ok();
        let row = place.and_then(|place| self.house.get(place));
        read(row.ok_or_else(|| StoreFailure::Corrupt(format!("house event {seq} is not there")))?)
    }
}

fn read(row: &HouseRow) -> Result<RecordedEntry, StoreFailure> {
    rows::house_entry(row.head.seq, row.head.at, &row.body)
}

#[cfg(test)]
mod tests {
    use house::log::{Actor, Entity, HouseEvent};
    use house::people::{CredentialChange, Role, StaffMember};
    use house::ports::{HouseEntry, HouseOutcome};
    use table::{StaffId, Timestamp};

    use super::*;
    use crate::draft::{Answer, Drafted, Order};

    const ADDED: HouseOutcome = HouseOutcome::Appended { seq: 0 };

    /// A change of a member of staff to that name, with that password.
    fn change(number: u32, name: &str, expected: u64, password: CredentialChange) -> Order {
        let (id, roles) = (StaffId(number), [Role::Manager].into());
        let entity = Entity::Staff(StaffMember::new(id, name, roles));
        let event = HouseEvent::Changed { by: Actor::Operator, why: String::new(), entity };
        let credentials = vec![password];
        Order::Append(Box::new(HouseEntry {
            at: Timestamp(1),
            event,
            expected,
            postings: Vec::new(),
            credentials,
        }))
    }

    fn password(body: &str) -> Credential {
        let (kind, owner) = (CredentialKind::Password, Person::Staff(StaffId(1)));
        Credential { kind, key: "1".to_owned(), owner, body: body.to_owned(), expires_at: None }
    }

    fn put(body: &str) -> CredentialChange {
        CredentialChange::Put(password(body))
    }

    fn replace(body: &str, by: &str) -> CredentialChange {
        CredentialChange::Replace { body: body.to_owned(), by: password(by) }
    }

    #[test]
    fn entries_of_one_batch_see_those_before_them() {
        let mut state = State::default();
        let changes = [
            (change(1, "ann", 0, put("1")), ADDED),
            (change(1, "bob", 0, put("2")), HouseOutcome::Outdated),
            (change(2, "ann", 0, put("2")), HouseOutcome::NameTaken),
            (change(2, "bob", 0, replace("2", "3")), HouseOutcome::Outdated),
            (change(2, "bob", 0, replace("1", "3")), ADDED),
            (change(2, "ann", 2, put("4")), HouseOutcome::NameTaken),
            (change(1, "carl", 1, put("4")), ADDED),
            (change(2, "ann", 2, replace("4", "5")), ADDED),
            (change(1, "bob", 3, put("6")), ADDED),
            (change(3, "carl", 0, replace("6", "7")), ADDED),
            (change(1, "dan", 3, put("8")), HouseOutcome::Outdated),
        ];
        let (orders, expected): (Vec<_>, Vec<_>) = changes.into_iter().unzip();
        let drafted = Drafted::of(&orders, &state).unwrap();
        let mut seq = 0;
        for (answer, expected) in drafted.answers.into_iter().zip(expected) {
            let expected = if expected == ADDED {
                seq += 1;
                HouseOutcome::Appended { seq }
            } else {
                expected
            };
            assert!(matches!(answer, Ok(Answer::Appended(outcome)) if outcome == expected), "{expected:?}");
        }
        state.write(drafted.rows).unwrap();
        let number = |name: &str| state.names.get(&(EntityKind::Staff, name.to_owned())).copied();
        assert_eq!(["ann", "bob", "carl", "dan"].map(number), [Some(2), Some(1), Some(3), None]);
        assert_eq!(state.credential(CredentialKind::Password, "1".to_owned()), Some(password("7")));
    }
}
