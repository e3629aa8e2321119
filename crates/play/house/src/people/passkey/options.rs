//! What a page passes to the browser, so that it makes or uses a passkey.

use std::sync::PoisonError;

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};
use table::hex;

use super::body::{PasskeyBody, read};
use super::challenges::{Challenges, Waiting};
use super::shared::Purpose;
use crate::people::credential::{Credential, CredentialKind, Person};
use crate::people::service::{Origin, People};
use crate::ports::StoreFailure;

/// What makes a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewPasskeyOptions {
    /// The challenge, in Base64url.
    pub challenge: String,
    /// What names the person to an authenticator, in Base64url. It says nothing about them.
    pub user: String,
    /// The name under which they log in.
    pub name: String,
    /// The passkeys that they have; an authenticator with one of them makes no other.
    pub known: Vec<KnownPasskey>,
}

/// What uses a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PasskeyOptions {
    /// What names the challenge in the answer.
    pub challenge_id: String,
    /// The challenge, in Base64url.
    pub challenge: String,
    /// The passkeys that may be used; any that the authenticator finds when empty.
    pub known: Vec<KnownPasskey>,
}

/// A passkey as its authenticator finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPasskey {
    /// Its id, in Base64url.
    pub id: String,
    /// How the authenticator is reached, such as `internal` or `usb`.
    pub transports: Vec<String>,
}

impl People {
    /// The passkeys of a person.
    pub(super) async fn passkeys(
        &self,
        owner: Person,
    ) -> Result<Vec<(Credential, PasskeyBody)>, StoreFailure> {
        let credentials = self.store.credentials_of(CredentialKind::Passkey, owner).await?;
        credentials.into_iter().map(read).collect()
    }

    /// Whether a person has a passkey.
    pub(crate) async fn has_passkey(&self, owner: Person) -> Result<bool, StoreFailure> {
        Ok(self.a_passkey(owner).await?.is_some())
    }

    /// A passkey of a person; none when they have no passkeys.
    pub(crate) async fn a_passkey(&self, owner: Person) -> Result<Option<Credential>, StoreFailure> {
        Ok(self.store.credentials_of(CredentialKind::Passkey, owner).await?.into_iter().next())
    }

    /// A challenge that waits for its answer, in Base64url.
    pub(super) fn challenge(
        &self,
        key: String,
        purpose: Purpose,
        from: Origin,
    ) -> Result<String, StoreFailure> {
        let bits = self.random()?;
        let waiting = Waiting { key, bits, purpose, network: from.network };
        self.with_waiting(|all| all.add(waiting, self.now()));
        Ok(BASE64URL_NOPAD.encode(&bits))
    }

    /// Takes the challenge with this key. Nobody finds it after that.
    pub(super) fn take_challenge(&self, key: &str) -> Option<(Purpose, [u8; 32])> {
        let taken = self.with_waiting(|all| all.take(key, self.now()));
        taken.map(|waiting| (waiting.purpose, waiting.bits))
    }

    /// A challenge for the use of one of these passkeys, or of any when there are none.
    pub(super) fn options(
        &self,
        owner: Option<Person>,
        known: Vec<KnownPasskey>,
        from: Origin,
    ) -> Result<PasskeyOptions, StoreFailure> {
        let challenge_id = hex::write(&self.random::<32>()?);
        let challenge = self.challenge(challenge_id.clone(), Purpose::Use(owner), from)?;
        Ok(PasskeyOptions { challenge_id, challenge, known })
    }

    /// A passkey that nobody has, the same for the same name: whether somebody has a passkey is not to be seen.
    pub(super) fn decoy(&self, name: &str) -> Result<KnownPasskey, StoreFailure> {
        let fresh = self.random()?;
        let secret = self.passkeys.decoys.get_or_init(|| fresh);
        let unusable = |_| StoreFailure::Storage("a key of 32 bytes is no key".to_owned());
        let mut mac = Hmac::<Sha256>::new_from_slice(secret).map_err(unusable)?;
        mac.update(name.as_bytes());
        let id = BASE64URL_NOPAD.encode(&mac.finalize().into_bytes());
        Ok(KnownPasskey { id, transports: vec![] })
    }

    fn with_waiting<T>(&self, act: impl FnOnce(&mut Challenges<Purpose>) -> T) -> T {
        act(&mut self.passkeys.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The passkeys as their authenticators find them.
pub(super) fn known(passkeys: &[(Credential, PasskeyBody)]) -> Vec<KnownPasskey> {
    let known = |(credential, body): &(Credential, PasskeyBody)| KnownPasskey {
        id: credential.key.clone(),
        transports: body.transports.clone(),
    };
    passkeys.iter().map(known).collect()
}

/// What names a person to an authenticator: a digest, so that it says nothing about them.
pub(super) fn handle_of(owner: Person) -> String {
    BASE64URL_NOPAD.encode(&Sha256::digest(format!("punto passkey {owner}")))
}
