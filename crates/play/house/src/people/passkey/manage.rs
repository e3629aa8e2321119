//! The passkeys of somebody who is logged in: added, listed, named and removed.

use table::Timestamp;

use super::body::{PasskeyBody, id_of, named};
use super::check::{NewPasskey, made};
use super::options::{NewPasskeyOptions, PasskeyOptions, handle_of, known};
use super::shared::Purpose;
use super::site::Site;
use crate::answer::{Failure, Rejection};
use crate::people::credential::{Credential, CredentialChange, CredentialKind, Person};
use crate::people::known::LoggedIn;
use crate::people::log_in::name_of;
use crate::people::proof::Proof;
use crate::people::refusal::PeopleRefusal;
use crate::people::second_factor::removed;
use crate::people::service::{Origin, People, kept};
use crate::people::sessions::NewSession;
use crate::ports::StoreFailure;

/// How many passkeys somebody may have.
pub const MOST_PASSKEYS: usize = 16;

/// A passkey as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyLine {
    /// What names it.
    pub id: String,
    /// What its owner calls it.
    pub name: String,
    /// When it was added.
    pub created_at: Timestamp,
    /// When it was used last.
    pub last_used_at: Option<Timestamp>,
}

/// A passkey that was added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddedPasskey {
    /// The passkey.
    pub passkey: PasskeyLine,
    /// The recovery codes, which are shown this once; empty when there was a second factor before.
    pub recovery_codes: Vec<String>,
    /// The session that takes the place of all others.
    pub session: NewSession,
}

impl People {
    /// Begins to add a passkey. The answer of the browser is waited for in this session.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: too many attempts, the proof is wrong, or there are too many passkeys. Or a [`Failure`].
    pub async fn begin_passkey(
        &self,
        who: &LoggedIn,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<NewPasskeyOptions, Rejection> {
        let owner = who.known.person();
        let used = self.prove_again(who, proof, from).await?;
        let passkeys = self.passkeys(owner).await?;
        if passkeys.len() >= MOST_PASSKEYS {
            return Err(PeopleRefusal::TooManyPasskeys { most: MOST_PASSKEYS }.into());
        }
        if !self.store.change_credentials(used).await? {
            return Err(PeopleRefusal::WrongCredentials.into());
        }
        let challenge = self.challenge(of_session(who), Purpose::Make, from)?;
        let (user, name) = (handle_of(owner), name_of(&who.known).to_owned());
        Ok(NewPasskeyOptions { challenge, user, name, known: known(&passkeys) })
    }

    /// Adds the passkey that a browser made. All sessions end, and a new one begins.
    ///
    /// # Errors
    /// [`PeopleRefusal::BadPasskey`], [`PeopleRefusal::TooManyPasskeys`], or a [`Failure`].
    pub async fn add_passkey(
        &self,
        site: &Site,
        who: &LoggedIn,
        name: &str,
        new: &NewPasskey,
        from: Origin,
    ) -> Result<AddedPasskey, Rejection> {
        let owner = who.known.person();
        let waiting = self.take_challenge(&of_session(who));
        let Some((Purpose::Make, challenge)) = waiting else { return Err(PeopleRefusal::BadPasskey.into()) };
        let key = made(site, challenge, new).map_err(|fault| {
            let why: &str = fault.into();
            tracing::warn!(target: "security", %owner, address = %from.address, why, "a new passkey was refused");
            PeopleRefusal::BadPasskey
        })?;
        // Nobody knows the id of a passkey before it is added, so nobody else adds it at the same time.
        if self.store.credential(CredentialKind::Passkey, key.id.clone()).await?.is_some() {
            return Err(PeopleRefusal::BadPasskey.into());
        }
        if self.passkeys(owner).await?.len() >= MOST_PASSKEYS {
            return Err(PeopleRefusal::TooManyPasskeys { most: MOST_PASSKEYS }.into());
        }
        let mut changes = self.turned(who).await?.ok_or(PeopleRefusal::BadPasskey)?;
        let mut recovery_codes = Vec::new();
        if !self.has_second_factor(owner).await? {
            let (codes, recovery) = self.recovery(owner)?;
            recovery_codes = codes;
            changes.push(recovery);
        }
        let body = PasskeyBody::new(&key, name, self.now());
        let credential = body.credential(key.id, owner)?;
        let passkey = line(&credential, body);
        changes.push(CredentialChange::Put(credential));
        let session = self.replace_sessions(owner, changes).await?.ok_or(PeopleRefusal::BadPasskey)?;
        tracing::info!(target: "security", %owner, address = %from.address, "a passkey was added");
        Ok(AddedPasskey { passkey, recovery_codes, session })
    }

    /// A challenge for a passkey of somebody who is logged in, with which they prove again who they are.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn begin_proof(&self, who: &LoggedIn, from: Origin) -> Result<PasskeyOptions, Failure> {
        let owner = who.known.person();
        let passkeys = self.passkeys(owner).await?;
        Ok(self.options(Some(owner), known(&passkeys), from)?)
    }

