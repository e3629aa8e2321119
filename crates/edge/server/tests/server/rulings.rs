//! What a ruling may have beside its cards: cards beside the coup, the part of a recording that shows it, and why a
//! round is void.

use serde_json::json;

use crate::http::get;
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

#[tokio::test]
async fn patrons_read_in_their_history_why_a_round_is_void() {
    let (server, ana, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let own = async || {
        let history = get(server.inner.address, "/api/v1/me/rounds", Some(&ana.token)).await.json();
        let rounds = history["rounds"].as_array().expect("a list").clone();
        rounds.into_iter().find(|it| it["round"] == round).expect("it is in the history")
    };
    assert_eq!(own().await.get("voided"), None, "it counts");
    let proposed = server.post(&server.ann, CORRECTIONS, &void_of(&round, 1, "opened")).await.json();
    let number = &proposed["correction"]["correction_no"];
    assert_eq!(server.decide(&server.ben, number, "approve").await.status, 200);
    let shown = own().await;
    assert_eq!((&shown["outcome"], &shown["voided"]), (&json!("voided"), &json!("supervisor")));
}
