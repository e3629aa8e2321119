//! The two texts that a device signs beside its frames: that it has the key, and that a picture is its own.

use fair::{Digest, PublicKey, Signature};

use crate::frame::SessionId;
use crate::key::{DeviceKey, SignatureError, verify};
use crate::label::Label;

/// A one-time code of an enrolment.
pub type Code = Label<1, 64>;

/// A text that is signed for one purpose. Its first line says which, so that no other signature of the key fits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement(String);

impl Statement {
    /// The device has the secret part of this key, and was given this code for this table.
    pub fn enrolment(code: &Code, key: &PublicKey, table: u32) -> Self {
        Self(format!("punto scanner enrol 1\n{code}\n{key}\n{table}"))
    }

    /// The device made the picture with this SHA-256, in this session.
    pub fn picture(session: &SessionId, picture: &Digest) -> Self {
        Self(format!("punto scanner picture 1\n{session}\n{picture}"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Signs the statement.
    pub fn sign(&self, key: &DeviceKey) -> Signature {
        key.sign(&self.0)
    }

    /// Verifies that this key signed the statement.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn verify(&self, key: &PublicKey, sig: &Signature) -> Result<(), SignatureError> {
        verify(key, &self.0, sig)
    }
}
