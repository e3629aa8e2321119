//! Whole rounds at the quick table: what is staked, what is paid, what the history keeps, what leaving does.

use serde_json::{Value, json};

use crate::hall::{Hall, Patron, QUICK, SLOW};
use crate::http;
use crate::line::{Line, id, round_of};

/// Places a slip in the first round that still takes it, under an id made of the round. Gives the round.
async fn placed(line: &mut Line, wagers: &[(&str, i64)]) -> Value {
    line.watch(QUICK).await;
    loop {
        let opened = line.event("betting_opened").await;
        let round = round_of(&opened["event"]["shoe"]);
        let slip_id = id(round["round_no"].as_u64().map_or(0, u128::from));
        if line.place(QUICK, &round, &slip_id, wagers).await["type"] == "slip_accepted" {
            return round;
        }
    }
}

async fn balance(hall: &Hall, patron: &Patron) -> i64 {
    let me = http::get(hall.address, "/api/me", Some(&patron.token)).await.json();
    me["balance"].as_i64().expect("a balance")
}

#[tokio::test]
async fn a_wager_is_settled_and_paid_to_the_cent() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = placed(&mut line, &[("player", 10_000), ("banker", 10_000), ("tie", 1_000)]).await;
    let settled = line.next_of("you_settled").await;
    assert_eq!((&settled["round"], &settled["staked"]), (&round, &json!(21_000)));
    let lines = settled["wagers"].as_array().unwrap();
    let paid: i64 = lines.iter().map(|line| line["payout"].as_i64().unwrap()).sum();
    assert_eq!(settled["paid"], paid);
    // Player pays one to one, Banker 0.95, a tie eight and returns the others.
    assert!([20_000, 19_500, 29_000].contains(&paid), "{settled}");
    assert_eq!(balance(&hall, &ana).await, 1_000_000 - 21_000 + paid);

    let yours = line.until(|it| it["type"] == "yours" && it["last_wagers"] != json!([])).await;
    assert_eq!((&yours["staked"], &yours["wagers"]), (&json!(0), &json!([])));
    assert_eq!(yours["last_wagers"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn the_history_keeps_every_round_with_its_cards() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let mut rounds = Vec::new();
    for _ in 0..2 {
        rounds.push(placed(&mut line, &[("player", 100)]).await);
        line.next_of("you_settled").await;
    }
    let token = Some(ana.token.as_str());
    let page = http::get(hall.address, "/api/me/rounds?limit=1", token).await.json();
    let newest = &page["rounds"][0];
    assert_eq!((&newest["round"], &newest["table_id"]), (&rounds[1], &json!(QUICK)));
    assert!((4..=6).contains(&newest["cards"].as_array().unwrap().len()), "{newest}");
    assert!(["player", "banker", "tie"].contains(&newest["outcome"].as_str().unwrap()));
    assert_eq!((&newest["staked"], &newest["wagers"][0]["stake"]), (&json!(100), &json!(100)));
    assert_eq!(newest["paid"], newest["wagers"][0]["payout"]);
    let older = format!("/api/me/rounds?limit=1&before={}", page["next_before"]);
    let page = http::get(hall.address, &older, token).await.json();
    assert_eq!((&page["rounds"][0]["round"], &page["next_before"]), (&rounds[0], &Value::Null));
    let all = http::get(hall.address, "/api/me/rounds", token).await.json();
    assert_eq!(all["rounds"].as_array().unwrap().len(), 2);
    let ben = hall.guest("Ben").await;
    let none = http::get(hall.address, "/api/me/rounds", Some(&ben.token)).await.json();
    assert_eq!(none, json!({"rounds": [], "next_before": null}));
}

#[tokio::test]
async fn the_statement_leads_from_the_gift_to_the_balance() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = placed(&mut line, &[("player", 100), ("tie", 100)]).await;
    line.next_of("you_settled").await;
    let token = Some(ana.token.as_str());
    let page = http::get(hall.address, "/api/me/statement?limit=1", token).await.json();
    let newest = &page["lines"][0];
    assert_eq!(
        (&newest["kind"], &newest["round"], &newest["table_id"]),
        (&json!("settled"), &round, &json!(QUICK))
    );
    assert_eq!((&newest["no"], &newest["revision"], &newest["staked"]), (&json!(2), &json!(1), &json!(200)));
    let number = |line: &Value, key: &str| line[key].as_i64().unwrap();
    assert_eq!(number(newest, "change"), number(newest, "paid") - 200);
    assert_eq!(number(newest, "balance"), 1_000_000 + number(newest, "change"));
    let older = format!("/api/me/statement?before={}", page["next_before"]);
    let page = http::get(hall.address, &older, token).await.json();
    let gift = &page["lines"][0];
    assert_eq!(
        (&gift["kind"], &gift["round"], &page["next_before"]),
        (&json!("posted"), &Value::Null, &Value::Null)
    );
    assert_eq!((number(gift, "change"), number(gift, "balance")), (1_000_000, 1_000_000));
}

