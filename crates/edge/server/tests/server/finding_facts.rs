//! Staff at a live table read what an open finding is about, but never the card that they have to type.

use serde_json::{Value, json};

use crate::live_tables::Studio;

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
    let shoe = json!([{"type": "shoe", "label": "BOX-0118", "decks": 8}]);
    assert_eq!(found(&studio).await, (json!("wrong_shoe"), shoe));
    studio.server.stop().await;
}

impl Studio {
    async fn finding_no(&self) -> Value {
        self.status().await["finding"]["finding_no"].clone()
    }
}
