//! A file that is there as a whole or not at all. Knows nothing of what is in it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};

use house::OsEntropy;
use house::ports::Entropy as _;
use journal::to_hex;

use crate::lines::Problem;

/// Who may read a file.
#[derive(Clone, Copy)]
pub(crate) enum Readers {
    /// Its owner alone.
    Owner,
    /// Whoever may by the habits of this user (umask).
    Usual,
}

/// A file that is being written under another name beside its own. Dropped before it is finished, it leaves nothing;
/// a process that is killed leaves a file whose name ends in `.part`.
pub(crate) struct NewFile {
    path: PathBuf,
    part: PathBuf,
}

impl NewFile {
    /// Begins the file of that name, or the one that a link of that name leads to. It is written as
    /// [`NewFile::part`], a name that nobody else writes to.
    pub(crate) fn begin(path: &Path, readers: Readers) -> Result<(Self, File), Problem> {
        let bits = OsEntropy.seed().map_err(Problem::failure)?;
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.part", to_hex(&bits[..4])));
        let part = PathBuf::from(part);
        let mode = match readers {
            Readers::Owner => 0o600,
            Readers::Usual => 0o666,
        };
        let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&part);
        let file = file.map_err(|error| cannot_write(&path, &error))?;
        Ok((Self { path, part }, file))
    }

    /// Begins a file that holds this text.
    pub(crate) fn of_text(path: &Path, readers: Readers, text: &str) -> Result<Self, Problem> {
        let (new, mut file) = Self::begin(path, readers)?;
        file.write_all(text.as_bytes()).map_err(|error| cannot_write(path, &error))?;
        Ok(new)
    }

    /// The name it has until it is finished.
    pub(crate) fn part(&self) -> &Path {
        &self.part
    }

    /// Puts it in its place, when the disk has all of it and nothing is there. False when something is: that stays.
    pub(crate) fn finish_if_new(self) -> Result<bool, Problem> {
        match self.finish(put_if_new) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            done => done.map(|()| true).map_err(|error| cannot_write(&self.path, &error)),
        }
    }

    /// The same, and what is there already is a refusal.
    pub(crate) fn finish_new(self) -> Result<(), Problem> {
        let path = self.path.clone();
        if self.finish_if_new()? { Ok(()) } else { Err(is_there(&path)) }
    }

    /// Puts it in its place, when the disk has all of it, instead of the file that is there. A device stays.
    pub(crate) fn finish_replacing(self) -> Result<(), Problem> {
        if self.path.metadata().is_ok_and(|there| !there.is_file()) {
            return Err(Problem::Failure(format!("{} is no file that can be replaced", self.path.display())));
        }
        self.finish(|part, path| fs::rename(part, path)).map_err(|error| cannot_write(&self.path, &error))
    }

    fn finish(&self, put: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        File::open(&self.part)?.sync_all()?;
        put(&self.part, &self.path)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Once it is finished there is none; else whoever dropped it says why.
        let _ = fs::remove_file(&self.part);
    }
}

/// Gives the part its name if nothing else has it.
fn put_if_new(part: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(part, path) {
        // A file system without links, as on many a stick: to look first is the best it can do.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported) => {
            if path.symlink_metadata().is_ok() {
                return Err(ErrorKind::AlreadyExists.into());
            }
            fs::rename(part, path)
        }
        linked => linked.and_then(|()| fs::remove_file(part)),
    }
}

/// Refuses a name that is taken, before anything is done for it.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), Problem> {
    if path.symlink_metadata().is_ok() { Err(is_there(path)) } else { Ok(()) }
}

fn is_there(path: &Path) -> Problem {
    Problem::Usage(format!("{} is there already, and is not written over", path.display()))
}

/// What is said of a file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Problem {
    Problem::Failure(format!("cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
        entries.map(|name| name.into_string().unwrap()).collect()
    }

    #[test]
    fn what_is_finished_is_there_alone_and_what_is_dropped_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let begin = |text| NewFile::of_text(&path, Readers::Owner, text).unwrap();
        drop(begin("dropped"));
        assert!(names(folder.path()).is_empty());
        let (one, other) = (begin("one"), begin("other"));
        assert_ne!(one.part(), other.part(), "two that write the same file do not meet");
        one.finish_new().unwrap();
        assert!(!other.finish_if_new().unwrap());
        let Err(Problem::Usage(said)) = begin("third").finish_new() else { panic!("it is there") };
        assert!(said.contains("is there already") && refuse_existing(&path).is_err(), "{said}");
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["file".into()], "one".into())
        );
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        NewFile::of_text(&link, Readers::Owner, "last").unwrap().finish_replacing().unwrap();
        assert!(link.is_symlink(), "a link stays, and what it leads to is replaced");
        fs::remove_file(link).unwrap();
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["file".into()], "last".into())
        );
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn what_cannot_be_put_in_its_place_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("folder");
        fs::create_dir(&taken).unwrap();
        assert!(NewFile::of_text(&taken, Readers::Usual, "text").unwrap().finish_replacing().is_err());
        assert!(NewFile::begin(&folder.path().join("no/file"), Readers::Usual).is_err());
        assert_eq!(names(folder.path()), ["folder"]);
    }
}
