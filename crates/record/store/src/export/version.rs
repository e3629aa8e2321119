//! The versions of the format: which one has which kinds of rows. Reads no row.

use super::line::Why;
use super::row::ExportCounts;

/// The version of the format. Version 1 had no credentials, version 2 no proofs of shoes, version 3 no records of
/// devices.
const VERSION: u32 = 4;

/// The version of the format that has these rows.
pub(super) const fn of(counts: &ExportCounts) -> u32 {
    match (counts.credentials, counts.proofs, counts.records) {
        (None, None, None) => 1,
        (Some(_), None, None) => 2,
        (_, Some(_), None) => 3,
        _ => VERSION,
    }
}

/// Refuses a version of the format that is not known, or that has other rows.
pub(super) fn check(version: u32, counts: &ExportCounts) -> Result<(), Why> {
    if !(1..=VERSION).contains(&version) {
        return Err(format!(
            "this is version {version} of the format, and the newest known here is {VERSION}"
        ));
    }
    let fields = of(counts);
    if fields != version {
        return Err(format!(
            "version {version} of the format, and the fields of version {fields}; version 2 has `credentials`, version 3 \
             `proofs` as well, and version 4 `records`"
        ));
    }
    Ok(())
}
