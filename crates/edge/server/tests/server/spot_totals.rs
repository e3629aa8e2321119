//! The totals per spot that everybody who watches a table receives.

use serde_json::{Value, json};

use crate::socket_client::{id, slip};
use crate::test_server::{SLOW, TestServer};

/// Whether a message tells these totals: spot, stake and patrons of each.
fn tells(message: &Value, totals: &Value) -> bool {
    message["type"] == "spot_totals" && message["totals"] == *totals
}

#[tokio::test]
async fn stakes_of_all_patrons_are_told_without_their_names_and_are_in_snapshots() {
    let server = TestServer::start().await;
    let (ana, ben) = (server.guest("Ana").await, server.guest("Ben").await);
    let mut spectator = server.spectator().await;
    let round = spectator.betting(SLOW).await;
    let mut lines = [server.connect_as(&ana).await, server.connect_as(&ben).await];
    for (line, wagers) in [(0, &[("player", 200)][..]), (1, &[("player", 300), ("tie", 100)])] {
        let line = &mut lines[line];
        line.take_seat(SLOW).await;
        line.send(&slip(SLOW, &round, &id(1), wagers)).await;
        line.receive_type("slip_accepted").await;
    }
    let totals = json!([
        {"spot": "player", "stake": 500, "patrons": 2},
        {"spot": "tie", "stake": 100, "patrons": 1},
    ]);
    let told = spectator.receive_until(|message| tells(message, &totals)).await;
    assert_eq!((&told["table_id"], &told["round"]), (&json!(SLOW), &round));
    assert_eq!(server.spectator().await.watch(SLOW).await["table"]["totals"], totals);
}
