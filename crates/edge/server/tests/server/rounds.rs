//! Whole rounds at the quick table: stakes, payouts, history, statement and leaving.

use serde_json::{Value, json};

use crate::http;
use crate::socket_client::{id, round_of, slip, unnumbered};
use crate::test_server::{QUICK, SLOW, TestServer};

#[tokio::test]
async fn a_wager_is_settled_and_paid_to_the_cent() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let round =
        socket.place_in_next_round(QUICK, &[("player", 10_000), ("banker", 10_000), ("tie", 1_000)]).await;
    let settled = socket.receive_type("you_settled").await;
    assert_eq!((&settled["round"], &settled["staked"]), (&round, &json!(21_000)));
    let wagers = settled["wagers"].as_array().unwrap();
    let paid: i64 = wagers.iter().map(|wager| wager["payout"].as_i64().unwrap()).sum();
    assert_eq!(settled["paid"], paid);
    // Player pays one to one, Banker 0.95, a tie eight and returns the others.
    assert!([20_000, 19_500, 29_000].contains(&paid), "{settled}");
    assert_eq!(server.balance(&ana).await, 1_000_000 - 21_000 + paid);

    let yours = socket.receive_until(|it| it["type"] == "yours" && it["last_wagers"] != json!([])).await;
    assert_eq!((&yours["staked"], &yours["wagers"]), (&json!(0), &json!([])));
    assert_eq!(yours["last_wagers"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn the_history_keeps_every_round_with_its_cards() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let mut rounds = Vec::new();
    for _ in 0..2 {
        rounds.push(socket.place_in_next_round(QUICK, &[("player", 100)]).await);
        socket.receive_type("you_settled").await;
    }
    let token = Some(ana.token.as_str());
    let page = http::get(server.address, "/api/v1/me/rounds?limit=1", token).await.json();
    let newest = &page["rounds"][0];
    assert_eq!((&newest["round"], &newest["table_id"]), (&rounds[1], &json!(QUICK)));
    assert!((4..=6).contains(&newest["cards"].as_array().unwrap().len()), "{newest}");
    assert!(["player", "banker", "tie"].contains(&newest["outcome"].as_str().unwrap()));
    assert_eq!((&newest["staked"], &newest["wagers"][0]["stake"]), (&json!(100), &json!(100)));
    assert_eq!(newest["paid"], newest["wagers"][0]["payout"]);
    let older = format!("/api/v1/me/rounds?limit=1&before={}", page["next_before"]);
    let page = http::get(server.address, &older, token).await.json();
    assert_eq!((&page["rounds"][0]["round"], &page["next_before"]), (&rounds[0], &Value::Null));
    let all = http::get(server.address, "/api/v1/me/rounds", token).await.json();
    assert_eq!(all["rounds"].as_array().unwrap().len(), 2);
    let found = async |filter: &str| {
        let page = http::get(server.address, &format!("/api/v1/me/rounds?{filter}"), token).await.json();
        page["rounds"].as_array().unwrap_or_else(|| panic!("{page}")).clone()
    };
    let of_all = all["rounds"].as_array().unwrap();
    let at = of_all[0]["at"].as_i64().unwrap();
    assert_eq!(found(&format!("table={QUICK}")).await, *of_all);
    assert_eq!(found(&format!("table={SLOW}")).await, Vec::<Value>::new());
    assert_eq!(found(&format!("from={at}")).await, of_all[..1]);
    assert_eq!(found(&format!("until={at}&table={QUICK}")).await, of_all[1..]);
    let ben = server.guest("Ben").await;
    let none = http::get(server.address, "/api/v1/me/rounds", Some(&ben.token)).await.json();
    assert_eq!(none, json!({"rounds": [], "next_before": null}));
}

#[tokio::test]
async fn everybody_reads_the_beads_of_a_shoe() {
    let (server, _, mut socket) = TestServer::with_ana().await;
    socket.place_in_next_round(QUICK, &[("player", 100)]).await;
    socket.receive_type("you_settled").await;
    let table = http::get(server.address, "/api/v1/tables/2", None).await.json();
    let answer = http::get(server.address, "/api/v1/tables/2/shoes/1/beads", None).await;
    assert_eq!(answer.status, 200, "{answer:?}");
    let beads = answer.json();
    assert_eq!((&beads["table_id"], &beads["shoe_no"]), (&json!(QUICK), &json!(1)));
    // The table deals without pause: another round may have ended since.
    let (known, now) = (table["rounds"].as_array().unwrap(), beads["rounds"].as_array().unwrap());
    assert!(!known.is_empty() && now.starts_with(known), "{known:?} {now:?}");
}

#[tokio::test]
async fn the_statement_leads_from_the_gift_to_the_balance() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let round = socket.place_in_next_round(QUICK, &[("player", 100), ("tie", 100)]).await;
    socket.receive_type("you_settled").await;
    let token = Some(ana.token.as_str());
    let page = http::get(server.address, "/api/v1/me/statement?limit=1", token).await.json();
    let newest = &page["lines"][0];
    assert_eq!(
        (&newest["kind"], &newest["round"], &newest["table_id"]),
        (&json!("settled"), &round, &json!(QUICK))
    );
    assert_eq!((&newest["no"], &newest["revision"], &newest["staked"]), (&json!(2), &json!(1), &json!(200)));
    let number = |line: &Value, key: &str| line[key].as_i64().unwrap();
    assert_eq!(number(newest, "change"), number(newest, "paid") - 200);
    assert_eq!(number(newest, "balance"), 1_000_000 + number(newest, "change"));
    let older = format!("/api/v1/me/statement?before={}", page["next_before"]);
    let page = http::get(server.address, &older, token).await.json();
    let gift = &page["lines"][0];
    assert_eq!(
        (&gift["kind"], &gift["round"], &page["next_before"]),
        (&json!("posted"), &Value::Null, &Value::Null)
    );
    assert_eq!((number(gift, "change"), number(gift, "balance")), (1_000_000, 1_000_000));
}

