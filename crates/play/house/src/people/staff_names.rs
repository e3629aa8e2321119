//! The names of staff: under which they log in, which staff alone read, and which everybody reads while they deal.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use table::{StaffId, Timestamp};

use super::credential::Person;
use super::refusal::PeopleRefusal;
use super::service::{Appended, People, RETRIES, outrun};
use super::staff::StaffMember;
use crate::answer::{Failure, Rejection};
use crate::log::{Actor, Entity};
use crate::patrons::nickname::staff_name;
use crate::ports::StoreFailure;

/// How long names are kept that another program may have changed, in milliseconds.
const NAMES_MS: i64 = 60_000;

/// The names of a new member of staff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewNames<'a> {
    /// The name under which they log in.
    pub name: &'a str,
    /// The name that everybody sees while they deal; none for their number.
    pub display_name: Option<&'a str>,
}

impl<'a> From<&'a str> for NewNames<'a> {
    fn from(name: &'a str) -> Self {
        Self { name, display_name: None }
    }
}

/// The names of staff by number, as they stood at one moment. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct StaffNames {
    /// How many changes of names this program had made when they were read.
    pub(crate) changes: u64,
    /// Under which name each logs in.
    pub(crate) names: Arc<BTreeMap<StaffId, String>>,
    /// The display names of those who have one.
    pub(crate) display_names: Arc<BTreeMap<StaffId, String>>,
}

/// The names that were read recently.
#[derive(Debug, Default)]
pub(super) struct NamesRead(Mutex<Read>);

#[derive(Debug, Default)]
struct Read {
    changes: u64,
    latest: Option<(Timestamp, StaffNames)>,
}

impl NamesRead {
    /// Has the names read again, those that are just being read included.
    pub(super) fn forget(&self) {
        let mut read = self.lock();
        *read = Read { changes: read.changes.wrapping_add(1), latest: None };
    }

    fn recent(&self, now: Timestamp) -> Result<StaffNames, u64> {
        let read = self.lock();
        let recent = read.latest.as_ref().filter(|(at, _)| now.0.saturating_sub(at.0) < NAMES_MS);
        recent.map(|(_, names)| names.clone()).ok_or(read.changes)
    }

    fn keep(&self, now: Timestamp, names: &StaffNames) {
        let mut read = self.lock();
        if read.changes == names.changes {
            read.latest = Some((now, names.clone()));
        }
    }

    fn lock(&self) -> MutexGuard<'_, Read> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl People {
    /// The names of staff by number, under which they log in. What another program changed is there within a minute.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn staff_names(&self) -> Result<Arc<BTreeMap<StaffId, String>>, Failure> {
        Ok(self.all_names().await?.names)
    }

    /// All names of staff. What another program changed is there within a minute.
    pub(crate) async fn all_names(&self) -> Result<StaffNames, StoreFailure> {
        let now = self.now();
        let changes = match self.names.recent(now) {
            Ok(names) => return Ok(names),
            Err(changes) => changes,
        };
        let (mut names, mut display_names) = (BTreeMap::new(), BTreeMap::new());
        for StaffMember { id, name, display_name, .. } in self.staff().await? {
            names.insert(id, name);
            display_names.extend(display_name.map(|name| (id, name)));
        }
        let read = StaffNames { changes, names: Arc::new(names), display_names: Arc::new(display_names) };
        self.names.keep(now, &read);
        Ok(read)
    }

    /// Gives a member of staff another display name, or none. Their sessions go on. Where tables run, the house
    /// [does it](crate::House::set_display_name), so that everybody at a table reads it.
    ///
    /// # Errors
    /// [`PeopleRefusal`], or a [`Failure`].
    pub async fn set_display_name(
        &self,
        by: Actor,
        id: StaffId,
        display_name: Option<&str>,
    ) -> Result<StaffMember, Rejection> {
        let display_name = display_name.map(accepted).transpose()?;
        let why = if display_name.is_some() { "given a display name" } else { "display name removed" };
        for _ in 0..RETRIES {
            let (seq, before) = self.to_change(by, id).await?;
            let member = StaffMember { display_name: display_name.clone(), ..before.clone() };
            // An entry that changes nothing would say that they got a new code.
            if member == before {
                return Ok(member);
            }
            let entity = Entity::Staff(member.clone());
            let appended = self.append((by, why), entity, seq, Vec::new()).await;
            // Also when nobody knows whether it is done.
            self.names.forget();
            if appended? == Appended::Done {
                self.sessions.forget_all_of(Person::Staff(id));
                tracing::info!(target: "security", %by, staff = id.0, "{why}");
                return Ok(member);
            }
        }
        Err(outrun().into())
    }
}

/// The display name of this text.
pub(super) fn accepted(text: &str) -> Result<String, PeopleRefusal> {
    staff_name(text).map_err(PeopleRefusal::BadDisplayName)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_read_before_a_change_are_not_kept() {
        let (read, now) = (NamesRead::default(), Timestamp(1_000));
        let of = |changes| StaffNames { changes, names: Arc::default(), display_names: Arc::default() };
        let changes = read.recent(now).unwrap_err();
        read.forget();
        read.keep(now, &of(changes));
        let changes = read.recent(now).unwrap_err();
        read.keep(now, &of(changes));
        assert!(read.recent(Timestamp(1_000 + NAMES_MS - 1)).is_ok());
        assert!(read.recent(Timestamp(1_000 + NAMES_MS)).is_err(), "another program may have changed them");
    }
}
