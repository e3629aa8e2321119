//! Passkeys (WebAuthn): added, named and removed by their owners, who log in with them. Knows no HTTP.
//!
//! A passkey is used by a user whom the authenticator has verified, so it is two factors: who logs in with one needs no
//! password. It is its owner's second factor, so that the password alone does not let them in.

mod body;
mod challenges;
mod check;
mod log_in;
mod manage;
mod options;
mod page_origin;
mod shared;
mod site;

pub use challenges::WAIT_MS;
pub use check::{ALGORITHMS, NewPasskey, UsedPasskey};
pub use log_in::PasskeyLogIn;
pub use manage::{AddedPasskey, MOST_PASSKEYS, PasskeyLine};
pub use options::{KnownPasskey, NewPasskeyOptions, PasskeyOptions};
pub use page_origin::{BadOrigin, PageOrigin};
pub use site::{BadSite, Site};

pub(super) use shared::Passkeys;
