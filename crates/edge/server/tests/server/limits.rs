//! Limits: guests, messages, sockets, unread frames, idle connections.

use std::time::Duration;

use punto_server::{Limits, Rate};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::accounts::PASSWORD;
use crate::http::post;
use crate::socket_client::{SocketClient, TIMEOUT};
use crate::test_server::{QUICK, SLOW, TestServer};

const TWO: Rate = Rate { burst: 2, every: Duration::from_secs(90) };

#[tokio::test]
async fn guest_creation_is_rate_limited() {
    let server = TestServer::with_limits(Limits { guests_local: TWO, ..Limits::default() }).await;
    for _ in 0..2 {
        server.guest("Ana").await;
    }
    let answer = post(server.address, "/api/v1/guests", None, &json!({"nickname": "Ana"})).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too_many_guests"));
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((80..=90).contains(&wait), "{wait}");
}

#[tokio::test]
async fn an_account_that_is_refused_takes_no_guest_from_its_network() {
    let server = TestServer::with_limits(Limits { guests_local: TWO, ..Limits::default() }).await;
    let sign_up = async |nickname: &str, password: &str| {
        let body = json!({"nickname": nickname, "password": password});
        post(server.address, "/api/v1/accounts", None, &body).await
    };
    for _ in 0..3 {
        sign_up("Ana Lee", "12345678").await.is_refusal(422, "bad_password");
    }
    server.guest("Ben").await;
    assert_eq!(sign_up("Ana Lee", PASSWORD).await.status, 201);
    sign_up("ana lee", PASSWORD).await.is_refusal(409, "name_taken");
    let full = sign_up("Cem Ata", PASSWORD).await;
    full.is_refusal(429, "too_many_guests");
    assert!(full.text().contains("guests or accounts"), "{}", full.text());
    let checks = sign_up("Cem Ata", PASSWORD).await;
    checks.is_refusal(429, "too_many_requests");
    assert!(checks.header("retry-after").is_some(), "six checks for two accounts: {checks:?}");
}

#[tokio::test]
async fn messages_above_the_rate_are_refused_and_a_flood_ends_the_socket() {
    let messages = Rate { burst: 5, every: Duration::from_secs(90) };
    let server = TestServer::with_limits(Limits { messages, ..Limits::default() }).await;
    let mut socket = server.spectator().await;
    for nonce in 0..4 {
        socket.send(&json!({"type": "ping", "nonce": nonce})).await;
        assert_eq!(socket.next().await["nonce"], nonce);
    }
    for _ in 0..5 {
        socket.send(&json!({"type": "ping", "nonce": 9})).await;
        assert_eq!(socket.receive_problem().await, "too_many_messages");
    }
    socket.send(&json!({"type": "ping", "nonce": 9})).await;
    assert_eq!(socket.wait_for_close().await, Some(1008));
}

#[tokio::test]
async fn binary_frames_count_as_messages() {
    let server = TestServer::with_limits(Limits { messages: TWO, ..Limits::default() }).await;
    let mut socket = server.spectator().await;
    for code in ["malformed_message", "too_many_messages", "too_many_messages"] {
        socket.send_message(Message::binary(vec![1, 2, 3])).await;
        assert_eq!(socket.receive_problem().await, code);
    }
    socket.send_message(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(socket.wait_for_close().await, Some(1008));
}

#[tokio::test]
async fn open_sockets_are_limited() {
    let server = TestServer::with_limits(Limits { sockets: 2, ..Limits::default() }).await;
    let (first, _second) = (server.spectator().await, server.spectator().await);
    match SocketClient::open(server.address, None).await.map(|_| ()) {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 503),
        other => panic!("{other:?}"),
    }
    drop(first);
    while SocketClient::open(server.address, None).await.is_err() {}
}

#[tokio::test]
async fn a_slow_reader_is_closed_and_resumes_later() {
    let server = TestServer::with_fast_table(Limits { queue_bytes: 4 << 10, ..Limits::default() }).await;
    let (mut slow, mut quick) =
        (SocketClient::with_small_buffer(server.address).await, server.spectator().await);
    slow.send(&json!({"type": "hello"})).await;
    slow.send(&json!({"type": "watch", "table_id": QUICK})).await;
    let mut seen = seq(&slow.receive_type("snapshot").await);
    // Once the quick socket has read this much, the slow one was sent more than its outbox and buffers hold.
    quick.watch(QUICK).await;
    let mut bytes = 0;
    while bytes < 64 << 10 {
        bytes += quick.receive_type("frame").await.to_string().len();
    }
    let latest = seq(&quick.receive_type("frame").await);
    let end = loop {
        match slow.receive().await {
            Ok(frame) => {
                seen += 1;
                assert_eq!(seq(&frame), seen, "received frames have no gap");
            }
            Err(code) => break code,
        }
    };
    assert!(end.is_none_or(|code| code == 1013), "{end:?}");
    assert!(seen < latest, "it was closed before the latest frame");

    let mut back = server.spectator().await;
    back.send(&json!({"type": "watch", "table_id": QUICK, "after": seen})).await;
    let next = back.next().await;
    assert!(seq(&next) == seen + 1 || next["type"] == "snapshot", "{next}");
}

fn seq(message: &Value) -> u64 {
    let seq = message["seq"].as_u64();
    assert!(seq.is_some(), "{message}");
    seq.unwrap_or_default()
}

#[tokio::test]
async fn answers_wait_for_a_slow_reader() {
    let messages = Rate { burst: 1_000, every: Duration::from_millis(1) };
    let server =
        TestServer::with_limits(Limits { queue_bytes: 8 << 10, messages, ..Limits::default() }).await;
    let mut socket = SocketClient::with_small_buffer(server.address).await;
    socket.send(&json!({"type": "hello"})).await;
    for _ in 0..100 {
        socket.send(&json!({"type": "watch", "table_id": SLOW})).await;
    }
    for n in 0..100 {
        assert_eq!(socket.receive_type("snapshot").await["type"], "snapshot", "{n}");
    }
}

#[tokio::test]
async fn an_idle_socket_is_closed() {
    let limits = Limits {
        idle: Duration::from_millis(300),
        ping_every: Duration::from_millis(50),
        ..Limits::default()
    };
    let server = TestServer::with_limits(limits).await;
    // This socket reads, which answers pings, so it stays open.
    let mut socket = server.spectator().await;
    socket.watch(QUICK).await;
    socket.receive_event("round_ended").await;
    // This socket does not read, so it answers no ping and is closed.
    let mut silent = server.spectator().await;
    socket.receive_event("round_ended").await;
    socket.receive_event("betting_closed").await;
    let mut end = None;
    while silent.try_send_message(Message::text(r#"{"type":"ping","nonce":1}"#)).await.is_ok() {
        if let Err(code) = silent.receive().await {
            end = code;
            break;
        }
    }
    assert!(end.is_none_or(|code| code == 1008), "{end:?}");
}

#[tokio::test]
async fn a_connection_without_a_complete_request_is_closed() {
    let server =
        TestServer::with_limits(Limits { idle: Duration::from_millis(100), ..Limits::default() }).await;
    for sent in ["", "GET / HTTP/1.1\r\nHost: "] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "{sent:?} is still open");
    }
}
