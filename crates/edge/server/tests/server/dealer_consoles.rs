//! Dealers' consoles over HTTP: a PIN can be tried, and locked by wrong tries, only at a console that a supervisor
//! opened for the table.

use std::path::Path;

use house::log::Actor;
use house::people::Role;
use serde_json::{Value, json};
use table::Settings;

use crate::accounts::{PASSWORD, PageSession};
use crate::device_admin::Supervisor;
use crate::http::{Answer, get, post, send};
use crate::live_studio::live_table;
use crate::test_server::{Parts, QUICK, SLOW, TestServer, tables};

const PIN: &str = "402917";

/// A server with two live tables, a supervisor, and a dealer with a PIN.
struct House {
    server: TestServer,
    una: Supervisor,
    dan: u32,
}

fn live_tables() -> Vec<Settings> {
    let quick = tables().remove(1);
    let names = Settings { id: quick.id, name: quick.name, ..live_table() };
    vec![live_table(), names]
}

impl House {
    async fn open() -> Self {
        Self::at(None).await
    }

    /// A house whose store is in this folder.
    async fn at(folder: Option<&Path>) -> Self {
        let folder = folder.map(Path::to_owned);
        let server =
            Box::pin(TestServer::of(Parts { tables: live_tables(), folder, ..Parts::default() })).await;
        let people = server.house.people();
        let dan = people.add_staff(Actor::Operator, "Dan", [Role::Dealer].into()).await.expect("he is added");
        let mut una = Supervisor::new(&server, "Una").await;
        let dan = dan.member.id.0;
        let set = una.act_at(&server, &format!("/dealers/{dan}/pin"), json!({"pin": PIN})).await;
        assert_eq!(set.status, 204, "{set:?}");
        Self { server, una, dan }
    }

    /// Somebody sends a number and a PIN, and what they say is the secret of a console.
    async fn types(&self, table: u32, pin: &str, console: Option<&str>) -> Answer {
        self.types_as(self.dan, table, pin, console).await
    }

    async fn types_as(&self, dealer: u32, table: u32, pin: &str, console: Option<&str>) -> Answer {
        let mut body = json!({"dealer": dealer, "pin": pin});
        if let Some(console) = console {
            body["console"] = json!(console);
        }
        post(self.server.address, &log_in_at(table), None, &body).await
    }

    async fn consoles(&self) -> Value {
        self.una.get(&self.server, "/consoles").await["consoles"].clone()
    }
}

fn log_in_at(table: u32) -> String {
    format!("/api/v1/tables/{table}/dealer-sessions")
}

#[tokio::test]
async fn a_stranger_with_the_right_pin_gets_nowhere_and_locks_nothing() {
    let mut house = House::open().await;
    house.types(SLOW, PIN, None).await.is_refusal(403, "console_closed");
    let guess = "ab".repeat(32);
    for console in [None, Some(""), Some(guess.as_str())] {
        for pin in ["402918", "1", PIN] {
            house.types(SLOW, pin, console).await.is_refusal(403, "console_closed");
        }
    }
    // Somebody who is no dealer gets the same answer, so it says nothing about the number.
    house.types_as(99, SLOW, PIN, None).await.is_refusal(403, "console_closed");

    // No try was counted: there are still five of them.
    let console = house.una.console(&house.server, SLOW).await;
    for _ in 0..4 {
        house.types(SLOW, "402918", Some(&console)).await.is_refusal(401, "wrong_credentials");
    }
    assert_eq!(house.types(SLOW, PIN, Some(&console)).await.status, 201);
    // One that is locked is not told to somebody elsewhere.
    for _ in 0..4 {
        house.types(SLOW, "402918", Some(&console)).await.is_refusal(401, "wrong_credentials");
    }
    house.types(SLOW, "402918", Some(&console)).await.is_refusal(403, "pin_locked");
    house.types(SLOW, "402918", None).await.is_refusal(403, "console_closed");
    house.server.stop().await;
}

