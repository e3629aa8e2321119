//! Law: every line is answered by one line of JSON; each round has its cell, each mark its cell, no two entries
//! of a road share one, and the two asks of a started derived road are opposite.
#![no_main]

mod answer;

use std::collections::HashSet;

use libfuzzer_sys::fuzz_target;
use serde_json::Value;

fuzz_target!(|text: &str| {
    let Some(line) = answer::line_of(text) else { return };
    let (reply, good) = punto_cli::roads_line(line);
    let Some(answer) = answer::read(&reply) else { return };
    assert_eq!(good, answer.get("error").is_none());
    if good {
        check(&answer);
    }
});

fn check(answer: &Value) {
    let rounds = answer["totals"]["rounds"].as_u64().expect("a count");
    let ties = answer["totals"]["tie"].as_u64().expect("a count");
    assert_eq!(u64::try_from(cells(&answer["bead_plate"])), Ok(rounds));
    assert_eq!(u64::try_from(cells(&answer["big_road"])), Ok(rounds - ties));
    for road in ["big_eye_boy", "small_road", "cockroach_pig"] {
        assert_eq!(answer[road]["marks"].as_str().expect("marks").len(), cells(&answer[road]));
        let ask = |side: &str| answer["ask"][side][road]["mark"].as_str();
        assert_eq!(ask("banker").is_some(), ask("player").is_some());
        assert!(ask("banker").is_none() || ask("banker") != ask("player"), "{answer}");
    }
}

/// How many cells a road has; all of them different.
fn cells(road: &Value) -> usize {
    let cells = road["cells"].as_array().expect("cells");
    let different: HashSet<String> = cells.iter().map(Value::to_string).collect();
    assert_eq!(different.len(), cells.len(), "{road}");
    cells.len()
}
