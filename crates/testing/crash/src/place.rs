//! Where the server under test keeps everything: a folder, or a database of a PostgreSQL that was started for it and
//! can be killed. Knows nothing of what is kept.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use auditor::Record;
use clap::ValueEnum;
use postgres::Cluster;
use serde::Serialize;
use tokio::task::spawn_blocking;

/// What the server calls its file.
const FILE: &str = "punto.sqlite";

/// The kinds of stores that a server has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Store {
    /// One SQLite file
    #[default]
    Sqlite,
    /// A PostgreSQL started for it, and itself killed in a quarter of the cycles
    Postgres,
}

impl Store {
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Sqlite => "sqlite",
            Self::Postgres => "postgres",
        }
    }
}

/// The place of one run.
pub(crate) enum Place {
    Folder { data: PathBuf, file: PathBuf },
    Database { cluster: Arc<Cluster>, url: String },
}

impl Place {
    /// An empty place; a file lies in the folder.
    pub(crate) fn make(store: Store, folder: &Path) -> Result<Self, String> {
        match store {
            Store::Sqlite => {
                let data = folder.join("data");
                std::fs::create_dir_all(&data).map_err(|error| format!("{}: {error}", data.display()))?;
                Ok(Self::Folder { file: data.join(FILE), data })
            }
            Store::Postgres => {
                let cluster = Cluster::start()?;
                let url = cluster.create_database()?;
                Ok(Self::Database { cluster: Arc::new(cluster), url })
            }
        }
    }

    /// The arguments that tell the server.
    pub(crate) fn arguments(&self) -> [OsString; 2] {
        match self {
            Self::Folder { data, .. } => ["--data".into(), data.into()],
            Self::Database { url, .. } => ["--database".into(), url.into()],
        }
    }

    /// Everything that is on record there.
    pub(crate) fn read(&self) -> Result<Record, String> {
        match self {
            Self::Folder { file, .. } => auditor::sqlite(file),
            Self::Database { cluster, url } => auditor::postgres(cluster, name(url)),
        }
    }

    pub(crate) const fn is_database(&self) -> bool {
        matches!(self, Self::Database { .. })
    }

    /// Kills every process of PostgreSQL with SIGKILL. With a file there is nothing to kill.
    pub(crate) async fn kill(&self) -> Result<(), String> {
        self.order(Cluster::kill).await
    }

    /// Starts PostgreSQL again, and waits until it has recovered.
    pub(crate) async fn restart(&self) -> Result<(), String> {
        self.order(Cluster::restart).await
    }

    async fn order(&self, order: fn(&Cluster) -> Result<(), String>) -> Result<(), String> {
        let Self::Database { cluster, .. } = self else { return Ok(()) };
        let cluster = Arc::clone(cluster);
        spawn_blocking(move || order(&cluster)).await.map_err(|error| error.to_string())?
    }

    /// Copies into the folder what would end with this program.
    pub(crate) fn keep(&self, folder: &Path) -> Result<(), String> {
        let Self::Database { cluster, url } = self else { return Ok(()) };
        let mut dump = Command::new(postgres::program("pg_dump")?);
        dump.arg("--host").arg(cluster.folder()).args(["--username=punto", "--file"]);
        dump.arg(folder.join("house.sql")).arg(name(url)).stdin(Stdio::null());
        let status = dump.status().map_err(|error| format!("pg_dump: {error}"))?;
        if status.success() { Ok(()) } else { Err(format!("pg_dump: {status}")) }
    }
}

/// The database of a URL.
fn name(url: &str) -> &str {
    url.rsplit_once('/').map_or(url, |(_, name)| name)
}
