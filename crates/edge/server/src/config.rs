//! What can be set about a server. Data only; the built-in values suit one machine and play money.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::client_files::ClientFiles;
use crate::supervisors::Supervisors;

/// How a server behaves towards those who call it.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// What it serves outside `/api`.
    pub client: ClientFiles,
    /// Origins that may open a socket beside the server's own, such as `http://localhost:5173`.
    pub origins: Vec<String>,
    /// House rules documents to show beside the built-in ones: TOML by id.
    pub documents: BTreeMap<String, String>,
    /// Who may supervise; none for a server without that door.
    pub supervisors: Option<Supervisors>,
    /// What is too much, and what is too long.
    pub limits: Limits,
}

/// What is too much, and what is too long.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest body of a request, in bytes.
    pub body_bytes: usize,
    /// The longest message a client may send, in bytes.
    pub message_bytes: usize,
    /// How much may wait for one socket, in bytes, before the socket is cut.
    pub queue_bytes: usize,
    /// How many sockets may be open.
    pub sockets: usize,
    /// How long a request may take.
    pub request: Duration,
    /// How often a socket is pinged.
    pub ping_every: Duration,
    /// How long a connection or a socket may be silent, pongs counted, before it is cut.
    pub idle: Duration,
    /// How long a lost connection may stay lost before it counts as leaving the table.
    pub grace: Duration,
    /// Messages from one socket.
    pub messages: Rate,
    /// Guests created from one address of a network.
    pub guests: Rate,
    /// Guests created from this machine.
    pub guests_local: Rate,
    /// Wrong secrets of supervisors from one address.
    pub attempts: Rate,
    /// Requests of one supervisor.
    pub supervisor: Rate,
}

/// How often something may happen: at most `burst` at once, and one more after each `every`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rate {
    /// How many at once.
    pub burst: u32,
    /// How long until there may be one more.
    pub every: Duration,
}

impl Rate {
    /// So many a minute, all at once if need be. None at all is taken for one a minute.
    pub fn per_minute(times: u32) -> Self {
        Self { burst: times.max(1), every: Duration::from_mins(1) / times.max(1) }
    }

    /// So many a second, twice as many at once. None at all is taken for one a second.
    pub fn per_second(times: u32) -> Self {
        let times = times.max(1);
        Self { burst: times.saturating_mul(2), every: Duration::from_secs(1) / times }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            body_bytes: 16 << 10,
            message_bytes: 16 << 10,
            queue_bytes: 64 << 10,
            sockets: 15_000,
            request: Duration::from_secs(10),
            ping_every: Duration::from_secs(20),
            idle: Duration::from_mins(1),
            grace: Duration::from_mins(1),
            messages: Rate::per_second(50),
            guests: Rate::per_minute(10),
            guests_local: Rate::per_minute(6_000),
            attempts: Rate::per_minute(10),
            supervisor: Rate::per_second(20),
        }
    }
}
