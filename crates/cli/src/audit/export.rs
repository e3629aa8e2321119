//! A checkpoint to be kept elsewhere: where every log stands, signed. Knows where the key lies, and walks nothing.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use audit::{Checkpoint, Day, Digest, Signed, Signer, Walked};
use house::ports::{Clock as _, Entropy as _};
use house::{OsEntropy, SystemClock};

use crate::lines::Problem;

/// Signs where every log stands, and writes it to `output`. It follows the checkpoint `previous`, if there is one.
pub(super) fn export(
    output: &Path,
    key: &Path,
    walked: &Walked,
    previous: Option<&Signed>,
) -> Result<(), Problem> {
    let previous = previous.and_then(|signed| signed.text.parse::<Checkpoint>().ok());
    let previous = previous.map_or(Checkpoint::FIRST, |checkpoint| checkpoint.digest());
    let at = SystemClock.now();
    let checkpoint = Checkpoint { day: Day::of(at), at, previous, heads: walked.heads.clone() };
    let signed = signer(key)?.sign(&checkpoint);
    fs::write(output, signed.to_string())
        .map_err(|error| Problem::Failure(format!("cannot write {}: {error}", output.display())))
}

/// The signer whose key lies in this file, as 64 hex digits. The file is made if there is none, for its owner's eyes
/// only.
fn signer(path: &Path) -> Result<Signer, Problem> {
    let named = |error: String| Problem::Failure(format!("the key in {}: {error}", path.display()));
    match OpenOptions::new().write(true).create_new(true).mode(0o600).open(path) {
        Ok(mut file) => {
            let secret = OsEntropy.seed().map_err(|failure| named(failure.to_string()))?;
            writeln!(file, "{}", Digest(secret)).map_err(|error| named(error.to_string()))?;
        }
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
        Err(error) => return Err(named(error.to_string())),
    }
    let text = fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Signer::from_hex(&text).map_err(|error| named(error.to_string()))
}
