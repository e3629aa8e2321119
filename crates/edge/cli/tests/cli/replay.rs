//! `punto replay` as a process: the example shoe, and invalid shoe files.

use serde_json::json;

use crate::support::{assert_golden, assert_narrow, assert_refused, corpus, corpus_text, json_lines, output};

#[test]
fn the_example_is_replayed_as_text() {
    let words = output(["replay"], corpus_text("example.shoe"));
    assert_narrow(&words);
    assert_golden("example.txt", &words);
}

#[test]
fn the_example_is_replayed_as_json() {
    let replay = output(["replay", "--json", corpus("example.shoe").to_str().unwrap()], "");
    assert_golden("example.jsonl", &replay);
    let lines = json_lines(&replay);
    let (summary, coups) = lines.split_last().unwrap();
    let summary = &summary["summary"];
    assert_eq!((&summary["rounds"], &summary["over"]), (&json!(79), &json!(true)));
    for (idx, coup) in (1..).zip(coups) {
        assert_eq!(coup["round_no"], idx);
        assert_eq!(coup["last_round"], idx == 79, "one round after the cut card's");
        assert_eq!(coup["cut_card"], idx == 78);
        assert_eq!(coup["closed"].as_array().unwrap().is_empty(), idx < 32);
    }
    let beads: Vec<_> = coups.iter().map(|coup| &coup["bead"]).collect();
    let mut roads = json_lines(&output(["roads"], json!({"rounds": beads}).to_string())).remove(0);
    roads.as_object_mut().unwrap().remove("id");
    assert_eq!(roads, summary["roads"], "the roads are those that `punto roads` gives");
}

#[test]
fn other_house_rules_give_another_replay() {
    let words = output(["replay", "--rules", "sixty-round"], corpus_text("example.shoe"));
    assert!(words.starts_with("Sixty rounds (sixty-round), 8 decks\n"), "{words}");
    assert!(words.contains("The house rules burn differently."), "{words}");
    for (round, expected) in [
        (30, "Closed from this round: Big and Small."),
        (60, "This is the last round of the shoe."),
        (61, "Under these house rules the shoe had already ended."),
        (1, "Paid: Player x2, Small x2.5."),
    ] {
        let (_, after) = words.split_once(&format!("\nRound {round}:")).unwrap();
        let round = after.split("\n\n").next().unwrap();
        assert!(round.contains(expected), "{round}");
    }
}

#[test]
fn a_shoe_may_be_short_or_empty() {
    let head = "shoe: 1\nrules: gold-card\ndecks: 6\nplace: a \u{1b}[31m room\n\n";
    let words = output(["replay"], head);
    for phrase in
        ["gold-card), 6 decks", "nothing recorded", "prescribe 8 decks", "0 cards dealt, 312 of 312 left"]
    {
        assert!(words.contains(phrase), "{phrase}: {words}");
    }
    assert!(!words.contains('\u{1b}'), "a note is shown, not obeyed");
    let one = output(["replay"], format!("{head}9h Kd 4s 7c 5h\n"));
    assert!(one.contains("Player 3 draws 5h: 8; Banker 7 stands. Player wins 8 to 7.\n"), "{one}");
}

#[test]
fn an_invalid_shoe_file_is_reported_line_by_line() {
    let example = corpus_text("example.shoe");
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
            assert_refused(form, &input, 1, expected);
        }
    }
}
