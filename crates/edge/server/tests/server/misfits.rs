//! What a request that does not fit the document is answered: the field or parameter, what it is, what is accepted.

use house::people::Role;
use punto_server::{Config, Limits, Rate, permissions};
use serde_json::{Value, json};

use crate::http::{get, post, send};
use crate::socket_client::{id, slip};
use crate::test_server::{SLOW, TestServer};

const WHOLE: &str = ", without a decimal point or an exponent";

#[tokio::test]
async fn a_body_that_does_not_fit_is_told_which_field_and_what_is_accepted() {
    let server = TestServer::start().await;
    let manager = server.staff("Ann", &[Role::Manager]).await;
    let slips = "/api/v1/tables/1/corrections";
    let supervisor = server.staff("Ben", &[Role::Supervisor]).await;
    let amount = format!("a whole number from 0 to 9223372036854775807{WHOLE}");
    let all = json!({"cash_each": 1, "cash_day": 2, "bonus_each": 3, "bonus_day": 4});
    let limits = |field: &str, value: Value| {
        let mut limits = all.clone();
        limits[field] = value;
        ("/api/v1/adjustment-limits", &manager, json!({"limits": limits, "why": "x"}))
    };
    let invite = |who: Value| ("/api/v1/tables/1/invitations", &manager, json!({"invite": who, "why": "x"}));
    let ruled = |ruling: Value| {
        let round = json!({"shoe_no": 1, "round_no": 1});
        (slips, &supervisor, json!({"request_id": id(1), "round": round, "ruling": ruling, "why": "x"}))
    };
    for ((path, token, body), expected) in [
        (limits("cash_day", json!(5.0)), format!("`limits.cash_day` is 5.0; send {amount}")),
        (limits("cash_day", json!(1e3)), format!("`limits.cash_day` is 1000.0; send {amount}")),
        (limits("cash_day", json!(-1)), format!("`limits.cash_day` is -1; send {amount}")),
        (limits("cash_day", json!("5")), format!("`limits.cash_day` is \"5\"; send {amount}")),
        (
            (limits("x", Value::Null).0, &manager, json!({"limits": {"cash_each": 1}, "why": "x"})),
            format!("`limits.cash_day` is missing; send {amount}"),
        ),
        (
            invite(json!([1, true])),
            format!("`invite[1]` is true; send a whole number from 0 to 4294967295{WHOLE} or a string"),
        ),
        (invite(json!("Ana")), "`invite` is \"Ana\"; send a list".to_owned()),
        (ruled(json!({"kind": "won"})), "`ruling.kind` is \"won\"; send one of `void`, `cards`".to_owned()),
        (ruled(json!({})), "`ruling.kind` is missing; send one of `void`, `cards`".to_owned()),
        (ruled(json!(5)), "`ruling` is 5; send an object with `kind`".to_owned()),
        (ruled(json!({"kind": "cards"})), "`ruling.cards` is missing; send a list".to_owned()),
        (
            ("/api/v1/guests", &manager, json!([])),
            "the JSON is a list; send an object with `nickname`".to_owned(),
        ),
    ] {
        let answer = post(server.address, path, Some(token), &body).await;
        answer.is_refusal(400, "malformed_request");
        assert_eq!(answer.json()["error"]["message"], expected, "{body}");
    }
}

#[tokio::test]
async fn an_unknown_field_of_a_request_about_money_is_named_with_its_place() {
    let server = TestServer::start().await;
    let supervisor = server.staff("Ben", &[Role::Supervisor]).await;
    let body = json!({"round": {"shoe_no": 1, "round_no": 1, "table": 1}});
    let answer = post(server.address, "/api/v1/tables/1/void", Some(&supervisor), &body).await;
    answer.is_refusal(400, "unknown_field");
    let accepted = "is not known to the server; it accepts `round_no`, `shoe_no`";
    let error = answer.json()["error"].clone();
    assert_eq!(error["message"], format!("`round.table` {accepted}"));
    assert_eq!(error["fields"], json!({"round.table": accepted}));
}

#[tokio::test]
async fn a_message_that_does_not_fit_is_told_which_field_and_what_is_accepted() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    let mut staked = slip(SLOW, &round, &id(1), &[("tie", 100)]);
    staked["wagers"][0]["stake"] = json!(100.0);
    socket.send(&staked).await;
    let error = socket.receive_type("problem").await["error"].clone();
    assert_eq!(error["code"], "malformed_message");
    let message = error["message"].as_str().expect("a text");
    assert!(message.starts_with("`wagers[0].stake` is 100.0; send a whole number from -"), "{message}");
    assert!(message.ends_with(WHOLE), "{message}");
}

