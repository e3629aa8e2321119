//! The folder of a store in files: nobody but its owner may read it, because it has secrets. Knows no store.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};

/// The permissions of those who do not own a file.
const OTHERS: u32 = 0o077;

/// Creates the folder for its owner alone. One that is there stays as it is.
///
/// # Errors
/// When it cannot be created.
pub(crate) fn create(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// The folder and the files in it that others than their owner may use, each with the command that mends it.
pub(crate) fn open_to_others(folder: &Path) -> Vec<(PathBuf, String)> {
    let is_open =
        |path: &Path| fs::metadata(path).is_ok_and(|found| found.permissions().mode() & OTHERS != 0);
    let command = |mode: &str, path: &Path| format!("chmod {mode} '{}'", path.display());
    let mut open = Vec::new();
    if is_open(folder) {
        open.push((folder.to_owned(), command("700", folder)));
    }
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.is_file() && is_open(path)).collect();
    files.sort();
    open.extend(files.into_iter().map(|path| (path.clone(), command("600", &path))));
    open
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_folder_is_its_owners_and_what_others_may_read_is_named() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("new/data");
        create(&folder).unwrap();
        create(&folder).unwrap();
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o700);
        assert_eq!(open_to_others(&folder), []);
        let (store, key) = (folder.join("punto.sqlite"), folder.join("audit.key"));
        for (path, mode) in [(&store, 0o640), (&key, 0o600), (&folder, 0o755)] {
            if *path != folder {
                fs::write(path, "secret").unwrap();
            }
            fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
        }
        let named = [(&folder, "700"), (&store, "600")];
        let expected =
            named.map(|(path, mode)| (path.clone(), format!("chmod {mode} '{}'", path.display()))).to_vec();
        assert_eq!(open_to_others(&folder), expected);
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o777, 0o755, "nothing is changed");
    }
}
