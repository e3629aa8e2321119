//! One-time codes of supervisors, with which devices are enrolled: made, looked up, used once.

use serde::{Deserialize, Serialize};
use table::{StaffId, TableId, Timestamp};

use crate::answer::Rejection;
use crate::house::House;
use crate::people::codes::{code_of, hash};
use crate::people::{Credential, CredentialChange, CredentialKind, PeopleRefusal, Person, SignedInAgain};
use crate::ports::StoreFailure;

/// How long a code counts, in milliseconds.
pub const CODE_MS: i64 = 10 * 60_000;
/// How many ended credentials are removed when a code is made.
const REMOVED_AT_ONCE: u16 = 16;

/// A code that was just made. It is shown this once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewDeviceCode {
    /// The code, which counts once.
    pub code: String,
    /// The table that it is for.
    pub table: TableId,
    /// Whether it enrols a simulated device.
    pub simulator: bool,
    /// When it ends.
    pub ends_at: Timestamp,
}

/// What a code is for, as it is kept. The supervisor decides it, and not the device.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct CodeBody {
    pub(super) table: TableId,
    pub(super) simulator: bool,
}

/// A code that counts now.
pub(super) struct KnownCode {
    pub(super) by: StaffId,
    pub(super) body: CodeBody,
    stored: Credential,
}

impl KnownCode {
    /// The changes that use the code up. Of two devices that use it at once, one finds it gone.
    pub(super) fn used(self) -> [CredentialChange; 2] {
        let stored = self.stored;
        let (kind, key, body) = (stored.kind, stored.key.clone(), stored.body.clone());
        [CredentialChange::Replace { body, by: stored }, CredentialChange::Remove { kind, key }]
    }
}

impl House {
    /// Makes a one-time code for a device of a table, as a supervisor. Only its digest is stored.
    ///
    /// # Errors
    /// [`PeopleRefusal`] of the proof, [`HouseRefusal::UnknownTable`](crate::HouseRefusal::UnknownTable),
    /// [`DeviceRefusal::PlayMoneyOnly`](super::DeviceRefusal::PlayMoneyOnly), or a [`Failure`](crate::Failure).
    pub async fn device_code(
        &self,
        table: TableId,
        simulator: bool,
        by: &SignedInAgain<'_>,
    ) -> Result<NewDeviceCode, Rejection> {
        let (by, mut changes) = self.signed_in_again(by).await?;
        self.check_place_of_device(table, simulator)?;
        let (code, now) = (code_of(&self.people().random::<10>()?), self.now());
        let ends_at = Timestamp(now.0.saturating_add(CODE_MS));
        let body = serde_json::to_string(&CodeBody { table, simulator });
        changes.push(CredentialChange::Put(Credential {
            kind: CredentialKind::DeviceCode,
            key: hash(&code),
            owner: Person::Staff(by),
            body: body.map_err(|error| StoreFailure::Storage(format!("a code: {error}")))?,
            expires_at: Some(ends_at),
        }));
        changes.push(CredentialChange::RemoveEnded { now, most: REMOVED_AT_ONCE });
        if !self.context.store.change_credentials(changes).await? {
            return Err(PeopleRefusal::WrongCredentials.into());
        }
        tracing::info!(target: "security", staff = by.0, table = table.0, simulator, "a code for a device was made");
        Ok(NewDeviceCode { code, table, simulator, ends_at })
    }

    /// What is known of a code; none when it does not count, or does not count any more.
    pub(super) async fn known_code(&self, code: &str) -> Result<Option<KnownCode>, StoreFailure> {
        let stored = self.context.store.credential(CredentialKind::DeviceCode, hash(code)).await?;
        let counts = |stored: &Credential| stored.expires_at.is_some_and(|end| end > self.now());
        let Some(stored) = stored.filter(counts) else { return Ok(None) };
        let corrupt = |error| StoreFailure::Corrupt(format!("{stored:?}: {error}"));
        let body = serde_json::from_str(&stored.body).map_err(corrupt)?;
        let Person::Staff(by) = stored.owner else { return Ok(None) };
        Ok(Some(KnownCode { by, body, stored }))
    }
}
