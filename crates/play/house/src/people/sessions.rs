//! Sessions: they begin with a log-in, are looked up with each request, and end by time, by their owner, or with any
//! change of rights. Knows no HTTP.

use std::sync::Arc;

use table::{PatronId, Timestamp};

use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::known::{Known, LoggedIn, id_of};
use super::refusal::PeopleRefusal;
use super::role::{Role, Roles};
use super::service::{People, parse, written};
use super::session::SessionBody;
use super::session_cache::{OpenSession, SessionWatch};
use super::token::{Token, hash_of};
use crate::answer::{Failure, Rejection};
use crate::ports::{Patron, StoreFailure};

const MINUTE_MS: i64 = 60_000;
const DAY_MS: i64 = 24 * 60 * MINUTE_MS;
/// How long the session of a patron may be idle, and last in all.
const PATRON_MS: (i64, i64) = (7 * DAY_MS, 30 * DAY_MS);
/// How long the session of a member of staff may be idle, and last in all.
const STAFF_MS: (i64, i64) = (15 * MINUTE_MS, DAY_MS / 2);
/// How often the time of the last use is written, at most.
const TOUCHED_MS: i64 = MINUTE_MS;
/// How many ended credentials are removed when a session is added.
const REMOVED_AT_ONCE: u16 = 16;
/// How many log-ins of a person last at the same time. Tokens of programs do not count.
pub const SESSIONS: usize = 50;

/// A session that has just begun.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSession {
    /// The secret, which is shown this once.
    pub secret: Token,
    /// Whose session it is.
    pub owner: Person,
}

/// A session as its owner sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionLine {
    /// What names it.
    pub id: String,
    /// When it began, when it was used last (or up to a minute earlier), and when it ends unless it is used.
    pub times: [Timestamp; 3],
    /// What its owner calls it.
    pub label: String,
    /// Whether it is a token of a program.
    pub program: bool,
}

