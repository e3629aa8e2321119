//! The file of a device: the records that the server may not have yet, and how far the shoe has come.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use fair::{Digest, PublicKey};
use scanner::{Envelope, Head, Kept, SignedRecord};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile};

/// What a device keeps while it is switched off. `P` is how far its shoe has come.
#[derive(Clone, Debug)]
pub(super) struct State<P> {
    path: PathBuf,
    /// Its records.
    pub(super) kept: Kept,
    /// How far the shoe has come with the last of them.
    pub(super) position: P,
}

/// The state as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written<P> {
    n: u64,
    digest: String,
    unacked: Vec<String>,
    position: P,
}

impl<P: Clone + Default + DeserializeOwned + Serialize> State<P> {
    /// Reads the file of a device with this key; a device without one has made no record.
    pub(super) fn read(path: &Path, key: &PublicKey) -> Result<Self, Problem> {
        let new = Self {
            path: path.to_owned(),
            kept: Kept { acked: Head::NONE, unacked: Vec::new() },
            position: P::default(),
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(new),
            Err(error) => return Err(Problem::Failure(format!("cannot read {}: {error}", path.display()))),
        };
        let bad = |why: String| {
            Problem::Input(format!("{} is not the state of this device: {why}", path.display()))
        };
        let written: Written<P> = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
        let digest: Digest =
            written.digest.parse().map_err(|_| bad("the digest is not 64 hex digits".to_owned()))?;
        let unacked: Result<Vec<SignedRecord>, Problem> =
            written.unacked.iter().map(|text| record(text, key).map_err(&bad)).collect();
        let kept = Kept { acked: Head { n: written.n, digest }, unacked: unacked? };
        Ok(Self { kept, position: written.position, ..new })
    }

    /// Where it is written.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Keeps a new record, durably.
    pub(super) fn keep(&mut self, signed: SignedRecord) -> Result<(), Problem> {
        self.kept.unacked.push(signed);
        self.write()
    }

    /// Forgets the records up to this one, which the server has.
    pub(super) fn forget(&mut self, head: Head) -> Result<(), Problem> {
        self.kept.unacked.retain(|signed| signed.head().n > head.n);
        self.kept.acked = head;
        self.write()
    }

    /// Writes it, durably.
    pub(super) fn write(&self) -> Result<(), Problem> {
        let unacked = self.kept.unacked.iter().map(|signed| signed.envelope().write()).collect();
        let Head { n, digest } = self.kept.acked;
        let written = Written { n, digest: digest.to_string(), unacked, position: self.position.clone() };
        let text = serde_json::to_string(&written).map_err(Problem::failure)?;
        NewFile::of_text(&self.path, FileAccess::OwnerOnly, &format!("{text}\n"))?.finish_replacing()
    }
}

fn record(text: &str, key: &PublicKey) -> Result<SignedRecord, String> {
    let envelope = Envelope::read(text).map_err(|error| error.to_string())?;
    SignedRecord::verify(envelope, key).map_err(|error| error.to_string())
}
