//! Consoles at live tables: supervisors open and close them, and dealers log in there with PINs. Knows a table by its
//! number only, and no HTTP.

use table::{StaffId, TableId, Timestamp};

use super::console::{CONSOLE_DAYS, ConsoleLine, DealerConsole, NewConsole};
use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::open_console::{ConsoleBody, OpenConsole};
use super::refusal::PeopleRefusal;
use super::role::Role;
use super::service::{Appended, People, RETRIES, kept, outrun, parse, written};
use super::session::SessionBody;
use super::signed_in_again::SignedInAgain;
use super::staff::StaffMember;
use super::table_log_in::{AtTable, removed};
use super::token::hash_of;
use crate::answer::Rejection;
use crate::log::{Actor, Entity, EntityKind, EntityRef};
use crate::ports::StoreFailure;

const DAY_MS: i64 = 24 * 60 * 60_000;
/// How many consoles are read at once.
const PAGE: u16 = 500;
/// How many ended credentials are removed when a console is opened.
const REMOVED_AT_ONCE: u16 = 16;

impl People {
    /// Opens a console of a table, as a supervisor who proves again who they are. It is on record.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: the proof is wrong. Or a [`Failure`](crate::Failure).
    pub async fn open_console(
        &self,
        table: TableId,
        SignedInAgain { who, proof, from }: &SignedInAgain<'_>,
    ) -> Result<NewConsole, Rejection> {
        let used = self.prove_again(who, proof, *from).await?;
        let Person::Staff(by) = who.known.person() else {
            return Err(PeopleRefusal::WrongCredentials.into());
        };
        let (secret, opened_at) = (self.secret()?, self.now());
        let ends_at = Timestamp(opened_at.0.saturating_add(CONSOLE_DAYS * DAY_MS));
        let mut tried = None;
        for _ in 0..RETRIES {
            let number = self.last_console().await?.checked_add(1).ok_or_else(outrun)?;
            if tried.replace(number) == Some(number) {
                // Nobody opened another one, so another request used the proof.
                return Err(PeopleRefusal::WrongCredentials.into());
            }
            let body = ConsoleBody { number, table, opened_at, last_used_at: None, log_ins: 0 };
            let put = CredentialChange::Put(Credential {
                kind: CredentialKind::Console,
                key: key_of(secret.secret()),
                owner: Person::Staff(by),
                body: written(&body)?,
                expires_at: Some(ends_at),
            });
            let removed = CredentialChange::RemoveEnded { now: opened_at, most: REMOVED_AT_ONCE };
            let changes = used.iter().cloned().chain([put, removed]).collect();
            let console = DealerConsole { number, table, opened_by: by, ends_at, closed_by: None };
            let entity = Entity::DealerConsole(console.clone());
            if self.append((Actor::Staff(by), "opened"), entity, 0, changes).await? == Appended::Done {
                let address = from.address;
                tracing::warn!(
                    target: "security", by = by.0, table = table.0, console = number, %address, "a console was opened"
                );
                return Ok(NewConsole { console, secret });
            }
        }
        Err(outrun().into())
    }

    /// Closes a console, as a supervisor. The sessions of dealers that began there end at once. It is on record; a
    /// console that was closed before stays as it is.
    ///
    /// # Errors
    /// [`PeopleRefusal::UnknownConsole`], or a [`Failure`](crate::Failure).
    pub async fn close_console(&self, by: StaffId, number: u32) -> Result<(), Rejection> {
        for _ in 0..RETRIES {
            let (seq, console) =
                self.console_entry(number).await?.ok_or(PeopleRefusal::UnknownConsole(number))?;
            if console.closed_by.is_some() {
                return Ok(());
            }
            // Read before the sessions: each log-in changes it.
            let open = self.console_of(console.opened_by, number).await?;
            let sessions = self.sessions_at(number).await?;
            let mut changes = Vec::new();
            if let Some(credential) = open {
                let (kind, key) = (CredentialKind::Console, credential.key.clone());
                changes.extend([kept(credential), CredentialChange::Remove { kind, key }]);
            }
            changes.extend(sessions.iter().flat_map(|(_, own)| own).map(|session| removed(&session.key)));
            let entity = Entity::DealerConsole(DealerConsole { closed_by: Some(by), ..console });
            if self.append((Actor::Staff(by), "closed"), entity, seq, changes).await? == Appended::Done {
                for (dealer, own) in &sessions {
                    self.end_all(Person::Staff(*dealer), own);
                }
                tracing::warn!(target: "security", by = by.0, console = number, "a console was closed");
                return Ok(());
            }
        }
        Err(outrun().into())
    }

