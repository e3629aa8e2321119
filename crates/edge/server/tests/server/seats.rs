//! Seats over the socket: taken before a wager, counted in the lobby, given up in any tab or after the grace time.

use money::Amount;
use punto_server::Config;
use serde_json::{Value, json};
use table::TableId;

use crate::http;
use crate::socket_client::{TIMEOUT, id, slip, unnumbered};
use crate::test_server::{QUICK, SLOW, TestServer, tables};

#[tokio::test]
async fn a_wager_needs_a_seat() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    socket.send(&slip(SLOW, &round, &id(1), &[("player", 100)])).await;
    let refused = socket.receive_type("slip_refused").await;
    assert_eq!(refused["refusal"]["code"], "not_seated");
    for _ in 0..2 {
        assert_eq!(unnumbered(socket.take_seat(SLOW).await), json!({"type": "seat_taken", "table_id": SLOW}));
    }
    socket.send(&slip(SLOW, &round, &id(1), &[("player", 100)])).await;
    assert_eq!(socket.receive_until(|it| it["slip_id"] == id(1)).await["type"], "slip_accepted");
}

#[tokio::test]
async fn a_seat_is_refused_with_the_reason() {
    let server = TestServer::start().await;
    let mut spectator = server.spectator().await;
    spectator.send(&json!({"type": "take_seat", "table_id": SLOW})).await;
    assert_eq!(spectator.receive_problem().await, "unauthenticated");
    let mut ana = server.connect_as(&server.guest("Ana").await).await;
    assert_eq!(ana.take_seat(77).await["refusal"]["code"], "unknown_table");
}

#[tokio::test]
async fn the_lobby_counts_seats_and_not_who_watches() {
    let server = TestServer::start().await;
    let (ana, ben) = (server.guest("Ana").await, server.guest("Ben").await);
    let mut lines =
        [server.connect_as(&ana).await, server.connect_as(&ana).await, server.connect_as(&ben).await];
    for socket in &mut lines {
        socket.watch(SLOW).await;
        socket.watch(QUICK).await;
    }
    let mut spectator = server.spectator().await;
    for (line, seats) in [(0, 1), (1, 1), (2, 2)] {
        lines[line].take_seat(SLOW).await;
        assert_eq!(spectator.watch(SLOW).await["table"]["patrons"], seats);
        let lobby = http::get(server.address, "/api/v1/tables", None).await.json();
        let patrons: Vec<&Value> =
            lobby["tables"].as_array().unwrap().iter().map(|it| &it["patrons"]).collect();
        assert_eq!(patrons, [&json!(seats), &json!(0)]);
    }
}

#[tokio::test]
async fn leaving_in_one_tab_gives_the_seat_up_though_another_watches() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let (mut one, mut two) = (server.connect_as(&ana).await, server.connect_as(&ana).await);
    two.watch(SLOW).await;
    one.take_seat(SLOW).await;
    one.send(&json!({"type": "leave", "table_id": SLOW})).await;
    let left = two.receive_type("seat_left").await;
    assert_eq!(unnumbered(left), json!({"type": "seat_left", "table_id": SLOW, "reason": "left"}));
}

#[tokio::test]
async fn a_seat_is_kept_by_any_connection_and_lost_without_one() {
    let mut tables = tables();
    for table in &mut tables {
        table.seating.grace_ms = 1;
    }
    let server = TestServer::with_store(Config::default(), tables, |store| store).await;
    let ana = server.guest("Ana").await;
    let (mut one, two) = (server.connect_as(&ana).await, server.connect_as(&ana).await);
    one.take_seat(QUICK).await;
    drop(one);
    let mut spectator = server.spectator().await;
    spectator.watch(QUICK).await;
    spectator.receive_event("round_ended").await;
    assert_eq!(server.house.seats_taken(TableId(QUICK)), 1, "a tab is open that does not watch the table");
    drop(two);
    let lost = async {
        while server.house.seats_taken(TableId(QUICK)) > 0 {
            spectator.next().await;
        }
    };
    tokio::time::timeout(TIMEOUT, lost).await.expect("the seat is lost soon");
}

#[tokio::test]
async fn quick_seat_takes_the_table_with_the_highest_ante_that_is_met() {
    // A guest has 1,000,000.
    for (antes, expected) in [
        ([500, 1_000], json!({"type": "seat_taken", "table_id": QUICK})),
        ([1_000, 500], json!({"type": "seat_taken", "table_id": SLOW})),
        ([500, 1_000_001], json!({"type": "seat_taken", "table_id": SLOW})),
        ([1_000_001, 1_000_001], json!("no_free_seat")),
    ] {
        let mut tables = tables();
        for (table, ante) in tables.iter_mut().zip(antes) {
            table.entry.ante = Some(Amount::new(ante).unwrap());
        }
        let server = TestServer::with_store(Config::default(), tables, |store| store).await;
        let mut ana = server.connect_as(&server.guest("Ana").await).await;
        ana.send(&json!({"type": "quick_seat"})).await;
        let answers = ["seat_taken", "problem"].map(Value::from);
        let answer = ana.receive_until(|message| answers.contains(&message["type"])).await;
        let is_refused = answer["type"] == "problem";
        let answer = if is_refused { answer["error"]["code"].clone() } else { unnumbered(answer) };
        assert_eq!(answer, expected, "{antes:?}");
    }
}
