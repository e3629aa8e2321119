//! Writes a file atomically: it appears complete or not at all.

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
pub(crate) enum FileAccess {
    /// Its owner only.
    OwnerOnly,
    /// Everyone whom this user's umask allows.
    Umask,
}

/// A file that is written under a temporary name in its own folder.
///
/// Dropping it before it is finished deletes it; a process that is killed leaves a file whose name ends in `.part`.
pub(crate) struct NewFile {
    path: PathBuf,
    part: PathBuf,
}

impl NewFile {
    /// Begins the file at `path`, or at the target of a symbolic link there.
    ///
    /// It is written under [`NewFile::part`], a name that no other process uses.
    pub(crate) fn begin(path: &Path, access: FileAccess) -> Result<(Self, File), Problem> {
        let bits = OsEntropy.seed().map_err(Problem::failure)?;
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let mut part = path.as_os_str().to_owned();
        part.push(format!(".{}.part", to_hex(&bits[..4])));
        let part = PathBuf::from(part);
        let mode = match access {
            FileAccess::OwnerOnly => 0o600,
            FileAccess::Umask => 0o666,
        };
        let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&part);
        let file = file.map_err(|error| cannot_write(&path, &error))?;
        Ok((Self { path, part }, file))
    }

    /// Begins a file with this text.
    pub(crate) fn of_text(path: &Path, access: FileAccess, text: &str) -> Result<Self, Problem> {
        let (new, mut file) = Self::begin(path, access)?;
        file.write_all(text.as_bytes()).map_err(|error| cannot_write(path, &error))?;
        Ok(new)
    }

    /// The temporary name of the file.
    pub(crate) fn part(&self) -> &Path {
        &self.part
    }

    /// Syncs the file and gives it its name, unless a file of that name exists; false if it does.
    pub(crate) fn finish_if_new(self) -> Result<bool, Problem> {
        match self.finish(rename_if_new) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
            finished => finished.map(|()| true).map_err(|error| cannot_write(&self.path, &error)),
        }
    }

    /// Syncs the file and gives it its name; refuses if a file of that name exists.
    pub(crate) fn finish_new(self) -> Result<(), Problem> {
        let path = self.path.clone();
        if self.finish_if_new()? { Ok(()) } else { Err(already_exists(&path)) }
    }

    /// Syncs the file and replaces the existing one. Refuses to replace a folder or device.
    pub(crate) fn finish_replacing(self) -> Result<(), Problem> {
        if self.path.metadata().is_ok_and(|existing| !existing.is_file()) {
            return Err(Problem::Failure(format!("{} is not a regular file", self.path.display())));
        }
        self.finish(|part, path| fs::rename(part, path)).map_err(|error| cannot_write(&self.path, &error))
    }

    fn finish(&self, rename: impl FnOnce(&Path, &Path) -> io::Result<()>) -> io::Result<()> {
        File::open(&self.part)?.sync_all()?;
        rename(&self.part, &self.path)?;
        let folder = self.path.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // A finished file has no part; for any other, the caller reports the reason.
        let _ = fs::remove_file(&self.part);
    }
}

/// Renames the part, unless a file of that name exists.
fn rename_if_new(part: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(part, path) {
        // A file system without hard links, as on many USB sticks: a check before the rename is the best it can do.
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::Unsupported) => {
            if path.symlink_metadata().is_ok() {
                return Err(ErrorKind::AlreadyExists.into());
            }
            fs::rename(part, path)
        }
        linked => linked.and_then(|()| fs::remove_file(part)),
    }
}

/// Refuses an existing file, so that a command fails before it does any work.
pub(crate) fn refuse_existing(path: &Path) -> Result<(), Problem> {
    if path.symlink_metadata().is_ok() { Err(already_exists(path)) } else { Ok(()) }
}

fn already_exists(path: &Path) -> Problem {
    Problem::Usage(format!("{} already exists; it is not overwritten", path.display()))
}

/// The problem of a file that cannot be written.
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
    fn a_finished_file_is_alone_in_its_folder_and_a_dropped_one_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let begin = |text| NewFile::of_text(&path, FileAccess::OwnerOnly, text).unwrap();
        drop(begin("dropped"));
        assert!(names(folder.path()).is_empty());
        let (one, other) = (begin("one"), begin("other"));
        assert_ne!(one.part(), other.part(), "two that write the same file do not meet");
        one.finish_new().unwrap();
        assert!(!other.finish_if_new().unwrap());
        let Err(Problem::Usage(message)) = begin("third").finish_new() else { panic!("the file exists") };
        assert!(message.contains("already exists") && refuse_existing(&path).is_err(), "{message}");
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["file".into()], "one".into())
        );
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&path, &link).unwrap();
        NewFile::of_text(&link, FileAccess::OwnerOnly, "last").unwrap().finish_replacing().unwrap();
        assert!(link.is_symlink(), "a link stays, and its target is replaced");
        fs::remove_file(link).unwrap();
        assert_eq!(
            (names(folder.path()), fs::read_to_string(&path).unwrap()),
            (vec!["file".into()], "last".into())
        );
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn a_failed_write_leaves_no_file() {
        let folder = tempfile::tempdir().unwrap();
        let taken = folder.path().join("folder");
        fs::create_dir(&taken).unwrap();
        assert!(NewFile::of_text(&taken, FileAccess::Umask, "text").unwrap().finish_replacing().is_err());
        assert!(NewFile::begin(&folder.path().join("no/file"), FileAccess::Umask).is_err());
        assert_eq!(names(folder.path()), ["folder"]);
    }
}
