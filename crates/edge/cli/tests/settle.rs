//! `punto settle` as a process: the settlement corpus, and the answers to bad lines.

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

const CORPUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../corpora/settlements.jsonl");

fn settle(rules: &str, input: &[u8]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_punto"))
        .args(["settle", "--rules", rules])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("its standard input");
    let input = input.to_owned();
    let writer = std::thread::spawn(move || {
        // The program may refuse its arguments without reading the input.
        let _ = stdin.write_all(&input);
    });
    let output = program.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

fn answers(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

const GOOD: &str =
    r#"{"id":"a","round_no":1,"cards":["9h","Kd","4s","7c","5h"],"wagers":[{"spot":"player","stake":100}]}"#;

#[test]
fn the_corpus_comes_out_line_for_line() {
    let corpus: Vec<Value> = std::fs::read_to_string(CORPUS)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let documents: std::collections::BTreeSet<_> =
        corpus.iter().filter_map(|case| case["document"].as_str()).collect();
    assert!(documents.into_iter().eq(["000", "001", "002", "003", "004"]));
    for rules in baccarat::HouseRules::BUILTIN {
        let cases: Vec<&Value> = corpus.iter().filter(|case| case["rules"] == rules).collect();
        let lines: Vec<String> = cases
            .iter()
            .map(|case| {
                let mut line = case["line"].clone();
                line["id"] = case["id"].clone();
                line.to_string()
            })
            .collect();
        let output = settle(rules, lines.join("\n").as_bytes());
        assert!(output.status.success(), "a refusal is an answer, not a bad line");
        let answers = answers(&output);
        assert_eq!(answers.len(), cases.len());
        for (case, answer) in cases.iter().zip(&answers) {
            assert_eq!(answer["id"], case["id"]);
            assert_eq!(without_words(answer), with_id(&case["expect"], &case["id"]), "{}", case["what"]);
        }
    }
}

fn with_id(expected: &Value, id: &Value) -> Value {
    let mut expected = expected.clone();
    expected["id"] = id.clone();
    expected
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
    let output = settle("live-commission", GOOD.as_bytes());
    assert_eq!(
        String::from_utf8(output.stdout).unwrap(),
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
    let bad: [(&[u8], Value, &str); 13] = [
        (b"nonsense", Value::Null, "expected"),
        (b"{", Value::Null, "EOF"),
        (b"[]", Value::Null, "expected an object {...}"),
        (br#"{"id":7,"cards":[],"wagers":[]}"#, json!(7), "round_no"),
        (br#"{"id":"x","round_no":1,"wagers":[]}"#, json!("x"), "cards"),
        (br#"{"id":"x","round_no":0,"cards":[],"wagers":[]}"#, json!("x"), "number from 1 to 65535"),
        (br#"{"id":"x","round_no":"1","cards":[],"wagers":[]}"#, json!("x"), "number from 1 to 65535"),
        (br#"{"id":"x","round_no":1,"cards":"9h Kd","wagers":[]}"#, json!("x"), "expected a list [...]"),
        (
            br#"{"id":"x","round_no":1,"cards":[],"wagers":[["tie",5]]}"#,
            json!("x"),
            "expected an object {...}",
        ),
        (br#"{"id":"x","round_no":1,"cards":[],"wagers":[null]}"#, json!("x"), "expected an object {...}"),
        (br#"{"id":"x","round_no":-1,"cards":[],"wagers":[]}"#, json!("x"), "-1"),
        (br#"{"id":"x","round_no":1,"cards":[],"wagers":[{"spot":"tie"}]}"#, json!("x"), "stake"),
        (b"{\"id\":\"\xff\"}", Value::Null, "UTF-8"),
    ];
    let mut input = Vec::new();
    for (line, ..) in &bad {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\r\n\n");
        input.extend_from_slice(GOOD.as_bytes());
        input.push(b'\n');
    }
    let output = settle("live-commission", &input);
    assert_eq!(output.status.code(), Some(1));
    let answers = answers(&output);
    assert_eq!(answers.len(), bad.len() * 2, "an empty line is passed over, every other is answered");
    for ((line, id, expected), pair) in bad.iter().zip(answers.chunks(2)) {
        let line = String::from_utf8_lossy(line);
        assert_eq!(pair[0]["id"], *id, "{line}");
        assert_eq!(pair[0]["error"]["code"], "malformed_line", "{line}");
        assert!(pair[0]["error"]["message"].as_str().unwrap().contains(expected), "{line}: {}", pair[0]);
        assert_eq!(pair[1]["paid"], 200, "the line after {line}");
    }
}

#[test]
fn a_card_may_be_written_with_escapes() {
    let line = GOOD.replace("9h", r"\u0039h").replace("player", r"play\u0065r");
    let output = settle("live-commission", line.as_bytes());
    assert_eq!(answers(&output), answers(&settle("live-commission", GOOD.as_bytes())));

    let none = settle("live-commission", GOOD.replace("9h", r"\u2660A").as_bytes());
    assert_eq!(answers(&none)[0]["refusal"]["code"], "illegal_coup");
    let message = answers(&none)[0]["refusal"]["message"].clone();
    assert!(message.as_str().unwrap().starts_with("\"♠A\" is not a card"), "{message}");
}

#[test]
fn a_line_without_an_end_is_not_kept_in_memory() {
    let mut input = vec![b'x'; 3 << 20];
    input.extend_from_slice(b"\n");
    input.extend_from_slice(GOOD.as_bytes());
    let answers = answers(&settle("live-commission", &input));
    assert!(answers[0]["error"]["message"].as_str().unwrap().contains("longer than 1048576 bytes"));
    assert_eq!(answers[1]["paid"], 200);
}

#[test]
fn house_rules_are_a_name_or_a_file() {
    let unknown = settle("live-comission", b"");
    assert_eq!(unknown.status.code(), Some(2));
    let message = String::from_utf8(unknown.stderr).unwrap();
    assert!(
        message.contains("live-commission, live-no-commission") && !message.contains("panicked"),
        "{message}"
    );

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("own.toml");
    let text = baccarat::HouseRules::builtin_text("live-commission").unwrap();
    std::fs::write(
        &path,
        text.replace("odds = \"0.95\"", "odds = \"1\"").replace("\"live-commission\"", "\"own\""),
    )
    .unwrap();
    let line = GOOD.replace("player", "banker").replace("5h", "4h").replace("4s", "2s").replace("9h", "Kh");
    let output = settle(path.to_str().unwrap(), line.as_bytes());
    assert_eq!(answers(&output)[0]["paid"], 200, "Banker's 7 is paid even money by these rules");

    std::fs::write(&path, text.replace("count = 8", "count = 99")).unwrap();
    let faulty = settle(path.to_str().unwrap(), line.as_bytes());
    assert_eq!(faulty.status.code(), Some(1));
    assert!(String::from_utf8(faulty.stderr).unwrap().contains("decks.count"));
}
