//! The file with the secret key of a device: 64 hex digits, readable by its owner only. Signs nothing.

use std::path::Path;

use fair::Bytes;
use house::OsEntropy;
use house::ports::Entropy as _;
use scanner::DeviceKey;

use crate::lines::Problem;
use crate::new_file::{FileAccess, NewFile, refuse_existing};

/// Makes a key and its file. An existing file is never overwritten.
pub(super) fn create(path: &Path) -> Result<DeviceKey, Problem> {
    refuse_existing(path)?;
    let secret = OsEntropy.seed().map_err(Problem::failure)?;
    NewFile::of_text(path, FileAccess::OwnerOnly, &format!("{}\n", Bytes(secret)))?.finish_new()?;
    Ok(DeviceKey::new(secret))
}
