//! What a simulated house stands on: a store in memory, or one in SQLite on a disk that can lose its power. Knows how
//! to open, lose and read it; knows nothing of what happens in the house.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use house::ports::{CommitStore as _, Store, StoreFailure};
use rusqlite::Connection;
use store::{MemoryStore, SqliteStore};
use table::TableId;
use tempfile::TempDir;

use crate::audit::{Record, read_memory, read_sqlite};
use crate::blocking::wait;
use crate::dice::Dice;
use crate::disk::Disk;
use crate::faults::Below;

/// Which store a house stands on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoreKind {
    /// The reference in memory.
    Memory,
    /// SQLite, on a disk that can lose its power.
    Sqlite,
}

/// How a house went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// It was closed.
    Closed,
    /// The program died.
    Killed,
    /// The power failed.
    PowerLost,
}

/// A store, and what it lies on.
pub(crate) enum Backing {
    Memory(Arc<MemoryStore>),
    Sqlite { folder: TempDir, disk: Arc<Disk>, store: Option<Arc<SqliteStore>> },
}

impl Backing {
    pub(crate) fn new(kind: StoreKind) -> Result<Self, String> {
        match kind {
            StoreKind::Memory => Ok(Self::Memory(Arc::new(MemoryStore::new()))),
            StoreKind::Sqlite => {
                let folder = tempfile::Builder::new().prefix("punto-faultsim-").tempdir_in(scratch());
                let folder = folder.map_err(|error| error.to_string())?;
                let disk = Disk::plug(folder.path());
                Ok(Self::Sqlite { folder, disk, store: None })
            }
        }
    }

    /// Opens it, as a house does that begins. The power may fail at that already.
    pub(crate) fn open(&mut self) -> Result<Arc<dyn Store>, StoreFailure> {
        match self {
            Self::Memory(store) => Ok(store.clone()),
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
            Self::Memory(store) => Some(store.clone()),
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
            Self::Memory(_) => 0,
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
            Self::Memory(_) => Arc::new(Air),
            Self::Sqlite { folder, disk, .. } => {
                Arc::new(Ground { file: file(folder.path()), disk: Arc::clone(disk) })
            }
        }
    }

    /// Ends what is open, one way or another, so that it can be opened again.
    pub(crate) fn end(&mut self, way: Way, dice: &mut Dice) -> Result<(), String> {
        let Self::Sqlite { disk, store, .. } = self else { return Ok(()) };
        if way != Way::Closed {
            disk.cut();
        }
        // Closing writes a good deal, and the power may fail in the middle of it.
        drop(store.take());
        let done = match way {
            Way::Killed => disk.restart_after_kill(),
            Way::PowerLost => disk.restart_after_power_loss(dice),
            Way::Closed if disk.is_off() => disk.restart_after_power_loss(dice),
            Way::Closed => {
                disk.put_fuse_out();
                Ok(())
            }
        };
        done.map_err(|error| error.to_string())
    }

    /// Everything in it. It must be open.
    pub(crate) fn read(&self, tables: &[TableId]) -> Result<Record, String> {
        match self {
            Self::Sqlite { folder, disk, .. } => disk.meanwhile(|| read_sqlite::record(&file(folder.path()))),
            Self::Memory(store) => {
                let mut record = read_memory::record(store, tables)?;
                for (table, shoe_no) in record.shoes() {
                    let seed =
                        wait(store.shoe_seed(TableId(table), shoe_no)).map_err(|error| error.to_string())?;
                    record.seeds.extend(seed.map(|seed| ((table, shoe_no), seed.seed)));
                }
                Ok(record)
            }
        }
    }
}

/// Below a store in memory.
struct Air;

impl Below for Air {
    fn is_dead(&self) -> bool {
        false
    }

    fn tidy_up(&self) {}
}

/// Below a store in SQLite.
struct Ground {
    file: PathBuf,
    disk: Arc<Disk>,
}

impl Below for Ground {
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
            Disk::unplug(folder.path());
        }
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("house.sqlite")
}

/// Memory, where the system has a folder of it: the simulated disk syncs nothing, so a real one only costs time.
fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}