#[tokio::test]
async fn a_text_that_is_no_json_is_told_where_it_breaks() {
    let server = TestServer::start().await;
    let kind = [("Content-Type", "application/json; charset=utf-8".to_owned())];
    for (body, expected) in [
        (&b""[..], "the text is empty; send JSON"),
        (b" ", "the text is empty; send JSON"),
        (b"{\"nickname\":", "the JSON breaks off at line 1, column 12"),
        (b"{\"nickname\":x}", "the text is no JSON, or too large a number, at line 1, column 13"),
        (b"{\"nickname\":1e999}", "the text is no JSON, or too large a number, at line 1, column 17"),
        (b"{\"nickname\":\"a\",\"nickname\":\"b\"}", "`nickname` stands twice; send it once"),
    ] {
        let answer = send(server.address, "POST", "/api/v1/guests", &kind, body).await;
        answer.is_refusal(400, "malformed_request");
        assert_eq!(answer.json()["error"]["message"], expected);
    }
}

#[tokio::test]
async fn a_query_that_does_not_fit_is_told_which_parameter_and_what_is_accepted() {
    let server = TestServer::start().await;
    let auditor = server.staff("Ann", &[Role::Auditor]).await;
    let some_numbers = "send a whole number from 1 to 50";
    for (query, expected) in [
        ("/rounds?limit=many", format!("`limit` is \"many\"; {some_numbers}{WHOLE}")),
        ("/rounds?limit=5.0", format!("`limit` is \"5.0\"; {some_numbers}{WHOLE}")),
        ("/rounds?outcome=5&limit=-1", format!("`limit` is -1; {some_numbers}{WHOLE}")),
        ("/rounds?voided=yes", "`voided` is \"yes\"; send true or false".to_owned()),
        ("/reports/daily?format=xml", "`format` is \"xml\"; send one of `json`, `csv`".to_owned()),
        ("/rounds?limit=5&limit=6", "`limit` stands twice in the query; send it once".to_owned()),
        (
            "/patrons?name=An%61",
            "`name` is no parameter of this route; it takes `after`, `limit`, `nickname`, `number`, `prefix`"
                .to_owned(),
        ),
        (
            "/patrons/1/wallet?limit=5",
            "`limit` is no parameter of this route; it takes no parameter".to_owned(),
        ),
    ] {
        let answer = get(server.address, &format!("/api/v1{query}"), Some(&auditor)).await;
        answer.is_refusal(400, "malformed_request");
        assert_eq!(answer.json()["error"]["message"], expected, "{query}");
    }
}

/// One rule for all: a route refuses a parameter that its query does not have, also a route without a query.
#[tokio::test]
async fn every_route_refuses_a_parameter_that_it_does_not_know() {
    // There are more routes than a member of staff may call at once.
    let limits = Limits { staff: Rate::per_second(1_000), ..Limits::default() };
    let server = TestServer::with_config(Config { limits, ..Config::default() }).await;
    let ana = server.guest("Ana").await;
    let staff = server.staff("Ann", &[Role::Dealer, Role::Supervisor, Role::Manager]).await;
    let auditor = server.staff("Ben", &[Role::Auditor]).await;
    let mut refused = 0;
    for route in permissions::of_routes() {
        let (method, path) = route.action.split_once(' ').expect("a method and a path");
        let parts = path.split('/').map(|part| if part.starts_with('{') { "1" } else { part });
        let path = format!("{}?colour=red", parts.collect::<Vec<_>>().join("/"));
        let token = match () {
            () if route.roles.contains(&Role::Guest) => &ana.token,
            () if route.roles.contains(&Role::Auditor) => &auditor,
            () => &staff,
        };
        let headers = [("Authorization", format!("Bearer {token}"))];
        let answer = send(server.address, method, &path, &headers, b"").await;
        if answer.status == 403 {
            assert_eq!(answer.code(), "not_for_programs", "{method} {path}");
            continue;
        }
        answer.is_refusal(400, "malformed_request");
        let message = answer.json()["error"]["message"].clone();
        assert!(message.as_str().is_some_and(|it| it.starts_with("`colour` is no parameter")), "{message}");
        refused += 1;
    }
    assert!(refused > 80, "{refused}");
    let unknown = get(server.address, "/api/v1/me?colour=red", None).await;
    unknown.is_refusal(401, "unauthenticated");
}