#[tokio::test]
async fn frames_of_a_round_show_its_cards_and_totals() {
    let server = TestServer::start().await;
    let mut socket = server.spectator().await;
    socket.watch(QUICK).await;
    socket.receive_event("betting_closed").await;
    let mut cards = Vec::new();
    loop {
        let frame = socket.receive_type("frame").await;
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
    let (_server, _, mut socket) = TestServer::with_ana().await;
    for _ in 0..20 {
        socket.place_in_next_round(QUICK, &[("player", 100)]).await;
        socket.send(&json!({"type": "leave", "table_id": QUICK})).await;
        let next =
            socket.receive_until(|it| it["type"] == "wagers_cleared" || it["type"] == "you_settled").await;
        if next["type"] == "wagers_cleared" {
            let expected =
                json!({"type": "wagers_cleared", "table_id": QUICK, "request_id": null, "returned": 100});
            assert_eq!(unnumbered(next), expected);
            return;
        }
    }
    panic!("it never left in time");
}

#[tokio::test]
async fn leaving_keeps_wagers_under_live_commission() {
    let (_server, _, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    socket.place(SLOW, &round, &id(1), &[("player", 100)]).await;
    socket.send(&json!({"type": "leave", "table_id": SLOW})).await;
    socket.watch(SLOW).await;
    let yours = socket.receive_type("yours").await;
    assert_eq!((&yours["round"], &yours["staked"]), (&round, &json!(100)));
}

#[tokio::test]
async fn a_slip_replaces_all_wagers_and_undo_goes_back_also_from_another_socket() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    let round = socket.betting(SLOW).await;
    socket.place(SLOW, &round, &id(1), &[("player", 300)]).await;
    let mut double = slip(SLOW, &round, &id(2), &[("player", 600)]);
    double["replaces"] = json!(true);
    for _ in 0..2 {
        socket.send(&double).await;
        assert_eq!(socket.receive_until(|it| it["slip_id"] == id(2)).await["type"], "slip_accepted");
    }
    assert_eq!(server.balance(&ana).await, 1_000_000 - 600);

    // A page that was loaded again knows no slips, and can undo all the same.
    let mut other = server.connect_as(&ana).await;
    other.watch(SLOW).await;
    for (request, staked) in [(3, 300), (4, 0)] {
        let undo = json!({"type": "undo_last", "table_id": SLOW, "round": round, "request_id": id(request)});
        other.send(&undo).await;
        let yours = other.receive_until(|it| it["type"] == "yours" && it["staked"] == staked).await;
        assert_eq!(yours["wagers"].as_array().map(Vec::len), Some(usize::from(staked > 0)));
        assert_eq!(server.balance(&ana).await, 1_000_000 - staked);
    }
    let undo = json!({"type": "undo_last", "table_id": SLOW, "round": round, "request_id": id(5)});
    other.send(&undo).await;
    let refused = other.receive_type("slip_refused").await;
    assert_eq!(
        (&refused["slip_id"], &refused["refusal"]["code"]),
        (&json!(id(5)), &json!("nothing_to_undo"))
    );
}

#[tokio::test]
async fn rebet_places_the_last_wagers_from_a_socket_that_never_saw_them() {
    let (server, ana, mut socket) = TestServer::with_ana().await;
    socket.place_in_next_round(QUICK, &[("player", 300), ("tie", 100)]).await;
    socket.receive_type("you_settled").await;
    let mut other = server.connect_as(&ana).await;
    other.watch(QUICK).await;
    let yours = other.receive_type("yours").await;
    assert_eq!(
        yours["last_wagers"],
        json!([{"spot": "player", "stake": 300}, {"spot": "tie", "stake": 100}])
    );
    loop {
        let round = round_of(&other.receive_event("betting_opened").await["event"]["shoe"]);
        let request = id(100 + u128::from(round["round_no"].as_u64().unwrap()));
        let rebet = json!({"type": "rebet", "table_id": QUICK, "round": round, "slip_id": request});
        other.send(&rebet).await;
        if other.receive_until(|it| it["slip_id"] == request).await["type"] == "slip_accepted" {
            break;
        }
    }
    assert_eq!(other.receive_type("you_settled").await["staked"], 400);
}
