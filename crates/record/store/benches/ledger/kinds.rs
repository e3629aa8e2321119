//! The two stores, opened empty or again, and the limits that each is held to. Measures nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use house::ports::Store;
use postgres::Cluster;
use punto_store::{PostgresStore, SqliteStore};

/// A kind of store, and where new ones may be made.
pub(crate) enum Kind<'a> {
    Sqlite(&'a Path),
    Postgres(&'a Cluster),
}

/// Where one store is.
pub(crate) enum Spot<'a> {
    File(PathBuf),
    Url(&'a Cluster, String),
}

impl<'a> Kind<'a> {
    pub(crate) const fn name(&self) -> &'static str {
        match self {
            Self::Sqlite(_) => "SQLite",
            Self::Postgres(_) => "PostgreSQL",
        }
    }

    /// How many times the transactions of pgbench it must take in wagers.
    pub(crate) const fn times_pgbench(&self) -> u64 {
        match self {
            Self::Sqlite(_) => 20,
            Self::Postgres(_) => 8,
        }
    }

    /// How many fsyncs the median and the 99th percentile of answers may take at a fixed rate.
    pub(crate) const fn paced_fsyncs(&self) -> [u64; 2] {
        match self {
            Self::Sqlite(_) => [5, 30],
            Self::Postgres(_) => [10, 60],
        }
    }

    /// How many fsyncs half of the answers may take in a closed loop.
    pub(crate) const fn fsyncs(&self) -> u64 {
        match self {
            Self::Sqlite(_) => 10,
            Self::Postgres(_) => 20,
        }
    }

    /// A place where there is no store yet.
    pub(crate) fn fresh(&self) -> Spot<'a> {
        static LAST: AtomicU32 = AtomicU32::new(0);
        match self {
            Self::Sqlite(folder) => {
                Spot::File(folder.join(format!("{}.sqlite", LAST.fetch_add(1, Ordering::Relaxed))))
            }
            Self::Postgres(cluster) => Spot::Url(cluster, cluster.create_database().expect("a database")),
        }
    }
}

impl Spot<'_> {
    /// Opens the store that is here.
    pub(crate) fn open(&self) -> Arc<dyn Store> {
        match self {
            Self::File(path) => Arc::new(SqliteStore::open(path).expect("the file opens")),
            Self::Url(_, url) => Arc::new(PostgresStore::connect(url).expect("the database opens")),
        }
    }

    /// Frees the room of the store that was here, which is closed.
    pub(crate) fn clear(&self) {
        match self {
            Self::File(path) => std::fs::remove_file(path).expect("a file that is closed"),
            Self::Url(cluster, url) => {
                let name = url.rsplit('/').next().expect("a URL ends with its database");
                cluster.run("postgres", &format!("DROP DATABASE {name}")).expect("a database that is closed");
            }
        }
    }
}
