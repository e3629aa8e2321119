//! A running server with two tables: one whose betting stays open, and one that deals without pause.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use house::floor::{FloorPlan, GivenTable, GivenTimings};
use house::log::Actor;
use house::people::{People, Person, Role, Roles};
use house::ports::{Beacon, Clock, Store};
use house::proofs::ShoeKeys;
use house::{House, OsEntropy, SystemClock};
use punto_server::{Config, Limits, Server};
use serde_json::{Value, json};
use store::SqliteStore;
use table::{PatronId, Settings, Timings};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::http;
use crate::socket_client::SocketClient;

/// `live-commission`; its betting stays open.
pub(crate) const SLOW: u32 = 1;
/// `gold-card`; a round takes less than a second.
pub(crate) const QUICK: u32 = 2;

/// A running server.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) house: Arc<House>,
    /// The store itself, for what no route writes.
    pub(crate) store: Arc<SqliteStore>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<()>,
    data: TempDir,
}

/// What a server is made of.
pub(crate) struct Parts {
    pub(crate) config: Config,
    pub(crate) tables: Vec<Settings>,
    pub(crate) clock: Arc<dyn Clock>,
    /// The folder of its store, instead of a new one.
    pub(crate) folder: Option<PathBuf>,
    /// The keys of provable shoes. With them the tables are on record, so they take wagers for a second at least.
    pub(crate) keys: Option<Arc<ShoeKeys>>,
    /// Where the tables ask for values of the beacon; they need keys.
    pub(crate) beacon: Option<Arc<dyn Beacon>>,
    /// Timings of all tables that are not on record; they need keys.
    pub(crate) timings: GivenTimings,
}

impl Default for Parts {
    fn default() -> Self {
        let (config, clock) = (Config::default(), Arc::new(SystemClock));
        Self {
            config,
            tables: tables(),
            clock,
            folder: None,
            keys: None,
            beacon: None,
            timings: GivenTimings::default(),
        }
    }
}

/// A guest with a token.
#[derive(Clone, Debug)]
pub(crate) struct Patron {
    pub(crate) token: String,
    pub(crate) id: u64,
}

pub(crate) fn tables() -> Vec<Settings> {
    let mut tables = house::default_tables();
    tables.truncate(2);
    let quick = Timings {
        betting_ms: 60_000,
        drain_ms: 10,
        card_ms: 5,
        result_ms: 200,
        shuffle_ms: 5,
        ..Timings::default()
    };
    for table in &mut tables {
        table.timings = quick;
    }
    tables[1].timings.betting_ms = 400;
    tables
}

impl TestServer {
    /// Starts a server with the default configuration.
    pub(crate) async fn start() -> Self {
        Self::with_config(Config::default()).await
    }

    /// Starts a server with the default configuration, a guest and a socket of the guest.
    pub(crate) async fn with_ana() -> (Self, Patron, SocketClient) {
        let server = Self::start().await;
        let ana = server.guest("Ana").await;
        let socket = server.connect_as(&ana).await;
        (server, ana, socket)
    }

    pub(crate) async fn with_limits(limits: Limits) -> Self {
        Self::with_config(Config { limits, ..Config::default() }).await
    }

    pub(crate) async fn with_config(config: Config) -> Self {
        Self::with_store(config, tables(), |store| store).await
    }

    /// Starts a server whose quick table takes milliseconds for a round.
    pub(crate) async fn with_fast_table(limits: Limits) -> Self {
        let mut tables = tables();
        tables[1].timings = Timings {
            betting_ms: 5,
            drain_ms: 0,
            card_ms: 1,
            result_ms: 1,
            shuffle_ms: 1,
            ..Timings::default()
        };
        Self::with_store(Config { limits, ..Config::default() }, tables, |store| store).await
    }

    /// Starts a server on a wrapped store, with small send buffers.
    pub(crate) async fn with_store<S: Store>(
        config: Config,
        tables: Vec<Settings>,
        wrap: impl FnOnce(Arc<SqliteStore>) -> Arc<S>,
    ) -> Self {
        Self::of_parts(Parts { config, tables, ..Parts::default() }, wrap).await
    }