#[tokio::test]
async fn what_is_shown_of_a_round_is_what_happened() {
    let hall = Hall::open().await;
    let mut line = hall.spectator().await;
    line.watch(QUICK).await;
    line.event("betting_closed").await;
    let mut cards = Vec::new();
    loop {
        let frame = line.next_of("frame").await;
        let event = &frame["event"];
        if event["type"] != "card_drawn" {
            assert_eq!(event["type"], "round_ended");
            assert_eq!(event["result"]["player_total"], cards_of(&cards, "player"));
            assert_eq!(event["result"]["banker_total"], cards_of(&cards, "banker"));
            break;
        }
        cards.push(event.clone());
        assert_eq!(event["phase"], json!({"name": "dealing"}));
        let side = event["side"].as_str().unwrap();
        assert_eq!(event["cards"][side]["cards"].as_array().unwrap().last(), Some(&event["card"]));
    }
    assert!((4..=6).contains(&cards.len()));
}

/// The total a side was last shown with.
fn cards_of(cards: &[Value], side: &str) -> Value {
    cards.last().map_or(Value::Null, |event| event["cards"][side]["total"].clone())
}

#[tokio::test]
async fn leaving_while_betting_releases_wagers_under_the_gold_card() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    for _ in 0..20 {
        placed(&mut line, &[("player", 100)]).await;
        line.say(&json!({"type": "leave", "table_id": QUICK})).await;
        let next = line.until(|it| it["type"] == "wagers_cleared" || it["type"] == "you_settled").await;
        if next["type"] == "wagers_cleared" {
            let expected =
                json!({"type": "wagers_cleared", "table_id": QUICK, "request_id": null, "returned": 100});
            assert_eq!(next, expected);
            return;
        }
    }
    panic!("it never left in time");
}

#[tokio::test]
async fn leaving_keeps_wagers_under_live_commission() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let mut line = hall.seated(&ana).await;
    let round = line.betting(SLOW).await;
    line.place(SLOW, &round, &id(1), &[("player", 100)]).await;
    line.say(&json!({"type": "leave", "table_id": SLOW})).await;
    line.watch(SLOW).await;
    let yours = line.next_of("yours").await;
    assert_eq!((&yours["round"], &yours["staked"]), (&round, &json!(100)));
}

#[tokio::test]
async fn a_patron_leaves_a_table_with_their_last_screen() {
    let hall = Hall::open().await;
    let ana = hall.guest("Ana").await;
    let (mut one, mut two) = (hall.seated(&ana).await, hall.seated(&ana).await);
    two.watch(QUICK).await;
    let round = placed(&mut one, &[("player", 100)]).await;
    one.say(&json!({"type": "leave", "table_id": QUICK})).await;
    let settled = two.next_of("you_settled").await;
    assert_eq!(settled["round"], round, "the other screen stayed, so the wagers did");
}
