//! What a server is configured with, as values. Knows neither files nor flags.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use house::floor::GivenTimings;
use house::people::passkey::Site;
use ipnet::IpNet;
use server::{Limits, PageOrigin};

/// The form of the lines of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// A JSON object each.
    Json,
}

impl FromStr for LogFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "text" => Ok(Self::Text),
            "json" => Ok(Self::Json),
            _ => Err("is neither text nor json"),
        }
    }
}

/// The settings of a server, with defaults for what nobody gave. No `Debug`: the URL of a database may have a password.
#[derive(Clone)]
pub(crate) struct Settings {
    /// Where the server listens.
    pub(crate) listen: SocketAddr,
    /// The folder of the store.
    pub(crate) data: PathBuf,
    /// The URL of the database that takes the place of the folder.
    pub(crate) database: Option<String>,
    /// The file of the password of the database.
    pub(crate) database_password_file: Option<PathBuf>,
    /// The file of the key that signs checkpoints.
    pub(crate) audit_key: Option<PathBuf>,
    /// The file of the key that encrypts the secrets of shoes.
    pub(crate) shoe_key: Option<PathBuf>,
    /// The relays of the beacon whose values go into shoes.
    pub(crate) beacon_relays: Vec<String>,
    /// The file of tables.
    pub(crate) tables: Option<PathBuf>,
    /// The file of the cameras.
    pub(crate) recordings: Option<PathBuf>,
    /// Whether a program plays a live table.
    pub(crate) demonstration: bool,
    /// The record of agreed certificates.
    pub(crate) certificates: Option<PathBuf>,
    /// The folder of the client.
    pub(crate) client: Option<PathBuf>,
    /// The address under which browsers reach the server.
    pub(crate) public_url: Option<Site>,
    /// Origins whose pages may open a socket.
    pub(crate) origins: Vec<PageOrigin>,
    /// The networks of proxies.
    pub(crate) trusted_proxies: Vec<IpNet>,
    /// How patrons reach the operator.
    pub(crate) contact: Option<String>,
    /// Timings for all tables.
    pub(crate) timings: GivenTimings,
    /// Limits on sizes, times and rates.
    pub(crate) limits: Limits,
    /// The form of the log.
    pub(crate) log_format: LogFormat,
    /// The file of security events.
    pub(crate) security_log: Option<PathBuf>,
    /// How long rounds that are being dealt may take to end when the server stops.
    pub(crate) stop_within: Duration,
    /// Where metrics are served.
    pub(crate) metrics_listen: Option<SocketAddr>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            listen: (Ipv4Addr::LOCALHOST, 7777).into(),
            data: "data".into(),
            database: None,
            database_password_file: None,
            audit_key: None,
            shoe_key: None,
            beacon_relays: Vec::new(),
            tables: None,
            recordings: None,
            demonstration: false,
            certificates: None,
            client: None,
            public_url: None,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            contact: None,
            timings: GivenTimings::default(),
            limits: Limits::default(),
            log_format: LogFormat::Text,
            security_log: None,
            stop_within: Duration::from_secs(15),
            metrics_listen: None,
        }
    }
}
