//! What a socket says before any wager: hello, watching, frames in order, and what it makes of nonsense.

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::hall::{Hall, QUICK, SLOW};
use crate::http;
use crate::line::Line;

#[tokio::test]
async fn hello_comes_first() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.line().await;
    line.say(&json!({"type": "watch", "table_id": SLOW})).await;
    assert_eq!(line.problem().await, "hello_first");
    line.say(&json!({"type": "hello", "token": "deadbeef"})).await;
    assert_eq!(line.problem().await, "unauthenticated");
    line.say(&json!({"type": "hello", "token": ana.token})).await;
    let welcome = line.next_of("welcome").await;
    assert_eq!(
        (&welcome["patron"]["nickname"], &welcome["patron"]["balance"]),
        (&json!("Ana"), &json!(1_000_000))
    );
    assert!(welcome["now"].as_i64().unwrap() > 1_700_000_000_000);
}

#[tokio::test]
async fn a_spectator_watches_but_does_not_wager() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    let round = line.betting(SLOW).await;
    let slip = json!({"type": "place_slip", "table_id": SLOW, "round": round, "slip_id": crate::line::id(1),
                      "wagers": [{"spot": "tie", "stake": 100}]});
    line.say(&slip).await;
    assert_eq!(line.problem().await, "unauthenticated");
}

#[tokio::test]
async fn a_snapshot_is_the_table_and_frames_follow_it_without_a_gap() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    let snapshot = line.watch(QUICK).await;
    let mut seq = snapshot["seq"].clone();
    let mut kinds = Vec::new();
    for _ in 0..20 {
        let frame = line.next_of("frame").await;
        assert_eq!((&frame["table_id"], &frame["after"]), (&json!(QUICK), &seq), "{frame}");
        assert!(frame["seq"].as_u64() > seq.as_u64());
        seq = frame["seq"].clone();
        kinds.push(frame["event"]["type"].as_str().unwrap().to_owned());
    }
    for kind in ["betting_opened", "betting_closed", "card_drawn", "round_ended"] {
        assert!(kinds.iter().any(|it| it == kind), "{kind} in {kinds:?}");
    }
}

#[tokio::test]
async fn the_first_shoe_is_seen_from_its_opening() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    line.betting(QUICK).await;
    let table = http::get(hall.address, &format!("/api/tables/{QUICK}"), None).await.json();
    assert_eq!((&table["shoe"]["shoe_no"], &table["shoe"]["size"]), (&json!(1), &json!(416)));
    let ended = line.event("round_ended").await["event"].clone();
    assert_eq!(ended["rounds"].as_array().unwrap().len(), 1);
    assert_eq!(ended["road_map"]["totals"]["rounds"], 1);
    assert_eq!(ended["phase"]["name"], "settled");
    assert_eq!(ended["result"]["name"], "settled");
}

#[tokio::test]
async fn a_socket_may_watch_several_tables_and_leave_them() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    line.watch(SLOW).await;
    line.watch(QUICK).await;
    line.until(|message| message["table_id"] == QUICK && message["type"] == "frame").await;
    line.say(&json!({"type": "leave", "table_id": QUICK})).await;
    line.say(&json!({"type": "ping", "nonce": 1})).await;
    line.next_of("pong").await;
    // Whole rounds pass at the table it left; another socket sees them, this one is told nothing.
    let mut other = hall.spectator().await;
    other.watch(QUICK).await;
    other.event("round_ended").await;
    other.event("betting_closed").await;
    line.say(&json!({"type": "ping", "nonce": 2})).await;
    let next = line.until(|message| message["table_id"] != SLOW).await;
    assert_eq!((&next["type"], &next["nonce"]), (&json!("pong"), &json!(2)), "{next}");
}

#[tokio::test]
async fn who_comes_back_goes_on_where_they_were() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    line.watch(QUICK).await;
    let seen = line.event("betting_closed").await["seq"].clone();
    drop(line);
    let mut other = hall.spectator().await;
    other.watch(QUICK).await;
    other.event("round_ended").await;

    let mut line = hall.spectator().await;
    line.say(&json!({"type": "watch", "table_id": QUICK, "after": seen})).await;
    let next = line.next().await;
    assert_eq!((&next["type"], &next["after"]), (&json!("frame"), &seen), "no snapshot is needed: {next}");
}

#[tokio::test]
async fn who_was_away_too_long_or_never_here_takes_a_snapshot() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    line.betting(SLOW).await;
    for after in [json!(999_999), json!(u64::MAX)] {
        line.say(&json!({"type": "watch", "table_id": SLOW, "after": after})).await;
        assert_eq!(line.next().await["type"], "snapshot", "{after}");
    }
    let seq = line.watch(SLOW).await["seq"].clone();
    line.say(&json!({"type": "watch", "table_id": SLOW, "after": seq})).await;
    line.say(&json!({"type": "ping", "nonce": 3})).await;
    assert_eq!(line.next().await["type"], "pong", "nothing was missed, nothing is said");
}

#[tokio::test]
async fn nonsense_is_answered_and_the_socket_stays_open() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
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
        line.send(Message::text(text)).await;
        assert_eq!(line.problem().await, code, "{text}");
    }
    line.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(line.problem().await, "malformed_message");
    line.say(&json!({"type": "ping", "nonce": 4})).await;
    assert_eq!(line.next_of("pong").await["nonce"], 4);
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_socket() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    line.send(Message::text(format!(r#"{{"type":"ping","nonce":{}}}"#, " ".repeat(17 << 10)))).await;
    assert_eq!(line.closed().await, Some(1009));
    assert_eq!(http::get(hall.address, "/api/health", None).await.status, 200);
}

#[tokio::test]
async fn only_own_pages_open_sockets() {
    let hall = Hall::open().await;
    let own = format!("http://{}", hall.address);
    assert!(Line::open(hall.address, Some(&own)).await.is_ok());
    let foreign = Line::open(hall.address, Some("https://elsewhere.example")).await;
    match foreign.map(|_| ()) {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 403),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn patrons_who_watch_are_counted_once() {
    let hall = Hall::open().await;
    let (ana, ben) = (hall.guest("Ana").await, hall.guest("Ben").await);
    let mut lines = [hall.seated(&ana).await, hall.seated(&ana).await, hall.seated(&ben).await];
    for line in &mut lines {
        line.watch(SLOW).await;
    }
    let mut spectator = hall.spectator().await;
    assert_eq!(spectator.watch(SLOW).await["table"]["patrons"], 2);
    let lobby = http::get(hall.address, "/api/tables", None).await.json();
    let patrons: Vec<&Value> = lobby["tables"].as_array().unwrap().iter().map(|it| &it["patrons"]).collect();
    assert_eq!(patrons, [&json!(2), &json!(0)]);
}
