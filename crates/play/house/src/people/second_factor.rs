//! The app that shows the codes of a second factor: set, confirmed, removed; and recovery codes. Knows no HTTP.

use super::codes::{RECOVERY_CODES, RecoveryBody, code_of};
use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::known::LoggedIn;
use super::log_in::{log_recovery, name_of, recovery_codes_left};
use super::proof::Proof;
use super::refusal::PeopleRefusal;
use super::service::{Origin, People, kept, personal, written};
use super::sessions::NewSession;
use super::totp::TotpBody;
use crate::answer::Rejection;
use crate::ports::StoreFailure;

/// A second factor that waits for its first code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSecondFactor {
    /// The secret, for an app that cannot read the address.
    pub secret: String,
    /// The address that an authenticator app reads.
    pub url: String,
}

/// A second factor that is in use from now on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfirmedSecondFactor {
    /// The recovery codes, which are shown this once.
    pub recovery_codes: Vec<String>,
    /// The session that takes the place of all others.
    pub session: NewSession,
}

impl People {
    /// Makes a second factor that waits for its first code.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: one is in use, or the proof is wrong. Or a [`Failure`](crate::Failure).
    pub async fn set_second_factor(
        &self,
        who: &LoggedIn,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<NewSecondFactor, Rejection> {
        let owner = who.known.person();
        if self.totp(owner).await?.is_some() {
            return Err(PeopleRefusal::SecondFactorSet.into());
        }
        let mut changes = self.prove_again(who, proof, from).await?;
        let known = self.personal::<TotpBody>(CredentialKind::Totp, owner).await?;
        let body = TotpBody::new(self.random()?);
        let new = personal(CredentialKind::Totp, owner, &body)?;
        changes.push(match known {
            Some((_, body)) if body.confirmed => return Err(PeopleRefusal::SecondFactorSet.into()),
            Some((credential, _)) => CredentialChange::Replace { body: credential.body, by: new },
            None => CredentialChange::Put(new),
        });
        if !self.store.change_credentials(changes).await? {
            return Err(PeopleRefusal::WrongCredentials.into());
        }
        Ok(NewSecondFactor { url: body.url(name_of(&who.known)), secret: body.secret })
    }

    /// Puts a second factor in use by its first code. All sessions end, and a new one begins.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: too many wrong codes, none waits for a code, or the code is wrong. Or a
    /// [`Failure`](crate::Failure).
    pub async fn confirm_second_factor(
        &self,
        who: &LoggedIn,
        code: &str,
        from: Origin,
    ) -> Result<ConfirmedSecondFactor, Rejection> {
        let attempts = format!("code:{}", who.known.person());
        self.attempt(&attempts, from, self.confirm_once(who, code, from)).await
    }

    /// The same within an attempt that has begun.
    async fn confirm_once(
        &self,
        who: &LoggedIn,
        code: &str,
        from: Origin,
    ) -> Result<ConfirmedSecondFactor, Rejection> {
        let owner = who.known.person();
        let mut changes = self.turned(who).await?.ok_or(PeopleRefusal::WrongCredentials)?;
        let waiting = self.personal::<TotpBody>(CredentialKind::Totp, owner).await?;
        let waiting = waiting.filter(|(_, body)| !body.confirmed);
        let (credential, body) = waiting.ok_or(PeopleRefusal::NoSecondFactor)?;
        let confirmed = body.accept(code, self.wall()).ok_or(PeopleRefusal::WrongCode)?;
        let by = Credential { body: written(&confirmed)?, ..credential.clone() };
        let confirm = CredentialChange::Replace { body: credential.body, by };
        let (recovery_codes, recovery) = self.recovery(owner)?;
        changes.extend([confirm, recovery]);
        let session = self.replace_sessions(owner, changes).await?;
        let session = session.ok_or(PeopleRefusal::WrongCredentials)?;
        tracing::info!(target: "security", %owner, address = %from.address, "a second factor was set");
        Ok(ConfirmedSecondFactor { recovery_codes, session })
    }

    /// Takes a second factor out of use. All sessions end, and a new one begins. Recovery codes stay while there is a
    /// passkey; staff keep a second factor.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: there is none, the proof is wrong, or it is the last second factor of a member of staff. Or a
    /// [`Failure`](crate::Failure).
    pub async fn remove_second_factor(
        &self,
        who: &LoggedIn,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let owner = who.known.person();
        if self.totp(owner).await?.is_none() {
            return Err(PeopleRefusal::NoSecondFactor.into());
        }
        let mut changes = self.prove_again(who, proof, from).await?;
        let left = recovery_codes_left(&changes);
        match (self.a_passkey(owner).await?, owner) {
            // The passkey stays: it is not removed at the same time.
            (Some(passkey), _) => {
                changes.insert(0, kept(passkey));
                changes.push(CredentialChange::RemoveAll { kind: CredentialKind::Totp, owner });
            }
            (None, Person::Staff(_)) => return Err(PeopleRefusal::LastSecondFactor.into()),
            (None, Person::Patron(_)) => changes.extend(removed(owner)),
        }
        let session = self.replace_sessions(owner, changes).await?;
        let session = session.ok_or(PeopleRefusal::WrongCredentials)?;
        log_recovery(owner, left);
        tracing::warn!(target: "security", %owner, address = %from.address, "a second factor was removed");
        Ok(session)
    }

    /// Makes new recovery codes in place of those that are left.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: there is no second factor, or the proof is wrong. Or a [`Failure`](crate::Failure).
    pub async fn renew_recovery_codes(
        &self,
        who: &LoggedIn,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<Vec<String>, Rejection> {
        let owner = who.known.person();
        if !self.has_second_factor(owner).await? {
            return Err(PeopleRefusal::NoSecondFactor.into());
        }
        let mut changes = self.prove_again(who, proof, from).await?;
        let left = recovery_codes_left(&changes);
        let (codes, recovery) = self.recovery(owner)?;
        changes.push(recovery);
        if !self.store.change_credentials(changes).await? {
            return Err(PeopleRefusal::WrongCredentials.into());
        }
        log_recovery(owner, left);
        tracing::info!(target: "security", %owner, address = %from.address, "recovery codes were renewed");
        Ok(codes)
    }

    /// The secret of a person's app, if it is in use.
    pub(super) async fn totp(&self, owner: Person) -> Result<Option<(Credential, TotpBody)>, StoreFailure> {
        let totp = self.personal::<TotpBody>(CredentialKind::Totp, owner).await?;
        Ok(totp.filter(|(_, body)| body.confirmed))
    }

    /// New recovery codes, and the change that keeps their hashes.
    pub(super) fn recovery(&self, owner: Person) -> Result<(Vec<String>, CredentialChange), StoreFailure> {
        let code = |_| Ok(code_of(&self.random::<10>()?));
        let codes = (0..RECOVERY_CODES).map(code).collect::<Result<Vec<String>, StoreFailure>>()?;
        let body = RecoveryBody::of(&codes);
        Ok((codes, CredentialChange::Put(personal(CredentialKind::Recovery, owner, &body)?)))
    }
}

/// The changes that remove the app and the recovery codes of a person.
pub(super) fn removed(owner: Person) -> [CredentialChange; 2] {
    [CredentialKind::Totp, CredentialKind::Recovery].map(|kind| CredentialChange::RemoveAll { kind, owner })
}
