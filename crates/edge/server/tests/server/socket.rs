//! The socket without wagers: hello, watching, frames in order, and malformed messages.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::http;
use crate::socket_client::{SocketClient, id, slip};
use crate::test_server::{QUICK, SLOW, TestServer};

#[tokio::test]
async fn hello_comes_first() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect().await;
    socket.send(&json!({"type": "watch", "table_id": SLOW})).await;
    assert_eq!(socket.receive_problem().await, "hello_first");
    socket.send(&json!({"type": "hello", "token": "deadbeef"})).await;
    assert_eq!(socket.receive_problem().await, "unauthenticated");
    socket.send(&json!({"type": "hello", "token": ana.token})).await;
    let welcome = socket.receive_type("welcome").await;
    assert_eq!(
        (&welcome["patron"]["nickname"], &welcome["patron"]["balance"]),
        (&json!("Ana"), &json!(1_000_000))
    );
    assert!(welcome["now"].as_i64().unwrap() > 1_700_000_000_000);
    let limits = json!({"message_bytes": 16_384, "messages_at_once": 100, "message_every_us": 20_000, "wagers": 23,
                        "queue_bytes": 131_072, "idle_ms": 60_000, "ping_every_ms": 20_000});
    assert_eq!((&welcome["version"], &welcome["limits"]), (&json!("punto.v1"), &limits));
}

#[tokio::test]
async fn the_version_is_chosen_in_the_handshake() {
    let server = TestServer::start().await;
    let open = async |offered: &str| {
        SocketClient::open_with(server.address, "", &[("Sec-WebSocket-Protocol", offered)]).await
    };
    let mut socket = open("punto.v2, punto.v1").await.unwrap();
    socket.send(&json!({"type": "hello"})).await;
    assert_eq!(socket.receive_type("welcome").await["version"], "punto.v1");
    let Err(Error::Http(answer)) = open("punto.v2").await.map(|_| ()) else { panic!("it is refused") };
    assert_eq!(answer.status(), 400);
}

#[tokio::test]
async fn a_spectator_watches_but_does_not_wager() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    let round = socket.betting(SLOW).await;
    socket.send(&slip(SLOW, &round, &id(1), &[("tie", 100)])).await;
    assert_eq!(socket.receive_problem().await, "unauthenticated");
}

#[tokio::test]
async fn a_snapshot_is_the_table_and_frames_follow_it_without_a_gap() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    let snapshot = socket.watch(QUICK).await;
    let mut seq = snapshot["seq"].as_u64().unwrap();
    let mut kinds = Vec::new();
    for _ in 0..20 {
        let frame = socket.receive_type("frame").await;
        seq += 1;
        assert_eq!((&frame["table_id"], &frame["seq"]), (&json!(QUICK), &json!(seq)), "{frame}");
        kinds.push(frame["event"]["type"].as_str().unwrap().to_owned());
    }
    for kind in ["betting_opened", "betting_closed", "card_drawn", "round_ended"] {
        assert!(kinds.iter().any(|it| it == kind), "{kind} in {kinds:?}");
    }
}

#[tokio::test]
async fn the_first_shoe_is_seen_from_its_opening() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.betting(QUICK).await;
    let table = http::get(server.address, &format!("/api/v1/tables/{QUICK}"), None).await.json();
    assert_eq!((&table["shoe"]["shoe_no"], &table["shoe"]["size"]), (&json!(1), &json!(416)));
    let ended = socket.receive_event("round_ended").await["event"].clone();
    assert_eq!(ended["phase"]["name"], "settled");
    assert_eq!(ended["result"]["name"], "settled");
    let table = socket.watch(QUICK).await["table"].clone();
    assert_eq!(table["rounds"][0], ended["result"]["bead"]);
    assert_eq!((&table["road_map"], &ended["rounds"]), (&Value::Null, &Value::Null), "beads are enough");
    let roads = http::get(server.address, &format!("/api/v1/tables/{QUICK}/roads"), None).await.json();
    assert!(roads["totals"]["rounds"].as_u64().unwrap() >= 1, "{roads}");
}

