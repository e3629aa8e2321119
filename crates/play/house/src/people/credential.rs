//! What proves who somebody is: passwords, second factors, passkeys, sessions. Credentials change and end, so they are
//! no entries of a log; a store keeps them as rows, and only hashes of what a person or a program sends.

use std::fmt;

use table::{PatronId, StaffId, Timestamp};

/// Somebody who can log in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// A patron.
    Patron(PatronId),
    /// A member of staff.
    Staff(StaffId),
}

impl fmt::Display for Person {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Patron(id) => write!(f, "patron:{}", id.0),
            Self::Staff(id) => write!(f, "staff:{}", id.0),
        }
    }
}

/// A kind of credential, under whose name the store keeps it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::AsRefStr,
    strum::EnumString,
    strum::IntoStaticStr,
)]
#[strum(serialize_all = "snake_case")]
pub enum CredentialKind {
    /// A hash of a password. Its key is the person; one for each.
    Password,
    /// The secret of a time-based one-time password (RFC 6238), and the last step that was used. Its key is the person.
    Totp,
    /// Hashes of the recovery codes that are left. Its key is the person.
    Recovery,
    /// A session or a token of a program. Its key is the hash of its secret.
    Session,
    /// A passkey: its public key, its counter and its name. Its key is the passkey's id in Base64url.
    Passkey,
    /// A code with which a member of staff sets their first password. Its key is the hash of the code.
    Enrolment,
    /// A code of a supervisor with which a device is enrolled. Its key is the hash of the code.
    DeviceCode,
    /// The hash of a dealer's PIN, and how often it was wrong. Its key is the person; one for each.
    Pin,
    /// A console at a live table where dealers log in with PINs. Its key is the hash of its secret, and its owner who
    /// opened it.
    Console,
}

/// A credential of a person.
#[derive(Clone, PartialEq, Eq)]
pub struct Credential {
    /// Its kind.
    pub kind: CredentialKind,
    /// What finds it within its kind, such as the hash of a session's secret.
    pub key: String,
    /// Whose it is.
    pub owner: Person,
    /// What it says, as JSON of its kind.
    pub body: String,
    /// When it ends by itself; a store may remove it from then on. None when it does not.
    pub expires_at: Option<Timestamp>,
}

/// A change of credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CredentialChange {
    /// Adds a credential, or replaces the one of the same kind and key.
    Put(Credential),
    /// Replaces a credential, if its body is still this one.
    Replace {
        /// The body that was read.
        body: String,
        /// What takes its place, of the same kind and key.
        by: Credential,
    },
    /// Removes a credential. Removing what is not there changes nothing.
    Remove {
        /// Its kind.
        kind: CredentialKind,
        /// Its key.
        key: String,
    },
    /// Removes all credentials of a kind that a person has.
    RemoveAll {
        /// The kind.
        kind: CredentialKind,
        /// Whose.
        owner: Person,
    },
    /// Removes credentials that ended by themselves, those that ended first. Who adds sessions makes this change with
    /// them, so that ended ones do not pile up.
    RemoveEnded {
        /// They ended then or before.
        now: Timestamp,
        /// How many are removed, at most.
        most: u16,
    },
}

impl fmt::Debug for Credential {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, owner, expires_at, .. } = self;
        write!(f, "Credential {{ kind: {kind:?}, owner: {owner:?}, expires_at: {expires_at:?}, .. }}")
    }
}
