//! The names of staff: under which they log in, which staff alone read, and which everybody reads while they deal.

use std::collections::BTreeMap;
use std::sync::Arc;

use table::StaffId;

use super::credential::Person;
use super::names_read::StaffNames;
use super::refusal::PeopleRefusal;
use super::service::{Appended, People, RETRIES, outrun};
use super::staff::StaffMember;
use crate::answer::{Failure, Rejection};
use crate::log::{Actor, Entity};
use crate::patrons::nickname::{NameRefusal, staff_name};
use crate::ports::StoreFailure;

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
                // Another program may have given it since the names were read.
                self.names.forget();
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
    let name = staff_name(text).map_err(PeopleRefusal::BadDisplayName)?;
    if name.chars().any(char::is_alphabetic) {
        Ok(name)
    } else {
        Err(PeopleRefusal::BadDisplayName(NameRefusal::NoLetter))
    }
}
