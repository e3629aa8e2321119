//! The stores that random histories are played on: one in memory, or a file of SQLite that is audited at the end.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use audit::{Trust, Walk};
use journal::Record;
use ledger::AccountKind;
use money::{Amount, bounds};
use punto_house::ports::{Call, Layer, PortFuture, Store};
use store::{MemoryStore, SqliteStore};
use tempfile::TempDir;

/// Where a store is.
pub(crate) enum Place {
    Memory(Arc<MemoryStore>),
    File(TempDir),
}

/// A store whose threads are waited for while the paused time stands still.
struct Waited(SqliteStore);

impl Layer for Waited {
    fn inner(&self) -> &dyn Store {
        &self.0
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        _: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        Box::pin(async move { pollster::block_on(tokio::task::unconstrained(go())) })
    }
}

impl Place {
    pub(crate) fn memory() -> Self {
        Self::Memory(Arc::default())
    }

    /// A folder in memory where the system has one: this is about what is written, not about the disk.
    pub(crate) fn file() -> Self {
        let memory = Path::new("/dev/shm");
        let parent = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
        Self::File(tempfile::Builder::new().prefix("punto-house-").tempdir_in(parent).expect("a folder"))
    }

    /// Opens the store, which nobody has open.
    pub(crate) fn open(&self) -> Arc<dyn Store> {
        match self {
            Self::Memory(store) => store.clone(),
            Self::File(folder) => Arc::new(Waited(SqliteStore::open(&file(folder)).expect("it opens"))),
        }
    }

    /// Every purse can be written as JSON, and no account of the house is near the end of 63 bits.
    pub(crate) fn check_balances(&self) -> Result<(), String> {
        let Self::Memory(store) = self else { return Ok(()) };
        for (account, balance) in store.ledger().balances() {
            let most = match account.kind {
                AccountKind::PatronCash | AccountKind::PatronBonus => bounds::JSON,
                AccountKind::StakesHeld => bounds::HELD,
                _ => Amount::MAX,
            };
            if balance.unsigned_abs() > most.minor() {
                return Err(format!("{account} has {balance}"));
            }
        }
        Ok(())
    }

    /// Audits a file that nobody has open.
    pub(crate) fn audit(&self) -> Result<(), String> {
        self.audit_changed(|_| {})
    }

    /// Audits a file that nobody has open, with a change of each row.
    pub(crate) fn audit_changed(&self, mut change: impl FnMut(&mut Record)) -> Result<(), String> {
        let Self::File(folder) = self else { return Ok(()) };
        let (mut walk, mut deviation) = (Walk::new([], Trust::default()), None);
        let read = SqliteStore::records(&file(folder), &mut |mut record| {
            change(&mut record);
            deviation = walk.take(record).err();
            deviation.is_none()
        });
        read.map_err(|failure| failure.to_string())?;
        deviation.map_or_else(|| walk.finish().map(drop), Err).map_err(|deviation| deviation.to_string())
    }
}

fn file(folder: &TempDir) -> PathBuf {
    folder.path().join("house.sqlite")
}