    /// The consoles that are open, by table and number.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn consoles(&self) -> Result<Vec<ConsoleLine>, StoreFailure> {
        let mut open = Vec::new();
        for member in self.staff().await?.into_iter().filter(opens_consoles) {
            let owner = Person::Staff(member.id);
            for credential in self.store.credentials_of(CredentialKind::Console, owner).await? {
                open.extend(self.counting(credential, member.id)?.map(|console| console.line));
            }
        }
        open.sort_by_key(|line| (line.table, line.number));
        Ok(open)
    }

    /// The console of this table with this secret, as long as it is open.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn open_console_at(
        &self,
        table: TableId,
        secret: Option<&str>,
    ) -> Result<Option<OpenConsole>, StoreFailure> {
        let Some(secret) = secret else { return Ok(None) };
        let open = self.open_console_of(key_of(secret)).await?;
        Ok(open.filter(|console| console.table() == table))
    }

    /// The same console as the store has it now; none when it is closed.
    pub(super) async fn still_open(
        &self,
        console: &OpenConsole,
    ) -> Result<Option<OpenConsole>, StoreFailure> {
        self.open_console_of(console.credential.key.clone()).await
    }

    async fn open_console_of(&self, key: String) -> Result<Option<OpenConsole>, StoreFailure> {
        let Some(credential) = self.store.credential(CredentialKind::Console, key).await? else {
            return Ok(None);
        };
        let Person::Staff(opened_by) = credential.owner else { return Ok(None) };
        let member = self.staff_entry(opened_by).await?.map(|(_, member)| member);
        if !member.as_ref().is_some_and(opens_consoles) {
            return Ok(None);
        }
        self.counting(credential, opened_by)
    }

    /// A console of somebody who may open one, if it has not ended.
    fn counting(
        &self,
        credential: Credential,
        opened_by: StaffId,
    ) -> Result<Option<OpenConsole>, StoreFailure> {
        let Some(ends_at) = credential.expires_at.filter(|end| *end > self.now()) else { return Ok(None) };
        let body: ConsoleBody = parse(&credential)?;
        let ConsoleBody { number, table, opened_at, last_used_at, .. } = body;
        let line = ConsoleLine { number, table, opened_by, opened_at, ends_at, last_used_at };
        Ok(Some(OpenConsole { credential, body, line }))
    }

    /// The credential of a console, also when it has ended.
    async fn console_of(&self, opened_by: StaffId, number: u32) -> Result<Option<Credential>, StoreFailure> {
        let owner = Person::Staff(opened_by);
        for credential in self.store.credentials_of(CredentialKind::Console, owner).await? {
            if parse::<ConsoleBody>(&credential)?.number == number {
                return Ok(Some(credential));
            }
        }
        Ok(None)
    }

    /// The sessions that began at a console and have not ended, with whose they are.
    async fn sessions_at(&self, console: u32) -> Result<Vec<(StaffId, Vec<AtTable>)>, StoreFailure> {
        let mut found = Vec::new();
        for member in self.staff().await? {
            let own = self.sessions_at_tables(member.id).await?;
            let own: Vec<_> = own.into_iter().filter(|session| session.console == Some(console)).collect();
            if !own.is_empty() {
                found.push((member.id, own));
            }
        }
        Ok(found)
    }

    async fn console_entry(&self, number: u32) -> Result<Option<(u64, DealerConsole)>, StoreFailure> {
        let entity = EntityRef { kind: EntityKind::DealerConsole, number };
        Ok(self.store.entity(entity).await?.and_then(|entry| match entry.event.entity() {
            Some(Entity::DealerConsole(console)) => Some((entry.seq, console.clone())),
            _ => None,
        }))
    }

    /// The number of the console that was opened last; 0 before the first.
    async fn last_console(&self) -> Result<u32, StoreFailure> {
        let mut last = 0;
        loop {
            let page = self.store.entities(EntityKind::DealerConsole, last, PAGE).await?;
            let numbers = page.iter().filter_map(|entry| entry.event.entity());
            last = numbers.map(|entity| entity.entity_ref().number).max().unwrap_or(last);
            if page.len() < usize::from(PAGE) {
                return Ok(last);
            }
        }
    }
}

/// Whether consoles count that this member of staff opened.
fn opens_consoles(member: &StaffMember) -> bool {
    member.roles.contains(&Role::Supervisor) && !member.disabled
}

/// The key of the console with this secret.
fn key_of(secret: &str) -> String {
    SessionBody::key(hash_of(secret))
}
