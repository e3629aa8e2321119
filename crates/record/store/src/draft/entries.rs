//! Judges entries of the house's own log that change entities, and changes of credentials.

use house::log::{Entity, EntityRef, HouseEvent};
use house::people::CredentialChange;
use house::ports::{HouseEntry, HouseOutcome, StoreFailure};
use journal::StoredEntity;
use ledger::{Asked, Changes, Posted, TransferRefusal, TransferRequest, judge};

use super::batch::Draft;
use super::credentials::CredentialRows;
use super::facts::{Facts, NotJudged};

impl<F: Facts> Draft<'_, F> {
    /// Judges an entry of the house's own log. Several reasons to refuse it are given in the order of
    /// [`HouseOutcome`].
    pub(super) fn append_entry(&mut self, entry: &HouseEntry) -> Result<HouseOutcome, NotJudged> {
        let entity = entry.event.entity();
        if let Some(entity) = entity
            && self.last_change(entity)? != entry.expected
        {
            return Ok(HouseOutcome::Outdated);
        }
        let Some(credentials) = self.judge_credentials(&entry.credentials)? else {
            return Ok(HouseOutcome::Outdated);
        };
        if let Some(entity) = entity
            && self.is_name_taken(entity)?
        {
            return Ok(HouseOutcome::NameTaken);
        }
        let changes = match self.judge_new(&entry.postings)? {
            Ok(changes) => changes,
            Err(refusal) => return Ok(HouseOutcome::Refused(refusal)),
        };
        let seq = self.enter(Some(entry.at), &entry.event, changes)?;
        self.note_entity(&entry.event, seq);
        self.projection.rows.credentials.extend(credentials);
        Ok(HouseOutcome::Appended { seq })
    }

    /// Judges changes of credentials; false when one was outdated.
    pub(super) fn change_credentials(&mut self, changes: &[CredentialChange]) -> Result<bool, NotJudged> {
        let judged = self.judge_credentials(changes)?;
        let is_judged = judged.is_some();
        self.projection.rows.credentials.extend(judged.unwrap_or_default());
        Ok(is_judged)
    }

    /// The number of the latest entry of an entity, 0 for a new one.
    fn last_change(&mut self, entity: &Entity) -> Result<u64, NotJudged> {
        let place = entity.entity_ref();
        if place.number == 0 {
            let nobody = format!("an entity of the kind {} with the number 0", place.kind.as_ref());
            return Err(NotJudged::Failed(StoreFailure::Storage(nobody)));
        }
        Ok(self.stored_entity(place)?.map_or(0, |stored| stored.seq))
    }

    /// The entity as it is after the orders so far.
    fn stored_entity(&self, place: EntityRef) -> Result<Option<StoredEntity>, NotJudged> {
        match self.entities.get(&place) {
            Some(drafted) => Ok(Some(drafted.clone())),
            None => self.facts.entity(place),
        }
    }

    /// Whether another entity of the kind has the name after the orders so far.
    fn is_name_taken(&self, entity: &Entity) -> Result<bool, NotJudged> {
        let Some(name) = entity.unique_name() else { return Ok(false) };
        let place = entity.entity_ref();
        if let Some(holder) = self.names.get(&(place.kind, name.clone())) {
            return Ok(*holder != place.number);
        }
        // The holder may have given the name away in this batch.
        let holder = self.facts.name_holder(place.kind, &name)?.map(|number| EntityRef { number, ..place });
        Ok(holder.is_some_and(|holder| holder != place && !self.entities.contains_key(&holder)))
    }

    /// Judges money that must not have been moved before: an entry that is sent twice is refused or outdated.
    fn judge_new(
        &mut self,
        postings: &[TransferRequest],
    ) -> Result<Result<Changes, TransferRefusal>, NotJudged> {
        let judged = match judge(self, postings)? {
            Ok(judged) => judged,
            Err((_, refusal)) => return Ok(Err(refusal)),
        };
        let known = postings.iter().zip(&judged.posted).find(|(_, posted)| **posted == Posted::Exists);
        Ok(match known {
            Some((posting, _)) => Err(TransferRefusal::ExistsDifferent { id: posting.id }),
            None => self.within_bounds(Some(Asked::Outside), &judged.changes)?.map(|()| judged.changes),
        })
    }

    /// What changes of credentials come to, one after the other; none when one is outdated.
    fn judge_credentials(&self, changes: &[CredentialChange]) -> Result<Option<CredentialRows>, NotJudged> {
        let mut judged = CredentialRows::default();
        for change in changes {
            if let CredentialChange::Replace { body, by } = change {
                let place = (by.kind, by.key.as_str());
                let before = || {
                    let stored = || self.facts.credential(by.kind, &by.key);
                    self.projection.rows.credentials.after(place, stored)
                };
                let present = judged.after(place, before)?;
                if present.is_none_or(|present| present.body != *body) {
                    return Ok(None);
                }
            }
            judged.change(change);
        }
        Ok(Some(judged))
    }

    /// Notes the new state of an entity.
    fn note_entity(&mut self, event: &HouseEvent, seq: u64) {
        let Some(changed) = StoredEntity::of(event, seq) else { return };
        let place = changed.place;
        if let Some(name) = self.entities.insert(place, changed.clone()).and_then(|before| before.name) {
            self.names.remove(&(place.kind, name));
        }
        self.names.extend(changed.name.clone().map(|name| ((place.kind, name), place.number)));
        self.projection.rows.entities.push(changed);
    }
}
