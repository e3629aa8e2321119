//! The changes of credentials in a batch, folded: what is left of them to be written, in any order of writing.

use std::collections::{BTreeMap, BTreeSet};

use house::people::{Credential, CredentialChange, CredentialKind, Person, SessionBody};
use house::ports::StoreFailure;
use table::{PatronId, Timestamp};

/// The session that the secret of that hash opens for a patron.
pub(crate) fn session(
    patron: PatronId,
    token_hash: [u8; 32],
    since: Timestamp,
) -> Result<Credential, StoreFailure> {
    let session = SessionBody::since(since).credential(token_hash, Person::Patron(patron));
    session.map_err(|error| StoreFailure::Storage(format!("a session without a body: {error}")))
}

/// What changes credentials. Written in the order of the fields.
#[derive(Clone, Debug, Default)]
pub(crate) struct CredentialRows {
    /// The kinds of credentials that these persons lose all of.
    pub(crate) removed_all: BTreeSet<(CredentialKind, Person)>,
    /// Each other changed credential by its kind and key; none when it is removed.
    pub(crate) changed: BTreeMap<(CredentialKind, String), Option<Credential>>,
    /// Credentials that ended by then are removed, at most so many.
    pub(crate) ended: Option<(Timestamp, u16)>,
}

impl CredentialRows {
    /// The credential of a kind and key after these changes. `before` gives it as it was before them.
    pub(super) fn after<E>(
        &self,
        (kind, key): (CredentialKind, &str),
        before: impl FnOnce() -> Result<Option<Credential>, E>,
    ) -> Result<Option<Credential>, E> {
        if let Some(changed) = self.changed.get(&(kind, key.to_owned())) {
            return Ok(changed.clone());
        }
        Ok(before()?.filter(|stored| !self.removed_all.contains(&(kind, stored.owner))))
    }

    /// Adds a change after these.
    pub(super) fn change(&mut self, change: &CredentialChange) {
        match change {
            CredentialChange::Put(new) | CredentialChange::Replace { by: new, .. } => self.put(new.clone()),
            CredentialChange::Remove { kind, key } => {
                self.changed.insert((*kind, key.clone()), None);
            }
            CredentialChange::RemoveAll { kind, owner } => self.remove_all(*kind, *owner),
            CredentialChange::RemoveEnded { now, most } => self.remove_ended(*now, *most),
        }
    }

    /// Adds or replaces a credential after these changes.
    pub(crate) fn put(&mut self, new: Credential) {
        self.changed.insert((new.kind, new.key.clone()), Some(new));
    }

    /// Adds changes that were made after these.
    pub(super) fn extend(&mut self, later: Self) {
        for (kind, owner) in later.removed_all {
            self.remove_all(kind, owner);
        }
        self.changed.extend(later.changed);
        if let Some((now, most)) = later.ended {
            self.remove_ended(now, most);
        }
    }

    /// Removes credentials that ended by then, at most so many.
    fn remove_ended(&mut self, now: Timestamp, limit: u16) {
        let (earlier, more) = self.ended.unwrap_or((now, 0));
        self.ended = Some((now.max(earlier), limit.max(more)));
    }

    fn remove_all(&mut self, kind: CredentialKind, owner: Person) {
        self.removed_all.insert((kind, owner));
        for ((changed, _), credential) in &mut self.changed {
            if *changed == kind && credential.as_ref().is_some_and(|own| own.owner == owner) {
                *credential = None;
            }
        }
    }
}
