//! A checkpoint to be kept elsewhere: where every log stands, signed. Walks nothing.

use std::fs;
use std::path::Path;

use audit::{Checkpoint, Day, Signed, Walked};
use house::SystemClock;
use house::ports::Clock as _;

use crate::audit_key::signer;
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
