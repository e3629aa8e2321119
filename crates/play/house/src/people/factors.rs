//! A password and a code that are checked together, and what using them writes. Knows no HTTP.

use super::codes::RecoveryBody;
use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::service::{People, written};
use super::totp::TotpBody;
use crate::answer::Rejection;
use crate::ports::StoreFailure;

/// What a password and a code that were sent together are worth.
pub(super) struct Checked {
    /// The change that [keeps](super::service::kept) the password; none when it is wrong.
    pub(super) password: Option<CredentialChange>,
    /// What using the code writes, nothing for a person without a second factor; none when it is missing or wrong.
    pub(super) code: Option<Vec<CredentialChange>>,
}

/// What the store has of a person that a code is checked against.
struct SecondFactors {
    totp: Option<(Credential, TotpBody)>,
    has_passkey: bool,
    recovery: Option<(Credential, RecoveryBody)>,
}

impl People {
    /// Checks a password and the code that came with it. The same is read and computed for everybody.
    pub(super) async fn check(
        &self,
        person: Person,
        password: &str,
        code: Option<&str>,
    ) -> Result<Checked, Rejection> {
        // The password is read before the others. A second factor that is set meanwhile changes its body, so that what
        // is written after a check without that factor finds the password outdated.
        let stored = self.personal(CredentialKind::Password, person).await?;
        let (password, factors) =
            tokio::try_join!(self.proven(stored, password), self.second_factors(person))?;
        Ok(Checked { password, code: self.used(&factors, code)? })
    }

    async fn second_factors(&self, person: Person) -> Result<SecondFactors, Rejection> {
        let (totp, has_passkey, recovery) = tokio::try_join!(
            self.totp(person),
            self.has_passkey(person),
            self.personal(CredentialKind::Recovery, person),
        )?;
        Ok(SecondFactors { totp, has_passkey, recovery })
    }

    /// What is written when this code is used as the second factor.
    fn used(
        &self,
        SecondFactors { totp, has_passkey, recovery }: &SecondFactors,
        code: Option<&str>,
    ) -> Result<Option<Vec<CredentialChange>>, StoreFailure> {
        if totp.is_none() && !has_passkey {
            return Ok(Some(vec![]));
        }
        let Some(code) = code else { return Ok(None) };
        let used =
            totp.as_ref().and_then(|(credential, totp)| Some((credential, totp.accept(code, self.wall())?)));
        let (credential, body) = match (used, recovery) {
            (Some((credential, used)), _) => (credential, written(&used)?),
            (None, Some((credential, recovery))) => match recovery.without(code) {
                Some(left) => (credential, written(&left)?),
                None => return Ok(None),
            },
            (None, None) => return Ok(None),
        };
        let by = Credential { body, ..credential.clone() };
        Ok(Some(vec![CredentialChange::Replace { body: credential.body.clone(), by }]))
    }
}
