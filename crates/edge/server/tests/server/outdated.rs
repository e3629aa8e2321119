//! A proposal whose round another one corrected since, and the cards of that round by hand.

use serde_json::{Value, json};

use crate::supervisors::{CORRECTIONS, SupervisedServer, path_of, void_of};

#[tokio::test]
async fn a_proposal_about_a_round_that_was_corrected_since_is_outdated_and_waits_no_more() {
    let (server, _, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let mut numbers = Vec::new();
    for number in [1, 2] {
        let proposed = server.post(&server.ann, CORRECTIONS, &void_of(&round, number, "opened")).await.json();
        numbers.push(proposed["correction"]["correction_no"].clone());
    }
    let waiting = async || server.get("/proposals").await.json()["corrections"].clone();
    assert_eq!(waiting().await, 2);
    assert_eq!(server.decide(&server.ben, &numbers[1], "approve").await.status, 200);
    assert_eq!(waiting().await, 0);

    let state = |correction: &Value| (correction["correction_no"].clone(), correction["state"].clone());
    let expected = [(numbers[0].clone(), json!("outdated")), (numbers[1].clone(), json!("approved"))];
    let shown = server.get(&path_of(&round)).await.json();
    let of_round: Vec<_> = shown["corrections"].as_array().unwrap().iter().map(state).collect();
    assert_eq!(of_round, expected);
    let listed = server.get(CORRECTIONS).await.json();
    let of_table = listed["corrections"].as_array().unwrap().iter().rev();
    assert_eq!(of_table.map(|line| state(&line["correction"])).collect::<Vec<_>>(), expected);

    server.decide(&server.ben, &numbers[0], "approve").await.is_refusal(409, "correction_outdated");
    let gone = server.decide(&server.ann, &numbers[0], "withdraw").await.json();
    assert_eq!(gone["correction"]["state"], "withdrawn");
}

#[tokio::test]
async fn a_round_and_a_search_say_whose_each_card_is() {
    let (server, _, _, round) = SupervisedServer::with_round(&[("tie", 1_000)]).await;
    let shown = server.get(&path_of(&round)).await.json();
    let deal = shown["deal"].as_array().unwrap();
    let cards: Vec<_> = deal.iter().map(|dealt| dealt["card"].clone()).collect();
    assert_eq!(json!(cards), shown["cards"]);
    let first: Vec<_> = deal[..4].iter().map(|dealt| dealt["side"].clone()).collect();
    assert_eq!(first, ["player", "banker", "player", "banker"]);
    let found = server.get("/rounds?table=2").await.json();
    let found = found["rounds"].as_array().unwrap().iter().find(|found| found["round"] == round);
    assert_eq!(found.unwrap()["deal"], shown["deal"]);
}
