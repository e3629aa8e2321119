//! Slips taken, repeated, refused and taken back at a table whose betting stays open.

use serde_json::{Value, json};

use crate::hall::{Hall, SLOW};
use crate::http;
use crate::line::{Line, id};

#[tokio::test]
async fn a_slip_is_taken_once_however_often_it_is_sent() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = line.betting(SLOW).await;
    for _ in 0..3 {
        let answer = line.place(SLOW, &round, &id(1), &[("banker", 10_000), ("tie", 500)]).await;
        assert_eq!(answer, json!({"type": "slip_accepted", "table_id": SLOW, "slip_id": id(1)}));
    }
    let me = http::get(hall.address, "/api/me", Some(&ana.token)).await.json();
    assert_eq!(me["balance"], 1_000_000 - 10_500);
    // The same id with the dashes of a UUID is the same slip.
    let dashed = "00000000-0000-0000-0000-000000000001";
    let answer = line.place(SLOW, &round, dashed, &[("banker", 10_000), ("tie", 500)]).await;
    assert_eq!((&answer["type"], &answer["slip_id"]), (&json!("slip_accepted"), &json!(dashed)));
    let me = http::get(hall.address, "/api/me", Some(&ana.token)).await.json();
    assert_eq!(me["balance"], 1_000_000 - 10_500);
}

#[tokio::test]
async fn all_screens_of_a_patron_are_told_and_nobody_elses() {
    let hall = Hall::open().await;
    let (ana, ben) = (hall.guest("Ana").await, hall.guest("Ben").await);
    let (mut one, mut two) = (hall.seated(&ana).await, hall.seated(&ana).await);
    let mut other = hall.seated(&ben).await;
    let round = one.betting(SLOW).await;
    two.betting(SLOW).await;
    other.betting(SLOW).await;
    assert_eq!(two.next_of("yours").await["staked"], 0);
    one.place(SLOW, &round, &id(2), &[("player", 700)]).await;
    let yours = two.next_of("yours").await;
    assert_eq!(
        yours,
        json!({"type": "yours", "table_id": SLOW, "round": round, "staked": 700, "last_wagers": [],
               "wagers": [{"spot": "player", "stake": 700}]})
    );
    assert_eq!(two.next_of("balance").await["balance"], 999_300);
    other.say(&json!({"type": "ping", "nonce": 1})).await;
    let next = other.until(|message| message["staked"] != 0).await;
    assert_eq!(next["type"], "pong", "Ben is told nothing of it: {next}");
}

#[tokio::test]
async fn refusals_say_what_would_be_accepted() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = line.betting(SLOW).await;
    line.place(SLOW, &round, &id(1), &[("tie", 45_000)]).await;
    let cases: [(&[(&str, i64)], Value); 9] = [
        (&[], json!({"code": "empty_slip"})),
        (&[("dragon", 100)], json!({"code": "unknown_spot", "spot": "dragon"})),
        (&[("lucky_6", 100)], json!({"code": "unknown_spot", "spot": "lucky_6"})),
        (&[("tie", 100), ("tie", 100)], json!({"code": "duplicate_spot", "spot": "tie"})),
        (&[("tie", 0)], json!({"code": "bad_stake", "spot": "tie"})),
        (&[("tie", -100)], json!({"code": "bad_stake", "spot": "tie"})),
        (&[("player", 99)], json!({"code": "below_minimum", "spot": "player", "limit": 100})),
        (
            &[("player", 100), ("tie", 5_001)],
            json!({"code": "above_maximum", "spot": "tie", "limit": 50_000, "already": 45_000}),
        ),
        (
            &[("player", 500_000), ("banker", 500_000)],
            json!({"code": "insufficient_funds", "limit": 955_000}),
        ),
    ];
    for (n, (wagers, expected)) in (2..).zip(cases) {
        let answer = line.place(SLOW, &round, &id(n), wagers).await;
        assert_eq!(answer["type"], "slip_refused", "{answer}");
        let mut refusal = answer["refusal"].clone();
        assert!(refusal["message"].as_str().is_some_and(|it| !it.is_empty()));
        refusal.as_object_mut().unwrap().remove("message");
        assert_eq!(refusal, expected, "{wagers:?}");
    }
    let me = http::get(hall.address, "/api/me", Some(&ana.token)).await.json();
    assert_eq!(me["balance"], 955_000, "a refused slip takes nothing");
}

#[tokio::test]
async fn a_slip_for_another_round_or_table_is_refused() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = line.betting(SLOW).await;
    let later = json!({"shoe_no": round["shoe_no"], "round_no": 2});
    let answer = line.place(SLOW, &later, &id(1), &[("tie", 100)]).await;
    assert_eq!(answer["refusal"]["code"], "round_not_open");
    let answer = line.place(9, &round, &id(2), &[("tie", 100)]).await;
    assert_eq!(
        (&answer["type"], &answer["refusal"]["code"]),
        (&json!("slip_refused"), &json!("unknown_table"))
    );
}

#[tokio::test]
async fn an_id_that_is_none_is_named() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = line.betting(SLOW).await;
    let slip =
        json!({"type": "place_slip", "table_id": SLOW, "round": round, "slip_id": "mine", "wagers": []});
    line.say(&slip).await;
    let problem = line.next_of("problem").await;
    assert_eq!(problem["error"]["code"], "malformed_message");
    assert!(problem["error"]["message"].as_str().unwrap().contains("32 hex digits"), "{problem}");
}

#[tokio::test]
async fn wagers_are_taken_back_once() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let (mut line, mut other) = (hall.seated(&ana).await, hall.seated(&ana).await);
    let round = line.betting(SLOW).await;
    other.betting(SLOW).await;
    assert_eq!(clear(&mut line, &round, 9).await["refusal"]["code"], "nothing_to_clear");
    line.place(SLOW, &round, &id(1), &[("banker", 300), ("big", 200)]).await;
    let cleared = json!({"type": "wagers_cleared", "table_id": SLOW, "request_id": id(10), "returned": 500});
    assert_eq!(clear(&mut line, &round, 10).await, cleared);
    assert_eq!(other.next_of("wagers_cleared").await, cleared, "the other screen is told too");
    let again = clear(&mut line, &round, 10).await;
    assert_eq!((&again["type"], &again["returned"]), (&json!("wagers_cleared"), &json!(0)), "{again}");
    let me = http::get(hall.address, "/api/me", Some(&ana.token)).await.json();
    assert_eq!(me["balance"], 1_000_000);
}

async fn clear(line: &mut Line, round: &Value, n: u128) -> Value {
    line.say(&json!({"type": "clear_wagers", "table_id": SLOW, "round": round, "request_id": id(n)})).await;
    line.until(|message| message["request_id"] == id(n)).await
}
