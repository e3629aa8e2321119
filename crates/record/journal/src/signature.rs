//! Signed checkpoints: Ed25519 (RFC 8032) over the text of a checkpoint. A key is 32 bytes.

use core::fmt;
use core::fmt::Write as _;
use core::str::FromStr;

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::checkpoint::{Checkpoint, CheckpointError};
use crate::digest::{HexError, from_hex, to_hex};

/// A checkpoint with its signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signed {
    /// The text that was signed.
    pub text: String,
    /// The signature.
    pub signature: [u8; 64],
    /// The public key that verifies it.
    pub key: [u8; 32],
}

impl fmt::Display for Signed {
    /// Writes the text, then a line for the key and a line for the signature: a file to keep elsewhere.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}key {}\nsignature {}", self.text, to_hex(&self.key), to_hex(&self.signature))
    }
}

impl FromStr for Signed {
    type Err = CheckpointError;

    fn from_str(text: &str) -> Result<Self, CheckpointError> {
        let expected = "lines for key and signature at the end";
        let wrong = CheckpointError::Line { line_no: text.lines().count(), expected };
        let (rest, signature) = text.trim_end().rsplit_once("\nsignature ").ok_or_else(|| wrong.clone())?;
        let (text, key) = rest.rsplit_once("\nkey ").ok_or(wrong)?;
        let mut text = text.to_owned();
        // The separator before `key` is also the end of the text's last line.
        let _ = text.write_char('\n');
        Ok(Self { text, signature: from_hex(signature)?, key: from_hex(key)? })
    }
}

/// Signs checkpoints.
pub struct Signer(SigningKey);

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer {{ key: {}, secret: <secret> }}", to_hex(&self.key()))
    }
}

impl Signer {
    /// A signer with this secret of 32 random bytes.
    pub fn new(secret: [u8; 32]) -> Self {
        Self(SigningKey::from_bytes(&secret))
    }

    /// A signer with this secret, written as 64 hex digits.
    ///
    /// # Errors
    /// [`HexError`].
    pub fn from_hex(text: &str) -> Result<Self, HexError> {
        from_hex(text.trim()).map(Self::new)
    }

    /// The public key that verifies the signatures.
    pub fn key(&self) -> [u8; 32] {
        self.0.verifying_key().to_bytes()
    }

    /// Signs a checkpoint.
    pub fn sign(&self, checkpoint: &Checkpoint) -> Signed {
        let text = checkpoint.to_string();
        let signature = self.0.sign(text.as_bytes()).to_bytes();
        Signed { text, signature, key: self.key() }
    }
}

/// Verifies checkpoints with a trusted public key.
#[derive(Clone, Debug)]
pub struct Verifier(VerifyingKey);

impl Verifier {
    /// A verifier with this public key.
    ///
    /// # Errors
    /// [`CheckpointError::Key`] when the bytes are not a public key.
    pub fn new(key: [u8; 32]) -> Result<Self, CheckpointError> {
        VerifyingKey::from_bytes(&key).map(Self).map_err(|_| CheckpointError::Key)
    }

    /// A verifier with this public key, written as 64 hex digits.
    ///
    /// # Errors
    /// [`CheckpointError::Hex`] or [`CheckpointError::Key`].
    pub fn from_hex(text: &str) -> Result<Self, CheckpointError> {
        Self::new(from_hex(text.trim())?)
    }

    /// The public key.
    pub fn key(&self) -> [u8; 32] {
        self.0.to_bytes()
    }

    /// Verifies a signature; returns the checkpoint that was signed.
    ///
    /// # Errors
    /// [`CheckpointError`]: the signature is another key's or of another text, or the text is not a checkpoint.
    pub fn verify(&self, signed: &Signed) -> Result<Checkpoint, CheckpointError> {
        let signature = Signature::from_bytes(&signed.signature);
        let good =
            signed.key == self.key() && self.0.verify_strict(signed.text.as_bytes(), &signature).is_ok();
        if !good {
            return Err(CheckpointError::Signature);
        }
        signed.text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checkpoint() -> Checkpoint {
        let [previous, digest] = ["00", "08"].map(|byte| byte.repeat(32));
        let head = format!("day 2026-03-01\nat 1772409599000\nprevious {previous}\nlog 2 99 {digest}");
        format!("punto checkpoint 1\n{head}\n").parse().unwrap()
    }

    #[test]
    fn a_signature_holds_for_one_text_and_one_key() {
        let signer = Signer::new([1; 32]);
        let signed = signer.sign(&checkpoint());
        let verifier = Verifier::new(signer.key()).unwrap();
        assert_eq!(verifier.verify(&signed), Ok(checkpoint()));
        assert_eq!(signed.to_string().parse(), Ok(signed.clone()));

        let mut other = signed.clone();
        other.text = other.text.replace("log 2 99", "log 2 98");
        assert_eq!(verifier.verify(&other), Err(CheckpointError::Signature));
        let mut other = signed.clone();
        other.signature[0] ^= 1;
        assert_eq!(verifier.verify(&other), Err(CheckpointError::Signature));
        let stranger = Signer::new([2; 32]).sign(&checkpoint());
        assert_eq!(verifier.verify(&stranger), Err(CheckpointError::Signature));
        let claimed = Signed { key: signer.key(), ..stranger };
        assert_eq!(verifier.verify(&claimed), Err(CheckpointError::Signature));
    }

    #[test]
    fn a_signer_keeps_its_secret() {
        let shown = format!("{:?}", Signer::new([1; 32]));
        assert!(!shown.contains(&to_hex(&[1; 32])), "{shown}");
        assert!(Signer::from_hex("12").is_err());
        assert_eq!(Signer::from_hex(&to_hex(&[1; 32])).unwrap().key(), Signer::new([1; 32]).key());
    }
}
