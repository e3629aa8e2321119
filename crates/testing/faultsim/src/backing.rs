//! The store of a simulated house: in memory, or in SQLite on a disk that can lose its power. Knows how to open, lose
//! and read it; knows nothing of what happens in the house.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use auditor::{Dice, Record};
use clap::ValueEnum;
use house::ports::{Store, StoreFailure};
use journal::{Checkpoints, Notary, Signer};
use store::{MemoryStore, SqliteStore};
use table::{TableId, Timestamp};
use tempfile::TempDir;

use crate::blocking::wait;
use crate::disk::{self, SimDisk};
use crate::memory;

/// Which store a house uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoreKind {
    /// The reference store in memory
    Memory,
    /// SQLite, on a disk that loses its power
    Sqlite,
}

impl StoreKind {
    /// Its name on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Sqlite => "sqlite",
        }
    }
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
pub(crate) struct Backing {
    /// A store in memory does not use it, so it never fails under one.
    pub(crate) disk: Arc<SimDisk>,
    /// The store, while it is open.
    pub(crate) store: Option<Arc<dyn Store>>,
    /// The checkpoints of the store, while it is open. A store in memory keeps none.
    checkpoints: Option<Arc<dyn Checkpoints>>,
    place: Place,
}

/// Where a store keeps its rows.
enum Place {
    Memory(Arc<MemoryStore>),
    Folder(TempDir),
}

impl Backing {
    pub(crate) fn new(kind: StoreKind) -> Result<Self, String> {
        let (disk, place) = match kind {
            StoreKind::Memory => (Arc::default(), Place::Memory(Arc::new(MemoryStore::new()))),
            StoreKind::Sqlite => {
                let folder = tempfile::Builder::new().prefix("punto-faultsim-").tempdir_in(scratch());
                let folder = folder.map_err(|error| error.to_string())?;
                (disk::plug(folder.path()), Place::Folder(folder))
            }
        };
        Ok(Self { disk, store: None, checkpoints: None, place })
    }

    /// Opens the store for a house that starts. The power may fail meanwhile.
    pub(crate) fn open(&mut self) -> Result<Arc<dyn Store>, StoreFailure> {
        let store: Arc<dyn Store> = match &self.place {
            Place::Memory(store) => store.clone(),
            Place::Folder(folder) => {
                let store = Arc::new(SqliteStore::open(&file(folder))?);
                let checkpoints: Arc<dyn Checkpoints> = store.clone();
                self.checkpoints = Some(checkpoints);
                store
            }
        };
        self.store = Some(Arc::clone(&store));
        Ok(store)
    }

    /// Signs a checkpoint of what is in the open store, if it keeps checkpoints. The power may fail meanwhile.
    pub(crate) fn sign(&self, now: Timestamp) -> Result<(), StoreFailure> {
        let Some(checkpoints) = &self.checkpoints else { return Ok(()) };
        let notary = Notary::new(Arc::clone(checkpoints), Signer::new([1; 32]));
        wait(notary.sign(now)).map(|_| ())
    }

    /// The file on the disk, if there is one.
    pub(crate) fn file(&self) -> Option<PathBuf> {
        match &self.place {
            Place::Memory(_) => None,
            Place::Folder(folder) => Some(file(folder)),
        }
    }

    /// Ends an open store in that way, so that it can be opened again.
    pub(crate) fn end(&mut self, way: HouseEnd, dice: &mut Dice) -> Result<(), String> {
        let disk = Arc::clone(&self.disk);
        if way != HouseEnd::Closed {
            disk.cut();
        }
        // Closing writes a good deal, and the power may fail in the middle of it.
        self.forget();
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

    fn forget(&mut self) {
        (self.store, self.checkpoints) = (None, None);
    }

    /// Everything in it. It must be open.
    pub(crate) fn read(&self, tables: &[TableId]) -> Result<Record, String> {
        match &self.place {
            Place::Memory(store) => memory::record(store, tables),
            Place::Folder(folder) => self.disk.meanwhile(|| auditor::sqlite(&file(folder))),
        }
    }
}

impl Drop for Backing {
    fn drop(&mut self) {
        self.forget();
        if let Place::Folder(folder) = &self.place {
            SimDisk::unplug(folder.path());
        }
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("house.sqlite")
}

/// A folder in memory where the system has one: the simulated disk syncs nothing, so a real disk would only cost time.
fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() }
}
