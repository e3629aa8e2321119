//! `punto roads` as a process: the corpus of shoes, drawings, and bad lines.

use serde_json::{Value, json};

use crate::support::{
    assert_bad_lines, assert_golden, assert_narrow, corpus, corpus_text, json_lines, output, punto,
};

fn roads(format: &str, input: &str) -> String {
    output(["roads", "--format", format], input)
}

#[test]
fn the_corpus_comes_out_line_for_line() {
    let shoes = json_lines(&corpus_text("roads.jsonl"));
    let answers = json_lines(&output(["roads", corpus("roads.jsonl").to_str().unwrap()], ""));
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
    assert_eq!(
        roads("json", r#"{"rounds":["T","Bb","B"],"id":[1.50, {"a":null}]}"#),
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
    let answer = &json_lines(&roads("json", r#"{"rounds":["P","B","B","T","B","B"]}"#))[0];
    assert_eq!((&answer["good_roads"], &answer["id"]), (&json!(["long_banker"]), &Value::Null));
}

/// A line, and the message of its answer.
const BAD: [(&[u8], &str); 14] = [
    (b"nonsense", "expected an object"),
    (b"[1,[\"P\"]]", "expected an object"),
    (b"{\"id\":1", "EOF"),
    (b"{\"id\":1}", "missing field `rounds`"),
    (b"{\"id\":\"x\",\"rounds\":7}", "expected rounds to be a list"),
    (b"{\"id\":\"x\",\"rounds\":\"P\"}", "expected rounds to be a list"),
    (b"{\"id\":{},\"rounds\":[\"P\",3]}", "expected rounds[1] to be text: P, B or T"),
    (b"{\"id\":2,\"rounds\":[\"P\",null]}", "rounds[1]"),
    (b"{\"id\":2,\"rounds\":[\"X\"]}", "rounds[0]: a round starts with P, B or T, not 'X'"),
    (b"{\"id\":2,\"rounds\":[\"P\",\"\"]}", "rounds[1]: a round starts with P, B or T"),
    (b"{\"id\":2,\"rounds\":[\"Pbb\"]}", "rounds[0]: the flag 'b' stands twice"),
    (b"{\"id\":2,\"rounds\":[\"P7\"]}", "rounds[0]: after P, B or T only p, b, n and 6"),
    (b"{\"id\":2,\"rounds\":[\"\\u0000\"]}", "rounds[0]"),
    (b"{\"id\":\"\xff\",\"rounds\":[]}", "not UTF-8"),
];

#[test]
fn bad_lines_are_answered_in_place_and_the_rest_goes_on() {
    let bad = BAD.map(|(line, expected)| (line, "malformed_line", expected));
    assert_bad_lines(&["roads"], r#"{"id":"good","rounds":["P"]}"#, &bad);
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
        let run = punto(["roads"], &line);
        assert_eq!(run.status, i32::from(!good), "{}", &line[..40]);
        let answer = &run.stdout[..run.stdout.len().min(400)];
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
    assert_golden("roads.txt", &roads("text", SHOE));
    assert_narrow(&roads("text", &corpus_text("roads.jsonl")));
}

#[test]
fn an_svg_is_one_sound_document_on_one_line() {
    assert_golden("roads.svg", &roads("svg", SHOE));
    let shoes = corpus_text("roads.jsonl");
    let drawings = roads("svg", &shoes);
    assert_eq!(drawings.lines().count(), shoes.lines().count());
    for line in drawings.lines() {
        assert!(line.starts_with("<svg xmlns=") && line.ends_with("</svg>"), "{line}");
        assert!(line.contains("<title>Shoe ") && line.contains("<desc>"), "{line}");
        let elements = line.matches('<').count() - line.matches("</").count();
        assert!(elements < 120, "one path a colour, not one a cell: {elements} elements");
    }
}

#[test]
fn a_drawing_never_obeys_the_id() {
    let line = r#"{"id":"</title><script>\u001b[2J\u0000","rounds":["P"]}"#;
    let (svg, text) = (roads("svg", line), roads("text", line));
    assert!(!svg.contains("<script>") && !svg.contains('\u{1b}'), "{svg}");
    assert!(!text.contains('\u{1b}') && text.starts_with("Shoe </title><script>\u{fffd}"), "{text}");
}

#[test]
fn drawings_say_bad_lines_in_place() {
    let input = "{\"id\":1,\"rounds\":[\"X\"]}\n{\"id\":2,\"rounds\":[]}\n";
    for (format, bad, good) in [
        ("text", "Shoe 1 cannot be read: column 21: rounds[0]:", "\nShoe 2\n0 rounds:"),
        ("svg", r#"{"id":1,"error":"#, "\n<svg "),
    ] {
        let run = punto(["roads", "--format", format], input);
        assert_eq!(run.status, 1, "{format}");
        assert!(run.stdout.starts_with(bad) && run.stdout.contains(good), "{}", run.stdout);
    }
}
