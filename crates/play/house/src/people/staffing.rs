//! Members of staff: added, given roles, enrolled, reset and disabled; and tokens of their programs. Knows no HTTP.

use table::{StaffId, Timestamp};

use super::codes::{self, code_of};
use super::credential::{Credential, CredentialChange, CredentialKind, Person};
use super::refusal::PeopleRefusal;
use super::role::{Role, Roles};
use super::second_factor::removed;
use super::service::{Appended, Origin, People, RETRIES, outrun};
use super::session::SessionBody;
use super::sessions::{NewSession, all_sessions};
use super::staff::StaffMember;
use super::staff_names::{NewNames, accepted};
use crate::answer::Rejection;
use crate::log::{Actor, Entity, EntityKind, EntityRef};
use crate::patrons::nickname::{alike, staff_name};
use crate::ports::{RecordedEntry, StoreFailure};

const DAY_MS: i64 = 24 * 3_600_000;
/// How long an enrolment code lasts.
const ENROLMENT_MS: i64 = 7 * DAY_MS;
/// How many days a token of a program lasts, at most.
pub const TOKEN_DAYS: u16 = 366;
/// How many members of staff are read at once.
const PAGE: u16 = 200;

/// A member of staff with a code to enrol with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enrolment {
    /// The member of staff.
    pub member: StaffMember,
    /// The code, which is shown this once and counts once.
    pub code: String,
    /// When it ends.
    pub ends_at: Timestamp,
}

/// A member of staff of before, whose secret becomes a token of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedStaff {
    /// The member of staff.
    pub member: StaffMember,
    /// The SHA-256 of the secret; none when there is none.
    pub secret_hash: Option<[u8; 32]>,
}

