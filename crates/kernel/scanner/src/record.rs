//! Signed records, and the chain that they form for the life of a key. Knows no session and no line.

use fair::{Bytes, Digest, PublicKey};

use crate::envelope::{Envelope, FrameError};
use crate::frame::{DeviceFrame, Record};
use crate::key::{DeviceKey, SignatureError};

/// The last record of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its number; 0 for none.
    pub n: u64,
    /// Its digest; zeros for none.
    pub digest: Digest,
}

impl Head {
    /// The head of a chain without a record.
    pub const NONE: Self = Self { n: 0, digest: Bytes::ZERO };

    /// The number of the record that follows.
    pub const fn next(&self) -> u64 {
        self.n.saturating_add(1)
    }

    /// Checks that a record follows this head.
    ///
    /// # Errors
    /// [`ChainError`], the first that applies.
    pub fn check(&self, record: &Record) -> Result<(), ChainError> {
        if record.n != self.next() {
            return Err(ChainError::Number { expected: self.next(), got: record.n });
        }
        if record.prev != self.digest {
            return Err(ChainError::Previous { n: record.n, expected: self.digest, got: record.prev });
        }
        Ok(())
    }
}

/// Why a record does not follow the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ChainError {
    /// Its number is not one more.
    #[error("record {got} stands where record {expected} should")]
    Number {
        /// One more than that of the one before.
        expected: u64,
        /// What it has.
        got: u64,
    },
    /// It names another record as the one before.
    #[error("record {n} follows {got}, not {expected}")]
    Previous {
        /// Its number.
        n: u64,
        /// The digest of the one before.
        expected: Digest,
        /// What it has.
        got: Digest,
    },
}

/// A record whose signature was verified, with the text that was signed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedRecord {
    record: Record,
    envelope: Envelope,
    digest: Digest,
}

/// Why an envelope is no record of a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The signature does not hold.
    #[error("{0}")]
    Signature(#[from] SignatureError),
    /// The body is no frame.
    #[error("{0}")]
    Form(#[from] FrameError),
    /// The body is a hello or a beat.
    #[error("the frame is no record")]
    Kind,
}

impl SignedRecord {
    /// Signs a record.
    pub(crate) fn sign(key: &DeviceKey, record: Record) -> Self {
        let frame = DeviceFrame::Record(record.clone());
        let envelope = Envelope::sign(key, frame.write());
        Self::verified(record, envelope)
    }

    /// Verifies an envelope as a record of this key.
    ///
    /// # Errors
    /// [`RecordError`], the first that applies.
    pub fn verify(envelope: Envelope, key: &PublicKey) -> Result<Self, RecordError> {
        envelope.verify(key)?;
        match DeviceFrame::read(envelope.body())? {
            DeviceFrame::Record(record) => Ok(Self::verified(record, envelope)),
            DeviceFrame::Hello(_) | DeviceFrame::Beat(_) => Err(RecordError::Kind),
        }
    }

    /// A record that the caller has just signed, or verified and read, in this envelope.
    pub(crate) fn verified(record: Record, envelope: Envelope) -> Self {
        let digest = envelope.digest();
        Self { record, envelope, digest }
    }

    /// What it says.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The signed text with its signature, as it is stored and sent again.
    pub const fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    /// Its place in the chain.
    pub const fn head(&self) -> Head {
        Head { n: self.record.n, digest: self.digest }
    }
}
