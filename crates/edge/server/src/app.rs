//! The application state that all requests and sockets share.

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::http::HeaderValue;
use house::House;
use house::live::DevicePort;
use table::StaffId;

use crate::config::Config;
use crate::devices::DevicePlaces;
use crate::documents::Documents;
use crate::doors::Visitors;
use crate::hub::{Hub, SocketRegistry};
use crate::page_policy::content_security_policy;
use crate::password_work::PasswordWork;
use crate::rate_limit::RateLimiter;
use crate::readiness::Readiness;
use crate::recording::Studio;
use crate::tickets::Tickets;

/// The state of one server.
pub(crate) struct App {
    pub(crate) house: Arc<House>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) config: Config,
    /// What each network has open and sends.
    pub(crate) visitors: Visitors,
    pub(crate) documents: Documents,
    /// Limits how many guests and accounts are added.
    pub(crate) new_guests: RateLimiter<IpAddr>,
    /// Limits how many nicknames and passwords of new accounts are checked.
    pub(crate) sign_ups: RateLimiter<IpAddr>,
    /// Limits unknown tokens.
    pub(crate) wrong_secrets: RateLimiter<IpAddr>,
    /// Limits requests of staff.
    pub(crate) staff_requests: RateLimiter<StaffId>,
    /// Limits the requests of sessions that check passwords.
    pub(crate) password_work: PasswordWork,
    /// The tickets that open sockets.
    pub(crate) tickets: Tickets,
    pub(crate) sockets: Arc<SocketRegistry>,
    /// The live tables that devices speak for.
    pub(crate) live_tables: Arc<dyn DevicePort>,
    /// Which devices have a session now.
    pub(crate) device_places: Arc<DevicePlaces>,
    /// The tables that are recorded.
    pub(crate) studio: Studio,
    /// What pages may load, and from where.
    pub(crate) content_security_policy: HeaderValue,
    /// Whether the server should get traffic.
    pub(crate) readiness: Readiness,
    /// When this server started. It is part of every request id, so ids of two runs differ.
    started_at: i64,
    requests: AtomicU64,
}

impl App {
    pub(crate) fn new(house: Arc<House>, config: Config, documents: Documents) -> Arc<Self> {
        let sockets = SocketRegistry::new(config.limits.sockets);
        let live_tables: Arc<dyn DevicePort> = match &config.live_tables {
            Some(tables) => Arc::clone(tables),
            None => house.clone(),
        };
        let open = Arc::downgrade(&sockets);
        config.metrics.sockets.waiting.of(move || open.upgrade().map_or(0, |open| open.waiting_bytes()));
        let studio = config.recordings.start(&house, (config.limits.viewers, config.limits.viewer));
        let content_security_policy = content_security_policy(config.recordings.picture_servers());
        config.metrics.recordings.of(studio.cameras());
        Arc::new(Self {
            hub: Hub::new(&house, &config.metrics, studio.cameras().keys().copied().collect()),
            studio,
            content_security_policy,
            started_at: house.now().0,
            live_tables,
            house,
            sockets,
            device_places: Arc::default(),
            visitors: Visitors::new(&config),
            config,
            documents,
            new_guests: RateLimiter::default(),
            sign_ups: RateLimiter::default(),
            wrong_secrets: RateLimiter::default(),
            staff_requests: RateLimiter::default(),
            password_work: PasswordWork::default(),
            tickets: Tickets::default(),
            readiness: Readiness::default(),
            requests: AtomicU64::new(1),
        })
    }

    /// A unique id for a request.
    pub(crate) fn next_request_id(&self) -> String {
        format!("{:x}-{}", self.started_at, self.requests.fetch_add(1, Ordering::Relaxed))
    }
}
