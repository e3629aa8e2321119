//! The store of a house: one SQLite file in a folder, or a PostgreSQL database. Knows no tables.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fs, io};

use house::ports::{DayTurnover, StatementLine, Store, StoreFailure};
use journal::Checkpoints;
use store::{ExportCounts, HouseResults, NextRow, OnProgress, PostgresStore, Rebuilt, SqliteStore, TakeRow};
use table::{PatronId, TableId, Timestamp};

use crate::lines::Problem;

/// The location of the store.
#[derive(clap::Args)]
pub(crate) struct StoreLocation {
    /// The data folder; serve and import create it if missing.
    #[arg(long, value_name = "DIR", default_value = "data")]
    data: PathBuf,
    /// The PostgreSQL database to use instead of a data folder.
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

impl StoreLocation {
    /// The default file of the key that signs checkpoints; none for a database.
    pub(crate) fn audit_key(&self) -> Option<PathBuf> {
        self.database.is_none().then(|| self.data.join(KEY))
    }

    /// Passes every stored row to `take`, until it returns false. Changes nothing.
    pub(crate) fn records(&self, take: &mut dyn FnMut(journal::Record) -> bool) -> Result<(), StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::records(url, take),
            None => SqliteStore::records(&self.data.join(FILE), take),
        }
    }

    /// Passes the history to `take`, until it returns false. Changes nothing.
    pub(crate) fn history(&self, take: TakeRow<'_>) -> Result<(), StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::history(url, take),
            None => SqliteStore::history(&self.data.join(FILE), take),
        }
    }

    /// Imports a history into an empty store.
    pub(crate) fn import(
        &self,
        next: NextRow<'_>,
        on_progress: OnProgress<'_>,
    ) -> Result<ExportCounts, StoreFailure> {
        if let Some(url) = &self.database {
            return PostgresStore::import(url, next, on_progress);
        }
        let folder = &self.data;
        fs::create_dir_all(folder).map_err(|error| StoreFailure::Storage(no_folder(folder, &error)))?;
        SqliteStore::import(&folder.join(FILE), next, on_progress)
    }

    /// The latest lines of a patron's statement, newest first.
    pub(crate) fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>, StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::read_statement(url, patron, before, limit),
            None => SqliteStore::read_statement(&self.data.join(FILE), patron, before, limit),
        }
    }

    /// The turnover of these days, and the balances of the tables' accounts.
    pub(crate) fn turnover(
        &self,
        days: Range<Timestamp>,
        table: Option<TableId>,
    ) -> Result<(Vec<DayTurnover>, HouseResults), StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::read_turnover(url, days, table),
            None => SqliteStore::read_turnover(&self.data.join(FILE), days, table),
        }
    }

    /// The turnover of a patron by day, table and spot; none for an unknown patron.
    pub(crate) fn turnover_of(&self, patron: PatronId) -> Result<Option<Vec<DayTurnover>>, StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::read_turnover_of(url, patron),
            None => SqliteStore::read_turnover_of(&self.data.join(FILE), patron),
        }
    }

    /// Rebuilds the derived tables. No server may run on the data folder.
    pub(crate) fn rebuild(&self, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::rebuild(url, on_progress),
            None => SqliteStore::rebuild(&self.data.join(FILE), on_progress),
        }
    }

    /// Compares the derived tables with history. Changes nothing.
    pub(crate) fn check(&self, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        match &self.database {
            Some(url) => PostgresStore::check(url, on_progress),
            None => SqliteStore::check(&self.data.join(FILE), on_progress),
        }
    }
}

/// The SQLite file in the data folder.
pub(crate) const FILE: &str = "punto.sqlite";

/// The file of the secret key in the data folder.
const KEY: &str = "audit.key";

/// An open store.
pub(super) enum OpenStore {
    File(Arc<SqliteStore>),
    Database(Arc<PostgresStore>),
}

impl OpenStore {
    pub(super) fn open(place: &StoreLocation) -> Result<Self, Problem> {
        match &place.database {
            Some(url) => Ok(Self::Database(Arc::new(PostgresStore::connect(url).map_err(Problem::failure)?))),
            None => Ok(Self::File(Arc::new(open_file(&place.data)?))),
        }
    }

    /// The store for the house.
    pub(super) fn store(&self) -> Arc<dyn Store> {
        match self {
            Self::File(store) => store.clone(),
            Self::Database(store) => store.clone(),
        }
    }

    /// The store for the notary.
    pub(super) fn checkpoints(&self) -> Arc<dyn Checkpoints> {
        match self {
            Self::File(store) => store.clone(),
            Self::Database(store) => store.clone(),
        }
    }

    /// Closes the store. All other handles must be dropped before.
    pub(super) fn close(self) -> Result<(), Problem> {
        let closed = match self {
            Self::File(store) => Arc::into_inner(store).map_or(Ok(()), SqliteStore::close),
            Self::Database(store) => Arc::into_inner(store).map_or(Ok(()), PostgresStore::close),
        };
        closed.map_err(Problem::failure)
    }
}

fn open_file(folder: &Path) -> Result<SqliteStore, Problem> {
    fs::create_dir_all(folder).map_err(|error| Problem::Failure(no_folder(folder, &error)))?;
    SqliteStore::open(&folder.join(FILE)).map_err(Problem::failure)
}

fn no_folder(folder: &Path, error: &io::Error) -> String {
    format!("cannot create the folder {}: {error}", folder.display())
}
