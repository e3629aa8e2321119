//! What every request and every socket shares.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use house::House;

use crate::config::Config;
use crate::hub::{Hub, SocketRegistry};
use crate::rate::{ByAddress, BySupervisor};

/// Shared by all requests and sockets of one server.
pub(crate) struct App {
    pub(crate) house: Arc<House>,
    pub(crate) hub: Hub,
    pub(crate) config: Config,
    pub(crate) guests: ByAddress,
    /// Wrong secrets of supervisors.
    pub(crate) attempts: ByAddress,
    /// Requests of supervisors.
    pub(crate) supervisors: BySupervisor,
    pub(crate) sockets: Arc<SocketRegistry>,
    /// Tells requests of this run of the server from those of another.
    run: i64,
    requests: AtomicU64,
}

impl App {
    pub(crate) fn new(house: Arc<House>, config: Config) -> Arc<Self> {
        Arc::new(Self {
            hub: Hub::new(&house),
            run: house.now().0,
            house,
            sockets: SocketRegistry::new(config.limits.sockets),
            config,
            guests: ByAddress::default(),
            attempts: ByAddress::default(),
            supervisors: BySupervisor::default(),
            requests: AtomicU64::new(1),
        })
    }

    /// A name for a request that no other has.
    pub(crate) fn next_request_id(&self) -> String {
        format!("{:x}-{}", self.run, self.requests.fetch_add(1, Ordering::Relaxed))
    }
}
