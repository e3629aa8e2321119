//! The configuration of a server. The defaults suit one machine and play money.

use std::sync::Arc;
use std::time::Duration;

use baccarat::Spot;
use house::live::DevicePort;
use house::people::passkey::{PageOrigin, Site};
use ipnet::IpNet;
use scanner::server::Timing;
use wire::server::SocketLimits;

use crate::client_files::ClientFiles;
use crate::metrics::Metrics;
use crate::rate_limit::Rate;
use crate::recording::Recordings;

/// The configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The files served outside `/api`.
    pub client: ClientFiles,
    /// The address under which browsers reach the server; passkeys are bound to its name, and off without it.
    pub public_url: Option<Site>,
    /// Origins whose pages may open a socket beside the server's own.
    pub origins: Vec<PageOrigin>,
    /// The networks of proxies whose `Forwarded` and `X-Forwarded-For` count.
    pub trusted_proxies: Vec<IpNet>,
    /// How to reach the operator about limits, as patrons read it.
    pub contact: Option<String>,
    /// Limits on sizes, times and rates.
    pub limits: Limits,
    /// How long rounds that are being dealt may take to end once the server stops.
    pub stop_within: Duration,
    /// The live tables that devices speak for, instead of those of the house.
    pub live_tables: Option<Arc<dyn DevicePort>>,
    /// How often a device beats, and when it counts as lost.
    pub device_timing: Timing,
    /// The tables that are recorded.
    pub recordings: Recordings,
    /// Where the server counts what it does.
    pub metrics: Arc<Metrics>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            client: ClientFiles::default(),
            public_url: None,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            contact: None,
            limits: Limits::default(),
            stop_within: Duration::from_secs(15),
            live_tables: None,
            device_timing: Timing::default(),
            recordings: Recordings::default(),
            metrics: Arc::default(),
        }
    }
}

/// Limits on sizes, times and rates.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest body of a request, in bytes.
    pub body_bytes: usize,
    /// The longest message from a client, in bytes.
    pub message_bytes: usize,
    /// How many bytes may wait for one socket before it is closed.
    pub queue_bytes: usize,
    /// How many connections may be open, sockets included. Each takes a file.
    pub connections: usize,
    /// How many sockets may be open.
    pub sockets: usize,
    /// What one network may have open and send: an IPv4 address or an IPv6 /64.
    pub each: PerAddress,
    /// What this machine may have open and send without a proxy.
    pub local: PerAddress,
    /// How long a request may take.
    pub request: Duration,
    /// How long the head of a request may take, from its first byte; for the first one, from the connection on.
    pub head: Duration,
    /// How long a socket may take to send `hello`.
    pub hello: Duration,
    /// How often a socket is pinged.
    pub ping_every: Duration,
    /// How long a connection or a socket may be idle before it is closed. Pongs count as activity.
    pub idle: Duration,
    /// How often a socket looks whether its session still counts; what this program ends, ends at once.
    pub session_check: Duration,
    /// Messages from one socket.
    pub messages: Rate,
    /// Guests and accounts added from one network.
    pub guests: Rate,
    /// Guests and accounts added from this machine.
    pub guests_local: Rate,
    /// Unknown tokens from one network.
    pub attempts: Rate,
    /// Requests of one member of staff.
    pub staff: Rate,
    /// Requests of one session that check a password.
    pub passwords: Rate,
    /// How many people may look at live pictures at a time. Each takes what the pictures have of the line.
    pub viewers: usize,
    /// Requests for live pictures of one person.
    pub viewer: Rate,
}

/// What one network may have open and send.
#[derive(Clone, Copy, Debug)]
pub struct PerAddress {
    /// How many connections may be open that are no sockets. Those of a trusted proxy do not count.
    pub connections: usize,
    /// How many sockets may be open.
    pub sockets: usize,
    /// Requests, those for files and sockets included, and those for live pictures not.
    pub requests: Rate,
    /// Requests for the playlists and files of live pictures: two a second for each segment of a second.
    pub pictures: Rate,
    /// Log-ins, those that succeed included.
    pub log_ins: Rate,
    /// Messages and control frames of all sockets together.
    pub messages: Rate,
}

impl PerAddress {
    /// Room for some hundred patrons behind one address, as in an office or a hotel.
    const EACH: Self = Self {
        connections: 500,
        sockets: 500,
        requests: Rate { burst: 1_000, every: Duration::from_millis(20) },
        pictures: Rate { burst: 5_000, every: Duration::from_millis(1) },
        log_ins: Rate { burst: 60, every: Duration::from_secs(1) },
        messages: Rate { burst: 2_000, every: Duration::from_millis(1) },
    };
    /// As much as the machine can bear.
    const LOCAL: Self = Self {
        connections: 16_000,
        sockets: 16_000,
        requests: Rate { burst: 100_000, every: Duration::from_micros(10) },
        pictures: Rate { burst: 100_000, every: Duration::from_micros(10) },
        log_ins: Rate { burst: 6_000, every: Duration::from_millis(10) },
        messages: Rate { burst: 1_000_000, every: Duration::from_micros(1) },
    };
}

impl Limits {
    /// These limits as `welcome` names them to a client.
    pub(crate) fn of_socket(&self) -> SocketLimits {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let bytes = |bytes: usize| u64::try_from(bytes).unwrap_or(u64::MAX);
        SocketLimits {
            message_bytes: bytes(self.message_bytes),
            messages_at_once: self.messages.burst,
            message_every_us: u64::try_from(self.messages.every.as_micros()).unwrap_or(u64::MAX),
            wagers: u32::try_from(Spot::ALL.len()).unwrap_or(u32::MAX),
            queue_bytes: bytes(self.queue_bytes),
            idle_ms: ms(self.idle),
            ping_every_ms: ms(self.ping_every),
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 16 << 10,
            message_bytes: 16 << 10,
            queue_bytes: 128 << 10,
            connections: 16_000,
            sockets: 15_000,
            each: PerAddress::EACH,
            local: PerAddress::LOCAL,
            request: Duration::from_secs(10),
            head: Duration::from_secs(10),
            hello: Duration::from_secs(10),
            ping_every: Duration::from_secs(20),
            idle: Duration::from_mins(1),
            session_check: Duration::from_mins(1),
            messages: Rate::per_second(50),
            guests: Rate::per_minute(10),
            guests_local: Rate::per_minute(6_000),
            attempts: Rate::per_minute(10),
            staff: Rate::per_second(20),
            passwords: Rate::per_minute(10),
            viewers: 300,
            viewer: Rate { burst: 60, every: Duration::from_millis(80) },
        }
    }
}
