//! Messages as the page writes them, and what comes back.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_watch_wasm::{Watched, answer_to};
use serde_json::{Value, json};
use verify::testing::{Plan, Played, Stage, TestTable, house_key};

fn tell(watched: &mut Watched, message: &Value) -> Value {
    serde_json::from_slice(&answer_to(watched, message.to_string().as_bytes())).unwrap()
}

/// A shoe in play after two rounds, and the client that has its file.
fn arrived() -> (Watched, Value, TestTable, Played) {
    let mut table = TestTable::new(7, 41, true);
    let played = table.play(&Plan::in_play(Stage::Rounds(2)));
    let mut watched = Watched::default();
    let house = house_key(1).public().to_string();
    tell(&mut watched, &json!({ "begin": { "table": 7, "house": house, "no": null, "digest": null } }));
    let file = table.file(&played).write();
    let report = tell(&mut watched, &json!({ "file": { "text": file } }));
    (watched, report, table, played)
}

#[test]
fn a_file_in_play_is_checked_and_says_what_to_keep() {
    let (_, report, table, _) = arrived();
    assert_eq!((report["state"].as_str(), report["wanted"].is_null()), (Some("checked"), true));
    let head = &table.record.last().unwrap().bulletin;
    assert_eq!(report["keep"]["no"], head.no);
    assert_eq!(report["keep"]["digest"], head.digest().to_string());
    assert_eq!(report["head"]["digits"].as_str().unwrap().len(), 23);
    assert_eq!(report["findings"].as_array().unwrap().len(), 15);
}

#[test]
fn cards_and_bulletins_go_on_from_the_file() {
    let (mut watched, report, mut table, played) = arrived();
    let shoe = played.shoe.as_ref().unwrap();
    let index = u16::try_from(report["cards"].as_u64().unwrap()).unwrap();
    let card = shoe.cards()[usize::from(index)].to_string();
    let salt = shoe.salt(index).unwrap().to_string();
    // No round is closed, so a card that comes now was missed or is wrong: the file is asked for.
    let shown = json!({ "card": { "shoe": 41, "card": card, "proof": { "index": 200, "salt": salt } } });
    assert_eq!(tell(&mut watched, &shown)["wanted"], json!({ "what": "file", "shoe": 41, "hex": null }));

    let (mut watched, ..) = arrived();
    table.finish(41, None);
    let last = table.record.last().unwrap();
    let bulletin = json!({ "bulletin": {
        "text": last.bulletin.to_string(), "key": last.key.to_string(),
        "signature": last.signature.to_string(), "now": 1,
    } });
    let report = tell(&mut watched, &bulletin);
    assert_eq!(report["state"], "checked", "{report:#}");
    let order = report["findings"].as_array().unwrap().iter().find(|it| it["check"] == "order").unwrap();
    assert_eq!(order["verdict"], "ok");
}

#[test]
fn what_cannot_be_read_is_named_and_changes_nothing() {
    let mut fresh = Watched::default();
    let early = tell(&mut fresh, &json!("resume"));
    assert_eq!(early["problem"], "`begin` was expected first");
    let (mut watched, before, ..) = arrived();
    for wrong in
        [json!({ "card": { "shoe": 41, "card": "Zz", "proof": null } }), json!({ "file": { "text": "{}" } })]
    {
        assert!(tell(&mut watched, &wrong)["problem"].is_string());
    }
    assert_eq!(tell(&mut watched, &json!("resume"))["state"], before["state"]);
}
