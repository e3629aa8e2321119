//! Questions as bytes, as the WebAssembly modules pass them on.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

use baccarat::HouseRules;
use punto_answers::exchange::Exchange;
use punto_answers::line::LONGEST;
use punto_answers::odds::Answerer;
use punto_answers::settle::Settler;
use serde_json::{Value, json};

const ROUND: &str =
    r#"{"id":7,"round_no":1,"cards":["9h","Kd","Ks","3c"],"wagers":[{"spot":"player","stake":100}]}"#;

fn put<A>(exchange: &mut Exchange<A>, question: &[u8]) {
    let room = exchange.room(question.len());
    let length = room.len();
    room.copy_from_slice(&question[..length]);
}

fn take_rules<A>(exchange: &mut Exchange<A>, rules: &[u8], answerer: impl FnOnce(HouseRules) -> A) -> Value {
    put(exchange, rules);
    exchange.take_rules(answerer);
    if exchange.answer().is_empty() {
        Value::Null
    } else {
        serde_json::from_slice(exchange.answer()).unwrap()
    }
}

fn settle(exchange: &mut Exchange<Settler>, line: &[u8]) -> Value {
    put(exchange, line);
    exchange.reply(|settler, line, reply| {
        settler.answer(line, reply);
    });
    serde_json::from_slice(exchange.answer()).unwrap()
}

fn named(rules: &str, line: &Value) -> Value {
    let mut exchange = Exchange::default();
    assert_eq!(take_rules(&mut exchange, rules.as_bytes(), |rules| Answerer::new(rules, None)), Value::Null);
    put(&mut exchange, line.to_string().as_bytes());
    exchange.reply(|answerer, line, reply| {
        answerer.answer_named(line, reply);
    });
    serde_json::from_slice(exchange.answer()).unwrap()
}

#[test]
fn house_rules_stay_until_others_come() {
    let mut exchange = Exchange::default();
    assert_eq!(settle(&mut exchange, ROUND.as_bytes())["error"]["code"], "bad_rules");
    let document = HouseRules::builtin_text("gold-card").unwrap();
    for rules in ["gold-card", document] {
        assert_eq!(take_rules(&mut exchange, rules.as_bytes(), Settler::new), Value::Null);
        for _ in 0..2 {
            assert_eq!(settle(&mut exchange, ROUND.as_bytes())["paid"], 200);
        }
    }
    let refused = take_rules(&mut exchange, b"gold", Settler::new);
    assert!(refused["error"]["message"].as_str().unwrap().starts_with("neither built-in house rules (live-"));
    assert_eq!(settle(&mut exchange, ROUND.as_bytes())["error"]["code"], "bad_rules");
}

#[test]
fn rules_that_are_no_document_are_refused() {
    let long = vec![b'='; LONGEST + 2];
    for (rules, reason) in [
        (&b"\xff="[..], "the document is not UTF-8 text"),
        (&long, "the document is longer than 1048576 bytes"),
        (b"id = 1", "not a house-rules document:\n"),
    ] {
        let refused = take_rules(&mut Exchange::default(), rules, Settler::new);
        assert_eq!((&refused["id"], refused["error"]["code"].as_str()), (&Value::Null, Some("bad_rules")));
        assert!(refused["error"]["message"].as_str().unwrap().starts_with(reason), "{refused}");
    }
}

#[test]
fn lines_that_are_no_text_are_errors() {
    let mut exchange = Exchange::default();
    take_rules(&mut exchange, b"gold-card", Settler::new);
    for (line, message) in [
        (vec![b'{'; LONGEST + 100], "the line is longer than 1048576 bytes"),
        (b"\xff".to_vec(), "the line is not UTF-8 text"),
        (b"[1]".to_vec(), "column 1: expected an object {...}"),
    ] {
        let answer = settle(&mut exchange, &line);
        let error = json!({ "code": "malformed_line", "message": message });
        assert_eq!(answer, json!({ "id": null, "error": error }));
    }
}

#[test]
fn a_shoe_is_named_by_the_cards_that_left_it() {
    let full = named("live-commission", &json!({ "id": [1] }));
    assert_eq!(
        (&full["id"], &full["rules"], &full["decks"]),
        (&json!([1]), &json!("live-commission"), &json!(8))
    );
    assert_eq!(full["spots"]["banker"]["house_edge"], "0.0105790578");
    let short = named("live-commission", &json!({ "decks": 1, "seen": ["As", "10h"], "dealt": ["Kd"] }));
    assert_eq!(
        (&short["cards"], &short["draws"]),
        (&json!(49), &json!((45..=49).product::<u64>().to_string()))
    );
}

#[test]
fn a_shoe_that_cannot_be_is_refused_with_a_code() {
    for (line, code) in [
        (json!({ "decks": 0 }), "bad_composition"),
        (json!({ "decks": u64::MAX }), "bad_composition"),
        (json!({ "decks": 1, "seen": ["As", "As"] }), "bad_composition"),
        (json!({ "seen": ["Ax"] }), "bad_composition"),
        (json!({ "dealt": ["Ax"] }), "illegal_coup"),
        (json!({ "dealt": ["9h", "Kd", "Ks", "3c"] }), "illegal_coup"),
        (
            json!({ "decks": 1, "seen": baccarat::Card::deck().skip(5).map(baccarat::Card::text).collect::<Vec<_>>() }),
            "too_few_cards",
        ),
        (json!({ "decks": -1 }), "malformed_line"),
    ] {
        let answer = named("gold-card", &line);
        assert_eq!(answer["error"]["code"], code, "{line}: {answer}");
    }
}
