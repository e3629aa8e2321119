//! The order of private messages: none comes before the frame of the public event that it names, and a client is never
//! stale about its own wagers.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::socket_client::{SocketClient, id, round_of, slip};
use crate::supervisors::{CORRECTIONS, SupervisedServer, void_of};
use crate::test_server::{QUICK, SLOW, TestServer};

/// The private messages about a table.
const PRIVATE: [&str; 11] = [
    "yours",
    "seat_taken",
    "seat_left",
    "slip_accepted",
    "wagers_cleared",
    "you_settled",
    "you_voided",
    "you_corrected",
    "auto_accepted",
    "auto_started",
    "auto_ended",
];

/// The event that a message names.
fn seq_of(message: &Value) -> u64 {
    let seq = message["seq"].as_u64();
    assert!(seq.is_some(), "it names no event: {message}");
    seq.unwrap_or_default()
}

/// Plays rounds with every patron, one socket each, and holds each message against the frames before it. Gives the
/// kinds that came.
async fn plays(mut socket: SocketClient, patron: u64) -> Vec<String> {
    let mut seq = seq_of(&socket.watch(QUICK).await);
    let (mut settled, mut kinds) = (0, Vec::new());
    socket.send(&json!({"type": "take_seat", "table_id": QUICK})).await;
    while settled < 3 {
        let message = socket.next().await;
        let kind = message["type"].as_str().unwrap_or_default().to_owned();
        if kind == "frame" {
            seq += 1;
            assert_eq!(message["seq"], seq, "{message}");
            if message["event"]["type"] == "betting_opened" {
                let round = round_of(&message["event"]["shoe"]);
                let slip_id = id(u128::from(patron) << 64 | u128::from(seq));
                socket.send(&slip(QUICK, &round, &slip_id, &[("player", 1_000), ("banker", 1_000)])).await;
                let wagers = json!([{"spot": "tie", "stake": 1_000}]);
                let start = json!({"type": "start_auto", "table_id": QUICK, "wagers": wagers, "rounds": 1,
                                   "request_id": id(u128::from(patron) << 64 | 1 << 32 | u128::from(seq))});
                socket.send(&start).await;
            }
        } else if PRIVATE.contains(&kind.as_str()) {
            let named = seq_of(&message);
            assert!(named <= seq, "frame {named} did not come yet, {seq} was the last one: {message}");
            settled += u32::from(kind == "you_settled");
            kinds.push(kind);
        }
    }
    kinds
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_private_message_comes_before_the_frame_that_it_names() {
    let server = TestServer::start().await;
    let mut patrons = Vec::new();
    for n in 0..24 {
        patrons.push(server.guest(&format!("Ana {n}")).await);
    }
    let plays = patrons.iter().map(async |patron| plays(server.connect_as(patron).await, patron.id).await);
    let kinds: Vec<String> = join_all(plays).await.into_iter().flatten().collect();
    for kind in ["yours", "seat_taken", "slip_accepted", "you_settled", "auto_accepted", "auto_started"] {
        assert!(kinds.iter().any(|it| it == kind), "{kind} never came");
    }
}

#[tokio::test]
async fn the_end_of_a_round_names_its_frame() {
    let (_server, _ana, mut socket) = TestServer::with_ana().await;
    socket.place_in_next_round(QUICK, &[("tie", 1_000)]).await;
    let ended = socket.receive_event("round_ended").await["seq"].clone();
    assert_eq!(socket.receive_type("you_settled").await["seq"], ended);
}

#[tokio::test]
async fn an_accepted_slip_has_the_wagers_that_stand_after_it() {
    let (_server, _ana, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    let seq = socket.watch(SLOW).await["seq"].clone();
    let stakes = |stake: u64| json!([{"spot": "tie", "stake": stake}]);
    for (n, sum) in [(1, 1_000), (2, 2_000), (2, 2_000)] {
        let accepted = socket.place(SLOW, &round, &id(n), &[("tie", 1_000)]).await;
        let expected = json!({"type": "slip_accepted", "table_id": SLOW, "seq": seq, "slip_id": id(n), "round": round,
                              "wagers": stakes(sum), "staked": sum});
        assert_eq!(accepted, expected);
    }
}

/// A table that nobody watches on this socket holds nothing up.
#[tokio::test]
async fn messages_about_a_table_that_is_not_watched_come_too() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let mut other = server.connect_as(&ana).await;
    other.place_in_next_round(QUICK, &[("tie", 1_000)]).await;
    let settled = socket.receive_type("you_settled").await;
    assert!(settled["seq"].as_u64() > Some(0), "{settled}");
    let wallet: Value = socket.receive_type("wallet").await;
    assert!(wallet["number"].as_u64() > Some(1), "{wallet}");
}

/// The connection is lost while the cards fall.
#[tokio::test]
async fn a_patron_who_comes_back_is_sent_what_was_settled_meanwhile() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let round = socket.place_in_next_round(QUICK, &[("tie", 1_000)]).await;
    let seen = socket.receive_event("betting_closed").await["seq"].clone();
    drop(socket);
    let mut other = server.spectator().await;
    other.watch(QUICK).await;
    let next = other.receive_event("betting_opened").await;
    assert_ne!(round_of(&next["event"]["shoe"]), round);

    let bob = server.guest("Bob").await;
    for (patron, is_told) in [(&ana, true), (&bob, false)] {
        let mut socket = server.connect_as(patron).await;
        for repeat in 0..2 {
            socket.send(&json!({"type": "watch", "table_id": QUICK, "after": seen})).await;
            let (mut ended, mut settled) = (Value::Null, Value::Null);
            let yours = loop {
                let message = socket.next().await;
                match message["type"].as_str().unwrap() {
                    "frame" if message["event"]["type"] == "round_ended" && ended.is_null() => {
                        ended = message;
                    }
                    "you_settled" => {
                        assert!(!ended.is_null(), "it came before the frame of its round: {message}");
                        settled = message;
                    }
                    "yours" => break message,
                    _ => {}
                }
            };
            assert!(yours["seq"].as_u64() >= ended["seq"].as_u64(), "{yours}");
            let expected = is_told && repeat == 0;
            assert_eq!(!settled.is_null(), expected, "{settled}");
            if expected {
                assert_eq!((&settled["seq"], &settled["round"]), (&ended["seq"], &round));
                assert_eq!(
                    (&settled["staked"], &settled["wagers"][0]["spot"]),
                    (&json!(1_000), &json!("tie"))
                );
            }
        }
    }
}

