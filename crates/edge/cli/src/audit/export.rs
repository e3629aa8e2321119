//! A checkpoint to be kept elsewhere: where every log stands, signed. Walks nothing.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;

use audit::Walked;
use house::SystemClock;
use house::ports::Clock as _;
use journal::{Checkpoint, Day, Signed, Signer};

use crate::audit_key::signer;
use crate::lines::Problem;
use crate::new_file::{NewFile, Readers, cannot_write};

/// A checkpoint that is to be written, with all that it takes. Dropped, it leaves nothing.
pub(super) struct Export {
    signer: Signer,
    new: NewFile,
    file: File,
}

impl Export {
    /// Opens the key, or makes it, and begins the file: what is wrong with either is known before anything is walked.
    pub(super) fn begin(output: &Path, key: &Path) -> Result<Self, Problem> {
        let signer = signer(key)?;
        let (new, file) = NewFile::begin(output, Readers::Usual)?;
        Ok(Self { signer, new, file })
    }

    /// Signs where every log stands, and writes it. It follows the checkpoint `previous`, if there is one.
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
