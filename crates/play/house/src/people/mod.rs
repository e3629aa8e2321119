//! The people of the house, their roles and their credentials. Knows no HTTP.

pub mod account;
pub mod codes;
pub mod credential;
mod failures;
mod independence;
pub mod known;
pub mod log_in;
pub mod passkey;
pub mod password;
pub mod proof;
pub mod refusal;
pub mod role;
pub mod second_factor;
pub mod service;
pub mod session;
mod session_cache;
pub mod sessions;
pub mod staff;
pub mod staffing;
pub mod token;
pub mod totp;

pub use account::Account;
pub use credential::{Credential, CredentialChange, CredentialKind, Person};
pub use known::{Known, LoggedIn};
pub use log_in::LogIn;
pub use proof::Proof;
pub use refusal::PeopleRefusal;
pub use role::{Role, Roles};
pub use second_factor::{ConfirmedSecondFactor, NewSecondFactor};
pub use service::{Origin, People};
pub use session::SessionBody;
pub use session_cache::SessionWatch;
pub use sessions::{NewSession, SessionLine};
pub use staff::StaffMember;
pub use staffing::{Enrolment, ImportedStaff, TOKEN_DAYS};
pub use token::{Token, hash_of};
