//! All counts of one server.

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use house::counts::{CodeCounts, Count};

use super::commits::StoreCounts;
use super::http::HttpCounts;
use crate::recording::Cameras;

/// The counts of one server. One handle is passed to everything that counts.
#[derive(Debug)]
pub struct Metrics {
    pub(super) started: Instant,
    pub(crate) http: HttpCounts,
    pub(crate) store: StoreCounts,
    pub(crate) sockets: SocketCounts,
    /// Log-ins by result.
    pub(crate) log_ins: CodeCounts,
    pub(crate) recordings: RecordingCounts,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            http: HttpCounts::default(),
            store: StoreCounts::default(),
            sockets: SocketCounts::default(),
            log_ins: CodeCounts::default(),
            recordings: RecordingCounts::default(),
        }
    }
}

/// The counts of sockets.
#[derive(Debug, Default)]
pub(crate) struct SocketCounts {
    /// Sockets that were opened.
    pub(crate) opened: Count,
    /// Sockets whose client said who it is, by audience.
    pub(crate) joined: CodeCounts,
    /// Sockets that ended, by reason.
    pub(crate) ended: CodeCounts,
    /// Frames of tables that were published.
    pub(crate) frames: Count,
    /// Frames and snapshots that went to a socket because they were published.
    pub(crate) deliveries: Count,
    /// Messages from clients.
    pub(crate) received: Count,
    /// Bytes that wait in the outboxes of open sockets.
    pub(crate) waiting: Asked,
}

/// A number that is known elsewhere, and asked for at each scrape.
#[derive(Default)]
pub(crate) struct Asked(OnceLock<Box<dyn Fn() -> usize + Send + Sync>>);

impl Asked {
    /// Asks there from now on. The first place counts.
    pub(crate) fn of(&self, number: impl Fn() -> usize + Send + Sync + 'static) {
        self.0.get_or_init(|| Box::new(number));
    }

    /// The number now; zero before there is a place to ask.
    pub(super) fn get(&self) -> usize {
        self.0.get().map_or(0, |number| number())
    }
}

impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Asked").field(&self.get()).finish()
    }
}

/// The cameras of the server, which are asked at each scrape.
#[derive(Debug, Default)]
pub(crate) struct RecordingCounts(OnceLock<Arc<Cameras>>);

impl RecordingCounts {
    /// Asks these from now on.
    pub(crate) fn of(&self, cameras: Arc<Cameras>) {
        self.0.get_or_init(|| cameras);
    }

    /// How the recording of each table stands.
    pub(super) fn statuses(&self) -> Vec<(u32, video::Status)> {
        let cameras = self.0.get().into_iter().flat_map(|cameras| cameras.iter());
        cameras.map(|(table, camera)| (table.0, camera.status.borrow().clone())).collect()
    }
}
