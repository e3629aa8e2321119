//! The envelope of a device's frame: a body as text, and a signature over exactly that text. Knows no kind of frame.

use fair::{Bytes, Digest, PublicKey, Signature};
use json::{Node, Wrong};
use sha2::{Digest as _, Sha256};

use crate::key::{DeviceKey, SignatureError, verify};

/// The most bytes of a frame in either direction, envelope included.
pub const LONGEST: usize = 4096;

/// What stands before the body in the text that is signed.
pub const PREFIX: &str = "punto scanner 1\n";

/// The text that is signed for a body.
pub fn preimage(body: &str) -> String {
    [PREFIX, body].concat()
}

/// The digest of a body: SHA-256 of the text that is signed.
pub fn digest(body: &str) -> Digest {
    Bytes(Sha256::digest(preimage(body)).into())
}

/// A text is no frame of this protocol.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FrameError {
    /// It has too many bytes.
    #[error("a frame has {LONGEST} bytes at most, not {0}")]
    Long(usize),
    /// The body has a line break.
    #[error("the body has a line break")]
    LineBreak,
    /// It is of another version of the protocol.
    #[error("version {0} of the protocol is not known")]
    Version(u64),
    /// It has not the form of a frame.
    #[error("{0}")]
    Form(#[from] Wrong),
}

/// A body with its signature. The body is kept as the text that was signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    body: String,
    sig: Signature,
}

impl Envelope {
    /// Signs a body, which is one line. It is not checked to be a frame.
    pub fn sign(key: &DeviceKey, body: String) -> Self {
        let sig = key.sign(&preimage(&body));
        Self { body, sig }
    }

    /// An envelope of parts that were stored.
    ///
    /// # Errors
    /// [`FrameError`]: the body has a line break, or the frame would be too long.
    pub fn new(body: String, sig: Signature) -> Result<Self, FrameError> {
        if body.contains(['\n', '\r']) {
            return Err(FrameError::LineBreak);
        }
        let envelope = Self { body, sig };
        let length = envelope.write().len();
        if length > LONGEST { Err(FrameError::Long(length)) } else { Ok(envelope) }
    }

    /// Reads a frame of a device. It proves nothing before [`verify`](Self::verify).
    ///
    /// # Errors
    /// [`FrameError`].
    pub fn read(text: &str) -> Result<Self, FrameError> {
        check_length(text)?;
        let take = |node: Node<'_>| {
            node.record(|it| Ok(Self { body: it.get("body")?.string()?, sig: it.get("sig")?.text()? }))
        };
        let envelope = json::read(text, take)?;
        if envelope.body.contains(['\n', '\r']) { Err(FrameError::LineBreak) } else { Ok(envelope) }
    }

    /// The frame as this crate writes it: one line without its end.
    pub fn write(&self) -> String {
        json::write(|to| {
            to.record(|it| {
                it.field("body").text(&self.body);
                it.field("sig").text(&self.sig);
            });
        })
    }

    /// Verifies that this key signed this body as a frame of this protocol.
    ///
    /// # Errors
    /// [`SignatureError`].
    pub fn verify(&self, key: &PublicKey) -> Result<(), SignatureError> {
        verify(key, &preimage(&self.body), &self.sig)
    }

    /// The body, as it was signed.
    pub fn body(&self) -> &str {
        &self.body
    }

    /// The signature.
    pub const fn sig(&self) -> Signature {
        self.sig
    }

    /// The digest of the body, which the next record names.
    pub fn digest(&self) -> Digest {
        digest(&self.body)
    }
}

pub(crate) const fn check_length(text: &str) -> Result<(), FrameError> {
    if text.len() > LONGEST { Err(FrameError::Long(text.len())) } else { Ok(()) }
}
