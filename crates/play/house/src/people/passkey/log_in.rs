//! Passkeys that are used: to log in, or to prove again who somebody is.

use super::body::{PasskeyBody, read};
use super::check::{UsedPasskey, used};
use super::options::{PasskeyOptions, handle_of, known};
use super::shared::Purpose;
use super::site::Site;
use crate::answer::{Failure, Rejection};
use crate::patrons::nickname::alike;
use crate::people::credential::{CredentialChange, CredentialKind, Person};
use crate::people::refusal::PeopleRefusal;
use crate::people::service::{Origin, People};
use crate::people::sessions::NewSession;
use crate::ports::StoreFailure;

/// How many characters of a passkey's id its failed attempts count under.
const ATTEMPTS: usize = 80;

/// What somebody sends to log in with a passkey.
#[derive(Clone, Debug)]
pub struct PasskeyLogIn<'a> {
    /// The public address of the server.
    pub site: &'a Site,
    /// The answer of their browser.
    pub used: &'a UsedPasskey,
    /// What they call the session.
    pub label: &'a str,
}

impl People {
    /// A challenge for a patron who logs in with a passkey: with one of theirs if they say their name, or with any that
    /// the authenticator finds.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn begin_passkey_log_in(
        &self,
        name: Option<&str>,
        from: Origin,
    ) -> Result<PasskeyOptions, Failure> {
        let Some(name) = name else { return Ok(self.options(None, vec![], from)?) };
        let owner = self.patron_named(name).await?;
        self.options_of(owner, Person::Patron(table::PatronId(0)), name, from).await
    }

    /// The same for a member of staff.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn begin_passkey_log_in_staff(
        &self,
        name: Option<&str>,
        from: Origin,
    ) -> Result<PasskeyOptions, Failure> {
        let Some(name) = name else { return Ok(self.options(None, vec![], from)?) };
        let owner = self.staff_named(name).await?.map(|member| Person::Staff(member.id));
        self.options_of(owner, Person::Staff(table::StaffId(0)), name, from).await
    }

    /// Logs a patron in with a passkey.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::WrongCredentials`], or a [`Failure`].
    pub async fn log_in_with_passkey(
        &self,
        log_in: &PasskeyLogIn<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        self.let_in(log_in, |owner| matches!(owner, Person::Patron(_)), from).await
    }

    /// Logs a member of staff in with a passkey.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::WrongCredentials`], or a [`Failure`].
    pub async fn log_in_staff_with_passkey(
        &self,
        log_in: &PasskeyLogIn<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        self.let_in(log_in, |owner| matches!(owner, Person::Staff(_)), from).await
    }

    async fn let_in(
        &self,
        log_in: &PasskeyLogIn<'_>,
        is_expected: fn(Person) -> bool,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let id: String = log_in.used.id.chars().take(ATTEMPTS).collect();
        self.attempt(&format!("passkey:{id}"), from, self.let_in_once(log_in, is_expected, from)).await
    }

    /// The same within an attempt that has begun.
    async fn let_in_once(
        &self,
        log_in: &PasskeyLogIn<'_>,
        is_expected: fn(Person) -> bool,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let address = from.address;
        let used = self.used_passkey(log_in.site, log_in.used, from).await?;
        let (owner, change) =
            used.filter(|(owner, _)| is_expected(*owner)).ok_or(PeopleRefusal::WrongCredentials)?;
        // Nothing is written when the passkey was used or removed at the same time.
        let session = self.begin_session(owner, log_in.label, vec![change]).await?;
        let session = session.ok_or(PeopleRefusal::WrongCredentials)?;
        tracing::info!(target: "security", %address, person = %owner, "somebody logged in with a passkey");
        Ok(session)
    }

    /// Checks the answer to a challenge, which counts once. Gives the owner of the passkey and the change that notes
    /// its use, which goes before what it allows; none when anything is wrong, which the log says.
    pub(crate) async fn used_passkey(
        &self,
        site: &Site,
        answer: &UsedPasskey,
        from: Origin,
    ) -> Result<Option<(Person, CredentialChange)>, StoreFailure> {
        let address = from.address;
        let refused = |known: Option<Person>, why: &str| {
            let known = known.map(|owner| owner.to_string());
            tracing::warn!(target: "security", %address, known, why, "a passkey was refused");
            Ok(None)
        };
        let Some((Purpose::Use(asked), challenge)) = self.take_challenge(&answer.challenge_id) else {
            return refused(None, "no challenge waits for it");
        };
        let Some(stored) = self.store.credential(CredentialKind::Passkey, answer.id.clone()).await? else {
            return refused(asked, "nobody has it");
        };
        let (credential, body) = read(stored)?;
        let owner = credential.owner;
        let is_theirs = match &answer.user_handle {
            Some(handle) => *handle == handle_of(owner),
            None => asked.is_some(),
        };
        if !is_theirs || asked.is_some_and(|asked| asked != owner) {
            return refused(Some(owner), "somebody else was asked for it");
        }
        let counter = match used(site, challenge, &body.key(&credential.key), answer) {
            Ok(counter) => counter,
            Err(fault) => return refused(Some(owner), fault.into()),
        };
        // Authenticators that do not count always say 0.
        if counter <= body.counter && (counter, body.counter) != (0, 0) {
            return refused(Some(owner), "its counter went back, so somebody may have a copy of it");
        }
        let noted = PasskeyBody { counter, last_used_at: Some(self.now()), ..body };
        let by = noted.credential(credential.key, owner)?;
        Ok(Some((owner, CredentialChange::Replace { body: credential.body, by })))
    }

    /// A challenge for somebody who says a name. Nobody sees whether the name is known: `nobody` stands in.
    async fn options_of(
        &self,
        owner: Option<Person>,
        nobody: Person,
        name: &str,
        from: Origin,
    ) -> Result<PasskeyOptions, Failure> {
        let passkeys = self.passkeys(owner.unwrap_or(nobody)).await?;
        if passkeys.is_empty() {
            let decoy = self.decoy(&format!("{nobody} {}", alike(name)))?;
            return Ok(self.options(None, vec![decoy], from)?);
        }
        Ok(self.options(owner, known(&passkeys), from)?)
    }
}
