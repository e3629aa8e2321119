//! Slips accepted, repeated, refused and cleared at a table whose betting stays open.

use serde_json::{Value, json};

use crate::socket_client::{SocketClient, id, slip, unnumbered};
use crate::test_server::{SLOW, TestServer};

#[tokio::test]
async fn a_repeated_slip_counts_once() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    for _ in 0..3 {
        let answer = socket.place(SLOW, &round, &id(1), &[("banker", 10_000), ("tie", 500)]).await;
        assert_eq!((&answer["type"], &answer["slip_id"]), (&json!("slip_accepted"), &json!(id(1))));
    }
    assert_eq!(server.balance(&ana).await, 1_000_000 - 10_500);
    // The same id with the dashes of a UUID is the same slip.
    let dashed = "00000000-0000-0000-0000-000000000001";
    let answer = socket.place(SLOW, &round, dashed, &[("banker", 10_000), ("tie", 500)]).await;
    assert_eq!((&answer["type"], &answer["slip_id"]), (&json!("slip_accepted"), &json!(dashed)));
    assert_eq!(server.balance(&ana).await, 1_000_000 - 10_500);
}

#[tokio::test]
async fn all_sockets_of_a_patron_get_messages_and_no_others() {
    let server = TestServer::start().await;
    let (ana, ben) = (server.guest("Ana").await, server.guest("Ben").await);
    let (mut one, mut two) = (server.connect_as(&ana).await, server.connect_as(&ana).await);
    let mut other = server.connect_as(&ben).await;
    let round = one.betting(SLOW).await;
    two.betting(SLOW).await;
    other.betting(SLOW).await;
    assert_eq!(two.receive_type("yours").await["seated"], Value::Null);
    one.place(SLOW, &round, &id(2), &[("player", 700)]).await;
    let seated = two.receive_type("yours").await;
    assert_eq!((&seated["seated"], &seated["staked"]), (&json!(true), &json!(0)));
    let yours = two.receive_type("yours").await;
    assert_eq!(
        yours,
        json!({"type": "yours", "table_id": SLOW, "seq": yours["seq"], "round": round, "staked": 700, "last_wagers": [],
               "wagers": [{"spot": "player", "stake": 700}], "seated": true})
    );
    assert_eq!(two.receive_type("wallet").await["balance"], 999_300);
    other.send(&json!({"type": "ping", "nonce": 1})).await;
    let next = other.receive_until(|message| message["staked"] != 0).await;
    assert_eq!(next["type"], "pong", "Ben gets no message about it: {next}");
}

#[tokio::test]
async fn refusals_say_what_would_be_accepted() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    socket.place(SLOW, &round, &id(1), &[("tie", 45_000)]).await;
    let cases: [(&[(&str, i64)], Value); 9] = [
        (&[], json!({"code": "empty_slip"})),
        (&[("dragon", 100)], json!({"code": "unknown_spot", "spot": "dragon"})),
        (&[("lucky_6", 100)], json!({"code": "unknown_spot", "spot": "lucky_6"})),
        (&[("tie", 100), ("tie", 100)], json!({"code": "duplicate_spot", "spot": "tie"})),
        (&[("tie", 0)], json!({"code": "bad_stake", "spot": "tie"})),
        (&[("tie", -100)], json!({"code": "bad_stake", "spot": "tie"})),
        (
            &[("player", 99)],
            json!({"code": "below_minimum", "spot": "player", "limit": 100, "limited_by": "table"}),
        ),
        (
            &[("player", 100), ("tie", 5_001)],
            json!({"code": "above_maximum", "spot": "tie", "limit": 50_000, "already": 45_000,
                   "accepted": 5_000, "limited_by": "table"}),
        ),
        (
            &[("player", 500_000), ("banker", 500_000)],
            json!({"code": "insufficient_funds", "limit": 955_000}),
        ),
    ];
    for (n, (wagers, expected)) in (2..).zip(cases) {
        let answer = socket.place(SLOW, &round, &id(n), wagers).await;
        assert_eq!(answer["type"], "slip_refused", "{answer}");
        let mut refusal = answer["refusal"].clone();
        assert!(refusal["message"].as_str().is_some_and(|it| !it.is_empty()));
        refusal.as_object_mut().unwrap().remove("message");
        assert_eq!(refusal, expected, "{wagers:?}");
    }
    assert_eq!(server.balance(&ana).await, 955_000, "a refused slip takes nothing");
}

#[tokio::test]
async fn a_slip_for_another_round_or_table_is_refused() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    let later = json!({"shoe_no": round["shoe_no"], "round_no": 2});
    let answer = socket.place(SLOW, &later, &id(1), &[("tie", 100)]).await;
    assert_eq!(answer["refusal"]["code"], "round_not_open");
    let answer = socket.place(9, &round, &id(2), &[("tie", 100)]).await;
    assert_eq!(
        (&answer["type"], &answer["refusal"]["code"]),
        (&json!("slip_refused"), &json!("unknown_table"))
    );
}

#[tokio::test]
async fn a_malformed_id_is_refused() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    socket.send(&slip(SLOW, &round, "mine", &[])).await;
    let problem = socket.receive_type("problem").await;
    assert_eq!(problem["error"]["code"], "malformed_message");
    assert!(problem["error"]["message"].as_str().unwrap().contains("32 hex digits"), "{problem}");
}

#[tokio::test]
async fn wagers_are_cleared_once() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let (mut socket, mut other) = (server.connect_as(&ana).await, server.connect_as(&ana).await);
    let round = socket.betting(SLOW).await;
    other.betting(SLOW).await;
    assert_eq!(clear(&mut socket, &round, 9).await["refusal"]["code"], "nothing_to_clear");
    socket.place(SLOW, &round, &id(1), &[("banker", 300), ("big", 200)]).await;
    let cleared = json!({"type": "wagers_cleared", "table_id": SLOW, "request_id": id(10), "returned": 500});
    assert_eq!(unnumbered(clear(&mut socket, &round, 10).await), cleared);
    let seen = unnumbered(other.receive_type("wagers_cleared").await);
    assert_eq!(seen, cleared, "the other screen gets it too");
    let again = clear(&mut socket, &round, 10).await;
    assert_eq!((&again["type"], &again["returned"]), (&json!("wagers_cleared"), &json!(0)), "{again}");
    assert_eq!(server.balance(&ana).await, 1_000_000);
}

async fn clear(socket: &mut SocketClient, round: &Value, n: u128) -> Value {
    socket
        .send(&json!({"type": "clear_wagers", "table_id": SLOW, "round": round, "request_id": id(n)}))
        .await;
    socket.receive_until(|message| message["request_id"] == id(n)).await
}