impl People {
    /// All members of staff by number, also those who are disabled.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn staff(&self) -> Result<Vec<StaffMember>, StoreFailure> {
        let mut all = Vec::new();
        loop {
            let after = all.last().map_or(0, |member: &StaffMember| member.id.0);
            let page = self.store.entities(EntityKind::Staff, after, PAGE).await?;
            let last = page.len() < usize::from(PAGE);
            all.extend(page.iter().filter_map(|entry| member_of(entry).map(|(_, member)| member)));
            if last {
                return Ok(all);
            }
        }
    }

    /// Adds a member of staff, who enrols with the code. A name alone is that under which they log in.
    ///
    /// # Errors
    /// [`PeopleRefusal`] about the names or the roles, or a [`Failure`](crate::Failure).
    pub async fn add_staff<'a>(
        &self,
        by: Actor,
        names: impl Into<NewNames<'a>>,
        roles: Roles,
    ) -> Result<Enrolment, Rejection> {
        let NewNames { name, display_name } = names.into();
        let name = staff_name(name).map_err(PeopleRefusal::BadName)?;
        let display_name = display_name.map(accepted).transpose()?;
        check_roles(&roles)?;
        for _ in 0..RETRIES {
            let last = self.staff().await?.last().map_or(0, |member| member.id.0);
            let id = StaffId(last.checked_add(1).ok_or_else(outrun)?);
            let member = StaffMember::new(id, name.clone(), roles.clone());
            let member = StaffMember { display_name: display_name.clone(), ..member };
            let (code, ends_at, added) = self.enrolment_code(id)?;
            let entity = Entity::Staff(member.clone());
            if self.append((by, "added"), entity, 0, vec![added]).await? == Appended::Done {
                self.names.forget();
                tracing::info!(target: "security", %by, staff = id.0, roles = %shown(&roles), "staff was added");
                return Ok(Enrolment { member, code, ends_at });
            }
        }
        Err(outrun().into())
    }

    /// Changes the roles of a member of staff. Their sessions end, and their codes for devices; who is no supervisor
    /// any more has no consoles.
    ///
    /// # Errors
    /// [`PeopleRefusal`], or a [`Failure`](crate::Failure).
    pub async fn change_roles(&self, by: Actor, id: StaffId, roles: Roles) -> Result<StaffMember, Rejection> {
        check_roles(&roles)?;
        let changed = |member: StaffMember| StaffMember { roles: roles.clone(), ..member };
        let before = self.staff_entry(id).await?.map(|(_, member)| member.roles).unwrap_or_default();
        // Who becomes a supervisor again begins without consoles, also without one that was just being opened when the
        // role was lost.
        let stays = [&before, &roles].into_iter().all(|roles| roles.contains(&Role::Supervisor));
        let consoles = (!stays).then_some(CredentialKind::Console);
        let removed = [CredentialKind::DeviceCode].into_iter().chain(consoles);
        let removed = removed.map(|kind| CredentialChange::RemoveAll { kind, owner: Person::Staff(id) });
        let member =
            self.change_staff((by, "given roles"), id, &removed.collect::<Vec<_>>(), changed).await?;
        tracing::warn!(target: "security", %by, staff = id.0, roles = %shown(&roles), "roles were changed");
        Ok(member)
    }

    /// Disables a member of staff for good. Their sessions and their tokens end.
    ///
    /// # Errors
    /// [`PeopleRefusal`], or a [`Failure`](crate::Failure).
    pub async fn disable_staff(&self, by: Actor, id: StaffId) -> Result<StaffMember, Rejection> {
        let disabled = |member: StaffMember| StaffMember { disabled: true, ..member };
        let member = self.change_staff((by, "disabled"), id, &credentials_removed(id), disabled).await?;
        tracing::warn!(target: "security", %by, staff = id.0, "staff was disabled");
        Ok(member)
    }

    /// Takes password, second factor, passkeys, sessions and tokens from a member of staff, who enrols again with a new
    /// code.
    ///
    /// # Errors
    /// [`PeopleRefusal`], or a [`Failure`](crate::Failure).
    pub async fn reset_staff(&self, by: Actor, id: StaffId) -> Result<Enrolment, Rejection> {
        let (code, ends_at, added) = self.enrolment_code(id)?;
        let mut changes = credentials_removed(id);
        changes.push(added);
        let member = self.change_staff((by, "reset"), id, &changes, |member| member).await?;
        tracing::warn!(target: "security", %by, staff = id.0, "staff was reset");
        Ok(Enrolment { member, code, ends_at })
    }

    /// Sets the first password of a member of staff by their enrolment code, which counts once. The session that begins
    /// allows nothing but to set a second factor.
    ///
    /// # Errors
    /// [`PeopleRefusal::TooManyAttempts`], [`PeopleRefusal::WrongCredentials`], [`PeopleRefusal::BadPassword`], or a
    /// [`Failure`](crate::Failure).
    pub async fn enrol(
        &self,
        name: &str,
        code: &str,
        password: &str,
        from: Origin,
    ) -> Result<NewSession, Rejection> {
        let attempts = format!("enrolment:{}", alike(name).chars().take(80).collect::<String>());
        let refused = || {
            tracing::warn!(target: "security", address = %from.address, "an enrolment failed");
            PeopleRefusal::WrongCredentials
        };
        let known = async {
            let known = self.to_enrol(name, code).await?;
            Ok(known.ok_or_else(refused)?)
        };
        let (seq, member, stored) = self.attempt(&attempts, from, known).await?;
        let owner = Person::Staff(member.id);
        self.check_new(password, &member.name).await?;
        let (kind, key, body) = (stored.kind, stored.key.clone(), stored.body.clone());
        // Of two who use the code at once, one finds it gone.
        let use_once =
            [CredentialChange::Replace { body, by: stored }, CredentialChange::Remove { kind, key }];
        let mut changes = Vec::from(use_once);
        changes.extend(removed(owner));
        changes.push(CredentialChange::RemoveAll { kind: CredentialKind::Passkey, owner });
        changes.push(self.hashed(owner, password).await?);
        let (session, added) = self.new_session(owner, "")?;
        changes.extend([all_sessions(owner), added]);
        let by = (Actor::Staff(member.id), "enrolled");
        if self.append(by, Entity::Staff(member), seq, changes).await? == Appended::Outdated {
            return Err(refused().into());
        }
        self.sessions.end(owner, None);
        tracing::info!(target: "security", %owner, address = %from.address, "staff enrolled");
        Ok(session)
    }

    /// The member of staff with this name who may enrol with this code, with the number of the entry that has their
    /// present state, and the code as it is kept.
    async fn to_enrol(
        &self,
        name: &str,
        code: &str,
    ) -> Result<Option<(u64, StaffMember, Credential)>, StoreFailure> {
        let entry = self.store.entity_named(EntityKind::Staff, alike(name)).await?;
        let member = entry.as_ref().and_then(member_of).filter(|(_, member)| !member.disabled);
        let stored = self.store.credential(CredentialKind::Enrolment, codes::hash(code)).await?;
        let (Some((seq, member)), Some(stored)) = (member, stored) else { return Ok(None) };
        let is_theirs = stored.owner == Person::Staff(member.id);
        let counts = stored.expires_at.is_none_or(|at| at > self.now());
        Ok((is_theirs && counts).then_some((seq, member, stored)))
    }

    /// Makes a token for a program of a member of staff, with some of their roles, for some days.
    ///
    /// # Errors
    /// [`PeopleRefusal`], or a [`Failure`](crate::Failure).
    pub async fn staff_token(&self, name: &str, roles: &Roles, days: u16) -> Result<NewSession, Rejection> {
        let member = self.staff_named(name).await?;
        let member = member.ok_or(PeopleRefusal::UnknownName)?;
        if member.disabled {
            return Err(PeopleRefusal::StaffDisabled(member.id).into());
        }
        if roles.is_empty() || !roles.is_subset(&member.roles) {
            return Err(PeopleRefusal::RolesNotHeld.into());
        }
        if !(1..=TOKEN_DAYS).contains(&days) {
            return Err(PeopleRefusal::BadTime.into());
        }
        let body = SessionBody::of_program(self.now(), roles, "token of a program");
        let ends_at = Timestamp(self.now().0.saturating_add(DAY_MS.saturating_mul(days.into())));
        let (session, added) = self.session_of(Person::Staff(member.id), &body, Some(ends_at))?;
        self.store.change_credentials(vec![added]).await?;
        tracing::info!(target: "security", staff = member.id.0, roles = %shown(roles), days, "a token was made");
        Ok(session)
    }

    /// Adds staff of before under their numbers. Their secrets become tokens of programs that last a year.
    ///
    /// # Errors
    /// [`PeopleRefusal::NameTaken`] for a number or a name that is in use, about the names, or a
    /// [`Failure`](crate::Failure). Those before it stay added.
    pub async fn import_staff(&self, staff: Vec<ImportedStaff>) -> Result<(), Rejection> {
        for ImportedStaff { member, secret_hash } in staff {
            let name = staff_name(&member.name).map_err(PeopleRefusal::BadName)?;
            let display_name = member.display_name.as_deref().map(accepted).transpose()?;
            let member = StaffMember { name, display_name, ..member };
            check_roles(&member.roles)?;
            let (now, owner) = (self.now(), Person::Staff(member.id));
            let year = DAY_MS.saturating_mul(TOKEN_DAYS.into());
            let token = secret_hash.map(|hash| -> Result<CredentialChange, StoreFailure> {
                let body = SessionBody::of_program(now, &member.roles, "secret of before");
                let credential = body.credential(hash, owner);
                let credential = credential.map_err(|error| StoreFailure::Storage(error.to_string()))?;
                let expires_at = Some(Timestamp(now.0.saturating_add(year)));
                Ok(CredentialChange::Put(Credential { expires_at, ..credential }))
            });
            let changes = token.transpose()?.into_iter().collect();
            if self.append((Actor::Operator, "imported"), Entity::Staff(member), 0, changes).await?
                == Appended::Outdated
            {
                return Err(PeopleRefusal::NameTaken.into());
            }
        }
        self.names.forget();
        Ok(())
    }

    /// The member of staff with this name.
    ///
    /// # Errors
    /// [`StoreFailure`].
    pub async fn staff_named(&self, name: &str) -> Result<Option<StaffMember>, StoreFailure> {
        let entry = self.store.entity_named(EntityKind::Staff, alike(name)).await?;
        Ok(entry.as_ref().and_then(member_of).map(|(_, member)| member))
    }

    /// A member of staff, with the number of the entry that has their present state.
    pub(super) async fn staff_entry(&self, id: StaffId) -> Result<Option<(u64, StaffMember)>, StoreFailure> {
        let entity = EntityRef { kind: EntityKind::Staff, number: id.0 };
        Ok(self.store.entity(entity).await?.as_ref().and_then(member_of))
    }

    /// The same of a member whom this author may change.
    pub(super) async fn to_change(&self, by: Actor, id: StaffId) -> Result<(u64, StaffMember), Rejection> {
        let (seq, member) = self.staff_entry(id).await?.ok_or(PeopleRefusal::UnknownStaff(id))?;
        if by == Actor::Staff(id) {
            return Err(PeopleRefusal::OwnRoles.into());
        }
        if member.disabled {
            return Err(PeopleRefusal::StaffDisabled(id).into());
        }
        Ok((seq, member))
    }

    async fn change_staff(
        &self,
        (by, why): (Actor, &str),
        id: StaffId,
        credentials: &[CredentialChange],
        change: impl Fn(StaffMember) -> StaffMember,
    ) -> Result<StaffMember, Rejection> {
        let owner = Person::Staff(id);
        for _ in 0..RETRIES {
            let (seq, member) = self.to_change(by, id).await?;
            let member = change(member);
            let changes = [all_sessions(owner)].into_iter().chain(credentials.iter().cloned()).collect();
            if self.append((by, why), Entity::Staff(member.clone()), seq, changes).await? == Appended::Done {
                self.sessions.end(owner, None);
                return Ok(member);
            }
        }
        Err(outrun().into())
    }

    fn enrolment_code(&self, id: StaffId) -> Result<(String, Timestamp, CredentialChange), StoreFailure> {
        let code = code_of(&self.random::<15>()?);
        let ends_at = Timestamp(self.now().0.saturating_add(ENROLMENT_MS));
        let credential = Credential {
            kind: CredentialKind::Enrolment,
            key: codes::hash(&code),
            owner: Person::Staff(id),
            body: "{}".to_owned(),
            expires_at: Some(ends_at),
        };
        Ok((code, ends_at, CredentialChange::Put(credential)))
    }
}

fn member_of(entry: &RecordedEntry) -> Option<(u64, StaffMember)> {
    match entry.event.entity()? {
        Entity::Staff(member) => Some((entry.seq, member.clone())),
        _ => None,
    }
}

fn check_roles(roles: &Roles) -> Result<(), PeopleRefusal> {
    let held = !roles.is_empty() && roles.iter().all(|role| Role::STAFF.contains(role));
    if held { Ok(()) } else { Err(PeopleRefusal::BadRoles) }
}

/// The changes that take everything from a member of staff that lets them in.
fn credentials_removed(id: StaffId) -> Vec<CredentialChange> {
    use CredentialKind::{Console, DeviceCode, Enrolment, Passkey, Password, Pin, Recovery, Session, Totp};
    let owner = Person::Staff(id);
    [Password, Totp, Recovery, Passkey, Session, Enrolment, DeviceCode, Pin, Console]
        .map(|kind| CredentialChange::RemoveAll { kind, owner })
        .into()
}

fn shown(roles: &Roles) -> String {
    roles.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ")
}
