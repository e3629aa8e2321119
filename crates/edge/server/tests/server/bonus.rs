//! Bonus money: sent beside the cash, and slips that breach its rule are refused with the spots.

use std::sync::Arc;

use baccarat::HouseRules;
use house::Purse;
use house::by_hand::MoneyStaff;
use house::people::Role;
use punto_server::Config;
use serde_json::json;
use table::{PatronId, RequestId, StaffId};

use crate::http::get;
use crate::socket_client::id;
use crate::test_server::{SLOW, TestServer, tables};

#[tokio::test]
async fn bonus_money_is_sent_and_a_breach_of_its_rule_names_the_spots() {
    let mut tables = tables();
    tables[0].rules = Arc::new(HouseRules::builtin("three-bet").unwrap().clone());
    let server = TestServer::with_store(Config::default(), tables, |store| store).await;
    let ana = server.guest("Ana").await;
    let mut socket = server.connect_as(&ana).await;
    let (patron, boss) = (PatronId(u32::try_from(ana.id).unwrap()), StaffId(1));
    let staff = |id, role| MoneyStaff { id: StaffId(id), role };
    let (one, two) = (staff(1, Role::Supervisor), staff(2, Role::Manager));
    let taken = server.house.propose_adjustment(patron, Purse::Cash, -990_000, one, "x", RequestId(1)).await;
    server.house.approve_adjustment(taken.unwrap().proposal.number, two).await.unwrap();
    server.house.adjust(patron, Purse::Bonus, 50_000, boss, "welcome", RequestId(2)).await.unwrap();
    let wallet = json!({"type": "wallet", "balance": 10_000, "bonus": 50_000, "owed": 0, "number": 3});
    while socket.receive_type("wallet").await != wallet {}

    let rules = get(server.address, "/api/v1/tables/1", None).await.json()["rules"]["bonus_money"].clone();
    assert_eq!(rules, json!({"stake_share": [1, 2], "win_chance": [9, 10]}));
    let round = socket.betting(SLOW).await;
    let answer = socket.place(SLOW, &round, &id(1), &[("player", 15_000), ("banker", 15_000)]).await;
    let refusal = &answer["refusal"];
    assert_eq!((&refusal["code"], &refusal["spots"]), (&json!("bonus_rule"), &json!(["player", "banker"])));
    let answer = socket.place(SLOW, &round, &id(2), &[("player", 15_000)]).await;
    assert_eq!(answer["type"], "slip_accepted");
    let me = get(server.address, "/api/v1/me", Some(&ana.token)).await.json();
    assert_eq!((&me["balance"], &me["bonus"]), (&json!(0), &json!(45_000)));
    let answer = socket.place(SLOW, &round, &id(3), &[("tie", 45_001)]).await;
    assert_eq!(answer["refusal"]["code"], "insufficient_funds");
    assert_eq!(answer["refusal"]["limit"], 45_000);
}

#[tokio::test]
async fn a_patron_without_bonus_money_left_gets_a_zero() {
    let server = TestServer::with_store(Config::default(), tables(), |store| store).await;
    let ana = server.guest("Ana").await;
    let (patron, boss) = (PatronId(u32::try_from(ana.id).unwrap()), StaffId(1));
    server.house.adjust(patron, Purse::Bonus, 50_000, boss, "welcome", RequestId(1)).await.unwrap();
    let mut socket = server.connect_as(&ana).await;
    server.house.adjust(patron, Purse::Bonus, -50_000, boss, "a mistake", RequestId(2)).await.unwrap();
    while socket.receive_type("wallet").await["bonus"] != 0 {}
}
