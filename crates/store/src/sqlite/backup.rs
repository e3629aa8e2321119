//! A copy of a file while others read and write it. Knows no tables.

use std::path::Path;

use house::ports::StoreFailure;

use super::failure::failure;
use super::open;
use crate::rows::about;

/// Copies the file as of one moment into the file `to`, which is empty or not there. What others commit meanwhile is
/// not in it, and they do not wait. The copy is one file, as small as it can be; it is not synced.
pub(super) fn backup(path: &Path, to: &Path) -> Result<(), StoreFailure> {
    let conn = open::reader_of_ours(path)?;
    let name = to.to_str().ok_or_else(|| {
        StoreFailure::Storage(format!("{}: the name of the copy is not UTF-8", to.display()))
    })?;
    let copied = conn.execute("VACUUM INTO ?1", [name]).map(|_| ());
    copied.map_err(|error| about(format!("{} to {name}", path.display()), failure(error)))
}
