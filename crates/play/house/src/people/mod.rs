//! The people of the house, their roles and their credentials. Knows no HTTP.

pub mod codes;
pub mod credential;
pub mod password;
pub mod role;
pub mod session;
pub mod staff;
pub mod totp;

pub use credential::{Credential, CredentialChange, CredentialKind, Person};
pub use role::{Role, Roles};
pub use session::SessionBody;
pub use staff::StaffMember;
