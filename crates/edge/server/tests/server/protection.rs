//! Limits, pauses and exclusions over HTTP and on the socket.

use house::people::Role;
use punto_server::Config;
use serde_json::{Value, json};

use crate::http::{Answer, get, post, send};
use crate::socket_client::{id, unnumbered};
use crate::test_server::{QUICK, SLOW, TestServer};

const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

async fn put(server: &TestServer, token: &str, limits: &Value) -> Answer {
    let headers =
        [("Authorization", format!("Bearer {token}")), ("Content-Type", "application/json".to_owned())];
    let body = json!({ "limits": limits }).to_string();
    send(server.address, "PUT", "/api/v1/me/limits", &headers, body.as_bytes()).await
}

/// A refusal with an end says what the server's clock is, so that a client can count down by it.
#[track_caller]
fn says_now(refusal: &Value, server: &TestServer) {
    let now = refusal["now"].as_i64().expect("the server's clock");
    assert!((server.house.now().0 - 60_000..=server.house.now().0).contains(&now), "{refusal}");
}

#[tokio::test]
async fn a_patron_sets_limits_and_reads_them_with_the_contact() {
    let contact = Some("limits@example.org".to_owned());
    let server = TestServer::with_config(Config { contact, ..Config::default() }).await;
    let ana = server.guest("Ana").await;
    let before = get(server.address, "/api/v1/me/limits", Some(&ana.token)).await.json();
    let now = before["now"].as_i64().expect("a time");
    assert_eq!(
        before,
        json!({"now": now, "contact": "limits@example.org", "limits": {}, "pending": [], "paused_until": null,
               "exclusion": null, "played": [], "at_risk": 0, "play_time": null, "reality_check": null,
               "reality_check_due": false})
    );
    let set = put(&server, &ana.token, &json!({"stake_day": 5_000, "loss_week": 20_000})).await;
    let body = set.json();
    assert_eq!((set.status, &body["limits"]), (200, &json!({"stake_day": 5_000, "loss_week": 20_000})));
    let periods: Vec<_> =
        body["played"].as_array().expect("periods").iter().map(|own| &own["period"]).collect();
    assert_eq!(periods, ["day", "week", "month"]);
    assert_eq!((&body["played"][0]["staked"], &body["played"][0]["lost"]), (&json!(0), &json!(0)));

    let looser = put(&server, &ana.token, &json!({"stake_day": null})).await.json();
    assert_eq!(looser["limits"]["stake_day"], 5_000, "looser waits");
    let pending = &looser["pending"][0];
    assert_eq!((&pending["limit"], &pending["value"]), (&json!("stake_day"), &Value::Null));
    let from = pending["from"].as_i64().expect("a time");
    let wait = from - looser["now"].as_i64().expect("a time");
    assert!((DAY_MS - 60_000..=DAY_MS).contains(&wait), "a day from the request: {wait}");
    let early = post(server.address, "/api/v1/me/limits/confirm", Some(&ana.token), &json!({})).await;
    early.is_refusal(409, "nothing_to_confirm");
    assert_eq!(early.json()["error"]["until"], from);
    says_now(&early.json()["error"], &server);

    let path = "/api/v1/me/limits/history?limit=1";
    let history = get(server.address, path, Some(&ana.token)).await.json();
    let change = &history["changes"][0];
    assert_eq!((&change["by"], &change["pending"][0]["limit"]), (&json!("patron"), &json!("stake_day")));
    let next = history["next_before"].as_u64().expect("an older change");
    let older = get(server.address, &format!("{path}&before={next}"), Some(&ana.token)).await.json();
    assert_eq!((&older["changes"][0]["pending"], &older["next_before"]), (&json!([]), &Value::Null));
}

#[tokio::test]
async fn requests_that_make_no_sense_say_what_is_accepted() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    put(&server, &ana.token, &json!({"stake_year": 1})).await.is_refusal(422, "unacceptable");
    put(&server, &ana.token, &json!({"stake_day": -1})).await.is_refusal(400, "malformed_request");
    let minutes = put(&server, &ana.token, &json!({"time_day_minutes": 1_441})).await;
    minutes.is_refusal(422, "bad_limit");
    let error = minutes.json()["error"].clone();
    assert_eq!((&error["own_limit"], &error["limit"]), (&json!("time_day_minutes"), &json!(1_440)));
    for (path, body, code) in [
        ("/api/v1/me/pause", json!({"hours": 0}), "bad_duration"),
        ("/api/v1/me/exclusion", json!({}), "unacceptable"),
        ("/api/v1/me/exclusion", json!({"days": 3, "for_good": true}), "unacceptable"),
        ("/api/v1/me/exclusion", json!({"days": 36_501}), "bad_duration"),
    ] {
        post(server.address, path, Some(&ana.token), &body).await.is_refusal(422, code);
    }
    let without_hours = post(server.address, "/api/v1/me/pause", Some(&ana.token), &json!({})).await;
    without_hours.is_refusal(400, "malformed_request");
}

