//! The file of the secret key that signs checkpoints: 64 hex digits for its owner's eyes only. Signs nothing itself.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use house::OsEntropy;
use house::ports::Entropy as _;
use journal::{Digest, Signer};

use crate::lines::Problem;
use crate::new_file::{NewFile, Readers};

/// The signer whose key lies in this file. The file is made if there is none.
pub(crate) fn signer(path: &Path) -> Result<Signer, Problem> {
    let named = |error: String| Problem::Failure(format!("the key in {}: {error}", path.display()));
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            make(path)?;
            fs::read_to_string(path)
        }
        read => read,
    };
    Signer::from_hex(&text.map_err(|error| named(error.to_string()))?)
        .map_err(|error| named(error.to_string()))
}

/// Puts a new key there. If somebody else was first, theirs stands.
fn make(path: &Path) -> Result<(), Problem> {
    let secret = OsEntropy.seed().map_err(Problem::failure)?;
    NewFile::of_text(path, Readers::Owner, &format!("{}\n", Digest(secret)))?.finish_if_new()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_start_at_once_have_the_same_key() {
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
