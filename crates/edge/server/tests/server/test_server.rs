//! A server with two tables: one with all the time in the world to wager, and one that deals without pause.

use std::net::SocketAddr;
use std::sync::Arc;

use house::ports::Store;
use house::{House, OsEntropy, SystemClock};
use punto_server::{Config, Server};
use serde_json::{Value, json};
use store::SqliteStore;
use table::{Settings, Timings};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::http;
use crate::line::Line;

/// `live-commission`; its betting stays open.
pub(crate) const SLOW: u32 = 1;
/// `gold-card`; a round takes less than a second.
pub(crate) const QUICK: u32 = 2;

/// A running server.
pub(crate) struct Hall {
    pub(crate) address: SocketAddr,
    pub(crate) house: Arc<House>,
    stop: oneshot::Sender<()>,
    running: JoinHandle<std::io::Result<()>>,
    _data: TempDir,
}

/// A guest with a token.
#[derive(Clone, Debug)]
pub(crate) struct Patron {
    pub(crate) token: String,
    pub(crate) id: u64,
}

pub(crate) fn tables() -> Vec<Settings> {
    let mut tables = house::default_tables();
    let quick = Timings { betting_ms: 60_000, drain_ms: 10, card_ms: 5, result_ms: 200, shuffle_ms: 5 };
    for table in &mut tables {
        table.timings = quick;
    }
    tables[1].timings.betting_ms = 400;
    tables
}

impl Hall {
    /// As it comes.
    pub(crate) async fn open() -> Self {
        Self::with(Config::default()).await
    }

    pub(crate) async fn with(config: Config) -> Self {
        Self::with_store(config, tables(), |store| store).await
    }

    /// With a quick table that hardly stops for wagers.
    pub(crate) async fn racing(config: Config) -> Self {
        let mut tables = tables();
        tables[1].timings = Timings { betting_ms: 5, drain_ms: 0, card_ms: 1, result_ms: 1, shuffle_ms: 1 };
        Self::with_store(config, tables, |store| store).await
    }

    /// With a store that something was done to, and a listener whose connections hold little.
    pub(crate) async fn with_store<S: Store>(
        config: Config,
        tables: Vec<Settings>,
        wrap: impl FnOnce(Arc<SqliteStore>) -> Arc<S>,
    ) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(&data.path().join("punto.sqlite")).expect("a new store opens");
        let house = House::start(wrap(Arc::new(store)), Arc::new(SystemClock), Arc::new(OsEntropy), tables);
        let house = Arc::new(house.await.expect("the house opens"));
        let server = Server::new(Arc::clone(&house), config);
        let listener = listener();
        let address = listener.local_addr().expect("it listens");
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(server.run(listener, async {
            let _ = stopped.await;
        }));
        Self { address, house, stop, running, _data: data }
    }

    /// Stops the server and waits until it has stopped.
    pub(crate) async fn close(self) {
        self.stop.send(()).expect("it runs");
        self.running.await.expect("it did not panic").expect("it served well");
    }

    pub(crate) async fn guest(&self, nickname: &str) -> Patron {
        let answer = http::post(self.address, "/api/guests", None, &json!({"nickname": nickname})).await;
        assert_eq!(answer.status, 201, "{answer:?}");
        let body = answer.json();
        let token = body["token"].as_str().expect("a token").to_owned();
        Patron { token, id: body["patron"]["patron_id"].as_u64().expect("an id") }
    }

    /// A socket on which nothing was said yet.
    pub(crate) async fn line(&self) -> Line {
        Line::open(self.address, None).await.expect("the socket opens")
    }

    /// A socket of somebody without a token.
    pub(crate) async fn spectator(&self) -> Line {
        let mut line = self.line().await;
        line.say(&json!({"type": "hello"})).await;
        assert_eq!(line.next_of("welcome").await["patron"], Value::Null);
        line
    }

    /// A socket of a patron.
    pub(crate) async fn seated(&self, patron: &Patron) -> Line {
        let mut line = self.line().await;
        line.say(&json!({"type": "hello", "token": patron.token})).await;
        assert_eq!(line.next_of("welcome").await["patron"]["patron_id"], patron.id);
        line
    }
}

fn listener() -> TcpListener {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_send_buffer_size(4 << 10).expect("a small buffer");
    socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    socket.listen(128).expect("it listens")
}