#[tokio::test]
async fn a_refused_slip_says_what_is_left_or_until_when() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    put(&server, &ana.token, &json!({"stake_day": 1_000})).await;
    let betting = socket.betting(SLOW).await;
    let accepted = socket.place(SLOW, &betting, &id(1), &[("player", 800)]).await;
    assert_eq!(accepted["type"], "slip_accepted", "{accepted}");
    let refused = socket.place(SLOW, &betting, &id(2), &[("player", 300)]).await;
    let refusal = &refused["refusal"];
    assert_eq!((&refusal["code"], &refusal["own_limit"]), (&json!("stake_limit"), &json!("stake_day")));
    assert_eq!((&refusal["limit"], &refusal["left"]), (&json!(1_000), &json!(200)));

    let paused =
        post(server.address, "/api/v1/me/pause", Some(&ana.token), &json!({"hours": 24})).await.json();
    let until = paused["paused_until"].as_i64().expect("a time");
    assert_eq!((&paused["refusal"]["code"], &paused["refusal"]["until"]), (&json!("paused"), &json!(until)));
    says_now(&paused["refusal"], &server);
    let refused = socket.place(SLOW, &betting, &id(3), &[("player", 100)]).await;
    assert_eq!(
        (&refused["refusal"]["code"], &refused["refusal"]["until"]),
        (&json!("paused"), &json!(until))
    );
    says_now(&refused["refusal"], &server);
    let excluded =
        post(server.address, "/api/v1/me/exclusion", Some(&ana.token), &json!({"for_good": true})).await;
    assert_eq!(excluded.json()["exclusion"], json!({"until": null, "by_house": false}));
    let refused = socket.place(SLOW, &betting, &id(4), &[("player", 100)]).await;
    assert_eq!(refused["refusal"]["code"], "excluded");
    assert_eq!(refused["refusal"].get("now"), None, "it has no end to count down to");
    let me = get(server.address, "/api/v1/me/statement", Some(&ana.token)).await;
    assert_eq!(me.status, 200, "an excluded patron reads their own");
}

#[tokio::test]
async fn a_patron_reads_their_turnover_by_month() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let turnover = get(server.address, "/api/v1/me/turnover", Some(&ana.token)).await;
    assert_eq!((turnover.status, turnover.json()), (200, json!({"months": []})));
}

#[tokio::test]
async fn a_manager_excludes_a_patron_who_is_refused_with_it_and_loses_auto_and_seat() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let manager = server.staff("Mia", &[Role::Manager]).await;
    let supervisor = server.staff("Ann", &[Role::Supervisor]).await;
    socket.take_seat(QUICK).await;
    socket.betting(QUICK).await;
    let wagers = json!([{"spot": "player", "stake": 100}]);
    let auto =
        json!({"type": "start_auto", "table_id": QUICK, "wagers": wagers, "rounds": 50, "request_id": id(1)});
    socket.send(&auto).await;
    let accepted = ["auto_accepted", "auto_refused"].map(Value::from);
    let accepted = socket.receive_until(|message| accepted.contains(&message["type"])).await;
    assert_eq!(accepted["type"], "auto_accepted", "{accepted}");

    let path = format!("/api/v1/patrons/{}/exclusion", ana.id);
    let why = json!({"days": 365, "why": "asked for in writing"});
    post(server.address, &path, Some(&supervisor), &why).await.is_refusal(403, "not_allowed");
    let without = json!({"days": 365, "why": " "});
    post(server.address, &path, Some(&manager), &without).await.is_refusal(422, "no_reason");
    let excluded = post(server.address, &path, Some(&manager), &why).await;
    let exclusion = &excluded.json()["exclusion"];
    let until = exclusion["until"].as_i64().expect("an end");
    assert_eq!((excluded.status, &exclusion["by_house"]), (200, &json!(true)));
    assert!((364 * DAY_MS..=366 * DAY_MS).contains(&(until - server.house.now().0)), "{until}");

    let (mut ended, mut left) = (None, None);
    while ended.is_none() || left.is_none() {
        let message = socket.next().await;
        match message["type"].as_str() {
            Some("auto_ended") => ended = Some(message),
            Some("seat_left") => left = Some(message),
            _ => {}
        }
    }
    assert_ne!(ended.unwrap()["rounds_left"], 0, "Auto ends before its rounds are played");
    assert_eq!(
        unnumbered(left.unwrap()),
        json!({"type": "seat_left", "table_id": QUICK, "reason": "removed"})
    );
    socket.send(&json!({"type": "take_seat", "table_id": QUICK})).await;
    let refused = socket.receive_type("seat_refused").await["refusal"].clone();
    assert_eq!((&refused["code"], &refused["until"]), (&json!("excluded"), &json!(until)));
    let statement = get(server.address, "/api/v1/me/statement", Some(&ana.token)).await;
    assert_eq!(statement.status, 200);

    let own = get(server.address, "/api/v1/me/limits/history", Some(&ana.token)).await.json();
    let path = format!("/api/v1/patrons/{}/limits/history", ana.id);
    let shown = get(server.address, &path, Some(&supervisor)).await.json();
    let (own, shown) = (&own["changes"][0], &shown["changes"][0]);
    let said = |change: &Value| (change["by"].clone(), change["why"].clone(), change["staff_id"].clone());
    let (by, why) = (json!("house"), json!("asked for in writing"));
    assert_eq!(said(shown), (by.clone(), why.clone(), json!(1)), "staff read who it was");
    assert_eq!(said(own), (by, why, Value::Null));
}
