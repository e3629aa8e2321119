//! Sessions: what lets a person or a program come back without a password. Knows no HTTP.

use serde::{Deserialize, Serialize};
use table::{TableId, Timestamp, hex};

use super::credential::{Credential, CredentialKind, Person};
use super::role::{Role, Roles};

/// The body of a session credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionBody {
    /// When it began.
    pub created_at: Timestamp,
    /// When it was used last, or a little earlier.
    pub last_used_at: Timestamp,
    /// What it allows: [`ALL`](Self::ALL), or roles with a space between them.
    #[serde(default = "all", skip_serializing_if = "is_all")]
    pub scope: String,
    /// Whether it is a token of a program, which ends at a time of its own and needs no second factor.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
    /// What its owner calls it; empty when they call it nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// The table at which it began with a PIN, and where alone it counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_table: Option<TableId>,
    /// The number of the dealer's console at which it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub console: Option<u32>,
}

impl SessionBody {
    /// The scope of a session that allows everything that its owner may do.
    pub const ALL: &'static str = "all";

    /// A session that begins now and allows everything that its owner may do.
    pub fn since(now: Timestamp) -> Self {
        Self {
            created_at: now,
            last_used_at: now,
            scope: all(),
            program: false,
            label: String::new(),
            at_table: None,
            console: None,
        }
    }

    /// A token of a program that allows these roles, as far as its owner holds them.
    pub fn of_program(now: Timestamp, roles: &Roles, label: &str) -> Self {
        let scope = roles.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ");
        Self { scope, program: true, label: label.to_owned(), ..Self::since(now) }
    }

    /// A session of a dealer who logged in at this table. It allows what a dealer may do, whatever else they are.
    pub fn at_table(now: Timestamp, table: TableId) -> Self {
        Self { scope: Role::Dealer.to_string(), at_table: Some(table), ..Self::since(now) }
    }

    /// Whether it allows what this role may do.
    pub fn allows(&self, role: Role) -> bool {
        self.scope == Self::ALL || self.scope.split(' ').any(|own| own == role.as_ref())
    }

    /// The credential with this body for the secret of that SHA-256. It does not end by itself.
    ///
    /// # Errors
    /// When the body is no JSON, which no body is.
    pub fn credential(&self, hash: [u8; 32], owner: Person) -> Result<Credential, serde_json::Error> {
        let body = serde_json::to_string(self)?;
        let key = Self::key(hash);
        Ok(Credential { kind: CredentialKind::Session, key, owner, body, expires_at: None })
    }

    /// The key of the session whose secret has that SHA-256.
    pub fn key(hash: [u8; 32]) -> String {
        hex::write(&hash)
    }
}

fn all() -> String {
    SessionBody::ALL.to_owned()
}

fn is_all(scope: &str) -> bool {
    scope == SessionBody::ALL
}

#[cfg(test)]
mod tests {
    use table::PatronId;

    use super::*;

    #[test]
    fn a_session_is_written_as_it_is_read() {
        let simple = SessionBody::since(Timestamp(7));
        let roles = Roles::from([Role::Supervisor, Role::Auditor]);
        let named = SessionBody::of_program(Timestamp(7), &roles, "scanner");
        assert!(named.allows(Role::Auditor) && !named.allows(Role::Manager) && simple.allows(Role::Manager));
        let dealing = SessionBody::at_table(Timestamp(7), TableId(9));
        assert!(dealing.allows(Role::Dealer) && !dealing.allows(Role::Supervisor));
        for (body, text) in [
            (dealing, r#"{"created_at":7,"last_used_at":7,"scope":"dealer","at_table":9}"#),
            (simple, r#"{"created_at":7,"last_used_at":7}"#),
            (
                named,
                r#"{"created_at":7,"last_used_at":7,"scope":"supervisor auditor","program":true,"label":"scanner"}"#,
            ),
        ] {
            let credential = body.credential([0xa5; 32], Person::Patron(PatronId(3))).unwrap();
            assert_eq!((credential.key, credential.body.as_str()), ("a5".repeat(32), text));
            assert_eq!(serde_json::from_str::<SessionBody>(text).unwrap(), body);
        }
    }
}
