//! The file with the secret key of a device: 64 hex digits, readable by its owner only. Signs nothing.

use std::path::Path;

use fair::Bytes;
use house::OsEntropy;
use house::ports::Entropy as _;
use scanner::DeviceKey;

use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile, refuse_existing};
use crate::secret_input::from_file;

/// Makes a key and its file. An existing file is never overwritten.
pub(super) fn create(path: &Path) -> Result<DeviceKey, Problem> {
    refuse_existing(path)?;
    let secret = OsEntropy.seed().map_err(Problem::failure)?;
    NewFile::of_text(path, FileAccess::OwnerOnly, &format!("{}\n", Bytes(secret)))?.finish_new()?;
    Ok(DeviceKey::new(secret))
}

/// Reads the key from its file, which only its owner may read; from standard input for `-`.
pub(super) fn read(path: &Path) -> Result<DeviceKey, Problem> {
    let text = from_file(path, "key of the device")?;
    let secret: Result<Bytes<32>, _> = text.trim().parse();
    secret
        .map(|secret| DeviceKey::new(secret.0))
        .map_err(|error| Problem::Input(format!("the key of the device in {}: {error}", path.display())))
}
