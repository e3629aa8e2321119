//! The entities of the house's own log, followed entry by entry and compared with the stored rows.

use std::collections::{BTreeMap, BTreeSet};

use house::log::{Entity, EntityKind, EntityRef};
use journal::StoredEntity;
use ledger::TransferRequest;

use crate::deviation::{Deviation, Place, refuse, same};

/// The rows that should be stored; each stored row removes its own.
#[derive(Debug, Default)]
pub(crate) struct Entities {
    latest: BTreeMap<EntityRef, StoredEntity>,
    names: BTreeMap<(EntityKind, String), EntityRef>,
    entries: BTreeSet<(EntityRef, u64)>,
}

impl Entities {
    /// Follows an entry that creates or changes an entity. Returns the money that the change moves.
    pub(crate) fn follow(
        &mut self,
        place: Place,
        entity: &Entity,
        seq: u64,
    ) -> Result<Vec<TransferRequest>, Deviation> {
        let (changed, name) = (entity.entity_ref(), entity.unique_name());
        if changed.number == 0 {
            return refuse(place, "an entity with a number from 1", format!("{entity:?}"));
        }
        if let Some(name) = &name
            && let Some(holder) = self.names.get(&(changed.kind, name.clone()))
            && *holder != changed
        {
            let expected = format!("a name other than {name:?}, which number {} has", holder.number);
            return refuse(place, expected, format!("{entity:?}"));
        }
        let state = StoredEntity { place: changed, name: name.clone(), seq };
        if let Some(name) = self.latest.insert(changed, state).and_then(|before| before.name) {
            self.names.remove(&(changed.kind, name));
        }
        self.names.extend(name.map(|name| ((changed.kind, name), changed)));
        self.entries.insert((changed, seq));
        Ok(moved_by(entity))
    }

    /// Takes a stored row of an entity. All come after the entries.
    pub(crate) fn stored(&mut self, stored: StoredEntity) -> Result<(), Deviation> {
        let expected = self.latest.remove(&stored.place);
        same(Place::Entity(stored.place), &expected, &Some(stored))
    }

    /// Takes the stored row of an entry of an entity. All come after the entries.
    pub(crate) fn stored_entry(&mut self, entity: EntityRef, seq: u64) -> Result<(), Deviation> {
        if self.entries.remove(&(entity, seq)) {
            return Ok(());
        }
        refuse(Place::Entity(entity), "its own entries among those stored", format!("house event {seq}"))
    }

    /// Refuses a row that should be stored and is missing.
    pub(crate) fn finish(self) -> Result<(), Deviation> {
        if let Some(entity) = self.latest.keys().next() {
            return refuse(Place::Entity(*entity), "a row that follows from the house's own log", "none");
        }
        self.entries.first().map_or(Ok(()), |(entity, seq)| {
            refuse(Place::Entity(*entity), format!("house event {seq} among its entries"), "none")
        })
    }
}

/// The money that a change to this state moves. Of a kind that is not listed with money, no transfer is accepted.
fn moved_by(changed: &Entity) -> Vec<TransferRequest> {
    match changed {
        Entity::Adjustment(proposal) => proposal.posting().into_iter().collect(),
        Entity::Staff(_)
        | Entity::Account(_)
        | Entity::Table(_)
        | Entity::PlayTime(_)
        | Entity::Adjuster(_)
        | Entity::HouseSettings(_)
        | Entity::Protection(_)
        | Entity::Range(_)
        | Entity::Device(_)
        | Entity::DealerPin(_)
        | Entity::ShoeReview(_)
        | Entity::DealerConsole(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use house::people::{Role, StaffMember};
    use journal::HouseEvent;
    use table::StaffId;

    use super::*;

    fn staff(number: u32, name: &str) -> Entity {
        let (id, roles) = (StaffId(number), [Role::Auditor].into());
        Entity::Staff(StaffMember::new(id, name, roles))
    }

    fn row(number: u32, name: &str, seq: u64) -> StoredEntity {
        StoredEntity { place: staff(number, name).entity_ref(), name: Some(name.to_owned()), seq }
    }

    /// Follows these changes, entry by entry; the deviation of the first that has one.
    fn followed(changes: &[(u32, &str)]) -> Result<Entities, String> {
        let mut entities = Entities::default();
        for (seq, (number, name)) in (1..).zip(changes) {
            let place = Place::Entry(HouseEvent::LOG, seq);
            let moved = entities.follow(place, &staff(*number, name), seq).map_err(|no| no.to_string())?;
            assert_eq!(moved, []);
        }
        Ok(entities)
    }

    #[test]
    fn a_number_is_from_1_and_a_name_belongs_to_one_at_a_time() {
        for (changes, expected) in [
            (&[(1, "Ann"), (0, "Bob")][..], "house event 2: an entity with a number from 1"),
            (&[(1, "Ann"), (2, "ann")], "house event 2: a name other than \"ann\", which number 1 has"),
            (&[(1, "a"), (2, "b"), (1, "c"), (2, "a"), (1, "a")], "house event 5: a name other than \"a\""),
        ] {
            let deviation = followed(changes).unwrap_err();
            assert!(deviation.starts_with(expected), "{deviation}");
        }
        assert!(followed(&[(1, "a"), (2, "b"), (1, "c"), (2, "a"), (1, "b"), (1, "B")]).is_ok());
    }

    #[test]
    fn each_stored_row_follows_and_each_row_that_follows_is_stored() {
        let audited = |rows: &[StoredEntity], entries: &[(u32, u64)]| -> Result<(), Deviation> {
            let mut entities = followed(&[(1, "a"), (2, "b"), (1, "c")]).unwrap();
            rows.iter().try_for_each(|row| entities.stored(row.clone()))?;
            let place = |number| staff(number, "").entity_ref();
            entries.iter().try_for_each(|(number, seq)| entities.stored_entry(place(*number), *seq))?;
            entities.finish()
        };
        let (rows, entries) = ([row(1, "c", 3), row(2, "b", 2)], [(1, 1), (1, 3), (2, 2)]);
        assert_eq!(audited(&rows, &entries), Ok(()));
        for (rows, entries, place) in [
            (&[row(1, "a", 3), row(2, "b", 2)][..], &entries[..], "staff 1: "),
            (&[row(1, "c", 1), row(2, "b", 2)], &entries, "staff 1: "),
            (&[row(1, "c", 3)], &entries, "staff 2: a row that follows"),
            (&[rows[0].clone(), rows[1].clone(), row(3, "d", 3)], &entries, "staff 3: None"),
            (&rows, &entries[1..], "staff 1: house event 1 among its entries"),
            (&rows, &[(1, 1), (1, 2)], "staff 1: its own entries among those stored"),
        ] {
            let deviation = audited(rows, entries).unwrap_err().to_string();
            assert!(deviation.starts_with(place), "{deviation}");
        }
    }
}