#[tokio::test]
async fn a_console_counts_at_its_own_table_until_a_supervisor_closes_it() {
    let mut house = House::open().await;
    let (slow, quick) =
        (house.una.console(&house.server, SLOW).await, house.una.console(&house.server, QUICK).await);
    house.types(SLOW, PIN, Some(&quick)).await.is_refusal(403, "console_closed");
    house.types(QUICK, PIN, Some(&slow)).await.is_refusal(403, "console_closed");
    let came = house.types(SLOW, PIN, Some(&slow)).await;
    assert_eq!(came.status, 201, "{came:?}");
    let token = came.json()["token"].as_str().expect("a token").to_owned();

    let listed = house.consoles().await;
    let line = &listed[0];
    assert_eq!((&line["console_no"], &line["table_id"]), (&json!(1), &json!(SLOW)));
    assert_eq!((&line["opened_by"], &line["opened_by_name"]), (&json!(2), &json!("Una")));
    let time = |line: &Value, name: &str| line[name].as_i64().expect("a time");
    assert_eq!(time(line, "ends_at") - time(line, "opened_at"), 30 * 86_400_000);
    assert!(time(line, "last_used_at") >= time(line, "opened_at"));
    assert_eq!((&listed[1]["console_no"], &listed[1]["last_used_at"]), (&json!(2), &Value::Null));
    assert!(!listed.to_string().contains(&slow));

    let server = &house.server;
    let close = |number: &str| format!("/consoles/{number}/close");
    for unknown in ["9", "x"] {
        house.una.post(server, &close(unknown), &Value::Null).await.is_refusal(404, "unknown_console");
    }
    assert_eq!(house.una.post(server, &close("1"), &Value::Null).await.status, 204);
    house.types(SLOW, PIN, Some(&slow)).await.is_refusal(403, "console_closed");
    get(server.address, "/api/v1/session", Some(&token)).await.is_refusal(401, "unauthenticated");
    assert_eq!(house.consoles().await, json!([listed[1]]), "the other one stays");
    assert_eq!(house.types(QUICK, PIN, Some(&quick)).await.status, 201);

    let log = house.una.get(server, "/log?entity=dealer_console:1").await["entries"].clone();
    let said =
        log.as_array().expect("entries").iter().rev().map(|entry| (&entry["by"], &entry["says"]["why"]));
    let (by, opened, closed) = (json!("staff:2"), json!("opened"), json!("closed"));
    assert_eq!(said.collect::<Vec<_>>(), [(&by, &opened), (&by, &closed)]);
    house.server.stop().await;
}

#[tokio::test]
async fn a_console_is_open_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut house = House::at(Some(folder.path())).await;
    let console = house.una.console(&house.server, SLOW).await;
    house.server.stop().await;
    let (tables, folder) = (live_tables(), Some(folder.path().to_owned()));
    let server = Box::pin(TestServer::of(Parts { tables, folder, ..Parts::default() })).await;
    let house = House { server, ..house };
    house.types(SLOW, PIN, None).await.is_refusal(403, "console_closed");
    assert_eq!(house.types(SLOW, PIN, Some(&console)).await.status, 201);
    house.server.stop().await;
}

#[tokio::test]
async fn nobody_but_a_supervisor_with_a_second_factor_and_a_proof_opens_a_console() {
    let mut house = House::open().await;
    let (server, path) = (&house.server, format!("/tables/{SLOW}/consoles"));
    let whole = format!("/api/v1{path}");
    let proof = json!({"proof": {"password": PASSWORD}});
    post(server.address, &whole, None, &proof).await.is_refusal(401, "unauthenticated");
    house.una.is_refused_without_a_proof(server, &path, &json!({})).await;
    let only_password = house.una.post(server, &path, &proof).await;
    only_password.is_refusal(401, "wrong_credentials");

    let people = server.house.people();
    let roles = [Role::Supervisor].into();
    let program = people.staff_token("Una", &roles, 1).await.expect("a token");
    let by_program = post(server.address, &whole, Some(program.secret.secret()), &proof).await;
    by_program.is_refusal(403, "not_for_programs");

    // A supervisor who has set no second factor.
    let added = people.add_staff(Actor::Operator, "Tom", roles).await.expect("he is added");
    let body = json!({"name": "Tom", "code": added.code, "password": PASSWORD, "cookie": true});
    let tom = PageSession::of(&post(server.address, "/api/v1/staff/enrolment", None, &body).await);
    tom.send(server, "POST", &whole, &proof).await.is_refusal(403, "second_factor_needed");

    for role in [Role::Dealer, Role::Manager, Role::Auditor] {
        let token = server.staff(role.as_ref(), &[role]).await;
        let answer = post(server.address, &whole, Some(&token), &proof).await;
        answer.is_refusal(403, "not_allowed");
        post(server.address, "/api/v1/consoles/1/close", Some(&token), &json!({}))
            .await
            .is_refusal(403, "not_allowed");
    }
    assert_eq!(house.consoles().await, json!([]), "nobody opened one");

    for (table, status, code) in [(99, 404, "unknown_table"), (SLOW, 201, "")] {
        let opened = house.una.act_at(&house.server, &format!("/tables/{table}/consoles"), json!({})).await;
        assert_eq!(opened.status, status, "{opened:?}");
        if status != 201 {
            assert_eq!(opened.code(), code);
        }
    }
    house.server.stop().await;
}

