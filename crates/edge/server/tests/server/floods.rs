//! Sockets that send too much, read too little, or say nothing: each of them ends, and the server goes on.

use std::time::Duration;

use punto_server::{Limits, Rate};
use serde_json::json;

use crate::raw_socket::{BINARY, FIRST, MORE, PING, PONG, RawSocket, TEXT, frame, request};
use crate::socket_client::SocketClient;
use crate::test_server::{SLOW, TestServer};

#[tokio::test]
async fn a_flood_of_any_kind_of_frame_ends_the_socket() {
    let server = TestServer::start().await;
    for (kind, frames) in [
        ("messages", frame(TEXT, request(1, 0))),
        ("binary messages", frame(BINARY, "")),
        ("malformed messages", frame(TEXT, "{")),
        ("pings", frame(PING, "")),
        ("pings with content", frame(PING, [7; 125])),
        ("pongs", frame(PONG, "")),
        ("fragments", frame(MORE, "")),
    ] {
        let mut socket = RawSocket::open(&server).await;
        if kind == "fragments" {
            socket.send(&frame(FIRST, "")).await;
        }
        // Twice the burst and as many refused ones, and some more for the time that passes.
        let many = 4 * usize::try_from(Limits::default().messages.burst).unwrap();
        socket.send(&frames.repeat(many)).await;
        assert_eq!(socket.end().await, Some(1008), "{kind}");
    }
}

#[tokio::test]
async fn answers_to_pings_are_not_a_flood() {
    let limits = Limits {
        ping_every: Duration::from_millis(5),
        messages: Rate { burst: 5, every: Duration::from_secs(90) },
        ..Limits::default()
    };
    let server = TestServer::with_limits(limits).await;
    let mut socket = RawSocket::open(&server).await;
    for _ in 0..50 {
        let (first, content) = socket.next().await.unwrap();
        assert_eq!((first, content.len()), (PING, 0));
        socket.send(&frame(PONG, "")).await;
    }
    assert!(socket.is_open().await);
}

#[tokio::test]
async fn a_socket_that_does_not_greet_ends() {
    let limits = Limits { hello: Duration::from_millis(300), ..Limits::default() };
    let server = TestServer::with_limits(limits).await;
    let (mut silent, mut pinging) = (RawSocket::open(&server).await, RawSocket::open(&server).await);
    let mut wrong = server.connect().await;
    wrong.send(&json!({"type": "hello", "token": "deadbeef"})).await;
    let mut greeted = server.spectator().await;
    assert!(pinging.is_open().await);
    assert_eq!(silent.end().await, Some(1008));
    assert_eq!(pinging.end().await, Some(1008), "other messages are no greeting");
    assert_eq!(wrong.wait_for_close().await, Some(1008), "a wrong token is no greeting");
    greeted.send(&json!({"type": "ping", "nonce": 1})).await;
    greeted.receive_type("pong").await;
}

#[tokio::test]
async fn a_socket_that_does_not_read_its_answers_ends() {
    let limits = Limits {
        idle: Duration::from_millis(300),
        messages: Rate { burst: 10_000, every: Duration::from_millis(1) },
        ..Limits::default()
    };
    let server = TestServer::with_limits(limits).await;
    let mut socket = SocketClient::with_small_buffer(server.address).await;
    socket.send(&json!({"type": "hello"})).await;
    // It asks until the server takes no more, and reads nothing meanwhile.
    let asking = async {
        loop {
            let watch = json!({"type": "watch", "table_id": SLOW}).to_string();
            if socket.try_send_message(watch.into()).await.is_err() {
                return;
            }
        }
    };
    tokio::time::timeout(crate::socket_client::TIMEOUT, asking).await.expect("the server ends the socket");
    assert_eq!(server.spectator().await.watch(SLOW).await["type"], "snapshot");
}
