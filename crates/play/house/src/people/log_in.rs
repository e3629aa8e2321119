//! Accounts of patrons, and log-ins of patrons and staff with a password and a second factor. Knows no HTTP.

use table::PatronId;

use super::account::Account;
use super::codes::RecoveryBody;
use super::credential::{CredentialChange, CredentialKind, Person};
use super::factors::Checked;
use super::known::{Known, LoggedIn};
use super::refusal::PeopleRefusal;
use super::service::{Appended, Origin, People, parse};
use super::sessions::{NewSession, all_sessions};
use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::log::{Actor, Entity, EntityKind, EntityRef};
use crate::patrons::nickname::{alike, nickname};
use crate::ports::StoreFailure;

/// What somebody sends to log in.
#[derive(Clone, Debug)]
pub struct LogIn<'a> {
    /// Their name.
    pub name: &'a str,
    /// Their password.
    pub password: &'a str,
    /// The code of their second factor, or a recovery code; none without a second factor.
    pub code: Option<&'a str>,
    /// What they call the session.
    pub label: &'a str,
}

impl People {
    /// Logs a patron in.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::WrongCredentials`], or a [`Failure`].
    pub async fn log_in(&self, log_in: &LogIn<'_>, from: Origin) -> Result<NewSession, Rejection> {
        let owner = self.patron_named(log_in.name).await?;
        self.prove(owner, Person::Patron(PatronId(0)), log_in, from).await
    }

    /// Logs a member of staff in.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::WrongCredentials`], or a [`Failure`].
    pub async fn log_in_staff(&self, log_in: &LogIn<'_>, from: Origin) -> Result<NewSession, Rejection> {
        let member = self.staff_named(log_in.name).await?.filter(|member| !member.disabled);
        let owner = member.map(|member| Person::Staff(member.id));
        self.prove(owner, Person::Staff(table::StaffId(0)), log_in, from).await
    }

    /// The patron whose account has this name.
    pub(super) async fn patron_named(&self, name: &str) -> Result<Option<Person>, StoreFailure> {
        let entry = self.store.entity_named(EntityKind::Account, alike(name)).await?;
        Ok(entry.as_ref().and_then(|entry| match entry.event.entity() {
            Some(Entity::Account(account)) => Some(Person::Patron(account.patron)),
            _ => None,
        }))
    }

    /// Checks password and second factor of `owner` and begins a session. For an unknown name, `nobody` stands in, so
    /// that the same is read and computed.
    async fn prove(
        &self,
        owner: Option<Person>,
        nobody: Person,
        log_in: &LogIn<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let name = attempt_name(owner.unwrap_or(nobody), log_in.name);
        self.attempt(&name, from, self.prove_once(owner, nobody, log_in, from)).await
    }

    /// The same within an attempt that has begun.
    async fn prove_once(
        &self,
        owner: Option<Person>,
        nobody: Person,
        log_in: &LogIn<'_>,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let (person, address) = (owner.unwrap_or(nobody), from.address);
        let Checked { password, code } = self.check(person, log_in.password, log_in.code).await?;
        let refused = || {
            let known = owner.map(|owner| owner.to_string());
            tracing::warn!(target: "security", %address, known, "a log-in failed");
            PeopleRefusal::WrongCredentials
        };
        let (Some(_), Some(kept), Some(used)) = (owner, password, code) else {
            return Err(refused().into());
        };
        // Nothing is written when the code was used or the password was changed at the same time.
        let recovery_codes_left = recovery_codes_left(&used);
        let changes = [kept].into_iter().chain(used).collect();
        let session = self.begin_session(person, log_in.label, changes).await?.ok_or_else(refused)?;
        log_recovery(person, recovery_codes_left);
        tracing::info!(target: "security", %address, %person, "somebody logged in");
        Ok(session)
    }

    /// Opens the account of a guest, who keeps wallet and history. Their sessions end, and a new one begins.
    ///
    /// # Errors
    /// [`PeopleRefusal`] about the name, the password or an account that is there already; or a [`Failure`].
    pub async fn open_account(
        &self,
        patron: PatronId,
        name: &str,
        password: &str,
        label: &str,
    ) -> Result<NewSession, Rejection> {
        let name = self.check_account(name, password).await?;
        if self.account(patron).await?.is_some() {
            return Err(PeopleRefusal::AccountExists.into());
        }
        let owner = Person::Patron(patron);
        let (session, added) = self.new_session(owner, label)?;
        let credentials = vec![all_sessions(owner), self.hashed(owner, password).await?, added];
        let account = Account { patron, nickname: name, since: self.now() };
        match self.append((Actor::Patron(patron), ""), Entity::Account(account), 0, credentials).await? {
            Appended::Done => {}
            Appended::Outdated => return Err(PeopleRefusal::AccountExists.into()),
        }
        self.sessions.end(owner, None);
        tracing::info!(target: "security", %owner, "a guest opened an account");
        Ok(session)
    }

