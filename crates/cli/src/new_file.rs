//! A file that is there as a whole or not at all, for its owner's eyes only. Knows nothing of what is in it.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use crate::lines::Problem;

/// A file that is being written under another name beside its own. Dropped before it is finished, it leaves nothing.
pub(crate) struct NewFile {
    path: PathBuf,
    part: PathBuf,
    finished: bool,
}

impl NewFile {
    /// Begins the file of that name, which must not be there. It is written as [`NewFile::part`].
    pub(crate) fn begin(path: &Path) -> Result<(Self, File), Problem> {
        refuse_existing(path)?;
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let open = || {
            // What an earlier run left when it was killed.
            match fs::remove_file(&part) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part)
        };
        let file = open().map_err(|error| cannot_write(path, &error))?;
        Ok((Self { path: path.to_owned(), part, finished: false }, file))
    }

    /// The name it has until it is finished.
    pub(crate) fn part(&self) -> &Path {
        &self.part
    }

    /// Puts it in its place, when the disk has all of it.
    pub(crate) fn finish(mut self) -> Result<(), Problem> {
        refuse_existing(&self.path)?;
        let finish = || {
            File::open(&self.part)?.sync_all()?;
            fs::rename(&self.part, &self.path)?;
            let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
        };
        finish().map_err(|error| cannot_write(&self.path, &error))?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.finished {
            // Whoever dropped it says why.
            let _ = fs::remove_file(&self.part);
        }
    }
}

fn refuse_existing(path: &Path) -> Result<(), Problem> {
    if path.symlink_metadata().is_ok() {
        return Err(Problem::Usage(format!("{} is there already, and is not written over", path.display())));
    }
    Ok(())
}

fn cannot_write(path: &Path, error: &io::Error) -> Problem {
    Problem::Failure(format!("cannot write {}: {error}", path.display()))
}
