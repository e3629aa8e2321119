//! What a ruling may have beside its cards: cards beside the coup, and the part of a recording that shows it.

use serde_json::json;

use crate::supervisors::{CORRECTIONS, SupervisedServer, path_of, void_of};

#[tokio::test]
async fn surplus_and_evidence_are_refused_where_they_are_none() {
    let (server, _, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let cards = server.get(&path_of(&round)).await.json()["cards"].clone();
    let digest = "0".repeat(64);
    for (field, value, code, message) in [
        (
            "ruling",
            json!({"kind": "cards", "cards": cards, "surplus": ["2d"]}),
            "surplus",
            "1 are named as surplus",
        ),
        ("evidence", json!({"from": 1, "to": 2, "digest": "xy"}), "bad_evidence", "64 of 0-9 and a-f"),
        ("evidence", json!({"from": 2, "to": 2, "digest": digest}), "bad_evidence", "end after it begins"),
    ] {
        let mut body = void_of(&round, 1, "why");
        body[field] = value;
        let answer = server.post(&server.ann, CORRECTIONS, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (422, code), "{body}");
        assert!(answer.text().contains(message), "{body}: {}", answer.text());
    }
    server.inner.stop().await;
}