    /// Starts a server of these parts.
    pub(crate) async fn of(parts: Parts) -> Self {
        Self::of_parts(parts, |store| store).await
    }

    async fn of_parts<S: Store>(parts: Parts, wrap: impl FnOnce(Arc<SqliteStore>) -> Arc<S>) -> Self {
        let Parts { config, tables, clock, folder, keys, beacon, timings } = parts;
        let data = tempfile::tempdir().expect("a folder");
        let folder = folder.unwrap_or_else(|| data.path().to_owned());
        let store = Arc::new(SqliteStore::open(&folder.join("punto.sqlite")).expect("a new store opens"));
        let port = wrap(Arc::clone(&store));
        let house = if keys.is_some() {
            let tables = Some(tables.iter().map(GivenTable::of).collect());
            let plan = FloorPlan { tables, keys, beacon, timings, ..FloorPlan::default() };
            House::open(port, clock, Arc::new(OsEntropy), plan).await
        } else {
            House::start(port, clock, Arc::new(OsEntropy), tables).await
        };
        let house = Arc::new(house.expect("the house opens"));
        let server = Server::new(Arc::clone(&house), config);
        let listener = listener();
        let address = listener.local_addr().expect("it listens");
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.run(
            listener,
            async {
                let _ = stopped.await;
            },
            std::future::pending(),
        ));
        Self { address, house, store, stop, running, data }
    }

    /// Stops the server and waits until it has stopped.
    pub(crate) async fn stop(self) {
        drop(self.stop_and_keep().await);
    }

    /// Stops the server and waits until it has stopped. The folder of its store stays as long as the answer.
    pub(crate) async fn stop_and_keep(self) -> TempDir {
        self.stop.send(()).expect("it runs");
        self.running.await.expect("it did not panic");
        self.data
    }

    pub(crate) async fn guest(&self, nickname: &str) -> Patron {
        let answer = http::post(self.address, "/api/v1/guests", None, &json!({"nickname": nickname})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let body = answer.json();
        let token = body["token"].as_str().expect("a token").to_owned();
        Patron { token, id: body["patron"]["patron_id"].as_u64().expect("an id") }
    }

    /// A token of a program of a new member of staff with these roles.
    pub(crate) async fn staff(&self, name: &str, roles: &[Role]) -> String {
        let roles: Roles = roles.iter().copied().collect();
        let people = self.house.people();
        people.add_staff(Actor::Operator, name, roles.clone()).await.expect("they are added");
        let token = people.staff_token(name, &roles, 1).await.expect("a token");
        token.secret.secret().to_owned()
    }

    /// Ends the sessions of a patron as another program on the same store does.
    pub(crate) async fn end_elsewhere(&self, patron: &Patron) {
        let people =
            People::new(self.store.clone(), Arc::new(SystemClock), Arc::new(OsEntropy), Arc::default());
        let owner = Person::Patron(PatronId(u32::try_from(patron.id).expect("a number")));
        people.log_out_everywhere(owner).await.expect("the store answers");
    }

    /// The cash of a patron, as they read it.
    pub(crate) async fn balance(&self, patron: &Patron) -> i64 {
        let me = http::get(self.address, "/api/v1/me", Some(&patron.token)).await.json();
        me["balance"].as_i64().expect("a balance")
    }

    /// Opens a socket that has not sent `hello`.
    pub(crate) async fn connect(&self) -> SocketClient {
        SocketClient::open(self.address, None).await.expect("the socket opens")
    }

    /// Opens a socket of a spectator.
    pub(crate) async fn spectator(&self) -> SocketClient {
        let mut socket = self.connect().await;
        socket.send(&json!({"type": "hello"})).await;
        assert_eq!(socket.receive_type("welcome").await["patron"], Value::Null);
        socket
    }

    /// Opens a socket of a patron.
    pub(crate) async fn connect_as(&self, patron: &Patron) -> SocketClient {
        let mut socket = self.connect().await;
        socket.send(&json!({"type": "hello", "token": patron.token})).await;
        assert_eq!(socket.receive_type("welcome").await["patron"]["patron_id"], patron.id);
        socket
    }
}

fn listener() -> TcpListener {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_send_buffer_size(4 << 10).expect("a small buffer");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    socket.listen(128).expect("it listens")
}
