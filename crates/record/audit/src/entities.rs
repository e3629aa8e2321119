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
        Entity::Staff(_) | Entity::Adjuster(_) | Entity::HouseSettings(_) => Vec::new(),
    }
}
