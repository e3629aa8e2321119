//! Patrons who turn cards, over real sockets: what the one who turns a card sees, what the others see, when the money
//! moves, and what is refused.

use house::people::Role;
use money::Amount;
use serde_json::{Value, json};
use table::squeeze::SqueezeTerms;
use table::{Settings, Timings};

use crate::http;
use crate::live_studio::{Studio, live_table};
use crate::socket_client::{SocketClient, id, round_of};
use crate::test_server::{Patron, SLOW};

/// A table with two patrons who turn cards, and a spectator.
pub(crate) struct Hall {
    pub(crate) studio: Studio,
    pub(crate) table: u32,
    pub(crate) bob: Patron,
    pub(crate) bobs: SocketClient,
    pub(crate) spectator: SocketClient,
    pub(crate) round: Value,
}

pub(crate) fn squeezed() -> Settings {
    let terms = SqueezeTerms::from_stake(Amount::new(10_000).expect("small"));
    let squeeze = Some(SqueezeTerms { ms: 60_000, third_ms: 60_000, ..terms });
    let table = live_table();
    Settings { squeeze, timings: Timings { betting_ms: 1_500, ..table.timings }, ..table }
}

impl Hall {
    /// Ana turns the cards of Player, Bob those of Banker; the first card is wanted.
    pub(crate) async fn open() -> Self {
        let mut studio = Studio::open_with(vec![squeezed()]).await;
        studio.begin().await;
        let mut hall = Self::of(studio, SLOW).await;
        hall.enter().await;
        while hall.studio.deal(json!({"type": "start_betting"})).await.status != 200 {}
        let opened = hall.studio.socket.receive_event("betting_opened").await;
        hall.bet(round_of(&opened["event"]["shoe"])).await;
        hall.studio.lamp(&json!({"type": "gate", "open": true, "slot": "P1", "why": "deal"})).await;
        hall
    }

    /// The same at a table whose cards come from a shuffle, in its first round. A manager creates it when everybody is
    /// there. Its cards fall when betting has closed.
    pub(crate) async fn open_shuffled() -> Self {
        let studio = Studio::open_with(vec![live_table()]).await;
        let manager = studio.server.staff("Mia", &[Role::Manager]).await;
        let settings = json!({
            "name": "Garden", "rules": {"id": "three-bet"},
            "timings": {"betting_ms": 2_000, "drain_ms": 10, "card_ms": 5, "shuffle_ms": 500},
            "squeeze": {"from": 10_000, "ms": 60_000, "third_ms": 60_000}
        });
        let mut hall = Self::of(studio, 0).await;
        let new = json!({"settings": settings, "why": "a table for patrons who turn cards"});
        let address = hall.studio.server.address;
        let created = http::post(address, "/api/v1/tables", Some(&manager), &new).await;
        assert_eq!(created.status, 201, "{created:?}");
        let table = created.json()["table_id"].as_u64().and_then(|table| table.try_into().ok());
        hall.table = table.expect("its number");
        hall.enter().await;
        let round = hall.studio.socket.betting(hall.table).await;
        assert_eq!(round["round_no"], 1, "the first round");
        hall.bet(round).await;
        hall
    }

    /// Bob and a spectator come.
    async fn of(studio: Studio, table: u32) -> Self {
        let bob = studio.server.guest("Bob").await;
        let bobs = studio.server.connect_as(&bob).await;
        let spectator = studio.server.spectator().await;
        Self { studio, table, bob, bobs, spectator, round: Value::Null }
    }

    /// Bob and the spectator watch the table, and Bob sits down.
    async fn enter(&mut self) {
        for socket in [&mut self.bobs, &mut self.spectator] {
            socket.watch(self.table).await;
        }
        self.studio.socket.send(&json!({"type": "show_name", "shown": true})).await;
        self.bobs.take_seat(self.table).await;
    }

