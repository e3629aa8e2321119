//! Exports a signed checkpoint of an audit. Audits nothing itself.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use audit::Walked;
use house::SystemClock;
use house::ports::Clock as _;
use journal::{Checkpoint, Day, Signed, Signer};

use crate::audit_key::signer;
use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile, cannot_write};

/// A checkpoint file that is not finished yet. Dropping it deletes the file.
pub(super) struct Export {
    signer: Signer,
    new: NewFile,
    file: File,
}

impl Export {
    /// Opens or creates the key and begins the file, so that errors appear before the audit.
    pub(super) fn begin(output: &Path, key: &Path) -> Result<Self, Problem> {
        let signer = signer(key)?;
        let (new, file) = NewFile::begin(output, FileAccess::Umask)?;
        Ok(Self { signer, new, file })
    }

    /// Signs the heads of all logs and writes them. The checkpoint follows `previous`, if there is one.
    pub(super) fn finish(mut self, walked: &Walked, previous: Option<&Signed>) -> Result<(), Problem> {
        let previous = previous.and_then(|signed| signed.text.parse::<Checkpoint>().ok());
        let previous = previous.map_or(Checkpoint::FIRST, |checkpoint| checkpoint.digest());
        let at = SystemClock.now();
        let checkpoint = Checkpoint { day: Day::of(at), at, previous, heads: walked.heads.clone() };
        let written = write!(self.file, "{}", self.signer.sign(&checkpoint));
        written.map_err(|error| cannot_write(self.new.part(), &error))?;
        self.new.finish_replacing()
    }
}
