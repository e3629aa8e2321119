//! Requests as the page writes them, and what comes back.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use punto_verify_wasm::answer_to;
use serde_json::{Value, json};
use verify::testing::{Plan, Played, Stage, TestTable, house_key};

fn ask(request: &Value) -> Value {
    serde_json::from_slice(&answer_to(request.to_string().as_bytes())).unwrap()
}

fn shoe(beacon: bool) -> (String, Played) {
    let mut table = TestTable::new(7, 41, beacon);
    let played = table.play(&Plan { beacon, ..Plan::default() });
    (table.file(&played).write(), played)
}

fn request(text: &str) -> Value {
    let key = house_key(1).public().to_string();
    let file = json!({ "name": "shoe-41.json", "text": text });
    json!({ "files": [file], "key": key, "nonce": "", "wagers": "", "records": [], "beacons": [] })
}

fn verdict<'a>(answer: &'a Value, check: &str) -> (&'a str, &'a str) {
    let findings = answer["files"][0]["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["check"] == check).unwrap();
    (finding["verdict"].as_str().unwrap(), finding["reason"].as_str().unwrap())
}

#[test]
fn the_value_of_a_beacon_is_asked_for_and_counts_once_it_is_known() {
    let mut request = request(&shoe(true).0);
    let first = ask(&request);
    assert_eq!(verdict(&first, "beacon").0, "not_checked");
    assert_eq!(first["beacons"].as_array().unwrap().len(), 1);
    assert_eq!(first["beacons"][0]["round"], "1000");
    assert!(!first["text"].as_str().unwrap().contains("Nobody could choose this shoe"));
    for (holds, expected) in [(true, "ok"), (false, "failed")] {
        let mut known = first["beacons"][0].clone();
        known["holds"] = holds.into();
        request["beacons"] = json!([known]);
        let second = ask(&request);
        assert_eq!(verdict(&second, "beacon").0, expected);
        assert_eq!(second["beacons"], json!([]));
    }
}

#[test]
fn all_values_of_a_drawn_shoe_are_asked_for_at_once() {
    let plan = Plan::in_play(Stage::Rounds(3)).drawn();
    let mut table = TestTable::new(7, 41, true);
    let played = table.play(&plan);
    let mut request = request(&table.file(&played).write());
    let mut asked = ask(&request)["beacons"].as_array().unwrap().clone();
    assert_eq!(asked.len(), 4, "that of the seal, and those of three draws");
    for value in &mut asked {
        value["holds"] = true.into();
    }
    request["beacons"] = json!(asked);
    let held = ask(&request);
    assert_eq!((verdict(&held, "beacon").0, &held["beacons"]), ("ok", &json!([])));
    asked[2]["holds"] = false.into();
    request["beacons"] = json!(asked);
    assert_eq!(verdict(&ask(&request), "beacon").0, "failed");
}

#[test]
fn own_wagers_and_an_own_nonce_are_checked() {
    let (text, played) = shoe(false);
    let mut request = request(&text);
    request["wagers"] = played.wagers[2].write().into();
    request["nonce"] = "11".repeat(32).into();
    let answer = ask(&request);
    assert_eq!(verdict(&answer, "wagers").0, "ok");
    assert_eq!(verdict(&answer, "payouts").0, "ok");
    assert_eq!(verdict(&answer, "nonces").0, "failed");
    assert_eq!(answer["files"][0]["failed"], true);
    let lines = answer["text"].as_str().unwrap();
    assert!(
        lines.starts_with("shoe-41.json: table 7, shoe 41\n  form: ok: version 1, canonical\n"),
        "{lines}"
    );
}

#[test]
fn what_cannot_be_read_is_named() {
    for (part, value, expected) in [
        ("key", json!("12"), "64 hex digits"),
        ("nonce", json!("xy"), "64 hex digits"),
        ("wagers", json!("{}"), "missing field"),
    ] {
        let mut request = request("");
        request[part] = value;
        let answer = ask(&request);
        assert_eq!(answer["problem"], part);
        assert!(answer["reason"].as_str().unwrap().contains(expected), "{answer}");
    }
    let answer: Value = serde_json::from_slice(&answer_to(b"{")).unwrap();
    assert_eq!(answer["problem"], "request");
    assert_eq!(verdict(&ask(&request("no proof")), "form").0, "failed");
}

#[test]
fn a_shoe_that_a_device_read_is_checked_with_its_records() {
    let file = include_str!("../../../../corpora/scanner/shoe-4.json");
    let records = include_str!("../../../../corpora/scanner/shoe-4.jsonl");
    let mut request = json!({
        "files": [{ "name": "shoe-4.json", "text": file }],
        "key": "",
        "nonce": "",
        "wagers": "",
        "records": [],
        "beacons": [],
    });
    assert_eq!(verdict(&ask(&request), "use").0, "not_checked");
    request["records"] = json!([records]);
    let answered = ask(&request);
    for check in ["form", "records", "use", "cards", "end", "outcomes"] {
        assert_eq!(verdict(&answered, check).0, "ok", "{check}");
    }
    request["records"] = json!([records.replace("Kc", "Kd")]);
    assert_eq!(verdict(&ask(&request), "records").0, "failed");
}
