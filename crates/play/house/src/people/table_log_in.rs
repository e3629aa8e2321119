//! Dealers log in at a table by number and PIN; dealers and supervisors set PINs, and supervisors unlock them and end
//! sessions. Knows a table by its number only, and no HTTP.

use table::{StaffId, TableId};

use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::known::LoggedIn;
use super::open_console::OpenConsole;
use super::password::PasswordBody;
use super::pin::{DealerPin, PinBody, PinStanding, is_accepted};
use super::proof::Proof;
use super::refusal::PeopleRefusal;
use super::role::Role;
use super::service::{Appended, Origin, People, RETRIES, outrun, parse, personal, written};
use super::session::SessionBody;
use super::sessions::NewSession;
use super::staff::StaffMember;
use crate::answer::{HouseRefusal, Rejection};
use crate::log::{Actor, Entity, EntityKind, EntityRef};
use crate::ports::StoreFailure;

/// What a dealer types to log in at a table.
#[derive(Clone, Copy, Debug)]
pub struct TableLogIn<'a> {
    /// The number of the dealer.
    pub dealer: StaffId,
    /// The PIN.
    pub pin: &'a str,
}

/// A session that began at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AtTable {
    pub(super) key: String,
    pub(super) table: TableId,
    /// The console at which it began; none of a session from before consoles were opened.
    pub(super) console: Option<u32>,
}

/// A dealer as supervisors see them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealerLine {
    /// The dealer.
    pub member: StaffMember,
    /// Whether they can log in with a PIN.
    pub pin: PinStanding,
    /// Who chose that PIN; none without one.
    pub set_by: Option<StaffId>,
    /// The table at which they logged in with it, and whose session has not ended.
    pub at_table: Option<TableId>,
}

impl People {
    /// Lets a dealer in at the table of a console that is [open](Self::open_console_at). The session is for nothing
    /// else, and takes the place of the dealer's earlier one.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: too many attempts, a wrong number or PIN, a PIN that was wrong too often, or a console that
    /// was closed meanwhile. Or a [`Failure`](crate::Failure).
    pub async fn log_in_at_table(
        &self,
        log_in: TableLogIn<'_>,
        console: &OpenConsole,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let dealer = log_in.dealer;
        let owner = Person::Staff(dealer);
        let member = self.staff_entry(dealer).await?;
        let deals = member.is_some_and(|(_, member)| is_dealer(&member));
        let stored = self.pin(dealer).await?;
        // Before the attempt is counted: who is told that the PIN is locked waits for a supervisor, and not for a
        // clock.
        if deals && stored.is_some_and(|(_, body)| body.standing() == PinStanding::Locked) {
            return Err(PeopleRefusal::PinLocked.into());
        }
        let judged = self.judge_pin((log_in, console), deals, from);
        self.attempt(&format!("pin:{owner}"), from, judged).await
    }

