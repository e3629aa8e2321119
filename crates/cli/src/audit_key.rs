//! The file of the secret key that signs checkpoints: 64 hex digits for its owner's eyes only. Signs nothing itself.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use audit::{Digest, Signer};
use house::OsEntropy;
use house::ports::Entropy as _;

use crate::lines::Problem;

/// The signer whose key lies in this file. The file is made if there is none.
pub(crate) fn signer(path: &Path) -> Result<Signer, Problem> {
    let named = |error: String| Problem::Failure(format!("the key in {}: {error}", path.display()));
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(mut file) => {
            let secret = OsEntropy.seed().map_err(|failure| named(failure.to_string()))?;
            let written = writeln!(file, "{}", Digest(secret)).and_then(|()| file.sync_all());
            written.map_err(|error| named(error.to_string()))?;
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(named(error.to_string())),
    }
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Signer::from_hex(&text).map_err(|error| named(error.to_string()))
}