impl People {
    /// The person whose secret this is, with what they may do; none when the session has ended or never was.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn authenticate(&self, secret: &str) -> Result<Option<Arc<LoggedIn>>, Failure> {
        let key = SessionBody::key(hash_of(secret));
        Ok(self.look_up(&key, true).await?.map(|open| open.logged_in))
    }

    /// Watches a session: it is looked up again, together with a watch that tells when it ends.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn attend(
        &self,
        logged_in: &LoggedIn,
    ) -> Result<Option<(Arc<LoggedIn>, SessionWatch)>, Failure> {
        // The watch begins first: a session that ends in between is no longer found.
        let watch = self.sessions.watch(&logged_in.key, logged_in.known.person());
        Ok(self.look_up(&logged_in.key, true).await?.map(|open| (open.logged_in, watch)))
    }

    /// Whether a session still counts, as the store has it now. `used` says whether it was used since the last time.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn is_open(&self, logged_in: &LoggedIn, used: bool) -> Result<bool, Failure> {
        self.sessions.forget(&logged_in.key);
        let open = self.look_up(&logged_in.key, used).await?;
        Ok(open.is_some_and(|open| open.logged_in.roles == logged_in.roles))
    }

    /// Ends a session.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn log_out(&self, logged_in: &LoggedIn) -> Result<(), Failure> {
        self.remove(logged_in.known.person(), &logged_in.key).await
    }

    /// Ends all sessions of a person, tokens of programs included.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn log_out_everywhere(&self, owner: Person) -> Result<(), Failure> {
        self.change_credentials(owner, vec![all_sessions(owner)]).await?;
        self.sessions.end(owner, None);
        tracing::info!(target: "security", %owner, "all sessions were ended");
        Ok(())
    }

    /// The sessions of a person that have not ended.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn sessions_of(&self, owner: Person) -> Result<Vec<SessionLine>, Failure> {
        let now = self.now();
        let credentials = self.store.credentials_of(CredentialKind::Session, owner).await?;
        let lines = credentials.iter().map(|credential| {
            let body: SessionBody = parse(credential)?;
            let times = [body.created_at, body.last_used_at, ends_at(credential, &body)];
            let (id, program) = (id_of(&credential.key), body.program);
            Ok(SessionLine { id, times, label: body.label, program })
        });
        let lines: Result<Vec<SessionLine>, StoreFailure> = lines.collect();
        Ok(lines?.into_iter().filter(|line| line.times[2] > now).collect())
    }

    /// Ends one session of a person by what names it.
    ///
    /// # Errors
    /// [`PeopleRefusal::UnknownSession`], or a [`Failure`].
    pub async fn revoke(&self, owner: Person, id: &str) -> Result<(), Rejection> {
        let credentials = self.store.credentials_of(CredentialKind::Session, owner).await?;
        let found = credentials.into_iter().find(|credential| id_of(&credential.key) == id);
        let credential = found.ok_or(PeopleRefusal::UnknownSession)?;
        Ok(self.remove(owner, &credential.key).await?)
    }

    /// Makes changes and begins a session of a person. Gives none when a credential was changed since it was read, and
    /// nothing was written. Of more than [`SESSIONS`] log-ins, those end that were used longest ago.
    pub(super) async fn begin_session(
        &self,
        owner: Person,
        label: &str,
        changes: Vec<CredentialChange>,
    ) -> Result<Option<NewSession>, Failure> {
        self.begin_session_of(owner, &self.body(label), changes).await
    }

    /// The same with a session of this body.
    pub(super) async fn begin_session_of(
        &self,
        owner: Person,
        body: &SessionBody,
        mut changes: Vec<CredentialChange>,
    ) -> Result<Option<NewSession>, Failure> {
        let (session, added) = self.session_of(owner, body, None)?;
        let ended = self.surplus(owner).await?;
        let removed = ended.iter().cloned();
        let kind = CredentialKind::Session;
        changes.extend(removed.map(|key| CredentialChange::Remove { kind, key }).chain([added]));
        changes.push(CredentialChange::RemoveEnded { now: self.now(), most: REMOVED_AT_ONCE });
        if !self.change_credentials(owner, changes).await? {
            return Ok(None);
        }
        for key in &ended {
            self.sessions.end(owner, Some(key));
            tracing::info!(target: "security", %owner, session = id_of(key), "a session ended for a newer one");
        }
        Ok(Some(session))
    }

    /// The keys of the log-ins of a person that have to end before one more begins.
    async fn surplus(&self, owner: Person) -> Result<Vec<String>, StoreFailure> {
        let credentials = self.store.credentials_of(CredentialKind::Session, owner).await?;
        let mut log_ins = Vec::with_capacity(credentials.len());
        for credential in credentials {
            let body: SessionBody = parse(&credential)?;
            if !body.program {
                log_ins.push((body.last_used_at, body.created_at, credential.key));
            }
        }
        log_ins.sort_unstable();
        let surplus = log_ins.len().saturating_add(1).saturating_sub(SESSIONS);
        Ok(log_ins.into_iter().take(surplus).map(|(_, _, key)| key).collect())
    }

    /// The credential of a new session, and its secret.
    pub(super) fn new_session(
        &self,
        owner: Person,
        label: &str,
    ) -> Result<(NewSession, CredentialChange), StoreFailure> {
        self.session_of(owner, &self.body(label), None)
    }

    /// A session that begins now, which its owner calls that.
    fn body(&self, label: &str) -> SessionBody {
        let label = label.chars().filter(|c| !c.is_control()).take(80).collect();
        SessionBody { label, ..SessionBody::since(self.now()) }
    }

    /// The credential of a session with this body, which ends as asked.
    pub(super) fn session_of(
        &self,
        owner: Person,
        body: &SessionBody,
        expires_at: Option<Timestamp>,
    ) -> Result<(NewSession, CredentialChange), StoreFailure> {
        let secret = self.secret()?;
        let credential = Credential {
            kind: CredentialKind::Session,
            key: SessionBody::key(hash_of(secret.secret())),
            owner,
            body: written(body)?,
            expires_at: Some(expires_at.unwrap_or_else(|| limit(owner, body))),
        };
        Ok((NewSession { secret, owner }, CredentialChange::Put(credential)))
    }

    async fn remove(&self, owner: Person, key: &str) -> Result<(), Failure> {
        let remove = CredentialChange::Remove { kind: CredentialKind::Session, key: key.to_owned() };
        self.change_credentials(owner, vec![remove]).await?;
        self.sessions.end(owner, Some(key));
        tracing::info!(target: "security", %owner, session = id_of(key), "a session was ended");
        Ok(())
    }

    async fn look_up(&self, key: &str, used: bool) -> Result<Option<OpenSession>, Failure> {
        for _ in 0..2 {
            let now = self.now();
            let open = match self.sessions.get(key, now) {
                Some(open) => Some(open),
                None => self.read(key, now).await?,
            };
            let Some(open) = open.filter(|open| ends_at(&open.credential, &open.body) > now) else {
                self.sessions.forget(key);
                return Ok(None);
            };
            if !used || now.0.saturating_sub(open.body.last_used_at.0) < TOUCHED_MS {
                return Ok(Some(open));
            }
            if let Some(touched) = self.touch(open, now).await? {
                return Ok(Some(touched));
            }
            // Somebody else used it at the same time, or it has just ended.
            self.sessions.forget(key);
        }
        Ok(self.read(key, self.now()).await?)
    }

    /// Writes that a session was used now; none when its credential was changed since it was read.
    async fn touch(&self, open: OpenSession, now: Timestamp) -> Result<Option<OpenSession>, StoreFailure> {
        let before = self.sessions.before_reading();
        let body = SessionBody { last_used_at: now, ..open.body };
        let expires_at =
            if body.program { open.credential.expires_at } else { Some(limit(open.credential.owner, &body)) };
        let credential = Credential { body: written(&body)?, expires_at, ..open.credential.clone() };
        let replace = CredentialChange::Replace { body: open.credential.body, by: credential.clone() };
        if !self.store.change_credentials(vec![replace]).await? {
            return Ok(None);
        }
        let touched = OpenSession { credential, body, ..open };
        self.sessions.insert(touched.clone(), before);
        Ok(Some(touched))
    }

    async fn read(&self, key: &str, now: Timestamp) -> Result<Option<OpenSession>, StoreFailure> {
        let before = self.sessions.before_reading();
        let credential = self.store.credential(CredentialKind::Session, key.to_owned()).await?;
        let Some(credential) = credential else { return Ok(None) };
        let body: SessionBody = parse(&credential)?;
        if ends_at(&credential, &body) <= now {
            return Ok(None);
        }
        let Some((known, held)) = self.known(credential.owner).await? else { return Ok(None) };
        let needs_second_factor = match (&known, body.program || body.at_table.is_some()) {
            (Known::Staff(_), false) => !self.has_second_factor(credential.owner).await?,
            _ => false,
        };
        let roles = held.into_iter().filter(|role| body.allows(*role)).collect();
        let (is_program, at_table) = (body.program, body.at_table);
        let logged_in = LoggedIn {
            needs_second_factor,
            is_program,
            at_table,
            ..LoggedIn::new(known, roles, key.to_owned())
        };
        let logged_in = Arc::new(logged_in);
        let open = OpenSession { logged_in, credential, body, read_at: now };
        self.sessions.insert(open.clone(), before);
        Ok(Some(open))
    }

    /// A person with the roles that they hold; none when they are unknown or disabled.
    async fn known(&self, person: Person) -> Result<Option<(Known, Roles)>, StoreFailure> {
        match person {
            Person::Patron(id) => {
                let role = |has_account| if has_account { Role::Patron } else { Role::Guest };
                let patron = self.patron(id).await?;
                Ok(patron
                    .map(|(patron, has_account)| (Known::Patron(patron), Roles::from([role(has_account)]))))
            }
            Person::Staff(id) => {
                let member = self.staff_entry(id).await?.map(|(_, member)| member);
                let member = member.filter(|member| !member.disabled);
                Ok(member.map(|member| (Known::Staff(member.clone()), member.roles)))
            }
        }
    }

    /// A patron under the nickname of their account, and whether they have one.
    pub(crate) async fn patron(&self, id: PatronId) -> Result<Option<(Patron, bool)>, StoreFailure> {
        let Some(patron) = self.store.patron(id).await? else { return Ok(None) };
        Ok(Some(match self.account(id).await? {
            Some(account) => (Patron { nickname: account.nickname, ..patron }, true),
            None => (patron, false),
        }))
    }

    /// Whether a person has a second factor that is in use: an app that shows codes, or a passkey.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn has_second_factor(&self, person: Person) -> Result<bool, StoreFailure> {
        Ok(self.has_code_app(person).await? || self.has_passkey(person).await?)
    }

    /// Whether a person has an app that shows codes, and it is in use.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn has_code_app(&self, person: Person) -> Result<bool, StoreFailure> {
        Ok(self.totp(person).await?.is_some())
    }
}

/// The change that removes all sessions of a person.
pub(super) const fn all_sessions(owner: Person) -> CredentialChange {
    CredentialChange::RemoveAll { kind: CredentialKind::Session, owner }
}

/// When a session ends unless it is used.
fn ends_at(credential: &Credential, body: &SessionBody) -> Timestamp {
    let asked = credential.expires_at.unwrap_or(Timestamp(i64::MAX));
    if body.program { asked } else { asked.min(limit(credential.owner, body)) }
}

/// When a session of a person ends unless it is used, by the limits of the house.
fn limit(owner: Person, body: &SessionBody) -> Timestamp {
    let (idle, absolute) = match owner {
        Person::Patron(_) => PATRON_MS,
        Person::Staff(_) => STAFF_MS,
    };
    Timestamp(body.last_used_at.0.saturating_add(idle).min(body.created_at.0.saturating_add(absolute)))
}
