//! What one address may have open and send, and what a client behind a proxy may.

use std::time::Duration;

use punto_server::{Config, Limits, PerAddress, Rate};
use serde_json::json;
use tokio::io::AsyncReadExt as _;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;

use crate::http::{self, get, raw, send};
use crate::socket_client::{SocketClient, TIMEOUT};
use crate::test_server::TestServer;

const TWO: Rate = Rate { burst: 2, every: Duration::from_secs(90) };

/// The limits of a server to which this machine is a visitor with these.
fn limits(local: PerAddress) -> Limits {
    Limits { local, ..Limits::default() }
}

fn default() -> PerAddress {
    Limits::default().local
}

#[tokio::test]
async fn an_address_with_too_many_connections_is_turned_away_until_one_ends() {
    let each = limits(PerAddress { connections: 2, ..default() });
    let all = Limits { connections: 2, ..Limits::default() };
    for (limits, status) in [(each, 429), (all, 503)] {
        let server = TestServer::with_limits(limits).await;
        let mut open = [connect(&server).await, connect(&server).await];
        // They were accepted once they are answered.
        for stream in &mut open {
            http::write(stream, b"GET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n").await;
            assert!(stream.read_u8().await.is_ok());
        }
        raw(server.address, b"").await.is_refusal(status, "too_many_connections");
        drop(open);
        let ended = async {
            while raw(server.address, b"GET /api/v1/health HTTP/1.0\r\n\r\n").await.status != 200 {}
        };
        tokio::time::timeout(TIMEOUT, ended).await.expect("places are given back");
    }
}

async fn connect(server: &TestServer) -> TcpStream {
    TcpStream::connect(server.address).await.expect("it listens")
}

#[tokio::test]
async fn an_address_opens_so_many_sockets() {
    let server = TestServer::with_limits(limits(PerAddress { sockets: 2, ..default() })).await;
    let open = [server.spectator().await, server.spectator().await];
    assert_eq!(status(SocketClient::open(server.address, None).await), Some(429));
    // A client that a proxy names is another one.
    let forwarded = [("X-Forwarded-For", "198.51.100.1")];
    assert!(SocketClient::open_with(server.address, "", &forwarded).await.is_ok());
    drop(open);
    while SocketClient::open(server.address, None).await.is_err() {}
}

fn status(opened: Result<SocketClient, Error>) -> Option<u16> {
    match opened.map(|_| ()) {
        Err(Error::Http(answer)) => Some(answer.status().as_u16()),
        _ => None,
    }
}

#[tokio::test]
async fn an_address_sends_so_many_requests_of_every_kind() {
    let server = TestServer::with_limits(limits(PerAddress { requests: TWO, ..default() })).await;
    assert_eq!(get(server.address, "/", None).await.status, 200);
    get(server.address, "/api/v1/nothing", None).await.is_refusal(404, "unknown_path");
    for path in ["/", "/api/v1/tables", "/api/v1/socket"] {
        get(server.address, path, None).await.is_refusal(429, "too_many_requests");
    }
}

#[tokio::test]
async fn an_address_logs_in_so_often() {
    let server = TestServer::with_limits(limits(PerAddress { log_ins: TWO, ..default() })).await;
    let body = json!({"name": "Ana", "password": "nothing much"});
    for (path, refusal) in [
        ("/sessions", (401, "wrong_credentials")),
        ("/staff/sessions", (401, "wrong_credentials")),
        ("/sessions", (429, "too_many_requests")),
        ("/staff/sessions", (429, "too_many_requests")),
        ("/sessions/passkey/options", (429, "too_many_requests")),
        ("/staff/sessions/passkey/options", (429, "too_many_requests")),
    ] {
        let body = if path.ends_with("options") { json!({}) } else { body.clone() };
        let answer = http::post(server.address, &format!("/api/v1{path}"), None, &body).await;
        answer.is_refusal(refusal.0, refusal.1);
    }
}

#[tokio::test]
async fn the_sockets_of_an_address_share_a_rate_of_messages() {
    let messages = Rate { burst: 4, every: Duration::from_secs(90) };
    let server = TestServer::with_limits(limits(PerAddress { messages, ..default() })).await;
    // Each greeting is a message.
    let (mut one, mut two) = (server.spectator().await, server.spectator().await);
    for socket in [&mut one, &mut two] {
        socket.send(&json!({"type": "ping", "nonce": 1})).await;
        assert_eq!(socket.next().await["type"], "pong");
    }
    for socket in [&mut one, &mut two] {
        socket.send(&json!({"type": "ping", "nonce": 2})).await;
        let error = socket.receive_type("problem").await["error"].clone();
        assert_eq!(error["code"], "too_many_messages");
        assert!(error["retry_after_ms"].as_u64().is_some_and(|ms| (1..=90_000).contains(&ms)), "{error}");
    }
}

#[tokio::test]
async fn rates_count_for_each_client_behind_a_trusted_proxy_and_once_for_all_behind_another() {
    let each = PerAddress { requests: TWO, ..Limits::default().each };
    for (trusted, statuses) in [(vec!["127.0.0.1/32"], [200, 200, 429, 200]), (vec![], [200, 200, 429, 429])]
    {
        let trusted_proxies = trusted.iter().map(|it| it.parse().unwrap()).collect();
        let limits = Limits { each, ..Limits::default() };
        let server = TestServer::with_config(Config { trusted_proxies, limits, ..Config::default() }).await;
        let clients = ["198.51.100.1", "198.51.100.1", "203.0.113.9, 198.51.100.1", "2001:db8::1"];
        for (client, status) in clients.into_iter().zip(statuses) {
            let headers = [("X-Forwarded-For", client.to_owned())];
            let answer = send(server.address, "GET", "/api/v1/health", &headers, b"").await;
            assert_eq!(answer.status, status, "{client} {trusted:?}");
        }
    }
}
