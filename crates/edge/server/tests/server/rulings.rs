//! What a ruling may have beside its cards: cards beside the coup, and the part of a recording that shows it.

use serde_json::json;

use crate::supervisors::{CORRECTIONS, SupervisedServer, path_of, void_of};

#[tokio::test]
async fn surplus_and_evidence_are_refused_where_they_are_none() {
    let (server, _, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let cards = server.get(&path_of(&round)).await.json()["cards"].clone();
    let now = server.inner.house.now().0;
    for (field, value, code, message) in [
        (
            "ruling",
            json!({"kind": "cards", "cards": cards, "surplus": ["2d"]}),
            "surplus",
            "1 are named as surplus",
        ),
        ("evidence", json!({"from": 2, "to": 2}), "bad_evidence", "later than `from`"),
        ("evidence", json!({"from": 1, "to": 3_600_002}), "bad_evidence", "by 3600000 ms at most"),
        ("evidence", json!({"from": now, "to": now + 60_000}), "bad_evidence", "not in the future"),
        ("evidence", json!({"from": 1, "to": 2}), "bad_evidence", "does not show the round"),
    ] {
        let mut body = void_of(&round, 1, "why");
        body[field] = value;
        let answer = server.post(&server.ann, CORRECTIONS, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (422, code), "{body}");
        assert!(answer.text().contains(message), "{body}: {}", answer.text());
    }
    let mut body = void_of(&round, 1, "why");
    body["evidence"] = json!({"from": now - 1_000, "to": now});
    server.post(&server.ann, CORRECTIONS, &body).await.is_refusal(409, "no_camera");
    // Whoever watches a recording does not say what its digest is.
    body["evidence"]["digest"] = json!("0".repeat(64));
    server.post(&server.ann, CORRECTIONS, &body).await.is_refusal(400, "unknown_field");
    server.inner.stop().await;
}
