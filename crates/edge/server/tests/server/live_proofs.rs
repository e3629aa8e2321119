//! What proves a shoe, as a client follows it: bulletins over the socket, the proof of each card in its frame, the
//! leaves, the path to the patron's own wagers, and the wager file.

use std::sync::Arc;

use fair::shoe::leaf;
use fair::{Bytes, Digest};
use house::proofs::ShoeKeys;
use serde_json::{Value, json};
use verify::{Check, Known, Verdict, WagerFile, check};

use crate::http;
use crate::socket_client::SocketClient;
use crate::test_server::{Parts, Patron, QUICK, TestServer, tables};

async fn start() -> (TestServer, Patron) {
    let keys = Some(Arc::new(ShoeKeys::new([1; 32], [2; 32])));
    let mut tables = tables();
    for table in &mut tables {
        table.timings.betting_ms = 1_500;
    }
    let server = TestServer::of(Parts { tables, keys, ..Parts::default() }).await;
    let ana = server.guest("Ana").await;
    (server, ana)
}

/// A socket of a patron with a seat at the quick table, which it watches with or without its bulletins.
pub(crate) async fn seated(server: &TestServer, patron: &Patron, watch: &Value) -> SocketClient {
    let mut socket = server.connect_as(patron).await;
    socket.send(watch).await;
    socket.receive_type("snapshot").await;
    socket.send(&json!({"type": "take_seat", "table_id": QUICK})).await;
    socket.receive_type("seat_taken").await;
    socket
}

/// Wagers in the next round, and gives it.
pub(crate) async fn wager(socket: &mut SocketClient) -> Value {
    let opened = socket.receive_event("betting_opened").await;
    let shoe = &opened["event"]["shoe"];
    let round = json!({"shoe_no": shoe["shoe_no"], "round_no": shoe["round_no"]});
    let wagers = json!([{"spot": "tie", "stake": 500}, {"spot": "banker", "stake": 1000}]);
    let slip = json!({"type": "place_slip", "table_id": QUICK, "round": round, "slip_id": "5".repeat(32), "wagers": wagers});
    socket.send(&slip).await;
    socket.receive_type("slip_accepted").await;
    round
}

pub(crate) async fn text(server: &TestServer, path: &str, token: Option<&str>) -> String {
    let answer = http::get(server.address, path, token).await;
    assert_eq!(answer.status, 200, "{path}: {answer:?}");
    answer.text().to_owned()
}

