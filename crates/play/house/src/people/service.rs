//! The service behind accounts, staff, credentials and sessions. It works on a store alone, without any table.

use std::net::IpAddr;
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;
use table::{PatronId, TableId, Timestamp};

use super::attempts::Attempts;
use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::known::LoggedIn;
use super::names_read::NamesRead;
use super::passkey::Passkeys;
use super::password::{PasswordBody, Passwords};
use super::refusal::PeopleRefusal;
use super::session_cache::SessionCache;
use super::token::Token;
use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::log::{Actor, Entity, HouseEvent};
use crate::ports::{Clock, Entropy, HouseEntry, HouseOutcome, Store, StoreFailure};

/// How many times a change is decided again when somebody else was quicker.
pub(super) const RETRIES: usize = 8;

/// Accounts, staff, credentials and sessions.
pub struct People {
    pub(super) store: Arc<dyn Store>,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) entropy: Arc<dyn Entropy>,
    pub(super) passwords: Arc<Passwords>,
    attempts: Attempts<IpAddr>,
    at_tables: Attempts<PatronId>,
    pub(super) sessions: SessionCache,
    pub(super) passkeys: Passkeys,
    pub(super) names: NamesRead,
}

/// Where a request comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The client's address, for the log.
    pub address: IpAddr,
    /// The network that failed attempts count for.
    pub network: IpAddr,
}

impl People {
    /// The people of a store. All others of the program who hash passwords share `passwords` with them.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        passwords: Arc<Passwords>,
    ) -> Self {
        Self {
            store,
            clock,
            entropy,
            passwords,
            attempts: Attempts::default(),
            at_tables: Attempts::default(),
            sessions: SessionCache::default(),
            passkeys: Passkeys::default(),
            names: NamesRead::default(),
        }
    }

    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// The time that the devices of people have.
    pub(super) fn wall(&self) -> Timestamp {
        self.clock.wall()
    }

    /// A new secret of 256 random bits.
    pub(super) fn secret(&self) -> Result<Token, StoreFailure> {
        Ok(Token::new(self.entropy.seed()?))
    }

    /// 256 random bits, for a secret that is not stored.
    ///
    /// # Errors
    /// When the machine has none.
    pub fn random_bits(&self) -> Result<[u8; 32], StoreFailure> {
        self.entropy.seed()
    }

    /// `N` random bytes, at most 32.
    pub(crate) fn random<const N: usize>(&self) -> Result<[u8; N], StoreFailure> {
        let seed = self.entropy.seed()?;
        let bytes = seed.first_chunk().copied();
        bytes.ok_or_else(|| StoreFailure::Storage(format!("no {N} random bytes at once")))
    }

    /// The hash of a password that was accepted, as the credential of a person.
    pub(super) async fn hashed(&self, owner: Person, password: &str) -> Result<CredentialChange, Rejection> {
        let failed = || StoreFailure::Storage("a password could not be hashed".to_owned());
        let body = self.passwords.hash(password, self.random()?).await?.ok_or_else(failed)?;
        Ok(CredentialChange::Put(personal(CredentialKind::Password, owner, &body)?))
    }

    /// Checks a new password of somebody with that name.
    pub(super) async fn check_new(&self, password: &str, name: &str) -> Result<(), Rejection> {
        let checked = self.passwords.check_new(password, name).await?;
        Ok(checked.map_err(PeopleRefusal::BadPassword)?)
    }

    /// The change that [keeps](kept) a stored password, if this is it. It takes as long when there is none.
    pub(super) async fn proven(
        &self,
        stored: Option<(Credential, PasswordBody)>,
        password: &str,
    ) -> Result<Option<CredentialChange>, Rejection> {
        let (credential, body) = stored.unzip();
        let is_right = self.passwords.verify(password, body).await?;
        Ok(credential.filter(|_| is_right).map(kept))
    }

    /// The change that makes the log-ins outdated which are under way with the person's password, if they have one;
    /// none when the session has ended.
    pub(super) async fn turned(&self, who: &LoggedIn) -> Result<Option<Vec<CredentialChange>>, StoreFailure> {
        let stored = self.personal::<PasswordBody>(CredentialKind::Password, who.known.person()).await?;
        // Read after the password: a change in between ended the session, and a later one finds the password changed.
        if self.store.credential(CredentialKind::Session, who.key.clone()).await?.is_none() {
            return Ok(None);
        }
        let turned = |(credential, body): (Credential, PasswordBody)| {
            let by = Credential { body: written(&body.turned())?, ..credential.clone() };
            Ok(CredentialChange::Replace { body: credential.body, by })
        };
        stored.into_iter().map(turned).collect::<Result<_, StoreFailure>>().map(Some)
    }

    /// The credential of a kind that a person has once, with its body.
    pub(super) async fn personal<T: DeserializeOwned>(
        &self,
        kind: CredentialKind,
        owner: Person,
    ) -> Result<Option<(Credential, T)>, StoreFailure> {
        let credential = self.store.credential(kind, owner.to_string()).await?;
        credential.map(|credential| Ok((credential.clone(), parse(&credential)?))).transpose()
    }

    /// Makes an attempt with a name from the network of a request.
    pub(crate) async fn attempt<T>(
        &self,
        name: &str,
        from: Origin,
        judged: impl Future<Output = Result<T, Rejection>>,
    ) -> Result<T, Rejection> {
        self.attempts.make(name, from.network, &*self.clock, judged).await.inspect_err(|rejection| {
            if let Rejection::Refused(HouseRefusal::People(PeopleRefusal::TooManyAttempts { wait })) =
                rejection
            {
                let address = from.address;
                tracing::warn!(target: "security", %address, ?wait, "an attempt to log in has to wait");
            }
        })
    }

    /// Checks the password that a patron sends to sit down at a table against its hash. Wrong ones slow the patron's
    /// next ones at this table down, and a little those of everybody else.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::Busy`], or [`HouseRefusal::WrongPassword`].
    pub(crate) async fn check_table_password(
        &self,
        (patron, table): (PatronId, TableId),
        password: &str,
        hash: &str,
    ) -> Result<(), Rejection> {
        let judged = async {
            let stored = PasswordBody::new(hash.to_owned());
            let is_right = self.passwords.verify(password, Some(stored)).await?;
            if is_right { Ok(()) } else { Err(HouseRefusal::WrongPassword.into()) }
        };
        let name = format!("table:{}", table.0);
        self.at_tables.make(&name, patron, &*self.clock, judged).await.inspect_err(|rejection| {
            let (table, patron) = (table.0, patron.0);
            tracing::warn!(target: "security", table, patron, %rejection, "no entry with this password");
        })
    }

    /// Changes credentials of a person. When that fails, nobody knows whether it is done, so the person's sessions are
    /// looked up again.
    pub(super) async fn change_credentials(
        &self,
        owner: Person,
        changes: Vec<CredentialChange>,
    ) -> Result<bool, StoreFailure> {
        let changed = self.store.change_credentials(changes).await;
        if changed.is_err() {
            self.sessions.forget_all_of(owner);
        }
        changed
    }

    /// Appends the new state of an entity, with who changed it and why, and the credentials that change with it.
    pub(super) async fn append(
        &self,
        (by, why): (Actor, &str),
        entity: Entity,
        expected: u64,
        credentials: Vec<CredentialChange>,
    ) -> Result<Appended, Rejection> {
        let owner = match &entity {
            Entity::Staff(member) => Some(Person::Staff(member.id)),
            Entity::Account(account) => Some(Person::Patron(account.patron)),
            _ => None,
        };
        let event = HouseEvent::Changed { by, why: why.to_owned(), entity };
        let entry = HouseEntry { at: self.now(), event, expected, postings: Vec::new(), credentials };
        let outcome = self.store.append_entry(entry).await;
        if let (Err(_), Some(owner)) = (&outcome, owner) {
            self.sessions.forget_all_of(owner);
        }
        match outcome? {
            HouseOutcome::Appended { .. } => Ok(Appended::Done),
            HouseOutcome::Outdated => Ok(Appended::Outdated),
            HouseOutcome::NameTaken => Err(PeopleRefusal::NameTaken.into()),
            HouseOutcome::Refused(refusal) => {
                Err(StoreFailure::Corrupt(format!("an entry without money was refused: {refusal}")).into())
            }
        }
    }
}

