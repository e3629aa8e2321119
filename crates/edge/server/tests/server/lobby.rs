//! The lobby stream: all tables in short, then what changes of them.

use serde_json::{Value, from_value, json};
use wire::lobby::{Lobby, LobbyChange, LobbyTable};

use crate::http;
use crate::socket_client::SocketClient;
use crate::test_server::{QUICK, SLOW, TestServer};

async fn watch_lobby(socket: &mut SocketClient) -> Lobby {
    socket.send(&json!({"type": "watch_lobby"})).await;
    from_value(socket.receive_type("lobby").await).expect("a lobby")
}

fn table(tables: &[LobbyTable], id: u32) -> LobbyTable {
    tables.iter().find(|table| table.table_id == id).expect("it is in the lobby").clone()
}

/// The changes of a table in a message, if it has any.
fn change_of(message: &Value, id: u32) -> Option<LobbyChange> {
    let changes = message["changes"].as_array()?;
    let change = changes.iter().find(|change| change["table_id"] == id)?;
    Some(from_value(change.clone()).expect("a change"))
}

#[tokio::test]
async fn a_client_that_folds_the_changes_has_what_a_new_list_says() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    let mut folded = table(&watch_lobby(&mut socket).await.tables, QUICK);
    let beads = |table: &LobbyTable| table.beads.split_whitespace().count();
    while beads(&folded) < 2 {
        let message = socket.receive_type("lobby_changed").await;
        assert!(message["now"].as_i64() > Some(1_700_000_000_000), "a message with deadlines has the clock");
        if let Some(change) = change_of(&message, QUICK) {
            folded.take(change);
        }
    }
    // A list that comes after the changes says the same: the changes until then came before it.
    socket.send(&json!({"type": "watch_lobby"})).await;
    loop {
        let message = socket.next().await;
        if let Some(change) = change_of(&message, QUICK) {
            folded.take(change);
        }
        if message["type"] == "lobby" {
            let lobby: Lobby = from_value(message).expect("a lobby");
            assert_eq!(folded, table(&lobby.tables, QUICK));
            break;
        }
    }
}

#[tokio::test]
async fn seats_are_told_and_all_tables_of_a_tick_are_in_one_message() {
    let server = TestServer::start().await;
    let (ana, mut lobby) = (server.guest("Ana").await, server.spectator().await);
    watch_lobby(&mut lobby).await;
    server.connect_as(&ana).await.take_seat(SLOW).await;
    let sat = |message: &Value| change_of(message, SLOW).is_some_and(|change| change.patrons == Some(1));
    let message = lobby.receive_until(sat).await;
    let tables = message["changes"].as_array().unwrap().iter().map(|change| &change["table_id"]);
    let tables: Vec<_> = tables.collect();
    assert!(tables == [QUICK, SLOW] || tables == [SLOW, QUICK] || tables == [SLOW], "{message}");
}

#[tokio::test]
async fn the_lobby_ends_with_unwatch_and_sends_no_frames_of_tables() {
    let server = TestServer::start().await;
    let (mut socket, mut other) = (server.spectator().await, server.spectator().await);
    watch_lobby(&mut socket).await;
    watch_lobby(&mut other).await;
    let message = socket.next().await;
    assert_eq!(message["type"], "lobby_changed", "no frame: {message}");
    socket.send(&json!({"type": "unwatch_lobby"})).await;
    socket.send(&json!({"type": "ping", "nonce": 1})).await;
    socket.receive_type("pong").await;
    for _ in 0..2 {
        other.receive_type("lobby_changed").await;
    }
    socket.send(&json!({"type": "ping", "nonce": 2})).await;
    let next = socket.next().await;
    assert_eq!((&next["type"], &next["nonce"]), (&json!("pong"), &json!(2)), "{next}");
}

#[tokio::test]
async fn the_list_over_http_has_no_spots_and_a_table_has_them() {
    let server = TestServer::start().await;
    let lobby = http::get(server.address, "/api/v1/tables", None).await.json();
    let table = &lobby["tables"][0];
    assert_eq!((&table["rules"]["spots"], &table["minimum"]), (&Value::Null, &json!(100)));
    assert_eq!(table["rules"].as_object().unwrap().len(), 3, "{table}");
    let id = &table["table_id"];
    let whole = http::get(server.address, &format!("/api/v1/tables/{id}"), None).await.json();
    assert!(!whole["rules"]["spots"].as_array().unwrap().is_empty());
}
