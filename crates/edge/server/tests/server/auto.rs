//! Auto over the socket: the house places wagers in every round until all are played, or until the patron stops it.

use serde_json::{Value, json};

use crate::socket_client::{id, unnumbered};
use crate::test_server::{QUICK, SLOW, TestServer};

fn start(table: u32, rounds: u16, request: u128) -> Value {
    let wagers = json!([{"spot": "player", "stake": 100}]);
    json!({"type": "start_auto", "table_id": table, "wagers": wagers, "rounds": rounds, "request_id": id(request)})
}

fn accepted(table: u32, request: Option<u128>, rounds_left: u16) -> Value {
    json!({"type": "auto_accepted", "table_id": table, "request_id": request.map(id), "rounds_left": rounds_left})
}

fn ended(table: u32, reason: &str, rounds_left: u16) -> Value {
    json!({"type": "auto_ended", "table_id": table, "reason": reason, "refusal": null, "rounds_left": rounds_left})
}

#[tokio::test]
async fn auto_plays_its_rounds_and_ends() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    socket.watch(QUICK).await;
    socket.take_seat(QUICK).await;
    socket.send(&start(QUICK, 2, 1)).await;
    let (mut answers, mut settled) = (Vec::new(), Vec::new());
    while settled.len() < 2 {
        let message = socket.next().await;
        match message["type"].as_str() {
            Some("auto_accepted" | "auto_started" | "auto_ended") => answers.push(unnumbered(message)),
            Some("you_settled") => settled.push((message["staked"].clone(), answers.len())),
            _ => {}
        }
    }
    // The second slip ends Auto, and is settled after that.
    assert_eq!(settled, [(json!(100), 2), (json!(100), 3)]);
    assert_eq!(answers.pop(), Some(ended(QUICK, "played", 0)));
    assert!(answers.contains(&accepted(QUICK, Some(1), 2)), "{answers:?}");
    assert!(
        answers.contains(&json!({"type": "auto_started", "table_id": QUICK, "rounds": 2})),
        "{answers:?}"
    );
}

#[tokio::test]
async fn auto_ends_at_a_stop_condition_and_every_connection_sees_how_far_it_is() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    socket.watch(QUICK).await;
    socket.take_seat(QUICK).await;
    let mut start = start(QUICK, 100, 1);
    (start["stop_at_loss"], start["stop_at_win"]) = (json!(300), json!(250));
    socket.send(&start).await;
    let (mut net, mut told) = (0, Vec::new());
    let ended = loop {
        let message = socket.next().await;
        match message["type"].as_str() {
            Some("you_settled") => {
                net += message["paid"].as_i64().unwrap() - message["staked"].as_i64().unwrap();
            }
            Some("yours") if message["auto"].is_object() => {
                let stop = &message["auto"]["stop"];
                assert_eq!((&stop["at_loss"], &stop["at_win"]), (&json!(300), &json!(250)));
                told.push((stop["net"].as_i64().unwrap(), net));
            }
            Some("auto_ended") => break message,
            _ => {}
        }
    };
    let reason = if net <= -300 { "stop_at_loss" } else { "stop_at_win" };
    assert!((net <= -300 || net >= 250) && ended["reason"] == reason, "{net}: {ended}");
    let is_open = |net: i64| -300 < net && net < 250;
    assert!(told.iter().all(|(said, counted)| said == counted || !is_open(*counted)), "{told:?}");
    let mut other = server.connect_as(&ana).await;
    other.watch(QUICK).await;
    let yours = other.receive_type("yours").await;
    assert!(yours["auto"].is_null(), "{yours}");
}

#[tokio::test]
async fn auto_is_started_once_and_stopped_on_every_connection() {
    let (server, ana, mut one) = TestServer::with_ana().await;
    let mut two = server.connect_as(&ana).await;
    one.take_seat(SLOW).await;
    one.betting(SLOW).await;
    one.send(&start(SLOW, 5, 1)).await;
    assert_eq!(unnumbered(one.receive_type("auto_accepted").await), accepted(SLOW, Some(1), 5));
    one.receive_until(|message| message["type"] == "yours" && message["staked"] == 100).await;
    one.send(&start(SLOW, 5, 1)).await;
    assert_eq!(unnumbered(one.receive_type("auto_accepted").await), accepted(SLOW, Some(1), 4), "a repeat");
    for _ in 0..2 {
        one.send(&json!({"type": "stop_auto", "table_id": SLOW})).await;
        assert_eq!(unnumbered(one.receive_type("auto_accepted").await), accepted(SLOW, None, 0));
    }
    assert_eq!(unnumbered(two.receive_type("auto_ended").await), ended(SLOW, "stopped", 4));
}

#[tokio::test]
async fn a_new_connection_learns_which_auto_runs_and_how_the_last_one_ended() {
    let (server, ana, mut one) = TestServer::with_ana().await;
    one.take_seat(SLOW).await;
    one.betting(SLOW).await;
    one.send(&start(SLOW, 5, 1)).await;
    let auto = json!({"wagers": [{"spot": "player", "stake": 100}], "rounds_left": 4});
    let yours = one.receive_until(|message| message["type"] == "yours" && message["staked"] == 100).await;
    assert_eq!((&yours["auto"], &yours["ended_auto"]), (&auto, &Value::Null));

    let mut two = server.connect_as(&ana).await;
    two.watch(SLOW).await;
    let yours = two.receive_type("yours").await;
    assert_eq!((&yours["auto"], &yours["ended_auto"], &yours["seated"]), (&auto, &Value::Null, &json!(true)));

    one.send(&json!({"type": "stop_auto", "table_id": SLOW})).await;
    let ended = json!({"reason": "stopped", "refusal": null, "rounds_left": 4});
    two.receive_type("auto_ended").await;
    let mut three = server.connect_as(&ana).await;
    three.watch(SLOW).await;
    for socket in [&mut two, &mut three] {
        let yours = socket.receive_type("yours").await;
        assert_eq!((&yours["auto"], &yours["ended_auto"]), (&Value::Null, &ended));
    }
}

#[tokio::test]
async fn auto_is_refused_with_the_reason() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    let refused = async |socket: &mut crate::socket_client::SocketClient, message: &Value| {
        socket.send(message).await;
        let refused = socket.receive_type("auto_refused").await;
        assert_eq!(
            (&refused["table_id"], &refused["request_id"]),
            (&message["table_id"], &message["request_id"])
        );
        refused["refusal"]["code"].clone()
    };
    assert_eq!(refused(&mut socket, &start(SLOW, 1, 1)).await, "not_seated");
    socket.take_seat(SLOW).await;
    assert_eq!(refused(&mut socket, &start(SLOW, 101, 2)).await, "auto_rounds");
    for (bound, amount) in [("stop_at_loss", 0), ("stop_at_win", -1)] {
        let mut start = start(SLOW, 5, 3);
        start[bound] = json!(amount);
        assert_eq!(refused(&mut socket, &start).await, "auto_stop", "{bound} {amount}");
    }
    assert_eq!(refused(&mut socket, &start(77, 1, 3)).await, "unknown_table");
    assert_eq!(refused(&mut socket, &json!({"type": "stop_auto", "table_id": 77})).await, "unknown_table");
}
