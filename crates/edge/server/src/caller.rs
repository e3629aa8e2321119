//! Who calls: the session behind a request or a socket, and the roles that it allows.

use std::sync::Arc;

use house::people::{Known, LoggedIn, Origin, Role, StaffMember};
use house::ports::Patron;

use crate::credentials::Delivery;
use crate::forwarded::ClientAddress;
use crate::rate_limit::network;

/// Who calls.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    /// The caller's session; none for a spectator.
    pub(crate) session: Option<Arc<LoggedIn>>,
    /// The CSRF value of a session that came by cookie.
    pub(crate) csrf: Option<String>,
}

impl Caller {
    /// Somebody with this session.
    pub(crate) const fn with(session: Arc<LoggedIn>) -> Self {
        Self { session: Some(session), csrf: None }
    }

    /// Whether the caller holds one of these roles.
    pub(crate) fn holds_one_of(&self, roles: &[Role]) -> bool {
        match &self.session {
            Some(session) => roles.iter().any(|role| session.roles.contains(role)),
            None => roles.contains(&Role::Spectator),
        }
    }

    /// The patron, if the caller is one.
    pub(crate) fn patron(&self) -> Option<&Patron> {
        match &self.session.as_ref()?.known {
            Known::Patron(patron) => Some(patron),
            Known::Staff(_) => None,
        }
    }

    /// The member of staff, if the caller is one.
    pub(crate) fn staff(&self) -> Option<&StaffMember> {
        match &self.session.as_ref()?.known {
            Known::Staff(member) => Some(member),
            Known::Patron(_) => None,
        }
    }

    /// How a session that takes the place of this one gets to the caller.
    pub(crate) const fn delivery(&self) -> Delivery {
        Delivery::cookie(self.csrf.is_some())
    }
}

impl From<ClientAddress> for Origin {
    fn from(client: ClientAddress) -> Self {
        Self { address: client.address, network: network(client.address) }
    }
}
