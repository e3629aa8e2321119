//! `punto replay` as a process: the example shoe, and invalid shoe files.

use crate::support::{answers, assert_golden, corpus, punto, status, stderr, stdout};
use serde_json::Value;

fn example() -> String {
    std::fs::read_to_string(corpus("example.shoe")).expect("the example")
}

#[test]
fn the_example_is_replayed_as_text() {
    let output = punto(["replay"], example());
    assert_eq!((status(&output), stderr(&output)), (0, ""));
    assert!(stdout(&output).lines().all(|line| line.chars().count() <= 80));
    assert_golden("example.txt", stdout(&output));
}

#[test]
fn the_example_is_replayed_as_json() {
    let file = corpus("example.shoe");
    let output = punto(["replay".as_ref(), "--json".as_ref(), file.as_os_str()], "");
    assert_golden("example.jsonl", stdout(&output));
    let lines = answers(&output);
    let (summary, coups) = lines.split_last().unwrap();
    let summary = &summary["summary"];
    assert_eq!((summary["rounds"].as_u64(), &summary["over"]), (Some(79), &Value::Bool(true)));
    for (idx, coup) in (1_u64..).zip(coups) {
        assert_eq!(coup["round_no"].as_u64(), Some(idx));
        assert_eq!(coup["last_round"], idx == 79, "one round after the cut card's");
        assert_eq!(coup["cut_card"], idx == 78);
        assert_eq!(coup["closed"].as_array().unwrap().is_empty(), idx < 32);
    }
    let beads: Vec<_> = coups.iter().map(|coup| coup["bead"].clone()).collect();
    let rounds = punto(["roads"], Value::from_iter([("rounds", Value::from(beads))]).to_string());
    let mut roads = answers(&rounds).remove(0);
    roads.as_object_mut().unwrap().remove("id");
    assert_eq!(roads, summary["roads"], "the roads are those that `punto roads` gives");
}

#[test]
fn other_house_rules_give_another_replay() {
    let output = punto(["replay", "--rules", "sixty-round"], example());
    let words = stdout(&output);
    assert!(words.starts_with("Sixty rounds (sixty-round), 8 decks\n"), "{words}");
    assert!(words.contains("The house rules burn differently."), "{words}");
    let round = |round: u16| {
        let start = words.find(&format!("\nRound {round}:")).unwrap();
        words[start + 1..].split("\n\n").next().unwrap()
    };
    assert!(round(30).contains("Closed from this round: Big and Small."), "{}", round(30));
    assert!(round(60).contains("This is the last round of the shoe."), "{}", round(60));
    assert!(round(61).contains("Under these house rules the shoe had already ended."), "{}", round(61));
    assert!(round(1).contains("Paid: Player x2, Small x2.5."), "{}", round(1));
}

#[test]
fn a_shoe_may_be_short_or_empty() {
    let head = "shoe: 1\nrules: gold-card\ndecks: 6\nplace: a \u{1b}[31m room\n\n";
    let empty = punto(["replay"], head);
    assert_eq!(status(&empty), 0);
    let words = stdout(&empty);
    for phrase in
        ["gold-card), 6 decks", "nothing recorded", "prescribe 8 decks", "0 cards dealt, 312 of 312 left"]
    {
        assert!(words.contains(phrase), "{phrase}: {words}");
    }
    assert!(!words.contains('\u{1b}'), "a note is shown, not obeyed");
    let one = punto(["replay"], format!("{head}9h Kd 4s 7c 5h\n"));
    let round = "Player 3 draws 5h: 8; Banker 7 stands. Player wins 8 to 7.\n";
    assert!(stdout(&one).contains(round), "{}", stdout(&one));
}

#[test]
fn an_invalid_shoe_file_is_reported_line_by_line() {
    let example = example();
    let changed = |from: &str, to: &str| {
        assert!(example.contains(from), "{from}");
        example.replacen(from, to, 1).into_bytes()
    };
    for (input, expected) in [
        (Vec::new(), "line 1: a shoe file starts with `shoe: 1`"),
        (b"\xff\xfe".to_vec(), "not UTF-8"),
        (b"\0".repeat(100), "line 1: expected `key: value`"),
        (vec![b'x'; 2 << 20], "longer than 1048576 bytes"),
        (
            changed("rules: live-commission", "rules: no-such"),
            "\"no-such\", which are not built in (live-comm",
        ),
        (changed("rules: live-commission", "rules: /etc/passwd"), "pass them with --rules NAME|FILE"),
        (changed("decks: 8", "decks: 7"), "have already come out of this shoe"),
        (changed("Qd 4d 8c 9c", "Qd 4d 8c"), "line 7: 3 cards are not a whole coup"),
        (changed("Qd 4d 8c 9c", "Qd 4d 8c 9c 2h"), "line 7: the coup ends with card 4, but 5 were written"),
        (changed("Qd 4d 8c 9c", "Qd 4d 8c 9x"), "line 7: \"9x\" is not a card"),
    ] {
        for form in [&["replay"][..], &["replay", "--json"]] {
            let output = punto(form, &input);
            assert_eq!((status(&output), stdout(&output)), (1, ""), "{expected}");
            assert!(stderr(&output).contains(expected), "{expected}: {}", stderr(&output));
        }
    }
}
