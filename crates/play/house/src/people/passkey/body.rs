//! The body of a passkey's credential.

use serde::{Deserialize, Serialize};
use table::{Timestamp, hex};

use super::check::PasskeyKey;
use crate::people::credential::{Credential, CredentialKind, Person};
use crate::people::service::{parse, written};
use crate::people::token::hash_of;
use crate::ports::StoreFailure;

/// How many characters of a passkey's name are kept.
const NAME: usize = 40;
/// How many digits name a passkey to its owner.
const ID_DIGITS: usize = 16;

/// The body of a credential of a passkey, whose key is the passkey's id in Base64url.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PasskeyBody {
    /// What its owner calls it; empty when they call it nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) name: String,
    /// When it was added.
    pub(super) created_at: Timestamp,
    /// When it was used last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) last_used_at: Option<Timestamp>,
    /// The public key in COSE, in Base64url.
    pub(super) public_key: String,
    /// The algorithm of the key, as COSE numbers it.
    pub(super) algorithm: i32,
    /// How often it was used, as the authenticator counts; 0 when it does not count.
    #[serde(default)]
    pub(super) counter: u32,
    /// How its authenticator is reached.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) transports: Vec<String>,
}

impl PasskeyBody {
    /// A passkey that was made now.
    pub(super) fn new(key: &PasskeyKey, name: &str, now: Timestamp) -> Self {
        let PasskeyKey { id: _, public_key, algorithm, counter, transports } = key.clone();
        let (name, created_at, last_used_at) = (named(name), now, None);
        Self { name, created_at, last_used_at, public_key, algorithm, counter, transports }
    }

    /// The credential with this body for the passkey of that id.
    pub(super) fn credential(&self, id: String, owner: Person) -> Result<Credential, StoreFailure> {
        let body = written(self)?;
        Ok(Credential { kind: CredentialKind::Passkey, key: id, owner, body, expires_at: None })
    }

    /// The key of the passkey with this id.
    pub(super) fn key(&self, id: &str) -> PasskeyKey {
        let Self { public_key, algorithm, counter, transports, .. } = self.clone();
        PasskeyKey { id: id.to_owned(), public_key, algorithm, counter, transports }
    }
}

/// A credential of a passkey with its body.
pub(super) fn read(credential: Credential) -> Result<(Credential, PasskeyBody), StoreFailure> {
    let body = parse(&credential)?;
    Ok((credential, body))
}

/// A name as it is kept: without control characters, and not too long.
pub(super) fn named(name: &str) -> String {
    let name: String = name.chars().filter(|c| !c.is_control()).take(NAME).collect();
    name.trim().to_owned()
}

/// What names a passkey to its owner. Ids of passkeys are too long for a path.
pub(super) fn id_of(credential: &Credential) -> String {
    hex::write(&hash_of(&credential.key)).chars().take(ID_DIGITS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_written_as_it_is_read() {
        let least = r#"{"created_at":7,"public_key":"pQEC","algorithm":-7,"counter":0}"#;
        let all = concat!(
            r#"{"name":"phone","created_at":7,"last_used_at":8,"public_key":"pQEC","#,
            r#""algorithm":-257,"counter":4,"transports":["usb"]}"#,
        );
        for text in [least, all] {
            let body: PasskeyBody = serde_json::from_str(text).unwrap();
            assert_eq!(written(&body).unwrap(), text);
        }
        assert_eq!(named(&format!(" my\u{7} {}", "x".repeat(99))), format!("my {}", "x".repeat(36)));
    }
}
