//! The numbers of patrons over the socket: a seated patron pledges one, sees the list, and reveals it. A supervisor
//! gives up no shoe that waits for nothing.

use std::sync::Arc;

use fair::Bytes;
use fair::nonces::pledge;
use house::floor::GivenTimings;
use house::proofs::ShoeKeys;
use serde_json::{Value, json};
use table::Timings;
use verify::{Check, Known, Verdict, check};

use crate::http;
use crate::socket_client::SocketClient;
use crate::supervisors::SupervisedServer;
use crate::test_server::{Parts, QUICK, TestServer, tables};

const NONCE: [u8; 32] = [0x11; 32];

/// The next bulletin of this kind, as its lines.
async fn said(socket: &mut SocketClient, kind: &str) -> Vec<String> {
    loop {
        let bulletin = socket.receive_type("bulletin").await;
        let text = bulletin["text"].as_str().expect("a text").to_owned();
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines[6].starts_with(&format!("{kind} ")) {
            return lines;
        }
    }
}

/// The answer to a message about a number.
async fn answered(socket: &mut SocketClient, message: &Value) -> Value {
    socket.send(message).await;
    loop {
        let next = socket.next().await;
        if ["nonce_taken", "nonce_refused", "problem"].contains(&next["type"].as_str().unwrap_or_default()) {
            return next;
        }
    }
}

#[tokio::test]
async fn a_number_of_a_patron_goes_into_the_shoe() {
    let keys = Some(Arc::new(ShoeKeys::new([1; 32], [2; 32])));
    let mut tables = tables();
    for table in &mut tables {
        (table.seating.idle_limit, table.timings) = (0, Timings::default());
    }
    let timings = GivenTimings {
        betting_ms: Some(1),
        drain_ms: Some(0),
        card_ms: Some(0),
        result_ms: Some(1),
        shuffle_ms: Some(0),
        pledge_ms: Some(1_000),
        reveal_ms: Some(1_000),
    };
    let server = TestServer::of(Parts { tables, keys, timings, ..Parts::default() }).await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    socket.send(&json!({"type": "watch", "table_id": QUICK, "bulletins": true})).await;
    socket.receive_type("snapshot").await;
    socket.send(&json!({"type": "take_seat", "table_id": QUICK})).await;
    socket.receive_type("seat_taken").await;

    let opened = said(&mut socket, "opened").await;
    let shoe_no: u32 = opened[6].strip_prefix("opened ").unwrap().parse().unwrap();
    let file = format!("/api/v1/proofs/tables/{QUICK}/shoes/{shoe_no}");
    let own = pledge(QUICK, shoe_no, &Bytes(NONCE)).to_string();
    let pledging = |pledge: &str| json!({"type": "pledge_nonce", "table_id": QUICK, "shoe_no": shoe_no, "pledge": pledge});
    let revealing = |nonce: [u8; 32]| json!({"type": "reveal_nonce", "table_id": QUICK, "shoe_no": shoe_no, "nonce": Bytes(nonce).to_string()});
    let taken = json!({"type": "nonce_taken", "table_id": QUICK, "shoe_no": shoe_no});
    assert_eq!(answered(&mut socket, &pledging("AB")).await["error"]["code"], "malformed_message");
    assert_eq!(answered(&mut socket, &pledging(&own)).await, taken);
    assert_eq!(answered(&mut socket, &pledging(&own)).await, taken, "a repeat");
    let second = answered(&mut socket, &pledging(&"11".repeat(32))).await;
    assert_eq!(second["refusal"]["code"], "nonce_repeated", "{second}");
    let early = answered(&mut socket, &revealing(NONCE)).await;
    assert_eq!(early["refusal"]["code"], "nonce_not_open", "{early}");

    assert!(said(&mut socket, "pledged").await[7].starts_with("pledges 1 "));
    let listed: Value = http::get(server.address, &file, None).await.json();
    assert_eq!(listed["pledges"], json!([own]));
    let another = answered(&mut socket, &revealing([0x22; 32])).await;
    assert_eq!(another["refusal"]["code"], "nonce_unpledged", "{another}");
    assert_eq!(answered(&mut socket, &revealing(NONCE)).await, taken);
    assert!(said(&mut socket, "revealed").await[7].starts_with("nonces 1 "));

    said(&mut socket, "ended").await;
    let text = http::get(server.address, &file, None).await.text().to_owned();
    let known = Known {
        key: server.house.proof_key(),
        nonce: Some(Bytes(NONCE)),
        wagers: None,
        pairing: None,
        ..Known::default()
    };
    let report = check(&text, &known);
    assert!(!report.has_failed(), "{:#?}", report.findings);
    let found = report.findings.iter().find(|finding| finding.check == Check::Nonces).unwrap();
    assert_eq!(found.verdict, Verdict::Ok, "{found:?}");
    assert!(found.reason.contains("yours is in"), "{found:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_shoe_that_waits_for_nothing_is_not_given_up() {
    let server = SupervisedServer::start().await;
    for shoe_no in [1, 2] {
        let path = format!("/tables/{QUICK}/abandon");
        let answer = server.post(&server.ann, &path, &json!({"shoe_no": shoe_no})).await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "not_waiting"), "{answer:?}");
    }
    server.inner.stop().await;
}
