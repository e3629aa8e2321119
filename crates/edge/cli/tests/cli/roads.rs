//! `punto roads` as a process: the corpus of shoes, drawings, and bad lines.

use crate::support::{answers, assert_golden, corpus, punto, status, stdout};
use serde_json::{Value, json};

fn shoes() -> Vec<Value> {
    let text = std::fs::read_to_string(corpus("roads.jsonl")).expect("the corpus of shoes");
    text.lines().map(|line| serde_json::from_str(line).expect("a shoe")).collect()
}

fn roads(format: &str, input: impl AsRef<[u8]>) -> std::process::Output {
    punto(["roads", "--format", format], input)
}

#[test]
fn the_corpus_comes_out_line_for_line() {
    let file = corpus("roads.jsonl");
    let output = punto(["roads".as_ref(), file.as_os_str()], "");
    assert_eq!(status(&output), 0);
    let (shoes, answers) = (shoes(), answers(&output));
    assert_eq!(answers.len(), shoes.len());
    for (shoe, mut answer) in shoes.into_iter().zip(answers) {
        let fields = answer.as_object_mut().unwrap();
        assert!(fields.remove("good_roads").unwrap().is_array(), "{}", shoe["id"]);
        assert_eq!(fields.remove("id").as_ref(), Some(&shoe["id"]));
        assert_eq!(answer, shoe["expect"], "{}", shoe["id"]);
    }
}

