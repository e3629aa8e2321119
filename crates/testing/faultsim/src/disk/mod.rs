//! A disk that can lose its power: it remembers what was written to it and not yet synced, and at a power loss keeps
//! any part of that, sector by sector, by the seed's choice. SQLite's files go through it; their content is in the
//! folder all the time, and is rebuilt after a loss. Knows files and bytes, no SQL.
//!
//! What it promises is what SQLite asks of a disk: what was synced stays; a sector holds its old or its new bytes;
//! bytes outside a write are left alone. It promises no order among unsynced writes, neither within a file nor
//! between files, and a file that was never synced may be missing altogether.

mod file;
mod sim_disk;
#[cfg(test)]
mod tests;
mod vfs;

use std::path::Path;
use std::sync::Arc;

pub(crate) use sim_disk::SimDisk;

/// Plugs a disk in for the files of `folder`, which is still empty. SQLite uses it for every file that it opens there.
pub(crate) fn plug(folder: &Path) -> Arc<SimDisk> {
    vfs::register();
    SimDisk::plug(folder)
}