#[tokio::test]
async fn a_patron_who_comes_back_is_sent_the_voids_and_corrections_meanwhile() {
    let (server, ana, mut socket, corrected) = SupervisedServer::with_round(&[("player", 10_000)]).await;
    let quick_seq = socket.watch(QUICK).await["seq"].as_u64().unwrap();
    let voided = socket.betting(SLOW).await;
    socket.place(SLOW, &voided, &id(9), &[("player", 700)]).await;
    let slow_seq = socket.watch(SLOW).await["seq"].as_u64().unwrap();
    drop(socket);
    let proposed = server.post(&server.ann, CORRECTIONS, &void_of(&corrected, 1, "opened")).await.json();
    let approved = server.decide(&server.ben, &proposed["correction"]["correction_no"], "approve").await;
    assert_eq!(approved.status, 200, "{approved:?}");
    let answer = server.post(&server.ann, &format!("/tables/{SLOW}/void"), &json!({"round": voided})).await;
    assert_eq!(answer.status, 200, "{answer:?}");

    let (correction, void) = (("you_corrected", &corrected), ("you_voided", &voided));
    for (table, after, expected) in [
        (QUICK, quick_seq, vec![correction]),
        // What it paid before the correction is not sent.
        (QUICK, 0, vec![correction]),
        (QUICK, u64::from(u32::MAX), vec![]),
        (SLOW, slow_seq, vec![void]),
    ] {
        let mut socket = server.inner.connect_as(&ana).await;
        socket.send(&json!({"type": "watch", "table_id": table, "after": after})).await;
        let (mut seq, mut results) = (0, Vec::new());
        loop {
            let message = socket.next().await;
            let round = message.pointer("/end/round").unwrap_or(&message["round"]).clone();
            match message["type"].as_str().unwrap() {
                "frame" | "snapshot" => seq = message["seq"].as_u64().unwrap(),
                "yours" => break,
                kind if kind.starts_with("you_") => {
                    assert!(message["seq"].as_u64() <= Some(seq), "it came before its frame: {message}");
                    results.push((kind.to_owned(), round));
                }
                _ => {}
            }
        }
        let results: Vec<_> = results.iter().map(|(kind, round)| (kind.as_str(), round)).collect();
        assert_eq!(results, expected, "table {table} after {after}");
    }
}