    /// The same within an attempt that has begun.
    async fn judge_pin(
        &self,
        (log_in, console): (TableLogIn<'_>, &OpenConsole),
        deals: bool,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let TableLogIn { dealer, pin } = log_in;
        let table = console.table();
        let (owner, address) = (Person::Staff(dealer), from.address);
        let tried = if deals { self.count_try(dealer).await? } else { None };
        // Somebody without a PIN costs as much time as a dealer with one.
        let hash = tried.as_ref().map(|body| PasswordBody::new(body.hash.clone()));
        let is_right = match self.passwords.verify(pin, hash).await {
            Ok(is_right) => is_right,
            Err(busy) => {
                if tried.is_some() {
                    self.change_pin(dealer, PinBody::given_back).await?;
                }
                return Err(busy.into());
            }
        };
        if let Some(body) = tried.as_ref().filter(|_| is_right)
            && let Some(session) = self.begin_at_table(dealer, console, &body.hash).await?
        {
            tracing::info!(target: "security", %address, %owner, table = table.0, "a dealer logged in at a table");
            return Ok(session);
        }
        let is_locked = tried.is_some_and(|body| body.standing() == PinStanding::Locked);
        tracing::warn!(target: "security", %address, %owner, table = table.0, is_locked, "a wrong PIN was typed");
        Err(if is_locked { PeopleRefusal::PinLocked } else { PeopleRefusal::WrongCredentials }.into())
    }

    /// Counts a try before it is judged, so that tries side by side count; none when there is no PIN.
    async fn count_try(&self, dealer: StaffId) -> Result<Option<PinBody>, Rejection> {
        for _ in 0..RETRIES {
            let Some((credential, body)) = self.pin(dealer).await? else { return Ok(None) };
            let tried = body.tried().ok_or(PeopleRefusal::PinLocked)?;
            if self.store.change_credentials(vec![replaced(credential, &tried)?]).await? {
                return Ok(Some(tried));
            }
        }
        Err(outrun().into())
    }

    /// Begins the session of a dealer whose PIN with this hash was right, and ends their earlier ones at tables; none
    /// when the PIN was changed or taken meanwhile.
    async fn begin_at_table(
        &self,
        dealer: StaffId,
        console: &OpenConsole,
        hash: &str,
    ) -> Result<Option<NewSession>, Rejection> {
        let owner = Person::Staff(dealer);
        for _ in 0..RETRIES {
            let Some((credential, body)) = self.pin(dealer).await?.filter(|(_, body)| body.hash == hash)
            else {
                return Ok(None);
            };
            let Some(console) = self.still_open(console).await? else {
                self.change_pin(dealer, PinBody::given_back).await?;
                return Err(PeopleRefusal::ConsoleClosed(console.table()).into());
            };
            let earlier = self.sessions_at_tables(dealer).await?;
            let mut changes = vec![replaced(credential, &body.unlocked())?, console.used(self.now())?];
            changes.extend(earlier.iter().map(|session| removed(&session.key)));
            let body = SessionBody {
                console: Some(console.number()),
                ..SessionBody::at_table(self.now(), console.table())
            };
            if let Some(session) = self.begin_session_of(owner, &body, changes).await? {
                self.end_all(owner, &earlier);
                return Ok(Some(session));
            }
        }
        Err(outrun().into())
    }

    /// Sets the PIN of a dealer, as the dealer or as a supervisor, who prove again who they are. Sessions that began
    /// with the PIN of before end.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: the proof is wrong, there is no such member of staff, they do not deal, or the PIN is none
    /// that is accepted. Or a [`Failure`](crate::Failure).
    pub async fn set_pin(
        &self,
        dealer: StaffId,
        pin: &str,
        (by, proof): (&LoggedIn, &Proof<'_>),
        from: Origin,
    ) -> Result<(), Rejection> {
        let used = self.prove_again(by, proof, from).await?;
        let Person::Staff(set_by) = by.known.person() else {
            return Err(PeopleRefusal::WrongCredentials.into());
        };
        self.check_dealer(dealer).await?;
        if !is_accepted(pin) {
            return Err(PeopleRefusal::BadPin.into());
        }
        let failed = || StoreFailure::Storage("a PIN could not be hashed".to_owned());
        let hash = self.passwords.hash(pin, self.random()?).await?.ok_or_else(failed)?.hash;
        let owner = Person::Staff(dealer);
        let put = CredentialChange::Put(personal(CredentialKind::Pin, owner, &PinBody::new(hash))?);
        let mut seen = None;
        for _ in 0..RETRIES {
            let sessions = self.sessions_at_tables(dealer).await?;
            let mut changes = used.clone();
            changes.push(put.clone());
            changes.extend(sessions.iter().map(|session| removed(&session.key)));
            let before = self.pin_entry(dealer).await?.map_or(0, |(seq, _)| seq);
            let now = (before, sessions.clone());
            if seen.replace(now.clone()) == Some(now) {
                // PIN and sessions are as they were, so another request used the proof.
                return Err(PeopleRefusal::WrongCredentials.into());
            }
            let entity = Entity::DealerPin(DealerPin { dealer, set_by });
            if self.append((Actor::Staff(set_by), "PIN set"), entity, before, changes).await?
                == Appended::Done
            {
                self.end_all(owner, &sessions);
                tracing::info!(target: "security", %owner, by = set_by.0, address = %from.address, "a PIN was set");
                return Ok(());
            }
        }
        Err(outrun().into())
    }

    /// Lets a dealer try again whose PIN was wrong too often. It is on record, unless there was no wrong try.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: there is no such member of staff, they do not deal, or have no PIN. Or a
    /// [`Failure`](crate::Failure).
    pub async fn unlock_pin(&self, by: StaffId, dealer: StaffId) -> Result<(), Rejection> {
        self.check_dealer(dealer).await?;
        for _ in 0..RETRIES {
            let (credential, body) = self.pin(dealer).await?.ok_or(PeopleRefusal::NoPin)?;
            if body.tries == 0 {
                return Ok(());
            }
            let change = replaced(credential, &body.unlocked())?;
            if self.note_pin((by, "PIN unlocked"), dealer, vec![change]).await? == Appended::Done {
                tracing::warn!(target: "security", by = by.0, dealer = dealer.0, "a PIN was unlocked");
                return Ok(());
            }
        }
        Err(outrun().into())
    }

    /// Ends the sessions at tables of a dealer at once, as a supervisor. It is on record, unless there was none.
    ///
    /// # Errors
    /// [`PeopleRefusal`]: there is no such member of staff, or they do not deal. Or a [`Failure`](crate::Failure).
    pub async fn end_at_tables(&self, by: StaffId, dealer: StaffId) -> Result<(), Rejection> {
        self.check_dealer(dealer).await?;
        let owner = Person::Staff(dealer);
        for _ in 0..RETRIES {
            let sessions = self.sessions_at_tables(dealer).await?;
            if sessions.is_empty() {
                return Ok(());
            }
            let changes = sessions.iter().map(|session| removed(&session.key)).collect();
            if self.note_pin((by, "session at a table ended"), dealer, changes).await? == Appended::Done {
                self.end_all(owner, &sessions);
                tracing::warn!(target: "security", by = by.0, dealer = dealer.0, "a session at a table was ended");
                return Ok(());
            }
        }
        Err(outrun().into())
    }

    /// The dealers who are not disabled, by name, with their PINs and where they logged in.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn dealers(&self) -> Result<Vec<DealerLine>, StoreFailure> {
        let mut dealers = Vec::new();
        for member in self.staff().await?.into_iter().filter(is_dealer) {
            let pin = self.pin(member.id).await?;
            let set_by = match pin {
                Some(_) => self.pin_set_by(member.id).await?,
                None => None,
            };
            let at_table = self.sessions_at_tables(member.id).await?.first().map(|session| session.table);
            let pin = pin.map_or(PinStanding::None, |(_, body)| body.standing());
            dealers.push(DealerLine { member, pin, set_by, at_table });
        }
        dealers.sort_by(|one, other| one.member.name.cmp(&other.member.name));
        Ok(dealers)
    }

    /// Checks that two people who have to agree at a table count as two: neither chose the PIN of the other, and so
    /// could log in as the other.
    ///
    /// # Errors
    /// [`PeopleRefusal::NotIndependent`], or a [`Failure`](crate::Failure).
    pub(crate) async fn check_own_pins(&self, first: StaffId, second: StaffId) -> Result<(), Rejection> {
        if first == second {
            return Ok(());
        }
        for (dealer, other) in [(first, second), (second, first)] {
            if self.pin(dealer).await?.is_some() && self.pin_set_by(dealer).await? == Some(other) {
                return Err(PeopleRefusal::KnownPin { dealer, other }.into());
            }
        }
        Ok(())
    }

    /// Puts on record what a supervisor did about the PIN of a dealer, with the credentials that change with it.
    async fn note_pin(
        &self,
        (by, why): (StaffId, &str),
        dealer: StaffId,
        changes: Vec<CredentialChange>,
    ) -> Result<Appended, Rejection> {
        let Some((seq, pin)) = self.pin_entry(dealer).await? else {
            return Err(PeopleRefusal::NoPin.into());
        };
        self.append((Actor::Staff(by), why), Entity::DealerPin(pin), seq, changes).await
    }

    /// Changes what is kept of a PIN, if there is one.
    async fn change_pin(
        &self,
        dealer: StaffId,
        change: impl Fn(&PinBody) -> PinBody,
    ) -> Result<(), Rejection> {
        for _ in 0..RETRIES {
            let Some((credential, body)) = self.pin(dealer).await? else { return Ok(()) };
            if self.store.change_credentials(vec![replaced(credential, &change(&body))?]).await? {
                return Ok(());
            }
        }
        Err(outrun().into())
    }

    /// Checks that this is a dealer who may work.
    ///
    /// # Errors
    /// [`PeopleRefusal::UnknownStaff`], [`PeopleRefusal::StaffDisabled`], [`PeopleRefusal::NoDealer`], or a failure of
    /// the store.
    pub async fn check_dealer(&self, id: StaffId) -> Result<(), Rejection> {
        let (_, member) = self.staff_entry(id).await?.ok_or(PeopleRefusal::UnknownStaff(id))?;
        if member.disabled {
            return Err(PeopleRefusal::StaffDisabled(id).into());
        }
        if is_dealer(&member) { Ok(()) } else { Err(HouseRefusal::from(PeopleRefusal::NoDealer(id)).into()) }
    }

    /// Who chose the latest PIN of a dealer, which may be gone; none when nobody ever did.
    async fn pin_set_by(&self, dealer: StaffId) -> Result<Option<StaffId>, StoreFailure> {
        Ok(self.pin_entry(dealer).await?.map(|(_, pin)| pin.set_by))
    }

    async fn pin_entry(&self, dealer: StaffId) -> Result<Option<(u64, DealerPin)>, StoreFailure> {
        let entity = EntityRef { kind: EntityKind::DealerPin, number: dealer.0 };
        Ok(self.store.entity(entity).await?.and_then(|entry| match entry.event.entity() {
            Some(Entity::DealerPin(pin)) => Some((entry.seq, pin.clone())),
            _ => None,
        }))
    }

    async fn pin(&self, dealer: StaffId) -> Result<Option<(Credential, PinBody)>, StoreFailure> {
        self.personal(CredentialKind::Pin, Person::Staff(dealer)).await
    }

    /// Tells those who wait for them that these sessions have ended.
    pub(super) fn end_all(&self, owner: Person, sessions: &[AtTable]) {
        for session in sessions {
            self.sessions.end(owner, Some(&session.key));
        }
    }

    /// The sessions of a dealer that began at a table and have not ended.
    pub(super) async fn sessions_at_tables(&self, dealer: StaffId) -> Result<Vec<AtTable>, StoreFailure> {
        let (now, owner) = (self.now(), Person::Staff(dealer));
        let mut found = Vec::new();
        for credential in self.store.credentials_of(CredentialKind::Session, owner).await? {
            let body: SessionBody = parse(&credential)?;
            if let Some(table) = body.at_table
                && credential.expires_at.is_none_or(|end| end > now)
            {
                found.push(AtTable { key: credential.key, table, console: body.console });
            }
        }
        Ok(found)
    }
}

pub(super) fn is_dealer(member: &StaffMember) -> bool {
    member.roles.contains(&Role::Dealer) && !member.disabled
}

/// The change that puts this body in the place of what was read.
fn replaced(credential: Credential, by: &PinBody) -> Result<CredentialChange, StoreFailure> {
    let next = Credential { body: written(by)?, ..credential.clone() };
    Ok(CredentialChange::Replace { body: credential.body, by: next })
}

pub(super) fn removed(key: &str) -> CredentialChange {
    CredentialChange::Remove { kind: CredentialKind::Session, key: key.to_owned() }
}
