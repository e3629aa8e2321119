//! Who may do what: the roles of every route and of every socket message, and the page that lists them.
//!
//! Roles do not inherit, so each list names every role that it admits.

use std::fmt::Write as _;

use house::people::Role;

use crate::role_lists::EVERYBODY;
use crate::{rest, socket};

/// A route or a socket message, and the roles that may use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permission {
    /// `METHOD /path` of a route, or the `type` of a socket message.
    pub action: String,
    /// The roles that may use it, in the order of [`Role`].
    pub roles: &'static [Role],
}

/// The routes with their roles, in the order of the resources.
pub fn of_routes() -> Vec<Permission> {
    let permission = |route: &rest::Route| Permission { action: route.action(), roles: route.roles };
    rest::routes().iter().map(permission).collect()
}

/// The messages of a socket with their roles.
pub fn of_messages() -> Vec<Permission> {
    let permission =
        |(kind, roles): &(&str, &'static [Role])| Permission { action: (*kind).to_owned(), roles };
    socket::MESSAGES.iter().map(permission).collect()
}

const HEAD: &str = "\
# Roles

The tables list every route of the REST API and every message that a client sends over the socket, with the roles that
may use it. They are written from the lists that the server itself checks; a test calls every route with every role.
Roles do not inherit: a person may hold several, and may do what any one of them allows. A spectator is anybody without
credentials.

A request without valid credentials is refused with 401 `unauthenticated`, and one whose roles are not listed with 403
`not_allowed`, which names the roles that are.
";

/// The page `docs/ROLES.md`.
pub fn page() -> String {
    let mut page = HEAD.to_owned();
    section(&mut page, "Routes", "route", &of_routes());
    section(&mut page, "Socket messages", "message", &of_messages());
    page
}

fn section(page: &mut String, title: &str, first: &str, permissions: &[Permission]) {
    let row = |cell: &dyn Fn(Role) -> &'static str| -> String {
        let cells: Vec<&str> = EVERYBODY.iter().map(|role| cell(*role)).collect();
        format!(" {} |", cells.join(" | "))
    };
    let names: Vec<&str> = EVERYBODY.iter().map(AsRef::as_ref).collect();
    let (names, rule) = (format!(" {} |", names.join(" | ")), row(&|_| "---"));
    // Writing to a string does not fail.
    let _ = write!(page, "\n## {title}\n\n| {first} |{names}\n| --- |{rule}\n");
    for Permission { action, roles } in permissions {
        let cells = row(&|role| if roles.contains(&role) { "yes" } else { "-" });
        let _ = writeln!(page, "| `{action}` |{cells}");
    }
}
