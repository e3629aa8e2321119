//! All counts of one server.

use std::time::Instant;

use house::counts::{CodeCounts, Count};

use super::commits::StoreCounts;
use super::http::HttpCounts;

/// The counts of one server. One handle is passed to everything that counts.
#[derive(Debug)]
pub struct Metrics {
    pub(super) started: Instant,
    pub(crate) http: HttpCounts,
    pub(crate) store: StoreCounts,
    pub(crate) sockets: SocketCounts,
    /// Log-ins by result.
    pub(crate) log_ins: CodeCounts,
}

impl Default for Metrics {
    fn default() -> Self {
        Self {
            started: Instant::now(),
            http: HttpCounts::default(),
            store: StoreCounts::default(),
            sockets: SocketCounts::default(),
            log_ins: CodeCounts::default(),
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
}