    /// The patrons place the wagers that let them turn the cards.
    async fn bet(&mut self, round: Value) {
        let placed = self.studio.socket.place(self.table, &round, &id(1), &[("player", 20_000)]).await;
        assert_eq!(placed["type"], "slip_accepted", "{placed}");
        let placed = self.bobs.place(self.table, &round, &id(2), &[("banker", 10_000)]).await;
        assert_eq!(placed["type"], "slip_accepted", "{placed}");
        self.round = round;
    }

    pub(crate) fn squeeze(&self, slot: &str, permille: u16) -> Value {
        json!({
            "type": "squeeze", "table_id": self.table, "round": self.round,
            "slot": slot, "edge": "long", "permille": permille
        })
    }

    pub(crate) fn open_card(&self, slot: &str) -> Value {
        json!({"type": "open", "table_id": self.table, "round": self.round, "slot": slot})
    }

    async fn balances(&self) -> (i64, i64) {
        (self.studio.server.balance(&self.studio.ana).await, self.studio.server.balance(&self.bob).await)
    }
}

#[tokio::test]
async fn the_holder_sees_the_edge_and_everybody_the_card_that_is_shown() {
    let mut hall = Box::pin(Hall::open()).await;
    let closed = hall.spectator.receive_event("betting_closed").await;
    let squeeze = &closed["event"]["squeeze"];
    assert_eq!(squeeze["player"], json!({"nickname": "Ana"}), "she is named");
    assert_eq!(squeeze["banker"], json!({"nickname": null}), "he did not ask for it");
    let own = hall.studio.socket.receive_type("you_squeeze").await;
    assert_eq!((&own["side"], &own["round"]), (&json!("player"), &hall.round));
    hall.studio.cards("9h Kd Ks 3c").await;
    let before = hall.balances().await;
    let lying = hall.spectator.receive_until(|it| it["event"]["shoe"]["remaining"] == 412).await;
    assert_eq!(lying["event"]["type"], "card_face_down");
    assert_eq!(lying["event"]["cards"]["player"], json!({"cards": ["down", "down"], "total": 0}));
    hall.studio.socket.send(&hall.squeeze("P1", 200)).await;
    let progress = hall.spectator.receive_type("squeeze_progress").await;
    assert_eq!((&progress["slot"], &progress["permille"]), (&json!("P1"), &json!(200)));
    hall.studio.socket.send(&hall.squeeze("P1", 350)).await;
    let edge = hall.studio.socket.receive_type("squeeze_edge").await;
    assert_eq!((&edge["slot"], &edge["shows"]), (&json!("P1"), &json!("four")));
    hall.studio.socket.send(&hall.squeeze("P1", 900)).await;
    for socket in [&mut hall.spectator, &mut hall.bobs] {
        let shown = socket.receive_event("cards_revealed").await;
        assert_eq!((&shown["event"]["slots"], &shown["event"]["by"]), (&json!(["P1"]), &json!("holder")));
        assert_eq!(shown["event"]["cards"]["player"], json!({"cards": ["9h", "down"], "total": 9}));
    }
    let late = hall.studio.server.spectator().await;
    let snapshot = { late }.watch(SLOW).await;
    assert_eq!(
        snapshot["table"]["cards"]["player"]["cards"],
        json!(["9h", "down"]),
        "also for who comes later"
    );
    hall.studio.socket.send(&hall.open_card("P2")).await;
    hall.bobs.send(&hall.open_card("B2")).await;
    hall.bobs.receive_until(|it| it["event"]["slots"] == json!(["B2"])).await;
    assert_eq!(hall.balances().await, before, "the money waits for the last card");
    assert_eq!(hall.studio.status().await["waits_for"], "squeeze");
    hall.bobs.send(&hall.open_card("B1")).await;
    hall.bobs.receive_event("round_ended").await;
    hall.studio.socket.receive_type("you_settled").await;
    assert_eq!(hall.balances().await, (1_020_000, 990_000));
    assert_eq!(hall.studio.status().await["turn"], json!(["B1"]), "the dealer turns it");
    hall.studio.server.stop().await;
}

