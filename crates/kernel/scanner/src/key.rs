//! Keys of devices: Ed25519 (RFC 8032), judged strictly. Knows no frame, and not whose key it is.

use core::fmt;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use fair::{Bytes, PublicKey, Signature};
use sha2::{Digest as _, Sha256};

/// The key with which a device signs. Its secret part is not printed.
#[derive(Clone)]
pub struct DeviceKey(SigningKey);

impl DeviceKey {
    /// The key of these 32 random bytes.
    pub fn new(secret: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&secret))
    }

    /// The public key that verifies its signatures.
    pub fn public(&self) -> PublicKey {
        Bytes(self.0.verifying_key().to_bytes())
    }

    /// Signs a text that begins with what it is for.
    pub(crate) fn sign(&self, text: &str) -> Signature {
        Bytes(self.0.sign(text.as_bytes()).to_bytes())
    }
}

impl fmt::Debug for DeviceKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DeviceKey {{ public: {}, secret: <secret> }}", self.public())
    }
}

/// Why a signature does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The bytes are no public key, a second spelling of one, or of small order.
    #[error("{0} is not a public key that may be enrolled")]
    Key(PublicKey),
    /// The signature is of another text or by another key.
    #[error("the signature is not of this text by {0}")]
    Signature(PublicKey),
}

/// Checks that a public key may be enrolled: it is a point, in its one spelling, and not of small order.
///
/// # Errors
/// [`SignatureError::Key`].
pub fn check_key(key: &PublicKey) -> Result<(), SignatureError> {
    let point = VerifyingKey::from_bytes(&key.0).ok().filter(|point| !point.is_weak());
    if point.is_some() && is_canonical(key) { Ok(()) } else { Err(SignatureError::Key(*key)) }
}

/// Verifies a signature over a text, strictly: weak keys and second spellings of keys and signatures are refused.
///
/// # Errors
/// [`SignatureError`].
pub(crate) fn verify(key: &PublicKey, text: &str, signature: &Signature) -> Result<(), SignatureError> {
    if !is_canonical(key) {
        return Err(SignatureError::Key(*key));
    }
    fair::verify(key, text, signature).map_err(|error| match error {
        fair::SignatureError::Key(key) => SignatureError::Key(key),
        _ => SignatureError::Signature(*key),
    })
}

/// Whether the coordinate in a key is below the prime 2^255 - 19. The points whose sign has two spellings are weak.
fn is_canonical(key: &PublicKey) -> bool {
    let [first, middle @ .., last] = key.0;
    first < 0xed || last & 0x7f != 0x7f || middle.iter().any(|byte| *byte != 0xff)
}

/// What people compare before they enrol a key: the first 16 hex digits of its SHA-256, in groups of four.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint([u8; 8]);

impl Fingerprint {
    /// The fingerprint of a key.
    pub fn of(key: &PublicKey) -> Self {
        let digest: [u8; 32] = Sha256::digest(key.0).into();
        Self(digest.first_chunk().copied().unwrap_or_default())
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let groups = self.0.as_chunks::<2>().0.iter().map(|group| Bytes(*group).to_string());
        f.pad(&groups.collect::<Vec<_>>().join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_secret_part_is_not_printed() {
        let shown = format!("{:?}", DeviceKey::new([0x5a; 32]));
        assert!(!shown.contains("5a5a"), "{shown}");
    }
}
