//! The two stores, opened empty or again, and the limits that each is held to. Measures nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use house::ports::Store;
use postgres::Cluster;
use punto_store::{PostgresStore, SqliteStore};

/// A kind of store, and what it is held to.
pub(crate) struct Kind<'a> {
    pub(crate) name: &'static str,
    /// How many times the transactions of pgbench it must take in wagers.
    pub(crate) times_pgbench: u64,
    /// How many fsyncs half of the answers may take in a closed loop.
    pub(crate) fsyncs: u64,
    /// How many fsyncs the median and the 99th percentile of answers may take at a fixed rate.
    pub(crate) paced_fsyncs: [u64; 2],
    /// How long the large settlement may take.
    pub(crate) settlement: Option<Duration>,
    fresh: Box<dyn Fn() -> Spot<'a> + 'a>,
}

/// Where one store is.
pub(crate) enum Spot<'a> {
    File(PathBuf),
    Url(&'a Cluster, String),
}

impl<'a> Kind<'a> {
    pub(crate) fn sqlite(folder: &'a Path) -> Self {
        static LAST: AtomicU32 = AtomicU32::new(0);
        let number = || LAST.fetch_add(1, Ordering::Relaxed);
        Self {
            name: "SQLite",
            times_pgbench: 20,
            fsyncs: 10,
            paced_fsyncs: [5, 30],
            settlement: Some(Duration::from_secs(2)),
            fresh: Box::new(move || Spot::File(folder.join(format!("{}.sqlite", number())))),
        }
    }

    pub(crate) fn postgres(cluster: &'a Cluster) -> Self {
        Self {
            name: "PostgreSQL",
            times_pgbench: 8,
            fsyncs: 20,
            paced_fsyncs: [10, 60],
            settlement: None,
            fresh: Box::new(|| Spot::Url(cluster, cluster.create_database().expect("a database"))),
        }
    }

    /// A place where there is no store yet.
    pub(crate) fn fresh(&self) -> Spot<'a> {
        (self.fresh)()
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
