//! The first line of an export file: the version of its format, and how many rows of each kind follow. Reads no row.

use serde::{Deserialize, Serialize};

use super::row::ExportCounts;

/// The version of the format. Version 1 had no credentials, version 2 no proofs of shoes, version 3 no records of
/// devices.
const VERSION: u32 = 4;

/// Why a line is invalid.
pub(super) type Why = String;

/// What the first line says.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Header {
    version: u32,
    patrons: u64,
    seeds: u64,
    entries: u64,
    transfers: u64,
    checkpoints: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    credentials: Option<u64>,
    /// How many locked secrets and bulletins there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    proofs: Option<(u64, u64)>,
    /// How many records of devices there are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    records: Option<u64>,
}

impl From<&ExportCounts> for Header {
    fn from(counts: &ExportCounts) -> Self {
        let version = version_of(counts);
        let ExportCounts { patrons, seeds, entries, transfers, checkpoints, credentials, proofs, records } =
            *counts;
        Self { version, patrons, seeds, entries, transfers, checkpoints, credentials, proofs, records }
    }
}

impl Header {
    /// The counts, unless the version of the format is not known or has other rows.
    pub(super) fn counts(self) -> Result<ExportCounts, Why> {
        let Self { version, patrons, seeds, entries, transfers, checkpoints, credentials, proofs, records } =
            self;
        let counts =
            ExportCounts { patrons, seeds, entries, transfers, checkpoints, credentials, proofs, records };
        check(version, &counts)?;
        Ok(counts)
    }
}

/// The version of the format that has these rows.
const fn version_of(counts: &ExportCounts) -> u32 {
    match (counts.credentials, counts.proofs, counts.records) {
        (None, None, None) => 1,
        (Some(_), None, None) => 2,
        (_, Some(_), None) => 3,
        _ => VERSION,
    }
}

/// Refuses a version of the format that is not known, or that has other rows.
fn check(version: u32, counts: &ExportCounts) -> Result<(), Why> {
    if !(1..=VERSION).contains(&version) {
        return Err(format!(
            "this is version {version} of the format, and the newest known here is {VERSION}"
        ));
    }
    let fields = version_of(counts);
    if fields != version {
        return Err(format!(
            "version {version} of the format, and the fields of version {fields}; version 2 has `credentials`, version 3 \
             `proofs` as well, and version 4 `records`"
        ));
    }
    Ok(())
}
