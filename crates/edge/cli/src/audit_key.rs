//! The file with the secret key that signs checkpoints: 64 hex digits, readable by its owner only. Signs nothing.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use house::OsEntropy;
use house::ports::Entropy as _;
use journal::{Digest, Signer, from_hex};

use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile};

/// Reads the key from a file and makes its signer. Creates the file if it is missing.
pub(crate) fn signer(path: &Path) -> Result<Signer, Problem> {
    secret(path).map(Signer::new)
}

/// Reads the 32 bytes of a key from a file. Creates the file with a new key if it is missing.
pub(crate) fn secret(path: &Path) -> Result<[u8; 32], Problem> {
    let named = |error: String| Problem::Failure(format!("the key in {}: {error}", path.display()));
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            create(path)?;
            fs::read_to_string(path)
        }
        read => read,
    };
    from_hex(text.map_err(|error| named(error.to_string()))?.trim()).map_err(|error| named(error.to_string()))
}

/// Whether a file can be the key: it has one, or it is missing and its folder is there to make it in. A missing folder
/// is the data folder, which is made with the store.
pub(crate) fn check(path: &Path) -> Result<(), Problem> {
    match fs::exists(path) {
        Ok(true) => secret(path).map(drop),
        Ok(false) => Ok(()),
        Err(error) => Err(Problem::Failure(format!("the key in {}: {error}", path.display()))),
    }
}

/// Refuses a file that is missing.
pub(crate) fn check_there(path: &Path) -> Result<(), Problem> {
    if path.is_file() {
        return Ok(());
    }
    Err(Problem::Usage(format!("there is no file {}", path.display())))
}

/// Creates the file with a new key, unless another process has just created it.
fn create(path: &Path) -> Result<(), Problem> {
    let secret = OsEntropy.seed().map_err(Problem::failure)?;
    NewFile::of_text(path, FileAccess::OwnerOnly, &format!("{}\n", Digest(secret)))?.finish_if_new()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concurrent_starts_get_the_same_key() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("audit.key");
        let keys = std::thread::scope(|scope| {
            let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| signer(&path).unwrap().key())).collect();
            starts.into_iter().map(|start| start.join().unwrap()).collect::<Vec<_>>()
        });
        assert!(keys.iter().all(|key| *key == signer(&path).unwrap().key()));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the key alone");
    }
}
