//! What is too much: guests, messages, sockets, and frames for who does not read them.

use std::time::Duration;

use punto_server::{Config, Limits, Rate};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};

use crate::hall::{Hall, QUICK, SLOW};
use crate::http::post;
use crate::line::{Line, PATIENCE};

fn config(limits: Limits) -> Config {
    Config { limits, ..Config::default() }
}

const TWO: Rate = Rate { burst: 2, every: Duration::from_secs(90) };

#[tokio::test]
async fn guests_are_created_no_faster_than_allowed() {
    let hall = Hall::with(config(Limits { guests_local: TWO, ..Limits::default() })).await;
    for _ in 0..2 {
        hall.guest("Ana").await;
    }
    let answer = post(hall.address, "/api/guests", None, &json!({"nickname": "Ana"})).await;
    assert_eq!((answer.status, answer.code().as_str()), (429, "too_many_guests"));
    let wait: u64 = answer.header("retry-after").unwrap().parse().unwrap();
    assert!((80..=90).contains(&wait), "{wait}");
}

#[tokio::test]
async fn too_many_messages_are_refused_and_a_flood_ends_the_socket() {
    let messages = Rate { burst: 5, every: Duration::from_secs(90) };
    let hall = Hall::with(config(Limits { messages, ..Limits::default() })).await;
    let mut line = hall.spectator().await;
    for nonce in 0..4 {
        line.say(&json!({"type": "ping", "nonce": nonce})).await;
        assert_eq!(line.next().await["nonce"], nonce);
    }
    for _ in 0..5 {
        line.say(&json!({"type": "ping", "nonce": 9})).await;
        assert_eq!(line.problem().await, "too_many_messages");
    }
    line.say(&json!({"type": "ping", "nonce": 9})).await;
    assert_eq!(line.closed().await, Some(1008));
}

#[tokio::test]
async fn binary_frames_count_like_any_other_and_are_answered_once() {
    let messages = Rate { burst: 2, every: Duration::from_secs(90) };
    let hall = Hall::with(config(Limits { messages, ..Limits::default() })).await;
    let mut line = hall.spectator().await;
    for code in ["malformed_message", "too_many_messages", "too_many_messages"] {
        line.send(Message::binary(vec![1, 2, 3])).await;
        assert_eq!(line.problem().await, code);
    }
    line.send(Message::binary(vec![1, 2, 3])).await;
    assert_eq!(line.closed().await, Some(1008));
}

#[tokio::test]
async fn there_is_room_for_so_many_sockets() {
    let hall = Hall::with(config(Limits { sockets: 2, ..Limits::default() })).await;
    let (first, _second) = (hall.spectator().await, hall.spectator().await);
    match Line::open(hall.address, None).await.map(|_| ()) {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 503),
        other => panic!("{other:?}"),
    }
    drop(first);
    while Line::open(hall.address, None).await.is_err() {}
}

#[tokio::test]
async fn who_does_not_read_is_cut_and_goes_on_later() {
    let hall = Hall::racing(config(Limits { queue_bytes: 4 << 10, ..Limits::default() })).await;
    let (mut slow, mut quick) = (Line::narrow(hall.address).await, hall.spectator().await);
    slow.say(&json!({"type": "hello"})).await;
    slow.say(&json!({"type": "watch", "table_id": QUICK})).await;
    let mut seen = slow.next_of("snapshot").await["seq"].clone();
    // The other one reads: when it has, the slow one was sent more than its queue and its line hold.
    quick.watch(QUICK).await;
    let mut bytes = 0;
    while bytes < 64 << 10 {
        bytes += quick.next_of("frame").await.to_string().len();
    }
    let latest = quick.next_of("frame").await["seq"].clone();
    let end = loop {
        match slow.heard().await {
            Ok(frame) => seen = next_after(&seen, &frame),
            Err(code) => break code,
        }
    };
    assert!(end.is_none_or(|code| code == 1013), "{end:?}");
    assert!(seen.as_u64() < latest.as_u64(), "it was cut before the latest frame");

    let mut back = hall.spectator().await;
    back.say(&json!({"type": "watch", "table_id": QUICK, "after": seen})).await;
    let next = back.next().await;
    assert!(next["after"] == seen || next["type"] == "snapshot", "{next}");
}

fn next_after(seen: &Value, frame: &Value) -> Value {
    assert_eq!(frame["after"], *seen, "what did arrive has no gap");
    frame["seq"].clone()
}

#[tokio::test]
async fn answers_wait_for_their_reader() {
    let messages = Rate { burst: 1_000, every: Duration::from_millis(1) };
    let hall = Hall::with(config(Limits { queue_bytes: 8 << 10, messages, ..Limits::default() })).await;
    let mut line = Line::narrow(hall.address).await;
    line.say(&json!({"type": "hello"})).await;
    for _ in 0..100 {
        line.say(&json!({"type": "watch", "table_id": SLOW})).await;
    }
    for n in 0..100 {
        assert_eq!(line.next_of("snapshot").await["type"], "snapshot", "{n}");
    }
}

#[tokio::test]
async fn who_falls_silent_is_cut() {
    let limits = Limits {
        idle: Duration::from_millis(300),
        ping_every: Duration::from_millis(50),
        ..Limits::default()
    };
    let hall = Hall::with(config(limits)).await;
    // Reading answers pings, so this one stays.
    let mut line = hall.spectator().await;
    line.watch(QUICK).await;
    line.event("round_ended").await;
    // This one reads nothing, so it answers none; what it sends later finds the line closed.
    let mut silent = hall.spectator().await;
    line.event("round_ended").await;
    line.event("betting_closed").await;
    let mut end = None;
    while silent.try_send(Message::text(r#"{"type":"ping","nonce":1}"#)).await.is_ok() {
        if let Err(code) = silent.heard().await {
            end = code;
            break;
        }
    }
    assert!(end.is_none_or(|code| code == 1008), "{end:?}");
}

#[tokio::test]
async fn who_connects_and_asks_nothing_whole_is_cut() {
    let hall = Hall::with(config(Limits { idle: Duration::from_millis(100), ..Limits::default() })).await;
    for said in ["", "GET / HTTP/1.1\r\nHost: "] {
        let mut stream = TcpStream::connect(hall.address).await.unwrap();
        stream.write_all(said.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let read = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "{said:?} is still open");
    }
}

#[tokio::test]
async fn a_patron_who_stays_lost_has_left() {
    let limits = Limits { grace: Duration::from_millis(1), ..Limits::default() };
    let hall = Hall::with(config(limits)).await;
    let ana = hall.guest("Ana").await;
    let mut watching = hall.seated(&ana).await;
    for n in 1..20 {
        let mut lost = hall.seated(&ana).await;
        lost.watch(QUICK).await;
        let opened = lost.event("betting_opened").await;
        let round = crate::line::round_of(&opened["event"]["shoe"]);
        let answer = lost.place(QUICK, &round, &crate::line::id(n), &[("player", 100)]).await;
        if answer["type"] != "slip_accepted" {
            continue;
        }
        drop(lost);
        let next = watching.until(|it| it["type"] == "wagers_cleared" || it["type"] == "you_settled").await;
        if next["type"] == "wagers_cleared" {
            assert_eq!((&next["request_id"], &next["returned"]), (&Value::Null, &json!(100)));
            return;
        }
    }
    panic!("leaving never came in time");
}
