//! Who calls: the person behind a request or a socket, and the roles that they hold.

use house::Failure;
use house::people::{Role, Roles};
use house::ports::Patron;

use crate::app::App;
use crate::supervisors::Supervisor;

/// The person behind a request or a socket, and what they may do.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) who: Who,
    pub(crate) roles: Roles,
}

/// A person as far as the server knows them.
#[derive(Clone, Debug)]
pub(crate) enum Who {
    /// Somebody without credentials.
    Spectator,
    /// A guest or a patron.
    Patron(Patron),
    /// A member of staff.
    Staff(Supervisor),
}

impl Caller {
    /// Somebody without credentials.
    pub(crate) fn spectator() -> Self {
        Self { who: Who::Spectator, roles: Roles::from([Role::Spectator]) }
    }

    /// Whether the caller holds one of these roles.
    pub(crate) fn holds_one_of(&self, roles: &[Role]) -> bool {
        roles.iter().any(|role| self.roles.contains(role))
    }

    /// The patron, if the caller is one.
    pub(crate) const fn patron(&self) -> Option<&Patron> {
        match &self.who {
            Who::Patron(patron) => Some(patron),
            _ => None,
        }
    }
}

impl App {
    /// The person who has this token; none when nobody has it.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub(crate) async fn caller(&self, token: &str) -> Result<Option<Caller>, Failure> {
        let supervisor = self.config.supervisors.as_ref().and_then(|them| them.authenticate(token));
        if let Some(supervisor) = supervisor {
            let roles = Roles::from([Role::Supervisor]);
            return Ok(Some(Caller { who: Who::Staff(supervisor), roles }));
        }
        let patron = self.house.authenticate(token).await?;
        Ok(patron.map(|patron| Caller { who: Who::Patron(patron), roles: Roles::from([Role::Guest]) }))
    }
}
