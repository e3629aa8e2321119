//! Every endpoint with good and bad requests: the status, and the code of an error.

use std::sync::Arc;

use baccarat::Spot;
use house::patrons::range::{PatronRange, SpotRange};
use house::people::Role;
use punto_server::Config;
use serde_json::{Value, json};
use table::{PatronId, StaffId};

use crate::http::{self, get, post};
use crate::socket_client::id;
use crate::test_server::{QUICK, SLOW, TestServer, tables};

#[tokio::test]
async fn a_guest_is_created_and_known_by_the_token() {
    let server = TestServer::start().await;
    let answer = post(server.address, "/api/v1/guests", None, &json!({"nickname": "Ana"})).await;
    assert_eq!(answer.status, 201);
    let guest = answer.json();
    let token = guest["token"].as_str().unwrap();
    assert!(token.len() == 64 && token.bytes().all(|it| it.is_ascii_hexdigit()), "{token}");
    assert_eq!(
        guest["patron"],
        json!({"patron_id": guest["patron"]["patron_id"], "nickname": "Ana", "currency": "PLAY",
               "decimals": 2, "play_money": true, "balance": 1_000_000, "bonus": 0, "owed": 0, "number": 1})
    );
    let me = get(server.address, "/api/v1/me", Some(token)).await;
    assert_eq!((me.status, me.json()), (200, guest["patron"].clone()));
    assert_eq!(me.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn public_resources() {
    let server = TestServer::start().await;
    let lobby = get(server.address, "/api/v1/tables", None).await.json();
    assert!(lobby["now"].as_i64().unwrap() > 1_700_000_000_000);
    let names: Vec<_> = lobby["tables"].as_array().unwrap().iter().map(|table| &table["name"]).collect();
    assert_eq!(names, ["Salon One", "Gold Room"]);
    let table = get(server.address, "/api/v1/tables/2", None).await.json();
    assert_eq!((&table["table_id"], &table["rules"]["id"]), (&json!(2), &json!("gold-card")));

    let roads = get(server.address, "/api/v1/tables/2/roads", None).await;
    assert_eq!((roads.status, &roads.json()["totals"]["rounds"]), (200, &json!(0)));

    let rules = get(server.address, "/api/v1/house-rules/gold-card", None).await;
    assert_eq!(rules.header("content-type"), Some("application/toml; charset=utf-8"));
    assert!(rules.text().contains("id = \"gold-card\""));

    let health = get(server.address, "/api/v1/health", None).await;
    let version = env!("CARGO_PKG_VERSION");
    assert_eq!(
        (health.status, health.json()),
        (200, json!({"status": "ok", "version": version, "tables": 2, "stopped": []}))
    );
}

#[tokio::test]
async fn a_table_shows_its_own_rules_where_two_run_under_one_id() {
    let mut tables = tables();
    let text = tables[0].rules.text.clone();
    let other = text.replace("odds = \"0.95\"", "odds = \"0.5\"");
    assert_ne!(other, text);
    tables[1].rules = Arc::new(other.parse().unwrap());
    let server = TestServer::with_store(Config::default(), tables, |store| store).await;
    for (table, document) in [(SLOW, text), (QUICK, other)] {
        let answer = get(server.address, &format!("/api/v1/tables/{table}/house-rules"), None).await;
        assert_eq!((answer.status, answer.text()), (200, document.as_str()));
        assert_eq!(answer.header("content-type"), Some("application/toml; charset=utf-8"));
    }
}

#[tokio::test]
async fn play_money_is_topped_up_when_little_is_left() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let answer = post(server.address, "/api/v1/me/play-money", Some(&ana.token), &Value::Null).await;
    assert_eq!((answer.status, answer.code().as_str()), (409, "balance_not_low"));
    let error = &answer.json()["error"];
    assert_eq!((&error["limit"], &error["already"]), (&json!(10_000), &json!(1_000_000)));
}

#[tokio::test]
async fn bad_requests_get_a_status_and_a_code() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let mine = Some(ana.token.as_str());
    for (path, token, status, code) in [
        ("/api", None, 404, "unknown_path"),
        ("/api/v1/nothing", None, 404, "unknown_path"),
        ("/api/v1/tables/", None, 404, "unknown_path"),
        ("/api/v1/tables/3", None, 404, "unknown_table"),
        ("/api/v1/tables/-1", None, 404, "unknown_table"),
        ("/api/v1/tables/99999999999999999999", None, 404, "unknown_table"),
        ("/api/v1/tables/%F0%9F%82%A1", None, 404, "unknown_table"),
        ("/api/v1/tables/%ff", None, 400, "malformed_request"),
        ("/api/v1/tables/%ff/house-rules", None, 400, "malformed_request"),
        ("/api/v1/house-rules/%ff", None, 400, "malformed_request"),
        ("/api/v1/tables/3/house-rules", None, 404, "unknown_table"),
        ("/api/v1/tables/one/house-rules", None, 404, "unknown_table"),
        ("/api/v1/tables/3/roads", None, 404, "unknown_table"),
        ("/api/v1/tables/one/roads", None, 404, "unknown_table"),
        ("/api/v1/tables/3/shoes/1/beads", None, 404, "unknown_table"),
        ("/api/v1/tables/1/shoes/77/beads", None, 404, "unknown_shoe"),
        ("/api/v1/tables/1/shoes/-1/beads", None, 404, "unknown_shoe"),
        ("/api/v1/tables/1/shoes/99999999999/beads", None, 404, "unknown_shoe"),
        ("/api/v1/house-rules/none", None, 404, "unknown_house_rules"),
        ("/api/v1/house-rules/..%2F..%2FCargo.toml", None, 404, "unknown_house_rules"),
        ("/api/v1/me", None, 401, "unauthenticated"),
        ("/api/v1/me", Some("deadbeef"), 401, "unauthenticated"),
        ("/api/v1/me", Some(""), 401, "unauthenticated"),
        ("/api/v1/me/rounds", None, 401, "unauthenticated"),
        ("/api/v1/me/rounds?limit=0", mine, 422, "unacceptable"),
        ("/api/v1/me/rounds?limit=51", mine, 422, "unacceptable"),
        ("/api/v1/me/rounds?before=9223372036854775808", mine, 422, "unacceptable"),
        ("/api/v1/me/rounds?limit=many", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?limit=-1", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?before=-1", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?colour=red", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?table=one", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?from=today", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?until=1.5", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?from=9223372036854775808", mine, 400, "malformed_request"),
        ("/api/v1/me/rounds?from=2&until=2", mine, 422, "unacceptable"),
        ("/api/v1/me/rounds?from=2&until=1&limit=0", mine, 422, "unacceptable"),
        ("/api/v1/me/statement", None, 401, "unauthenticated"),
        ("/api/v1/me/statement?limit=0", mine, 422, "unacceptable"),
        ("/api/v1/me/statement?before=-1", mine, 400, "malformed_request"),
        ("/api/v1/guests", None, 405, "method_not_allowed"),
        ("/api/v1/me/play-money", mine, 405, "method_not_allowed"),
        ("/api/v1/socket", None, 400, "not_a_websocket"),
    ] {
        let answer = get(server.address, path, token).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{path}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}");
        assert_eq!(answer.header("www-authenticate").is_some(), status == 401, "{path}");
        assert_eq!(answer.header("allow").is_some(), status == 405, "{path}");
    }
}