#[tokio::test]
async fn a_dealer_with_a_pin_who_is_a_supervisor_too_opens_none() {
    let mut house = House::open().await;
    let console = house.una.console(&house.server, SLOW).await;
    let roles = json!({"roles": ["dealer", "supervisor"]});
    let manager = house.server.staff("Meg", &[Role::Manager]).await;
    let path = format!("/api/v1/staff/{}/roles", house.dan);
    assert_eq!(post(house.server.address, &path, Some(&manager), &roles).await.status, 200);
    let token = house.types(SLOW, PIN, Some(&console)).await.json()["token"].clone();
    let path = format!("/api/v1/tables/{SLOW}/consoles");
    let proof = json!({"proof": {"password": PASSWORD}});
    post(house.server.address, &path, token.as_str(), &proof).await.is_refusal(403, "not_allowed");
    house.server.stop().await;
}

#[tokio::test]
async fn a_browser_is_a_console_by_a_cookie_that_no_script_reads() {
    let mut house = House::open().await;
    let opened =
        house.una.act_at(&house.server, &format!("/tables/{SLOW}/consoles"), json!({"cookie": true})).await;
    let server = &house.server;
    assert_eq!((opened.status, &opened.json()["secret"]), (201, &Value::Null), "{opened:?}");
    let cookie = opened.header("set-cookie").expect("a cookie");
    let (pair, attributes) = cookie.split_once("; ").expect("attributes");
    let expected = format!("Path=/api/v1/tables/{SLOW}; HttpOnly; SameSite=Strict; Max-Age=2592000");
    assert_eq!(attributes, expected, "and Secure, but not on this machine");
    let secret = pair.strip_prefix("punto-console=").expect("its name");
    assert!(secret.len() == 64 && !opened.text().contains(secret), "a page never sees the secret");

    let headers = [("Cookie", format!("punto=x; {pair}")), ("Content-Type", "application/json".to_owned())];
    for (table, number) in [(SLOW, json!(1)), (QUICK, Value::Null)] {
        let path = format!("/api/v1/tables/{table}/console");
        let this = send(server.address, "GET", &path, &headers, b"").await.json();
        assert_eq!(this, json!({"console_no": number}));
    }
    let nobody = get(server.address, &format!("/api/v1/tables/{SLOW}/console"), None).await.json();
    assert_eq!(nobody, json!({"console_no": null}));
    let body = json!({"dealer": house.dan, "pin": PIN, "cookie": true}).to_string();
    let came = send(server.address, "POST", &log_in_at(SLOW), &headers, body.as_bytes()).await;
    assert_eq!(came.status, 201, "{came:?}");
    let dan = PageSession::of(&came);
    let info = dan.send(server, "GET", "/api/v1/session", &Value::Null).await.json();
    assert_eq!((&info["staff_id"], &info["table_id"]), (&json!(house.dan), &json!(SLOW)));
    // The cookie of a console is no session.
    let bearer = format!("Bearer {secret}");
    send(server.address, "GET", "/api/v1/session", &[("Authorization", bearer)], b"")
        .await
        .is_refusal(401, "unauthenticated");
    house.server.stop().await;
}