#[tokio::test]
async fn a_socket_may_watch_several_tables_and_leave_them() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.watch(SLOW).await;
    socket.watch(QUICK).await;
    socket.receive_until(|message| message["table_id"] == QUICK && message["type"] == "frame").await;
    socket.send(&json!({"type": "leave", "table_id": QUICK})).await;
    socket.send(&json!({"type": "ping", "nonce": 1})).await;
    socket.receive_type("pong").await;
    // Whole rounds pass at the table it left; another socket gets their frames, this one gets none.
    let mut other = server.spectator().await;
    other.watch(QUICK).await;
    other.receive_event("round_ended").await;
    other.receive_event("betting_closed").await;
    socket.send(&json!({"type": "ping", "nonce": 2})).await;
    let next = socket.receive_until(|message| message["table_id"] != SLOW).await;
    assert_eq!((&next["type"], &next["nonce"]), (&json!("pong"), &json!(2)), "{next}");
}

#[tokio::test]
async fn a_client_that_reconnects_gets_the_frames_it_missed() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.watch(QUICK).await;
    let seen = socket.receive_event("betting_closed").await["seq"].as_u64().unwrap();
    drop(socket);
    let mut other = server.spectator().await;
    other.watch(QUICK).await;
    other.receive_event("round_ended").await;

    let mut socket = server.spectator().await;
    socket.send(&json!({"type": "watch", "table_id": QUICK, "after": seen})).await;
    let next = socket.next().await;
    let expected = (&json!("frame"), &json!(seen + 1));
    assert_eq!((&next["type"], &next["seq"]), expected, "no snapshot is needed: {next}");
}

#[tokio::test]
async fn an_unknown_seq_gets_a_snapshot() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.betting(SLOW).await;
    for after in [json!(999_999), json!(u64::MAX)] {
        socket.send(&json!({"type": "watch", "table_id": SLOW, "after": after})).await;
        assert_eq!(socket.next().await["type"], "snapshot", "{after}");
    }
    let seq = socket.watch(SLOW).await["seq"].clone();
    socket.send(&json!({"type": "watch", "table_id": SLOW, "after": seq})).await;
    socket.send(&json!({"type": "ping", "nonce": 3})).await;
    assert_eq!(socket.next().await["type"], "pong", "no frame was missed, none is sent");
}

#[tokio::test]
async fn malformed_messages_get_a_problem_and_the_socket_stays_open() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    for (text, code) in [
        ("", "malformed_message"),
        ("hello", "malformed_message"),
        ("{}", "malformed_message"),
        (r#"{"type":"bet"}"#, "malformed_message"),
        (r#"{"type":"watch"}"#, "malformed_message"),
        (r#"{"type":"watch","table_id":"1"}"#, "malformed_message"),
        (r#"{"type":"watch","table_id":1,"after":-1}"#, "malformed_message"),
        (r#"{"type":"ping","nonce":99999999999}"#, "malformed_message"),
        (r#"{"type":"watch","table_id":3}"#, "unknown_table"),
        (r#"{"type":"leave","table_id":4294967295}"#, "unknown_table"),
    ] {
        socket.send_message(Message::text(text)).await;
        assert_eq!(socket.receive_problem().await, code, "{text}");
    }
    socket.send_message(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(socket.receive_problem().await, "malformed_message");
    socket.send(&json!({"type": "ping", "nonce": 4})).await;
    assert_eq!(socket.receive_type("pong").await["nonce"], 4);
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_socket() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket
        .send_message(Message::text(format!(r#"{{"type":"ping","nonce":{}}}"#, " ".repeat(17 << 10))))
        .await;
    assert_eq!(socket.wait_for_close().await, Some(1009));
    assert_eq!(http::get(server.address, "/api/v1/health", None).await.status, 200);
}

#[tokio::test]
async fn only_own_pages_open_sockets() {
    let server = TestServer::start().await;
    let own = format!("http://{}", server.address);
    assert!(SocketClient::open(server.address, Some(&own)).await.is_ok());
    let foreign = SocketClient::open(server.address, Some("https://elsewhere.example")).await;
    match foreign.map(|_| ()) {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("{other:?}"),
    }
}