#[test]
fn an_answer_has_the_fields_in_their_order_and_the_id_as_given() {
    let output = roads("json", r#"{"rounds":["T","Bb","B"],"id":[1.50, {"a":null}]}"#);
    assert_eq!(
        stdout(&output),
        concat!(
            r#"{"id":[1.50, {"a":null}],"bead_plate":{"cells":[[0,0],[0,1],[0,2]]},"#,
            r#""big_road":{"opening_ties":1,"streaks":[{"side":"banker","ties":[1,0]}],"cells":[[0,0],[0,1]]},"#,
            r#""big_eye_boy":{"marks":"","cells":[]},"small_road":{"marks":"","cells":[]},"#,
            r#""cockroach_pig":{"marks":"","cells":[]},"#,
            r#""ask":{"banker":{"big_road":[0,2],"big_eye_boy":null,"small_road":null,"cockroach_pig":null},"#,
            r#""player":{"big_road":[1,0],"big_eye_boy":null,"small_road":null,"cockroach_pig":null}},"#,
            r#""totals":{"rounds":3,"banker":2,"player":0,"tie":1,"banker_pair":1,"player_pair":0},"#,
            r#""good_roads":[]}"#,
            "\n"
        )
    );
}

#[test]
fn good_roads_are_named() {
    let output = roads("json", r#"{"rounds":["P","B","B","T","B","B"]}"#);
    assert_eq!(answers(&output)[0]["good_roads"], json!(["long_banker"]));
    assert_eq!(answers(&output)[0]["id"], Value::Null);
}

/// A line, the id of its answer, and the answer's message.
const BAD: [(&[u8], &str, &str); 14] = [
    (b"nonsense", "null", "expected an object"),
    (b"[1,[\"P\"]]", "null", "expected an object"),
    (b"{\"id\":1", "null", "EOF"),
    (b"{\"id\":1}", "1", "missing field `rounds`"),
    (b"{\"id\":\"x\",\"rounds\":7}", "\"x\"", "expected rounds to be a list"),
    (b"{\"id\":\"x\",\"rounds\":\"P\"}", "\"x\"", "expected rounds to be a list"),
    (b"{\"id\":{},\"rounds\":[\"P\",3]}", "{}", "expected rounds[1] to be text: P, B or T"),
    (b"{\"id\":2,\"rounds\":[\"P\",null]}", "2", "rounds[1]"),
    (b"{\"id\":2,\"rounds\":[\"X\"]}", "2", "rounds[0]: a round starts with P, B or T, not 'X'"),
    (b"{\"id\":2,\"rounds\":[\"P\",\"\"]}", "2", "rounds[1]: a round starts with P, B or T"),
    (b"{\"id\":2,\"rounds\":[\"Pbb\"]}", "2", "rounds[0]: the flag 'b' stands twice"),
    (b"{\"id\":2,\"rounds\":[\"P7\"]}", "2", "rounds[0]: after P, B or T only p, b, n and 6"),
    (b"{\"id\":2,\"rounds\":[\"\\u0000\"]}", "2", "rounds[0]"),
    (b"{\"id\":\"\xff\",\"rounds\":[]}", "null", "not UTF-8"),
];

#[test]
fn bad_lines_are_answered_in_place_and_the_rest_goes_on() {
    let mut input = Vec::new();
    for (line, ..) in BAD {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\r\n\n{\"id\":\"good\",\"rounds\":[\"P\"]}\n");
    }
    let output = roads("json", &input);
    assert_eq!(status(&output), 1);
    let answers = answers(&output);
    assert_eq!(answers.len(), BAD.len() * 2, "an empty line is passed over, every other is answered");
    for ((line, id, expected), pair) in BAD.into_iter().zip(answers.chunks(2)) {
        let line = String::from_utf8_lossy(line);
        assert_eq!(pair[0]["id"].to_string(), id, "{line}");
        assert_eq!(pair[0]["error"]["code"], "malformed_line", "{line}");
        assert!(pair[0]["error"]["message"].as_str().unwrap().contains(expected), "{line}: {}", pair[0]);
        assert_eq!(pair[1]["totals"]["player"], 1, "the line after {line}");
    }
}

#[test]
fn monstrous_lines_are_answered_too() {
    let nest = |open: &str, close: &str| format!("{}{}", open.repeat(200_000), close.repeat(200_000));
    for (line, good) in [
        (format!(r#"{{"rounds":["P"],"other":{}}}"#, nest("[", "]")), true),
        (format!(r#"{{"id":{},"rounds":["P"]}}"#, nest("[", "]")), true),
        (format!(r#"{{"id":1,"rounds":{}}}"#, nest("[", "]")), false),
        (format!(r#"{{"id":1,"rounds":[{}]}}"#, nest(r#"{"a":"#, "}")), false),
        (format!(r#"{{"id":"{}","rounds":["P"]}}"#, "x".repeat(1 << 20)), false),
        ("\0".repeat(1000), false),
    ] {
        let output = roads("json", &line);
        assert_eq!(status(&output), i32::from(!good), "{}", &line[..40]);
        let answer = &stdout(&output)[..stdout(&output).len().min(400)];
        assert_eq!(answer.contains("malformed_line"), !good, "{answer}");
    }
}

/// A shoe with every kind of mark.
const SHOE: &str = concat!(
    r#"{"id":"example <1>","rounds":["T","Tp","Bb","B6","P","Ppn","P","T","T","B","Bpb","Bn","B","B","B","B","B","#,
    r#""P","B","P","B","P","P","P","P","P","P","T","B","B","B","P","Tn","P","B","P"]}"#
);

#[test]
fn text_shows_all_five_roads_in_80_columns() {
    let output = roads("text", SHOE);
    assert_eq!(status(&output), 0);
    assert_golden("roads.txt", stdout(&output));
    let corpus = std::fs::read(corpus("roads.jsonl")).unwrap();
    let output = roads("text", corpus);
    let widest = stdout(&output).lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|width| width <= 80), "{widest:?}");
}

#[test]
fn an_svg_is_one_sound_document_on_one_line() {
    let output = roads("svg", SHOE);
    assert_eq!(status(&output), 0);
    assert_golden("roads.svg", stdout(&output));
    let corpus = std::fs::read(corpus("roads.jsonl")).unwrap();
    let output = roads("svg", corpus);
    let lines: Vec<&str> = stdout(&output).lines().collect();
    assert_eq!(lines.len(), shoes().len());
    for line in lines {
        assert!(line.starts_with("<svg xmlns=") && line.ends_with("</svg>"), "{line}");
        assert!(line.contains("<title>Shoe ") && line.contains("<desc>"), "{line}");
        let elements = line.matches('<').count() - line.matches("</").count();
        assert!(elements < 120, "one path a colour, not one a cell: {elements} elements");
    }
}

#[test]
fn a_drawing_never_obeys_the_id() {
    let line = r#"{"id":"</title><script>\u001b[2J\u0000","rounds":["P"]}"#;
    let svg = roads("svg", line);
    assert!(!stdout(&svg).contains("<script>") && !stdout(&svg).contains('\u{1b}'));
    let drawn = roads("text", line);
    assert!(
        !stdout(&drawn).contains('\u{1b}') && stdout(&drawn).starts_with("Shoe </title><script>\u{fffd}")
    );
}

#[test]
fn drawings_say_bad_lines_in_place() {
    let input = "{\"id\":1,\"rounds\":[\"X\"]}\n{\"id\":2,\"rounds\":[]}\n";
    let drawn = roads("text", input);
    assert_eq!(status(&drawn), 1);
    assert!(stdout(&drawn).starts_with("Shoe 1 cannot be read: column 21: rounds[0]:"), "{}", stdout(&drawn));
    assert!(stdout(&drawn).contains("\nShoe 2\n0 rounds:"));
    let svg = roads("svg", input);
    assert_eq!(status(&svg), 1);
    let lines: Vec<&str> = stdout(&svg).lines().collect();
    assert!(lines[0].starts_with(r#"{"id":1,"error":"#) && lines[1].starts_with("<svg "));
}