    /// The passkeys of a person, those that were added first before the others.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn passkeys_of(&self, owner: Person) -> Result<Vec<PasskeyLine>, Failure> {
        let passkeys = self.passkeys(owner).await?;
        let mut lines: Vec<PasskeyLine> =
            passkeys.into_iter().map(|(credential, body)| line(&credential, body)).collect();
        lines.sort_by(|one, other| (one.created_at, &one.id).cmp(&(other.created_at, &other.id)));
        Ok(lines)
    }

    /// Gives a passkey another name.
    ///
    /// # Errors
    /// [`PeopleRefusal::UnknownPasskey`], or a [`Failure`].
    pub async fn rename_passkey(
        &self,
        owner: Person,
        id: &str,
        name: &str,
    ) -> Result<PasskeyLine, Rejection> {
        let (credential, body) = self.passkey(owner, id).await?;
        let body = PasskeyBody { name: named(name), ..body };
        let by = body.credential(credential.key.clone(), owner)?;
        let change = CredentialChange::Replace { body: credential.body.clone(), by };
        if !self.store.change_credentials(vec![change]).await? {
            return Err(PeopleRefusal::UnknownPasskey.into());
        }
        Ok(line(&credential, body))
    }

    /// Removes a passkey. All sessions end, and a new one begins. Who is left without a second factor loses the
    /// recovery codes; staff keep a second factor.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: too many attempts, the proof is wrong, there is no such passkey, or it is the last second
    /// factor of a member of staff. Or a [`Failure`].
    pub async fn remove_passkey(
        &self,
        who: &LoggedIn,
        id: &str,
        proof: &Proof<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let owner = who.known.person();
        let mut changes = self.prove_again(who, proof, from).await?;
        let (credential, _) = self.passkey(owner, id).await?;
        match (self.other_second_factor(owner, &credential).await?, owner) {
            // What is left stays: it is not removed at the same time.
            (Some(left), _) => changes.insert(0, kept(left)),
            (None, Person::Staff(_)) => return Err(PeopleRefusal::LastSecondFactor.into()),
            (None, Person::Patron(_)) => changes.extend(removed(owner)),
        }
        changes.push(CredentialChange::Remove { kind: credential.kind, key: credential.key });
        let session = self.replace_sessions(owner, changes).await?.ok_or(PeopleRefusal::WrongCredentials)?;
        tracing::warn!(target: "security", %owner, address = %from.address, "a passkey was removed");
        Ok(session)
    }

    /// A passkey of a person by what names it.
    async fn passkey(&self, owner: Person, id: &str) -> Result<(Credential, PasskeyBody), Rejection> {
        let passkeys = self.passkeys(owner).await?;
        let found = passkeys.into_iter().find(|(credential, _)| id_of(credential) == id);
        Ok(found.ok_or(PeopleRefusal::UnknownPasskey)?)
    }

    /// A second factor of a person besides this passkey.
    async fn other_second_factor(
        &self,
        owner: Person,
        passkey: &Credential,
    ) -> Result<Option<Credential>, StoreFailure> {
        if let Some((totp, _)) = self.totp(owner).await? {
            return Ok(Some(totp));
        }
        let others = self.store.credentials_of(CredentialKind::Passkey, owner).await?;
        Ok(others.into_iter().find(|other| other.key != passkey.key))
    }
}

/// The key of the challenge for a new passkey of a session.
fn of_session(who: &LoggedIn) -> String {
    format!("session:{}", who.key)
}

fn line(credential: &Credential, body: PasskeyBody) -> PasskeyLine {
    let PasskeyBody { name, created_at, last_used_at, .. } = body;
    PasskeyLine { id: id_of(credential), name, created_at, last_used_at }
}