#[tokio::test]
async fn a_client_that_asks_for_bulletins_checks_each_card_and_its_own_wagers() {
    let (server, ana) = start().await;
    let watch = json!({"type": "watch", "table_id": QUICK, "bulletins": true});
    let mut socket = seated(&server, &ana, &watch).await;
    let round = wager(&mut socket).await;
    let shoe = format!("/api/v1/proofs/tables/{QUICK}/shoes/{}", round["shoe_no"]);
    let leaves = http::get(server.address, &format!("{shoe}/leaves"), None).await;
    assert_eq!(leaves.header("content-type"), Some("application/octet-stream"));
    let (leaves, rest) = leaves.body.as_chunks::<32>();
    assert_eq!((leaves.len() % 52, rest.len()), (0, 0));
    let root = fair::tree::root(&leaves.iter().map(|leaf| Bytes(*leaf)).collect::<Vec<Digest>>());

    let mut seen = Vec::new();
    while seen.last().is_none_or(|message: &Value| message["type"] != "you_settled") {
        seen.push(socket.next().await);
    }
    let place = |kind: &str| seen.iter().position(|it| it["type"] == kind || it["event"]["type"] == kind);
    let closed = place("bulletin").expect("betting closed on wagers");
    assert!(seen[closed]["text"].as_str().unwrap().contains(&format!("\nclosed {} ", round["shoe_no"])));
    let own = place("wagers_closed").expect("the wagers stood");
    let (betting, card) = (place("betting_closed"), place("card_drawn"));
    assert!(betting < Some(closed) && Some(closed) < card && betting < Some(own), "{seen:?}");
    assert_eq!(seen[own]["round"], round);
    assert_eq!(
        seen[own]["wagers"],
        json!([{"spot": "banker", "stake": 1000, "bonus": 0}, {"spot": "tie", "stake": 500, "bonus": 0}])
    );
    let cards: Vec<&Value> =
        seen.iter().map(|it| &it["event"]).filter(|it| it["type"] == "card_drawn").collect();
    assert!(cards.len() >= 4);
    for shown in cards {
        let index = u16::try_from(shown["proof"]["index"].as_u64().expect("an index")).unwrap();
        let salt = shown["proof"]["salt"].as_str().unwrap().parse().unwrap();
        let card = shown["card"].as_str().unwrap().parse().unwrap();
        assert_eq!(leaf(index, card, &salt).0, leaves[usize::from(index)], "{shown}");
    }

    let path = format!("/api/v1/me/proofs/{QUICK}/{}/{}", round["shoe_no"], round["round_no"]);
    let wagers = WagerFile::read(&text(&server, &path, Some(&ana.token)).await).expect("a wager file");
    let file = text(&server, &shoe, None).await;
    assert!(file.contains(&root.to_string()), "the leaves give the sealed root");
    let known = Known {
        key: server.house.proof_key(),
        nonce: None,
        wagers: Some(&wagers),
        pairing: None,
        ..Known::default()
    };
    let report = check(&file, &known);
    let of = |check| report.findings.iter().find(|finding| finding.check == check).unwrap().verdict;
    assert_eq!([of(Check::Wagers), of(Check::Payouts)], [Verdict::Ok; 2], "{report:#?}");
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_missed_the_proof_gets_it_before_the_result() {
    let (server, ana) = start().await;
    let watch = json!({"type": "watch", "table_id": QUICK, "bulletins": true});
    let mut socket = seated(&server, &ana, &watch).await;
    let round = wager(&mut socket).await;
    let first = socket.receive_type("wagers_closed").await;
    socket.receive_type("you_settled").await;

    let mut again = server.connect_as(&ana).await;
    again.send(&json!({"type": "watch", "table_id": QUICK, "bulletins": true, "after": 1})).await;
    let proof = again.receive_type("wagers_closed").await;
    let result = again.receive_type("you_settled").await;
    assert_eq!((&proof["round"], &result["round"]), (&round, &round));
    for part in ["wagers", "salt", "index", "count", "path"] {
        assert_eq!(proof[part], first[part], "{part}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_client_that_asks_for_none_gets_no_bulletins() {
    let (server, ana) = start().await;
    let mut socket =
        seated(&server, &ana, &json!({"type": "watch", "table_id": QUICK, "bulletins": true})).await;
    socket.receive_type("bulletin").await;
    // Watching again without them ends them.
    socket.send(&json!({"type": "watch", "table_id": QUICK})).await;
    socket.receive_type("snapshot").await;
    wager(&mut socket).await;
    loop {
        let message = socket.next().await;
        assert!(message["type"] != "bulletin" && message["type"] != "wagers_closed", "{message}");
        if message["type"] == "you_settled" {
            break;
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn what_has_no_proof_is_refused_with_its_reason() {
    let (server, ana) = start().await;
    let token = Some(ana.token.as_str());
    for (path, token, code) in [
        (format!("/proofs/tables/{QUICK}/shoes/9/leaves"), None, "not_sealed"),
        (format!("/proofs/tables/{QUICK}/shoes/x/leaves"), None, "unknown_shoe"),
        ("/proofs/tables/99/shoes/1/leaves".to_owned(), None, "unknown_table"),
        (format!("/tables/{QUICK}/shoes/1/records"), None, "no_proof"),
        (format!("/tables/{QUICK}/shoes/99/records"), None, "unknown_shoe"),
        (format!("/me/proofs/{QUICK}/1/99"), token, "unknown_round"),
        (format!("/me/proofs/{QUICK}/1/-1"), token, "unknown_round"),
        (format!("/me/proofs/{QUICK}/1/1"), None, "unauthenticated"),
    ] {
        let answer = http::get(server.address, &format!("/api/v1{path}"), token).await;
        assert_eq!(answer.code(), code, "{path}: {answer:?}");
    }
    server.stop().await;
}
