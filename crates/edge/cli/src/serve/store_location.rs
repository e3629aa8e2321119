//! The store of a house: one SQLite file in a folder, or a PostgreSQL database. Knows no tables.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::error::ErrorKind;
use clap::{ArgMatches, Command};
use house::ports::{DayTurnover, StatementLine, Store, StoreFailure, TableResult};
use journal::Checkpoints;
use store::{ExportCounts, NextRow, OnProgress, PostgresStore, Rebuilt, SqliteStore, TakeRow};
use table::{PatronId, TableId, Timestamp};

use crate::config::{self, Flags, Settings};
use crate::data_folder;
use crate::lines::Problem;
use crate::secret_input::from_file;

/// The location of the store, by the flags of a command, the environment, or the file of a configuration.
pub(crate) struct StoreLocation {
    data: PathBuf,
    /// The URL, with the password of the password file.
    database: Option<String>,
}

/// The settings that say where the store is.
const FLAGS: [&str; 3] = ["data", "database", "database-password-file"];

impl clap::FromArgMatches for StoreLocation {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let settings = Flags::of(matches).layers().settings().map_err(config::problem);
        let location = settings.and_then(|settings| Self::of(&settings));
        location.map_err(|problem| clap::Error::raw(ErrorKind::ValueValidation, problem.text() + "\n"))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl clap::Args for StoreLocation {
    fn augment_args(command: Command) -> Command {
        Flags::add_to(command, |flag| FLAGS.contains(&flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl StoreLocation {
    /// The location that settings name. Reads the file of the password.
    pub(crate) fn of(settings: &Settings) -> Result<Self, Problem> {
        let (url, file) = (settings.database.as_ref(), settings.database_password_file.as_ref());
        let database = match (url, file) {
            (Some(url), Some(file)) => {
                let password = from_file(file, "password of the database")?;
                Some(PostgresStore::with_password(url, &password).map_err(Problem::failure)?)
            }
            (url, _) => url.cloned(),
        };
        Ok(Self { data: settings.data.clone(), database })
    }

    /// The URL of the database; none for a folder.
    pub(super) fn database(&self) -> Option<&str> {
        self.database.as_deref()
    }

    /// Whether it is a database, which several programs may open.
    pub(crate) const fn is_database(&self) -> bool {
        self.database.is_some()
    }

    /// The folder of the store; none for a database.
    pub(crate) fn folder(&self) -> Option<&Path> {
        self.database.is_none().then_some(&*self.data)
    }

    /// The default file of the key that signs checkpoints; none for a database.
    pub(crate) fn audit_key(&self) -> Option<PathBuf> {
        self.database.is_none().then(|| self.data.join(KEY))
    }

    /// The default file of the key that encrypts the secrets of shoes: in the folder, or beside the key of checkpoints.
    pub(crate) fn shoe_key(&self, audit_key: &Path) -> PathBuf {
        match self.folder() {
            Some(folder) => folder.join(SHOE_KEY),
            None => audit_key.with_file_name(SHOE_KEY),
        }
    }

    /// Calls the function of the kind of store that this is, with the URL of the database or the path of the file.
    ///
    /// Only one of the two is called, so both may take `argument` by value; two closures could not both capture it.
    fn on<A, T>(
        &self,
        argument: A,
        database: impl FnOnce(&str, A) -> T,
        file: impl FnOnce(&Path, A) -> T,
    ) -> T {
        match &self.database {
            Some(url) => database(url, argument),
            None => file(&self.data.join(FILE), argument),
        }
    }

    /// Passes every stored row to `take`, until it returns false. Changes nothing.
    pub(crate) fn records(&self, take: &mut dyn FnMut(journal::Record) -> bool) -> Result<(), StoreFailure> {
        self.on(take, PostgresStore::records, SqliteStore::records)
    }

    /// Passes the history to `take`, until it returns false. Changes nothing.
    pub(crate) fn history(&self, take: TakeRow<'_>) -> Result<(), StoreFailure> {
        self.on(take, PostgresStore::history, SqliteStore::history)
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
        data_folder::create(folder).map_err(|error| StoreFailure::Storage(no_folder(folder, &error)))?;
        SqliteStore::import(&folder.join(FILE), next, on_progress)
    }

    /// The latest lines of a patron's statement, newest first.
    pub(crate) fn statement(
        &self,
        patron: PatronId,
        before: Option<u64>,
        limit: u16,
    ) -> Result<Vec<StatementLine>, StoreFailure> {
        self.on(
            patron,
            |url, patron| PostgresStore::read_statement(url, patron, before, limit),
            |file, patron| SqliteStore::read_statement(file, patron, before, limit),
        )
    }

    /// The turnover of these days, and the balances of the tables' accounts.
    pub(crate) fn turnover(
        &self,
        days: Range<Timestamp>,
        table: Option<TableId>,
    ) -> Result<(Vec<DayTurnover>, Vec<TableResult>), StoreFailure> {
        self.on(
            days,
            |url, days| PostgresStore::read_turnover(url, days, table),
            |file, days| SqliteStore::read_turnover(file, days, table),
        )
    }

    /// The turnover of a patron by day, table and spot; none for an unknown patron.
    pub(crate) fn turnover_of(&self, patron: PatronId) -> Result<Option<Vec<DayTurnover>>, StoreFailure> {
        self.on(patron, PostgresStore::read_turnover_of, SqliteStore::read_turnover_of)
    }

    /// Rebuilds the derived tables. No server may run on the data folder.
    pub(crate) fn rebuild(&self, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        self.on(on_progress, PostgresStore::rebuild, SqliteStore::rebuild)
    }

    /// Compares the derived tables with history. Changes nothing.
    pub(crate) fn check(&self, on_progress: OnProgress<'_>) -> Result<Rebuilt, StoreFailure> {
        self.on(on_progress, PostgresStore::check, SqliteStore::check)
    }
}

/// The SQLite file in the data folder.
pub(crate) const FILE: &str = "punto.sqlite";

/// The file of the secret key in the data folder.
const KEY: &str = "audit.key";

/// The file of the key that encrypts the secrets of shoes.
const SHOE_KEY: &str = "shoe.key";

/// An open store.
pub(crate) enum OpenStore {
    File(Arc<SqliteStore>),
    Database(Arc<PostgresStore>),
}

impl OpenStore {
    /// Opens the store, which must be there, so that a mistyped folder is an error and no empty house.
    pub(crate) fn open(place: &StoreLocation) -> Result<Self, Problem> {
        let (folder, file) = (&place.data, place.data.join(FILE));
        if place.database.is_none() && !file.try_exists().map_err(|error| no_access(&file, &error))? {
            let why = format!("there is no store in the folder {}: check --data", folder.display());
            return Err(Problem::Failure(why));
        }
        Self::open_or_create(place)
    }

    /// Opens the store, creating a missing one.
    pub(crate) fn open_or_create(place: &StoreLocation) -> Result<Self, Problem> {
        match &place.database {
            Some(url) => Ok(Self::Database(Arc::new(PostgresStore::connect(url).map_err(Problem::failure)?))),
            None => Ok(Self::File(Arc::new(open_file(&place.data)?))),
        }
    }

    /// The store for the house.
    pub(crate) fn store(&self) -> Arc<dyn Store> {
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
    pub(crate) fn close(self) -> Result<(), Problem> {
        let closed = match self {
            Self::File(store) => Arc::into_inner(store).map_or(Ok(()), SqliteStore::close),
            Self::Database(store) => Arc::into_inner(store).map_or(Ok(()), PostgresStore::close),
        };
        closed.map_err(Problem::failure)
    }
}

fn open_file(folder: &Path) -> Result<SqliteStore, Problem> {
    data_folder::create(folder).map_err(|error| Problem::Failure(no_folder(folder, &error)))?;
    SqliteStore::open(&folder.join(FILE)).map_err(Problem::failure)
}

fn no_access(file: &Path, error: &io::Error) -> Problem {
    Problem::Failure(format!("{}: {error}", file.display()))
}

fn no_folder(folder: &Path, error: &io::Error) -> String {
    format!("cannot create the folder {}: {error}", folder.display())
}
