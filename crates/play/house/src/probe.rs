//! A write that changes nothing for anybody, to find out whether the store takes writes.

use table::StaffId;

use crate::answer::Failure;
use crate::house::House;
use crate::people::{CredentialChange, CredentialKind, Person, SessionBody};
use crate::ports::StoreFailure;

/// The hash under which the probe is written. Nobody knows a secret of that hash.
const HASH: [u8; 32] = [0; 32];
/// Whose the probe is. Numbers of staff count from 1.
const NOBODY: Person = Person::Staff(StaffId(0));

impl House {
    /// Writes a session that has ended and is nobody's, and removes it: two commits that are durable as any other.
    /// After a crash between them, the store removes it with other sessions that have ended.
    ///
    /// # Errors
    /// [`Failure`]: the store takes no writes.
    pub async fn probe_writes(&self) -> Result<(), Failure> {
        let now = self.now();
        let session = SessionBody::since(now).credential(HASH, NOBODY);
        let mut session = session.map_err(|error| StoreFailure::Storage(error.to_string()))?;
        session.expires_at = Some(now);
        let (kind, key) = (CredentialKind::Session, session.key.clone());
        let store = &self.context.store;
        store.change_credentials(vec![CredentialChange::Put(session)]).await?;
        store.change_credentials(vec![CredentialChange::Remove { kind, key }]).await?;
        Ok(())
    }
}