#[tokio::test]
async fn bad_bodies_get_a_status_and_a_code() {
    let server = TestServer::start().await;
    let long = format!(r#"{{"nickname":"{}"}}"#, "x".repeat(20_000));
    let json = Some("application/json");
    for (kind, body, status, code) in [
        (json, "", 400, "malformed_request"),
        (json, "{", 400, "malformed_request"),
        (json, "{\"nickname\": \"\u{fffd}", 400, "malformed_request"),
        (json, "[]", 400, "malformed_request"),
        (json, "{}", 400, "malformed_request"),
        (json, r#"{"nickname": 5}"#, 400, "malformed_request"),
        (json, r#"{"nickname": "A"}"#, 422, "bad_nickname"),
        (json, r#"{"nickname": "A\u0000B"}"#, 422, "bad_nickname"),
        (json, r#"{"nickname": "123456789012345678901"}"#, 422, "bad_nickname"),
        (json, &long, 413, "too_large"),
        (None, r#"{"nickname": "Ana"}"#, 415, "not_json"),
        (Some("text/plain"), r#"{"nickname": "Ana"}"#, 415, "not_json"),
    ] {
        let kind: Vec<_> = kind.map(|kind| ("Content-Type", kind.to_owned())).into_iter().collect();
        let answer = http::send(server.address, "POST", "/api/v1/guests", &kind, body.as_bytes()).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{body:.60}");
    }
}

#[tokio::test]
async fn a_value_that_is_not_accepted_is_answered_with_those_that_are() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await.id;
    let mia = server.staff("Mia", &[Role::Manager, Role::Supervisor]).await;
    let long = json!({"nickname": "x".repeat(20_000)});
    let range = json!({"spots": [{"spot": "dragon", "minimum": 1, "maximum": 2}], "why": "as agreed"});
    for (method, path, body, status, code, expected) in [
        ("POST", "/api/v1/guests".to_owned(), long, 413, "too_large", "send at most 16384 bytes"),
        (
            "PUT",
            format!("/api/v1/patrons/{ana}/range"),
            range,
            422,
            "unknown_spot",
            "dragon; send one of player, banker, tie, ",
        ),
        (
            "GET",
            "/api/v1/log?kind=luck".to_owned(),
            Value::Null,
            422,
            "unacceptable",
            "luck; send one of patron_created, money_posted, house_rules_used, money_adjusted, changed, \
             patron_read, recording_closed, recording_held, recording_released, staff, table, ",
        ),
    ] {
        let headers =
            [("Authorization", format!("Bearer {mia}")), ("Content-Type", "application/json".to_owned())];
        let answer = http::send(server.address, method, &path, &headers, body.to_string().as_bytes()).await;
        answer.is_refusal(status, code);
        let message = answer.json()["error"]["message"].as_str().unwrap().to_owned();
        assert!(message.contains(expected), "{path}: {message}");
    }
}

#[tokio::test]
async fn unsupported_methods_are_refused() {
    let server = TestServer::start().await;
    for (method, path) in [
        ("DELETE", "/api/v1/tables"),
        ("PUT", "/api/v1/me"),
        ("POST", "/api/v1/house-rules/gold-card"),
        ("POST", "/"),
        ("DELETE", "/index.html"),
    ] {
        let answer = http::send(server.address, method, path, &[], b"").await;
        assert_eq!((answer.status, answer.code().as_str()), (405, "method_not_allowed"), "{method} {path}");
    }
}

#[tokio::test]
async fn every_response_has_a_request_id_and_security_headers() {
    let server = TestServer::start().await;
    let mut ids = Vec::new();
    for path in ["/", "/api/v1/tables", "/api/v1/nothing", "/nothing"] {
        let answer = get(server.address, path, None).await;
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("no-referrer"), "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"), "{path}");
        let (before, after) = policy.split_once("script-src 'self' 'wasm-unsafe-eval';").unwrap();
        assert!(![before, after].concat().contains("unsafe"), "{path}: WebAssembly alone may be compiled");
        ids.push(answer.header("x-request-id").expect("a request id").to_owned());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 4, "each request has its own id");
}

#[tokio::test]
async fn malformed_http_is_refused() {
    let server = TestServer::start().await;
    for bytes in [&b"hello\r\n\r\n"[..], b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"] {
        assert_eq!(http::raw(server.address, bytes).await.status, 400);
    }
    assert_eq!(get(server.address, "/api/v1/health", None).await.status, 200);
}

#[tokio::test]
async fn a_patron_reads_their_own_range() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let token = Some(ana.token.as_str());
    let none = http::get(server.address, "/api/v1/me/range", token).await.json();
    assert_eq!(none, json!({"patron_id": none["patron_id"], "spots": []}));
    let patron = PatronId(u32::try_from(none["patron_id"].as_u64().unwrap()).unwrap());
    let spots = [(Spot::Tie, SpotRange { minimum: 200, maximum: Some(300) })].into();
    server.house.set_range(PatronRange { patron, spots }, StaffId(1), "as agreed").await.unwrap();
    let range = http::get(server.address, "/api/v1/me/range", token).await.json();
    assert_eq!(range["spots"], json!([{"spot": "tie", "minimum": 200, "maximum": 300}]));
    let round = socket.betting(SLOW).await;
    let refused = socket.place(SLOW, &round, &id(1), &[("tie", 301)]).await;
    let refusal = &refused["refusal"];
    assert_eq!((&refusal["code"], &refusal["limited_by"]), (&json!("above_maximum"), &json!("own_range")));
    assert_eq!((&refusal["limit"], &refusal["accepted"]), (&json!(300), &json!(300)));
}