/// What became of a change of an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Appended {
    /// It is durable.
    Done,
    /// Somebody else was quicker; decide again.
    Outdated,
}

/// The failure of a change that somebody else was quicker with, again and again.
pub(super) fn outrun() -> Failure {
    Failure::Store(StoreFailure::Storage("others changed the same thing at the same time".to_owned()))
}

/// The credential of a kind that a person has once.
pub(super) fn personal<T: Serialize>(
    kind: CredentialKind,
    owner: Person,
    body: &T,
) -> Result<Credential, StoreFailure> {
    let body = written(body)?;
    Ok(Credential { kind, key: owner.to_string(), owner, body, expires_at: None })
}

/// The change that keeps a credential as it was read. If it was changed or removed since, nothing is written of all
/// changes that are made together with this one.
pub(super) fn kept(credential: Credential) -> CredentialChange {
    CredentialChange::Replace { body: credential.body.clone(), by: credential }
}

/// The body of a credential as JSON.
pub(super) fn written<T: Serialize>(body: &T) -> Result<String, StoreFailure> {
    serde_json::to_string(body).map_err(|error| StoreFailure::Storage(format!("a credential: {error}")))
}

/// What a credential says.
pub(super) fn parse<T: DeserializeOwned>(credential: &Credential) -> Result<T, StoreFailure> {
    let corrupt = |error| StoreFailure::Corrupt(format!("{credential:?}: {error}"));
    serde_json::from_str(&credential.body).map_err(corrupt)
}
