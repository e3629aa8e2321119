//! Collects all that leaves the server, for tests of what nobody may learn: the answers of every route that reads, the
//! messages of sockets, the log and the metrics. Knows no card.

use std::io;
use std::sync::{Arc, Mutex};

use house::people::Role;
use punto_server::metrics;
use punto_server::permissions::{self, Permission};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tracing::Dispatch;
use tracing::dispatcher::{self, DefaultGuard};
use tracing_subscriber::fmt::MakeWriter;

use crate::http;
use crate::live_studio::Studio;
use crate::socket_client::SocketClient;

/// What was said, each with the place where it was said.
pub(crate) type Said = Vec<(String, String)>;

/// A log of one thread, and a second one that nobody writes to. With one alone, `tracing` asks the thread that comes
/// first to a line of code whether it is printed, and that may be the thread of a test without a log.
pub(crate) struct Log {
    _own: DefaultGuard,
    _second: Dispatch,
}

/// What is printed.
#[derive(Clone, Default)]
pub(crate) struct Printed(Arc<Mutex<Vec<u8>>>);

impl Printed {
    /// Takes everything that this thread logs, at every level, as long as the log is kept.
    pub(crate) fn begin() -> (Self, Log) {
        let printed = Self::default();
        let of = |writer: Self| {
            let log = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_ansi(false);
            Dispatch::new(log.with_writer(writer).finish())
        };
        let (second, own) = (of(Self::default()), of(printed.clone()));
        (printed, Log { _own: dispatcher::set_default(&own), _second: second })
    }

    /// All of it until now.
    pub(crate) fn text(&self) -> String {
        let text = String::from_utf8_lossy(&self.0.lock().expect("nobody panicked")).into_owned();
        assert!(text.contains("the table went on"), "what the house does is printed: {text}");
        text
    }
}

impl io::Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("nobody panicked").extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Printed {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// Somebody who reads.
pub(crate) struct Caller {
    pub(crate) name: String,
    pub(crate) token: Option<String>,
}

impl Caller {
    pub(crate) fn new(name: &str, token: &str) -> Self {
        Self { name: name.to_owned(), token: Some(token.to_owned()) }
    }
}

/// A spectator, the patron and the staff of the studio, and another member of staff for each role.
pub(crate) async fn callers(studio: &Studio) -> Vec<Caller> {
    let mut callers = vec![
        Caller { name: "spectator".to_owned(), token: None },
        Caller::new("ana", &studio.ana.token),
        Caller::new("dealer of the table", &studio.dealer),
        Caller::new("supervisor one", &studio.one),
        Caller::new("supervisor two", &studio.two),
    ];
    for role in Role::STAFF {
        let name = format!("Eve {role}");
        callers.push(Caller::new(&name, &studio.server.staff(&name, &[role]).await));
    }
    callers
}

/// What each route that reads says of this table to each of them, with its status. Each of them is told something.
pub(crate) async fn read(studio: &Studio, table: u32, callers: &[Caller]) -> Said {
    let table = table.to_string();
    let mut all = Said::new();
    for Caller { name, token } in callers {
        let mut said = 0;
        for Permission { action, .. } in permissions::of_routes() {
            let Some(path) = action.strip_prefix("GET ").filter(|path| !path.ends_with("/socket")) else {
                continue;
            };
            let named = path.split('/').map(|part| match part {
                "{table}" => &table,
                part if part.starts_with('{') => "1",
                part => part,
            });
            let path = named.collect::<Vec<_>>().join("/");
            let answer = http::get(studio.server.address, &path, token.as_deref()).await;
            assert_ne!(answer.status, 429, "{name} is not heard: GET {path}");
            said += usize::from(answer.status == 200 && !answer.body.is_empty());
            all.push((format!("{name}: GET {path}"), format!("{} {}", answer.status, answer.text())));
        }
        assert!(said > 0, "{name} reads nothing");
    }
    all
}

/// All that a socket was sent until now.
pub(crate) async fn heard(socket: &mut SocketClient) -> Vec<Value> {
    socket.send(&json!({"type": "ping", "nonce": 77})).await;
    let mut heard = heard_until(socket, "pong").await;
    heard.pop();
    heard
}

/// All that a socket is sent up to the next message of that type, and that message.
pub(crate) async fn heard_until(socket: &mut SocketClient, kind: &str) -> Vec<Value> {
    let mut heard = Vec::new();
    loop {
        let next = socket.next().await;
        let is_it = next["type"] == kind;
        heard.push(next);
        if is_it {
            return heard;
        }
    }
}

/// A scrape of the metrics, which have a listener of their own.
pub(crate) async fn scraped(studio: &Studio) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("it listens");
    let (metrics, house) = (Arc::clone(&studio.metrics), Arc::clone(&studio.server.house));
    let serving = tokio::spawn(metrics::serve(listener, metrics, house));
    let request = format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    let answer = http::raw(address, request.as_bytes()).await;
    serving.abort();
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.text().to_owned()
}

/// Whether the text has this word, and not as a part of a longer one.
pub(crate) fn says(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|own| own == word)
}
