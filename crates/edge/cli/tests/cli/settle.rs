//! `punto settle` as a process: the settlement corpus, and the answers to bad lines.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::support::{assert_bad_lines, assert_refused, corpus_text, json_lines, output, written};

const GOOD: &str =
    r#"{"id":"a","round_no":1,"cards":["9h","Kd","4s","7c","5h"],"wagers":[{"spot":"player","stake":100}]}"#;

fn settle(rules: &str, input: &str) -> Vec<Value> {
    json_lines(&output(["settle", "--rules", rules], input))
}

#[test]
fn the_corpus_comes_out_line_for_line() {
    let corpus = json_lines(&corpus_text("settlements.jsonl"));
    let documents: BTreeSet<_> = corpus.iter().filter_map(|case| case["document"].as_str()).collect();
    assert!(documents.into_iter().eq(["000", "001", "002", "003", "004"]));
    for rules in baccarat::HouseRules::BUILTIN {
        let cases: Vec<&Value> = corpus.iter().filter(|case| case["rules"] == rules).collect();
        let lines = cases.iter().map(|case| with_id(&case["line"], &case["id"]).to_string() + "\n");
        // A refusal is an answer, not a bad line.
        let answers = settle(rules, &lines.collect::<String>());
        assert_eq!(answers.len(), cases.len());
        for (case, answer) in cases.iter().zip(&answers) {
            assert_eq!(without_words(answer), with_id(&case["expect"], &case["id"]), "{}", case["what"]);
        }
    }
}

fn with_id(value: &Value, id: &Value) -> Value {
    let mut value = value.clone();
    value["id"] = id.clone();
    value
}

/// The answer, with refusals reduced to code and spot.
fn without_words(answer: &Value) -> Value {
    let mut answer = answer.clone();
    if let Some(refusal) = answer.get_mut("refusal").and_then(Value::as_object_mut) {
        assert!(refusal["message"].as_str().is_some_and(|message| message.len() > 10), "{refusal:?}");
        refusal.retain(|key, _| ["code", "spot"].contains(&key.as_str()));
    }
    answer
}

#[test]
fn an_answer_has_the_fields_in_their_order() {
    assert_eq!(
        output(["settle", "--rules", "live-commission"], GOOD),
        concat!(
            r#"{"id":"a","outcome":"player","player":{"cards":["9h","4s","5h"],"total":8},"#,
            r#""banker":{"cards":["Kd","7c"],"total":7},"wagers":[{"spot":"player","stake":100,"#,
            r#""resolution":"win","payout":200}],"staked":100,"paid":200,"effective_turnover":100}"#,
            "\n"
        )
    );
}

#[test]
fn bad_lines_are_answered_in_place_and_the_rest_goes_on() {
    let bad: [(&[u8], &str); 13] = [
        (b"nonsense", "expected"),
        (b"{", "EOF"),
        (b"[]", "expected an object {...}"),
        (br#"{"id":7,"cards":[],"wagers":[]}"#, "round_no"),
        (br#"{"id":"x","round_no":1,"wagers":[]}"#, "cards"),
        (br#"{"id":"x","round_no":0,"cards":[],"wagers":[]}"#, "number from 1 to 65535"),
        (br#"{"id":"x","round_no":"1","cards":[],"wagers":[]}"#, "number from 1 to 65535"),
        (br#"{"id":"x","round_no":1,"cards":"9h Kd","wagers":[]}"#, "expected a list [...]"),
        (br#"{"id":1,"round_no":1,"cards":[],"wagers":[["tie",5]]}"#, "expected an object {...}"),
        (br#"{"id":1,"round_no":1,"cards":[],"wagers":[null]}"#, "expected an object {...}"),
        (br#"{"id":1,"round_no":-1,"cards":[],"wagers":[]}"#, "-1"),
        (br#"{"id":1,"round_no":1,"cards":[],"wagers":[{"spot":"tie"}]}"#, "stake"),
        (b"{\"id\":\"\xff\"}", "UTF-8"),
    ];
    let bad = bad.map(|(line, expected)| (line, "malformed_line", expected));
    assert_bad_lines(&["settle", "--rules", "live-commission"], GOOD, &bad);
}

#[test]
fn a_card_may_be_written_with_escapes() {
    let line = GOOD.replace("9h", r"\u0039h").replace("player", r"play\u0065r");
    assert_eq!(settle("live-commission", &line), settle("live-commission", GOOD));

    let refusal = &settle("live-commission", &GOOD.replace("9h", r"\u2660A"))[0]["refusal"];
    assert_eq!(refusal["code"], "illegal_coup");
    assert!(refusal["message"].as_str().unwrap().starts_with("\"♠A\" is not a card"), "{refusal}");
}

#[test]
fn house_rules_are_a_name_or_a_file() {
    assert_refused(["settle", "--rules", "live-comission"], "", 2, "live-commission, live-no-commission");

    let folder = tempfile::tempdir().unwrap();
    let text = baccarat::HouseRules::builtin_text("live-commission").unwrap();
    let own = text.replace("odds = \"0.95\"", "odds = \"1\"").replace("\"live-commission\"", "\"own\"");
    let path = written(&folder, "own.toml", own);
    let line = GOOD.replace("player", "banker").replace("5h", "4h").replace("4s", "2s").replace("9h", "Kh");
    assert_eq!(settle(&path, &line)[0]["paid"], 200, "Banker's 7 is paid even money by these rules");

    let path = written(&folder, "faulty.toml", text.replace("count = 8", "count = 99"));
    assert_refused(["settle", "--rules", &path], line, 1, "decks.count");
}
