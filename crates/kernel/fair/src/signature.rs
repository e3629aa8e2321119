//! Signatures of the house: Ed25519 (RFC 8032) over a text. A key of the house also signs checkpoints, whose first line
//! is another one.

use core::fmt;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};

use crate::bytes::Bytes;

/// A public key of the house.
pub type PublicKey = Bytes<32>;

/// A signature.
pub type Signature = Bytes<64>;

/// The key with which a house signs. Its secret part is not printed.
pub struct HouseKey(SigningKey);

impl HouseKey {
    /// The key of these 32 random bytes.
    pub fn new(secret: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&secret))
    }

    /// The public key that verifies its signatures.
    pub fn public(&self) -> PublicKey {
        Bytes(self.0.verifying_key().to_bytes())
    }

    /// Signs a text.
    pub fn sign(&self, text: &str) -> Signature {
        Bytes(self.0.sign(text.as_bytes()).to_bytes())
    }
}

impl fmt::Debug for HouseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "HouseKey {{ public: {}, secret: <secret> }}", self.public())
    }
}

/// Why a signature does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The bytes are not a public key.
    #[error("{0} is not a public key")]
    Key(PublicKey),
    /// The signature is of another text or by another key.
    #[error("the signature is not of this text by {0}")]
    Signature(PublicKey),
}

/// Verifies a signature over a text, strictly: keys of small order and other spellings of a signature are refused.
///
/// # Errors
/// [`SignatureError`].
pub fn verify(key: &PublicKey, text: &str, signature: &Signature) -> Result<(), SignatureError> {
    let verifying = VerifyingKey::from_bytes(&key.0).map_err(|_| SignatureError::Key(*key))?;
    let good = verifying.verify_strict(text.as_bytes(), &ed25519_dalek::Signature::from_bytes(&signature.0));
    good.map_err(|_| SignatureError::Signature(*key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_holds_for_one_text_and_one_key() {
        let key = HouseKey::new([1; 32]);
        let signature = key.sign("a text\n");
        assert_eq!(verify(&key.public(), "a text\n", &signature), Ok(()));
        let refused = Err(SignatureError::Signature(key.public()));
        assert_eq!(verify(&key.public(), "a text", &signature), refused);
        for bit in 0..512 {
            let mut flipped = signature;
            flipped.0[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(verify(&key.public(), "a text\n", &flipped), refused, "{bit}");
        }
        let stranger = HouseKey::new([2; 32]).public();
        assert!(verify(&stranger, "a text\n", &signature).is_err());
        // The neutral element verifies many signatures unless keys of small order are refused.
        let neutral = Bytes(std::array::from_fn(|idx| u8::from(idx == 0)));
        let trivial = Bytes(std::array::from_fn(|idx| u8::from(idx == 0)));
        assert!(verify(&neutral, "a text\n", &trivial).is_err());
    }

    #[test]
    fn the_secret_part_is_not_printed() {
        let shown = format!("{:?}", HouseKey::new([0x5a; 32]));
        assert!(!shown.contains("5a5a"), "{shown}");
    }
}
