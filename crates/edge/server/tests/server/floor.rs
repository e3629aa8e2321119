//! Tables over HTTP: managers and supervisors change them, and clients that watch receive the changes.

use house::floor::{Change, FloorRefusal, TableStep};
use house::log::Actor;
use house::people::Role;
use punto_server::floor::{new_record, record_of, settings_of};
use serde_json::{Value, json};
use table::TableId;

use crate::http;
use crate::test_server::{QUICK, SLOW, TestServer};

const BY_HAND: Change<'static> = Change { by: Actor::Operator, why: "a test" };

async fn lobby(server: &TestServer) -> Vec<(u64, String)> {
    let lobby = http::get(server.address, "/api/v1/tables", None).await.json();
    let row = |table: &Value| {
        let status = table["status"].as_str().expect("a status");
        (table["table_id"].as_u64().expect("a number"), status.to_owned())
    };
    lobby["tables"].as_array().expect("tables").iter().map(row).collect()
}

#[tokio::test]
async fn a_table_that_is_added_is_in_the_lobby_and_can_be_watched_at_once() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.send(&json!({"type": "watch_lobby"})).await;
    let listed = socket.receive_type("lobby").await["tables"].clone();
    assert_eq!(listed.as_array().unwrap().len(), 2);
    let base = server.house.table(TableId(SLOW)).unwrap();
    let record = house::floor::TableRecord { id: TableId(9), place: 0, ..base.record.clone() };
    server.house.create_table(record, BY_HAND).await.unwrap();
    assert_eq!(lobby(&server).await.last().unwrap(), &(9, "open".to_owned()));
    let added = |message: &Value| message["tables"][0]["table_id"] == 9 && message["order"].is_array();
    socket.receive_until(added).await;
    socket.send(&json!({"type": "watch", "table_id": 9})).await;
    assert_eq!(socket.receive_type("snapshot").await["table"]["table_id"], 9);
    server.house.step_table(TableId(9), TableStep::Halt, BY_HAND).await.unwrap();
    let halted = |message: &Value| message["changes"].to_string().contains(r#""status":"halted""#);
    socket.receive_until(halted).await;
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

#[tokio::test]
async fn a_supervisor_halts_and_resumes_and_everything_stays_on_record() {
    let server = TestServer::start().await;
    let ann = server.staff("Ann", &[Role::Supervisor]).await;
    let post = async |path: &str, body: Value| {
        http::post(server.address, &format!("/api/v1/tables/{SLOW}/{path}"), Some(&ann), &body).await
    };
    let get =
        async |path: &str| http::get(server.address, &format!("/api/v1{path}"), Some(&ann)).await.json();
    for (step, status) in [("halt", "halted"), ("resume", "open")] {
        let answer = post(step, json!({"why": "a spill"})).await;
        assert_eq!((answer.status, &answer.json()["status"]), (200, &json!(status)), "{step}");
    }
    post("halt", json!({"why": " "})).await.is_refusal(422, "no_reason");
    post("halt", json!({})).await.is_refusal(400, "malformed_request");
    post("close", json!({"why": "winter"})).await.is_refusal(403, "not_allowed");
    let changes = get(&format!("/tables/{SLOW}/changes")).await["changes"].clone();
    let told: Vec<_> = changes
        .as_array()
        .unwrap()
        .iter()
        .map(|it| (it["by"].clone(), it["settings"]["status"].clone()))
        .collect();
    let by_ann = |status: &str| (json!("staff:1"), json!(status));
    assert_eq!(told, [by_ann("open"), by_ann("halted")]);
    let floor = get("/floor").await;
    assert_eq!(floor["tables"][0], get(&format!("/tables/{SLOW}/settings")).await);
    assert_eq!(floor["tables"][0]["limits"]["tie"], json!({"minimum": 100, "maximum": 50_000}));
}

/// Asks the server as the bearer of a token, under `/tables`.
async fn call(server: &TestServer, token: &str, method: &str, path: &str, body: Value) -> http::Answer {
    let headers =
        [("Authorization", format!("Bearer {token}")), ("Content-Type", "application/json".to_owned())];
    let (path, body) = (format!("/api/v1/tables{path}"), body.to_string());
    http::send(server.address, method, &path, &headers, body.as_bytes()).await
}

#[tokio::test]
async fn a_manager_creates_changes_closes_and_opens() {
    let server = TestServer::start().await;
    let token = server.staff("Mia", &[Role::Manager]).await;
    let call = async |method: &str, path: &str, body| call(&server, &token, method, path, body).await;
    let new = json!({"settings": {"name": "Garden", "rules": {"id": "three-bet"}}, "why": "a new room"});
    let created = call("POST", "", new).await;
    assert_eq!((created.status, &created.json()["table_id"]), (201, &json!(3)), "{created:?}");
    let change = json!({"settings": {"timings": {"betting_ms": 9_000}}, "why": "busy"});
    assert_eq!(call("PATCH", "/3", change).await.json()["timings"]["betting_ms"], 9_000);
    let bad = json!({"settings": {"name": "", "exposure": 1}, "why": "?"});
    let refused = call("PATCH", "/3", bad).await;
    let fields = refused.json()["error"]["fields"].clone();
    assert_eq!(fields.as_object().unwrap().keys().collect::<Vec<_>>(), ["exposure", "name"], "{refused:?}");
    let unknown = json!({"settings": {"rules": {"id": "ours", "digest": "a5".repeat(32)}}, "why": "?"});
    call("PATCH", "/3", unknown).await.is_refusal(422, "unknown_house_rules");
    for (step, status) in [("close", "closed"), ("open", "open")] {
        let answer = call("POST", &format!("/3/{step}"), json!({"why": "winter"})).await;
        assert_eq!(answer.json()["status"], status);
    }
    call("POST", "/3/halt", json!({"why": "?"})).await.is_refusal(403, "not_allowed");
}

#[tokio::test]
async fn a_manager_opens_a_live_table_and_changes_how_it_is_run_but_not_who_draws() {
    let server = TestServer::start().await;
    let token = server.staff("Mia", &[Role::Manager]).await;
    let call = async |method: &str, path: &str, settings: Value| {
        call(&server, &token, method, path, json!({"settings": settings, "why": "a live room"})).await
    };
    let live = json!({"name": "Live", "rules": {"id": "three-bet"}, "dealer": "scanner",
        "scanner": {"shoes": "assigned", "conf_min": 980}});
    let created = call("POST", "", live).await;
    let scanner = json!({"start": "dealer", "shoes": "assigned", "count_out": false, "burn_on_handover": false, "conf_min": 980,
        "dealer_ms": 20_000, "supervisor_ms": 60_000, "abandon_ms": 900_000});
    let told = created.json();
    assert_eq!((&told["dealer"], &told["scanner"]), (&json!("scanner"), &scanner), "{created:?}");
    let table = told["table_id"].as_u64().expect("a number");
    let path = format!("/api/v1/tables/{table}/live");
    let status = http::get(server.address, &path, Some(&token)).await.json();
    assert_eq!(status["live"]["waits_for"], "device", "it is a live table at once: {status}");
    let path = format!("/{table}");
    let changed = call("PATCH", &path, json!({"scanner": {"start": "auto"}})).await.json();
    let mut expected = scanner.clone();
    expected["start"] = json!("auto");
    assert_eq!((&changed["dealer"], &changed["scanner"]), (&json!("scanner"), &expected));
    let same = call("PATCH", &path, json!({"dealer": "scanner", "place": 9})).await;
    assert_eq!((same.status, &same.json()["scanner"]), (200, &expected), "the same dealer is no change");
    for (path, settings, field) in [
        (path.as_str(), json!({"dealer": "shuffle"}), "dealer"),
        ("/1", json!({"dealer": "scanner"}), "dealer"),
        ("/1", json!({"scanner": {"conf_min": 900}}), "scanner"),
        (path.as_str(), json!({"scanner": {"conf_min": 1_001}}), "scanner"),
        (path.as_str(), json!({"scanner": {"start": "noon"}}), "scanner"),
        (path.as_str(), json!({"dealer": "robot"}), "dealer"),
    ] {
        let refused = call("PATCH", path, settings).await;
        let fields = refused.json()["error"]["fields"].clone();
        assert_eq!(fields.as_object().unwrap().keys().collect::<Vec<_>>(), [field], "{refused:?}");
    }
}

#[test]
fn what_a_change_gives_is_read_as_it_is_written() {
    let new = json!({
        "settings": {
            "name": "Garden",
            "rules": {"id": "three-bet"},
            "limits": {"tie": {"minimum": 100, "maximum": 5_000}},
            "exposure": 0,
            "ante": 10_000,
            "capacity": 7,
            "timings": {"betting_ms": 9_000},
            "seating": {"idle_limit": 0},
            "dealer": "scanner",
            "scanner": {"start": "auto", "count_out": true, "abandon_ms": 800_000},
        },
        "why": "a new room",
    });
    let mut record = new_record(&serde_json::from_value(new).unwrap()).unwrap();
    record.id = TableId(9);
    let settings = settings_of(&record);
    assert_eq!(record_of(settings.clone()).unwrap(), record, "there and back");
    assert_eq!((settings.capacity, settings.ante, settings.timings.betting_ms), (7, 10_000, 9_000));
    let bad = json!({
        "settings": {
            "rules": {"id": "ours"},
            "limits": {"dragon": {"minimum": 1, "maximum": 2}},
            "currency": {"code": "x", "decimals": 2},
        },
        "why": "?",
    });
    let refusal = new_record(&serde_json::from_value(bad).unwrap()).unwrap_err();
    let FloorRefusal::BadSettings { problems } = refusal else { panic!("{refusal}") };
    let fields: Vec<_> = problems.iter().map(|problem| problem.field.as_str()).collect();
    assert_eq!(fields, ["name", "rules", "currency", "limits.dragon"], "all problems are named");
}
