//! The store of a simulated house: in memory, or in SQLite on a disk that can lose its power. Knows how to open, lose
//! and read it; knows nothing of what happens in the house.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use auditor::{Dice, Record};
use house::ports::{Store, StoreFailure};
use rusqlite::Connection;
use store::{MemoryStore, SqliteStore};
use table::TableId;
use tempfile::TempDir;

use crate::disk::{self, SimDisk};
use crate::faults::Below;
use crate::memory::{self, Causes};
use crate::noting::NotingStore;

/// Which store a house uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// The reference in memory.
    Memory,
    /// SQLite, on a disk that can lose its power.
    Sqlite,
}

/// How a house ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HouseEnd {
    /// It was closed.
    Closed,
    /// The program died.
    Killed,
    /// The power failed.
    PowerLost,
}

/// A store, and what is below it.
pub(crate) enum Backing {
    Memory { store: Arc<MemoryStore>, causes: Arc<Causes> },
    Sqlite { folder: TempDir, disk: Arc<SimDisk>, store: Option<Arc<SqliteStore>> },
}

impl Backing {
    pub(crate) fn new(kind: StoreKind) -> Result<Self, String> {
        match kind {
            StoreKind::Memory => {
                Ok(Self::Memory { store: Arc::new(MemoryStore::new()), causes: Arc::default() })
            }
            StoreKind::Sqlite => {
                let folder = tempfile::Builder::new().prefix("punto-faultsim-").tempdir_in(scratch());
                let folder = folder.map_err(|error| error.to_string())?;
                let disk = disk::plug(folder.path());
                Ok(Self::Sqlite { folder, disk, store: None })
            }
        }
    }

    /// Opens the store for a house that starts. The power may fail meanwhile.
    pub(crate) fn open(&mut self) -> Result<Arc<dyn Store>, StoreFailure> {
        match self {
            Self::Memory { store, causes } => Ok(Arc::new(NotingStore::new(store.clone(), causes.clone()))),
            Self::Sqlite { folder, store, .. } => {
                let opened = Arc::new(SqliteStore::open(&file(folder.path()))?);
                *store = Some(Arc::clone(&opened));
                Ok(opened)
            }
        }
    }

    /// The store, while it is open.
    pub(crate) fn store(&self) -> Option<Arc<dyn Store>> {
        match self {
            Self::Memory { store, .. } => Some(store.clone()),
            Self::Sqlite { store, .. } => Some(store.clone()?),
        }
    }

    /// Lets the power fail after so many operations of the disk.
    pub(crate) fn light_fuse(&self, operations: u64) {
        if let Self::Sqlite { disk, .. } = self {
            disk.light_fuse(operations);
        }
    }

    /// From now on one in so many operations of the disk fails by itself.
    pub(crate) fn begin_hiccups(&self, dice: Dice, one_in: u64) {
        if let Self::Sqlite { disk, .. } = self {
            disk.begin_hiccups(dice, one_in);
        }
    }

    /// No operation fails by itself any more. Answers how many did.
    pub(crate) fn end_hiccups(&self) -> u64 {
        match self {
            Self::Memory { .. } => 0,
            Self::Sqlite { disk, .. } => disk.end_hiccups(),
        }
    }

    /// Whether the power is off.
    pub(crate) fn is_dead(&self) -> bool {
        matches!(self, Self::Sqlite { disk, .. } if disk.is_off())
    }

    /// What lies below the store.
    pub(crate) fn below(&self) -> Arc<dyn Below> {
        match self {
            Self::Memory { .. } => Arc::new(NoDisk),
            Self::Sqlite { folder, disk, .. } => {
                Arc::new(Disk { file: file(folder.path()), disk: Arc::clone(disk) })
            }
        }
    }

    /// Ends an open store in that way, so that it can be opened again.
    pub(crate) fn end(&mut self, way: HouseEnd, dice: &mut Dice) -> Result<(), String> {
        let Self::Sqlite { disk, store, .. } = self else { return Ok(()) };
        if way != HouseEnd::Closed {
            disk.cut();
        }
        // Closing writes a good deal, and the power may fail in the middle of it.
        drop(store.take());
        let done = match way {
            HouseEnd::Killed => disk.restart_after_kill(),
            HouseEnd::PowerLost => disk.restart_after_power_loss(dice),
            HouseEnd::Closed if disk.is_off() => disk.restart_after_power_loss(dice),
            HouseEnd::Closed => {
                disk.put_fuse_out();
                Ok(())
            }
        };
        done.map_err(|error| error.to_string())
    }

    /// Everything in it. It must be open.
    pub(crate) fn read(&self, tables: &[TableId]) -> Result<Record, String> {
        match self {
            Self::Sqlite { folder, disk, .. } => disk.meanwhile(|| auditor::sqlite(&file(folder.path()))),
            Self::Memory { store, causes } => memory::record(store, causes, tables),
        }
    }
}

/// Below a store in memory: nothing that could fail.
struct NoDisk;

impl Below for NoDisk {
    fn is_dead(&self) -> bool {
        false
    }

    fn tidy_up(&self) {}
}

/// Below a store in SQLite.
struct Disk {
    file: PathBuf,
    disk: Arc<SimDisk>,
}

impl Below for Disk {
    fn is_dead(&self) -> bool {
        self.disk.is_off()
    }

    /// Copies the log into the database, as the store does after many rows. The power may fail in the middle of it.
    fn tidy_up(&self) {
        if let Ok(conn) = Connection::open(&self.file) {
            let _: Result<(), _> = conn.query_row("PRAGMA wal_checkpoint(PASSIVE)", [], |_| Ok(()));
        }
    }
}

impl Drop for Backing {
    fn drop(&mut self) {
        if let Self::Sqlite { folder, store, .. } = self {
            drop(store.take());
            SimDisk::unplug(folder.path());
        }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("house.sqlite")
}

/// A folder in memory where the system has one: the simulated disk syncs nothing, so a real disk would only cost time.
fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}