#[tokio::test]
async fn nobody_turns_a_card_of_another_side_or_too_often() {
    let mut hall = Box::pin(Hall::open()).await;
    hall.studio.cards("2h Kd Ks 3c").await;
    let mut refused = Vec::new();
    for message in [
        hall.open_card("P1"),
        hall.squeeze("P2", 400),
        hall.open_card("B3"),
        json!({"type": "open", "table_id": SLOW, "round": {"shoe_no": 1, "round_no": 9}, "slot": "B1"}),
    ] {
        hall.bobs.send(&message).await;
        refused.push(hall.bobs.receive_type("squeeze_refused").await["refusal"]["code"].clone());
    }
    assert_eq!(refused, ["not_holder", "not_holder", "nothing_to_turn", "round_not_open"]);
    for slot in ["P9", "burn ", ""] {
        hall.bobs.send(&hall.open_card(slot)).await;
        assert_eq!(hall.bobs.receive_problem().await, "malformed_message");
    }
    hall.spectator.send(&hall.open_card("P1")).await;
    assert_eq!(hall.spectator.receive_problem().await, "unauthenticated");
    for permille in 0..40 {
        hall.bobs.send(&hall.squeeze("B1", permille)).await;
    }
    hall.bobs.send(&json!({"type": "ping", "nonce": 7})).await;
    let (mut told, mut too_fast) = (0, 0);
    loop {
        let next = hall.bobs.next().await;
        match next["type"].as_str() {
            Some("pong") => break,
            Some("squeeze_progress") => told += 1,
            Some("squeeze_refused") => {
                assert_eq!(next["refusal"]["code"], "squeezed_too_fast");
                too_fast += 1;
            }
            _ => {}
        }
    }
    assert!((20..=30).contains(&too_fast), "{too_fast} of 40 are refused");
    assert!(told <= 6, "the others heard of it {told} times");
    hall.bobs.send(&hall.open_card("B1")).await;
    hall.bobs.receive_event("cards_revealed").await;
    hall.studio.server.stop().await;
}

#[tokio::test]
async fn who_comes_back_is_told_what_they_turn_and_who_leaves_shows_it() {
    let mut hall = Box::pin(Hall::open()).await;
    hall.studio.cards("9h Kd Ks 3c").await;
    let mut again = hall.studio.server.connect_as(&hall.bob).await;
    again.watch(SLOW).await;
    assert_eq!(again.receive_type("you_squeeze").await["side"], "banker");
    hall.bobs.send(&json!({"type": "leave", "table_id": SLOW})).await;
    let shown = hall.spectator.receive_event("cards_revealed").await;
    assert_eq!((&shown["event"]["slots"], &shown["event"]["by"]), (&json!(["B1", "B2"]), &json!("left")));
    assert_eq!(shown["event"]["squeeze"]["banker"], Value::Null);
    hall.studio.server.stop().await;
}

#[tokio::test]
async fn a_manager_sets_a_table_up_for_it() {
    let server = crate::test_server::TestServer::start().await;
    let manager = server.staff("Max", &[house::people::Role::Manager]).await;
    let change = |squeeze: Value| json!({"settings": {"squeeze": squeeze}, "why": "guests ask for it"});
    let path = format!("/api/v1/tables/{SLOW}");
    let set = async |squeeze: Value| {
        let kind = ("Content-Type", "application/json".to_owned());
        let token = ("Authorization", format!("Bearer {manager}"));
        http::send(server.address, "PATCH", &path, &[kind, token], change(squeeze).to_string().as_bytes())
            .await
    };
    let answer = set(json!({"from": 5_000})).await;
    let expected = json!({"from": 5_000, "ms": 12_000, "third_ms": 8_000});
    assert_eq!((answer.status, &answer.json()["squeeze"]), (200, &expected), "{answer:?}");
    let bad = set(json!({"from": 5_000, "ms": 10})).await;
    assert_eq!(bad.status, 422, "{bad:?}");
    assert!(bad.text().contains("`ms` of `squeeze` is 10; it is 1000 to 60000"), "{bad:?}");
    let off = set(json!({"from": 0})).await;
    assert_eq!((off.status, &off.json()["squeeze"]), (200, &Value::Null), "{off:?}");
    server.stop().await;
}
