//! The cameras of a server that runs, by table: their files, their newest segments, and how their recordings stand.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use table::{TableId, Timestamp};
use tokio::sync::watch::Receiver;
use tokio::task::spawn_blocking;
use video::{Archive, Ring, Status};

use super::whep::Whep;

/// The camera of a table.
#[derive(Debug)]
pub(crate) struct TableCamera {
    /// Its files.
    pub(crate) archive: Arc<Archive>,
    /// Its newest segments, which everybody with a ticket may see.
    pub(crate) ring: Arc<Ring>,
    /// Where another server gives its picture with less delay.
    pub(crate) whep: Option<Whep>,
    /// How its recording stands.
    pub(crate) status: Receiver<Status>,
    /// For how many days an hour is kept.
    pub(super) keep_days: u32,
    /// The latest file that was found changed.
    pub(super) changed: Mutex<Option<Changed>>,
}

/// A file of a recording was found changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Changed {
    /// When.
    pub(crate) at: Timestamp,
    /// Its name; none where evidence differs as a whole.
    pub(crate) file: Option<String>,
}

impl TableCamera {
    /// Notes that a file was found changed.
    pub(crate) fn note_changed(&self, changed: Changed) {
        *self.changed.lock().unwrap_or_else(PoisonError::into_inner) = Some(changed);
    }

    /// The latest file that was found changed since the server started.
    pub(crate) fn changed(&self) -> Option<Changed> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Works on its files where that may block.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Archive) -> io::Result<T> + Send + 'static,
    ) -> io::Result<T> {
        let archive = Arc::clone(&self.archive);
        spawn_blocking(move || work(&archive)).await.map_err(io::Error::other)?
    }
}

/// All cameras, by table.
pub(crate) type Cameras = BTreeMap<TableId, Arc<TableCamera>>;
