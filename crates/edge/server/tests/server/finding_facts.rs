//! Staff at a live table read what an open finding is about, but never the card that they have to type.

use serde_json::{Value, json};

use crate::http;
use crate::live_studio::Studio;
use crate::test_server::SLOW;

async fn found(studio: &Studio) -> (Value, Value) {
    let finding = studio.status().await["finding"].clone();
    (finding["code"].clone(), finding["facts"].clone())
}

#[tokio::test]
async fn an_extra_card_is_named_and_a_card_that_has_to_be_typed_is_not() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("9h x").await;
    assert_eq!(found(&studio).await, (json!("unreadable"), json!([])));
    assert_eq!(
        studio
            .deal(json!({"type": "resolve", "finding_no": studio.finding_no().await, "how": "rescan"}))
            .await
            .status,
        200
    );
    studio.cards("Kd Ks 3c").await;
    studio.settled(20_000, 1_010_000).await;
    studio.cards("6h").await;
    assert_eq!(found(&studio).await, (json!("spare_card"), json!([{"type": "card", "card": "6h"}])));
    studio.server.stop().await;
}

#[tokio::test]
async fn a_wrong_shoe_is_named_with_its_decks() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    studio.shoe.load("BOX-0118").await;
    studio.shoe.acked().await;
    let shoe = json!([{"type": "shoe", "label": "BOX-0118", "decks": 8, "seal": null}]);
    assert_eq!(found(&studio).await, (json!("wrong_shoe"), shoe));
    studio.server.stop().await;
}

#[tokio::test]
async fn supervisors_read_the_copies_of_an_impossible_card_and_dealers_do_not() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    assert_eq!(studio.copies().await, Value::Null);
    for round in 1..=4 {
        studio.bet(&[("player", 100)]).await;
        studio.cards("9h Kd 9h 7c").await;
        studio.settled(200, 1_000_000 + 100 * round).await;
    }
    studio.bet(&[("player", 100)]).await;
    studio.cards("9h").await;
    assert_eq!(found(&studio).await.0, json!("too_many_copies"));
    let copies = studio.copies().await;
    assert_eq!((&copies["card"], &copies["finding_no"]), (&json!("9h"), &studio.finding_no().await));
    let copies = copies["copies"].as_array().expect("a list");
    let third = json!({
        "round": {"shoe_no": 1, "round_no": 2},
        "slot": "P1",
        "record": {"device_id": 1, "n": 6},
    });
    assert_eq!((copies.len(), &copies[2]), (8, &third));
    let dealers = http::get(studio.server.address, &copies_path(), Some(&studio.dealer)).await;
    dealers.is_refusal(403, "not_allowed");
    studio.server.stop().await;
}

fn copies_path() -> String {
    format!("/api/v1/tables/{SLOW}/copies")
}

impl Studio {
    async fn copies(&self) -> Value {
        let answer = http::get(self.server.address, &copies_path(), Some(&self.one)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()["copies"].clone()
    }

    async fn finding_no(&self) -> Value {
        self.status().await["finding"]["finding_no"].clone()
    }
}
