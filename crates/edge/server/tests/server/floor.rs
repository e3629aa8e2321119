//! The floor over HTTP: what managers and supervisors do to tables, and what those who watch are told.

use house::floor::{Change, TableStep};
use house::log::Actor;
use serde_json::{Value, json};
use table::TableId;

use crate::http;
use crate::test_server::{QUICK, SLOW, TestServer};

const BY_HAND: Change<'static> = Change { by: Actor::Operator, why: "a test" };

async fn lobby(server: &TestServer) -> Vec<(u64, String)> {
    let lobby = http::get(server.address, "/api/v1/tables", None).await.json();
    let row =
        |table: &Value| (table["table_id"].as_u64().unwrap(), table["status"].as_str().unwrap().to_owned());
    lobby["tables"].as_array().unwrap().iter().map(row).collect()
}

#[tokio::test]
async fn a_table_that_is_added_is_in_the_lobby_and_can_be_watched_at_once() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    let base = server.house.table(TableId(SLOW)).unwrap();
    let record = house::floor::TableRecord { id: TableId(9), place: 0, ..base.record.clone() };
    server.house.create_table(record, BY_HAND).await.unwrap();
    assert_eq!(lobby(&server).await.last().unwrap(), &(9, "open".to_owned()));
    socket.send(&json!({"type": "watch", "table_id": 9})).await;
    assert_eq!(socket.receive_type("snapshot").await["table"]["table_id"], 9);
    server.house.step_table(TableId(9), TableStep::Halt, BY_HAND).await.unwrap();
    socket.receive_type("tables_changed").await;
}

#[tokio::test]
async fn those_who_watch_see_a_halt_and_a_close_at_once_and_the_lobby_follows() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.send(&json!({"type": "watch", "table_id": SLOW})).await;
    assert_eq!(socket.receive_type("snapshot").await["table"]["status"], "open");
    let table = TableId(SLOW);
    for (step, status) in
        [(TableStep::Halt, "halted"), (TableStep::Resume, "open"), (TableStep::Close, "closed")]
    {
        server.house.step_table(table, step, BY_HAND).await.unwrap();
        assert_eq!(socket.receive_type("snapshot").await["table"]["status"], status);
        socket.receive_type("tables_changed").await;
    }
    assert!(lobby(&server).await.iter().all(|(id, _)| *id != u64::from(SLOW)));
    let shown = http::get(server.address, &format!("/api/v1/tables/{SLOW}"), None).await;
    assert_eq!(shown.json()["status"], "closed", "it can still be looked at");
    let health = http::get(server.address, "/api/v1/health", None).await.json();
    assert_eq!(health["status"], "ok", "a closed table does not trouble the server");
}

#[tokio::test]
async fn a_changed_limit_is_shown_without_a_restart() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.send(&json!({"type": "watch", "table_id": QUICK})).await;
    socket.receive_type("snapshot").await;
    let edit = |record: &mut house::floor::TableRecord| {
        let range = record.limits.get_mut(&baccarat::Spot::Tie).expect("it has one");
        range.maximum = money::Amount::new(20_000).unwrap();
        Ok(())
    };
    server.house.change_table(TableId(QUICK), BY_HAND, edit).await.unwrap();
    let table = socket.receive_type("snapshot").await["table"].clone();
    let spots = table["rules"]["spots"].as_array().unwrap();
    let tie = spots.iter().find(|spot| spot["spot"] == "tie").unwrap();
    assert_eq!(tie["maximum"], 20_000);
}