    /// Checks nickname and password of a new account. Gives the nickname in its normal form.
    ///
    /// # Errors
    /// [`HouseRefusal::BadNickname`], [`PeopleRefusal::NameTaken`], [`PeopleRefusal::BadPassword`], or a [`Failure`].
    pub async fn check_account(&self, name: &str, password: &str) -> Result<String, Rejection> {
        let name = nickname(name).map_err(HouseRefusal::BadNickname)?;
        self.check_free(&name).await?;
        self.check_new(password, &name).await?;
        Ok(name)
    }

    /// Checks that no account has this name, or one that looks like it.
    pub(crate) async fn check_free(&self, name: &str) -> Result<(), Rejection> {
        match self.store.entity_named(EntityKind::Account, alike(name)).await? {
            Some(_) => Err(PeopleRefusal::NameTaken.into()),
            None => Ok(()),
        }
    }

    /// The account of a patron; none for a guest.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn account(&self, patron: PatronId) -> Result<Option<Account>, StoreFailure> {
        let entity = EntityRef { kind: EntityKind::Account, number: patron.0 };
        let entry = self.store.entity(entity).await?;
        Ok(entry.and_then(|entry| match entry.event.entity() {
            Some(Entity::Account(account)) => Some(account.clone()),
            _ => None,
        }))
    }

    /// Changes the password of somebody who has one. All their sessions end, and a new one begins.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::WrongCredentials`] for the present password,
    /// [`PeopleRefusal::BadPassword`] for the new one, or a [`Failure`].
    pub async fn change_password(
        &self,
        who: &LoggedIn,
        present: &str,
        new: &str,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let kept = self.check_password(who, present, from).await?;
        self.check_new(new, name_of(&who.known)).await?;
        let owner = who.known.person();
        let hashed = self.hashed(owner, new).await?;
        let session = self.replace_sessions(owner, vec![kept, hashed]).await?;
        let session = session.ok_or(PeopleRefusal::WrongCredentials)?;
        tracing::info!(target: "security", %owner, address = %from.address, "a password was changed");
        Ok(session)
    }

    /// Checks the password of somebody who is logged in. Wrong ones slow down their next ones and no log-in. Gives the
    /// change that [keeps](super::service::kept) the password, which goes before what the password allows.
    pub(super) async fn check_password(
        &self,
        who: &LoggedIn,
        password: &str,
        from: Origin,
    ) -> Result<CredentialChange, Rejection> {
        let owner = who.known.person();
        self.attempt(&proofs_of(owner), from, self.check_once(owner, password, from)).await
    }

    /// The same within an attempt that has begun.
    async fn check_once(
        &self,
        owner: Person,
        password: &str,
        from: Origin,
    ) -> Result<CredentialChange, Rejection> {
        let stored = self.personal(CredentialKind::Password, owner).await?;
        Ok(kept_or_wrong(self.proven(stored, password).await?, owner, from)?)
    }

    /// Changes credentials of a person, ends all their sessions and begins a new one; none when a credential was
    /// changed since it was read, and nothing was written.
    pub(super) async fn replace_sessions(
        &self,
        owner: Person,
        mut changes: Vec<CredentialChange>,
    ) -> Result<Option<NewSession>, Failure> {
        let (session, added) = self.new_session(owner, "")?;
        changes.extend([all_sessions(owner), added]);
        if !self.change_credentials(owner, changes).await? {
            return Ok(None);
        }
        self.sessions.end(owner, None);
        Ok(Some(session))
    }
}

/// The change that keeps the password of somebody who is logged in; logs that there is none because it was wrong.
pub(super) fn kept_or_wrong(
    kept: Option<CredentialChange>,
    owner: Person,
    from: Origin,
) -> Result<CredentialChange, PeopleRefusal> {
    kept.ok_or_else(|| {
        tracing::warn!(target: "security", %owner, address = %from.address, "a wrong password was sent");
        PeopleRefusal::WrongCredentials
    })
}

/// How many recovery codes are left after these changes, if they use one.
pub(super) fn recovery_codes_left(changes: &[CredentialChange]) -> Option<usize> {
    changes.iter().find_map(|change| match change {
        CredentialChange::Replace { by, .. } if by.kind == CredentialKind::Recovery => {
            parse::<RecoveryBody>(by).ok().map(|body| body.hashes.len())
        }
        _ => None,
    })
}

/// Logs that a recovery code was used, if so many are left after it. Called when that is durable.
pub(super) fn log_recovery(owner: Person, left: Option<usize>) {
    if let Some(left) = left {
        tracing::warn!(target: "security", %owner, left, "a recovery code was used");
    }
}

/// The name under which failed attempts count. Patrons and staff have names of their own.
fn attempt_name(person: Person, name: &str) -> String {
    let kind = if matches!(person, Person::Patron(_)) { "patron" } else { "staff" };
    let name: String = alike(name).chars().take(80).collect();
    format!("{kind}:{name}")
}

/// The name under which the failed attempts count of somebody who is logged in and proves again who they are.
pub(super) fn proofs_of(person: Person) -> String {
    format!("again:{person}")
}

/// The name of a person.
pub(super) fn name_of(known: &Known) -> &str {
    match known {
        Known::Patron(patron) => &patron.nickname,
        Known::Staff(member) => &member.name,
    }
}
