//! The lists of roles that routes and socket messages admit. Roles do not inherit, so each list names every role.

use house::people::Role;

/// Everybody, also without credentials.
pub(crate) const EVERYBODY: &[Role] = &[
    Role::Spectator,
    Role::Guest,
    Role::Patron,
    Role::Dealer,
    Role::Device,
    Role::Supervisor,
    Role::Manager,
    Role::Auditor,
];
/// Who wagers.
pub(crate) const PLAYERS: &[Role] = &[Role::Guest, Role::Patron];
/// Members of staff.
pub(crate) const STAFF: &[Role] = &Role::STAFF;
/// Who acts on money by hand.
pub(crate) const SUPERVISORS_AND_MANAGERS: &[Role] = &[Role::Supervisor, Role::Manager];
/// Everybody with a session.
pub(crate) const LOGGED_IN: &[Role] =
    &[Role::Guest, Role::Patron, Role::Dealer, Role::Supervisor, Role::Manager, Role::Auditor];
/// Everybody with a password.
pub(crate) const PASSWORD_HOLDERS: &[Role] =
    &[Role::Patron, Role::Dealer, Role::Supervisor, Role::Manager, Role::Auditor];
/// Dealers alone.
pub(crate) const DEALERS: &[Role] = &[Role::Dealer];
/// Who works at live tables.
pub(crate) const DEALERS_AND_SUPERVISORS: &[Role] = &[Role::Dealer, Role::Supervisor];
/// Managers alone.
pub(crate) const MANAGERS: &[Role] = &[Role::Manager];
/// Who reads what managers work with.
pub(crate) const MANAGERS_AND_AUDITORS: &[Role] = &[Role::Manager, Role::Auditor];
/// Supervisors alone.
pub(crate) const SUPERVISORS: &[Role] = &[Role::Supervisor];
/// Who reads what supervisors work with.
pub(crate) const SUPERVISORS_AND_AUDITORS: &[Role] = &[Role::Supervisor, Role::Auditor];
/// Who reads what supervisors and managers work with.
pub(crate) const SUPERVISORS_MANAGERS_AND_AUDITORS: &[Role] =
    &[Role::Supervisor, Role::Manager, Role::Auditor];
