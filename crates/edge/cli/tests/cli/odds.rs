//! `punto odds` as a process: the corpus of exact counts, tables, coups in progress, bad input.

use std::fmt::Write as _;

use baccarat::rules::catalogue;
use baccarat::{HouseRules, Spot};
use serde_json::{Value, json};

use crate::support::{
    assert_bad_lines, assert_golden, assert_narrow, assert_refused, corpus_text, json_lines, output, punto,
    written,
};

fn golden_counts() -> Value {
    serde_json::from_str(&corpus_text("exact_counts.json")).expect("sound test data")
}

/// The answers to good lines.
fn answers(rules: &str, input: impl AsRef<[u8]>) -> Vec<Value> {
    json_lines(&output(["odds", "--rules", rules, "--lines"], input))
}

fn line(id: &Value, composition: &Value) -> String {
    json!({"id": id, "composition": composition}).to_string() + "\n"
}

/// The expected figures of a spot, from the corpus's counts: the rules and the spot; odds and the counts that win them,
/// where a count with a minus is subtracted; the counts that push; the name among the house edges of eight decks.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a [&'a str])], &'a [&'a str], &'a str);

const ROWS: [Row<'_>; 9] = [
    ("live-commission", "player", &[("1", &["player"])], &["tie"], "player_1to1"),
    ("live-commission", "banker", &[("0.95", &["banker"])], &["tie"], "banker_0.95"),
    ("live-commission", "tie", &[("8", &["tie"])], &[], "tie_8to1"),
    ("live-commission", "player_pair", &[("11", &["player_pair"])], &[], "player_pair_11"),
    ("live-commission", "banker_pair", &[("11", &["banker_pair"])], &[], "banker_pair_11"),
    ("live-commission", "big", &[("0.5", &["cards5", "cards6"])], &[], "big_0.5"),
    ("live-commission", "small", &[("1.5", &["cards4_small"])], &[], "small_1.5"),
    (
        "live-no-commission",
        "banker",
        &[
            ("0.5", &["banker_win_6_2card", "banker_win_6_3card"]),
            ("1", &["banker", "-banker_win_6_2card", "-banker_win_6_3card"]),
        ],
        &["tie"],
        "banker_nocomm_half_on_6",
    ),
    (
        "gold-card",
        "lucky_6",
        &[("12", &["banker_win_6_2card"]), ("20", &["banker_win_6_3card"])],
        &[],
        "lucky6_12_20",
    ),
];

fn number(text: &Value) -> i128 {
    text.as_str().expect("a decimal string").parse().expect("a number")
}

#[test]
fn the_corpus_comes_out_count_for_count() {
    let corpus = golden_counts();
    let shoes = corpus["shoes"].as_array().unwrap();
    let input: String = shoes.iter().map(|shoe| line(&shoe["label"], &shoe["composition"])).collect();
    for rules in ["live-commission", "live-no-commission", "gold-card"] {
        let answers = answers(rules, &input);
        assert_eq!(answers.len(), shoes.len());
        for (shoe, answer) in shoes.iter().zip(&answers) {
            assert_eq!(
                (&answer["id"], &answer["cards"], &answer["draws"]),
                (&shoe["label"], &shoe["cards"], &shoe["draws"])
            );
            for row in ROWS.iter().filter(|row| row.0 == rules) {
                check(row, shoe, &answer["spots"][row.1]);
            }
        }
        let eight_decks = answers.iter().find(|answer| answer["id"] == "8 decks").unwrap();
        for (_, spot, .., edge) in ROWS.iter().filter(|row| row.0 == rules) {
            let edge = &corpus["house_edges_8_decks"][edge]["edge"];
            assert_eq!(&eight_decks["spots"][spot]["house_edge"], edge, "{rules} {spot}");
        }
    }
}

fn check((rules, name, wins, push, _): &Row<'_>, shoe: &Value, spot: &Value) {
    let what = format!("{} {rules} {name}", shoe["label"]);
    let sum = |names: &[&str]| -> i128 {
        let count = |name: &&str| match name.strip_prefix('-') {
            Some(name) => -number(&shoe["counts"][name]),
            None => number(&shoe["counts"][name]),
        };
        names.iter().map(count).sum()
    };
    let win = |(odds, names): &(&str, &[&str])| json!({"odds": odds, "count": sum(names).to_string()});
    assert_eq!(spot["win"], wins.iter().map(win).collect::<Value>(), "{what}");
    let won: i128 = wins.iter().map(|(_, names)| sum(names)).sum();
    assert_eq!(number(&spot["push"]), sum(push), "{what}");
    assert_eq!(number(&spot["lose"]), number(&shoe["draws"]) - won - sum(push), "{what}");
}

/// Six cards, of which Player gets at least two: `As 2s 3s 4s 5s 6s`.
fn six_cards() -> Value {
    (0..52).map(|card| i32::from(card < 6)).collect()
}

#[test]
fn an_answer_has_the_fields_in_their_order_and_the_id_as_given() {
    let shoe = format!(r#"{{"composition":{},"id":[1.50, {{"a":null}}]}}"#, six_cards());
    let words = output(["odds", "--rules", "three-bet", "--lines"], shoe);
    let start =
        r#"{"id":[1.50, {"a":null}],"cards":6,"draws":"720","spots":{"player":{"win":[{"odds":"1","count":""#;
    assert!(words.starts_with(start), "{words}");
    assert!(words.contains(r#""}],"push":""#) && words.contains(r#"","house_edge":""#), "{words}");
    let spots: Vec<_> = ["player", "banker", "tie"].map(|spot| words.find(&format!("\"{spot}\":"))).into();
    assert!(spots.is_sorted() && spots[0].is_some(), "in layout order");
}

#[test]
fn bad_lines_are_answered_in_place_and_the_rest_goes_on() {
    let of_counts = |counts: &str| format!(r#"{{"id":7,"composition":[{counts}]}}"#);
    let with = |card: usize, copies: i64| {
        let counts = (0..52).map(|other| if other == card { copies } else { 8 });
        of_counts(&counts.map(|count| count.to_string()).collect::<Vec<_>>().join(","))
    };
    let dealt = |shoe: String, cards: &str| shoe.replacen('}', &format!(r#","dealt":{cards}}}"#), 1);
    let full = |cards: &str| dealt(with(0, 8), cards);
    let few = |cards: usize| of_counts(&format!("{}{}0", "1,".repeat(cards), "0,".repeat(51 - cards)));
    let text = str::to_owned;
    let bad = [
        (text("nonsense"), "malformed_line", ""),
        (text("[1]"), "malformed_line", ""),
        (text("{\"id\":1"), "malformed_line", ""),
        (text("\u{0}"), "malformed_line", ""),
        (text("{\"id\":1,\"composition\":[8"), "malformed_line", ""),
        (text(r#"{"id":7}"#), "malformed_line", "missing field `composition`"),
        (
            text(r#"{"id":7,"composition":8}"#),
            "malformed_line",
            "expected composition to be a list of 52 counts",
        ),
        (of_counts(r#"8,"8""#), "malformed_line", "expected composition[1] to be a whole number"),
        (of_counts("8,8.5"), "malformed_line", "composition[1]"),
        (of_counts("99999999999999999999"), "malformed_line", "composition[0]"),
        (of_counts("18446744073709551615"), "malformed_line", "composition[0]"),
        (of_counts("null"), "malformed_line", "composition[0]"),
        (full(r#""9h""#), "malformed_line", "expected a list"),
        (full("[9]"), "malformed_line", "invalid type"),
        (of_counts(""), "bad_composition", "52 counts, suit-major s h d c, each A to K; here are 0"),
        (of_counts(&("8,".repeat(52) + "8")), "bad_composition", "here are 53"),
        (with(13, -1), "bad_composition", "there cannot be -1 of Ah"),
        (with(51, 33), "bad_composition", "there cannot be 33 of Kc"),
        (with(51, i64::MIN), "bad_composition", "there cannot be -9223372036854775808 of Kc"),
        (
            dealt(with(0, 32), r#"["As"]"#),
            "bad_composition",
            "As stands 33 times, but 32 deck(s) hold only 32",
        ),
        (full(r#"["9x"]"#), "illegal_coup", "\"9x\" is not a card"),
        (full(r#"["\u0000"]"#), "illegal_coup", "is not a card"),
        (
            full(r#"["9h","Kd","Ks","3c"]"#),
            "illegal_coup",
            "the coup is over with 9h Kd Ks 3c: Player 9 is a natural",
        ),
        (full(r#"["9h","Kd","Ks","3c","4c"]"#), "illegal_coup", "the coup is over with 9h Kd Ks 3c"),
        (few(5), "too_few_cards", "5 cards are left, but the coup may need 6"),
        (dealt(few(2), r#"["9h","Kd","4s"]"#), "too_few_cards", "2 cards are left, but the coup may need 3"),
    ];
    let args = ["odds", "--rules", "live-commission", "--lines"];
    assert_bad_lines(&args, &line(&"good".into(), &six_cards()), &bad);
}

#[test]
fn no_line_holds_more_than_the_decks_that_are_given() {
    let run = |decks| {
        let args = ["odds", "--rules", "three-bet", "--lines", "--decks", decks];
        punto(args, line(&1.into(), &vec![8; 52].into()))
    };
    assert_eq!(run("8").status, 0);
    let bad = run("7");
    assert_eq!(bad.status, 1);
    assert!(bad.stdout.contains("As stands 8 times, but 7 deck(s) hold only 7"), "{}", bad.stdout);
}

#[test]
fn many_lines_are_answered_as_each_alone() {
    let corpus = golden_counts();
    let compositions = corpus["shoes"].as_array().unwrap().iter().map(|shoe| &shoe["composition"]);
    let mut input = Vec::new();
    for (idx, composition) in compositions.cycle().take(300).enumerate() {
        input.push(match idx % 11 {
            3 => r#"{"id":3}"#.to_owned(),
            7 => json!({"id": idx, "composition": composition, "dealt": ["9h", "Kd", "2s"]}).to_string(),
            _ => json!({"id": idx, "composition": composition}).to_string(),
        });
    }
    let rules = HouseRules::builtin("gold-card").unwrap();
    let run = punto(["odds", "--rules", "gold-card", "--lines"], input.join("\n"));
    assert_eq!(run.stdout.lines().count(), input.len());
    for (line, answer) in input.iter().zip(run.stdout.lines()) {
        assert_eq!(answer.as_bytes(), punto_cli::odds_line(rules, line).0, "{line}");
    }
}

#[test]
fn a_coup_under_way_is_counted_by_hand() {
    // Player has 2 and 5: 7. Banker has 3 and draws the last card, one of As 4d 4d 9c: 4, 7, 7 or 2.
    let mut left = vec![0; 52];
    for (card, copies) in [(0, 1), (2 * 13 + 3, 2), (3 * 13 + 8, 1)] {
        left[card] = copies;
    }
    let line = json!({"id": 1, "composition": left, "dealt": ["2h", "Kd", "Ks", "3c", "5h"]}).to_string();
    let answer = &answers("live-commission", line)[0];
    assert_eq!((&answer["cards"], &answer["draws"]), (&4.into(), &"4".into()));
    for (spot, win, push, lose, edge) in [
        ("player", "2", "2", "0", "-0.5000000000"),
        ("banker", "0", "2", "2", "0.5000000000"),
        ("tie", "2", "0", "2", "-3.5000000000"),
        ("player_pair", "0", "0", "4", "1.0000000000"),
        ("banker_pair", "0", "0", "4", "1.0000000000"),
        ("big", "4", "0", "0", "-0.5000000000"),
        ("small", "0", "0", "4", "1.0000000000"),
    ] {
        let actual = &answer["spots"][spot];
        let figures = [&actual["win"][0]["count"], &actual["push"], &actual["lose"], &actual["house_edge"]];
        assert_eq!(figures, [win, push, lose, edge].map(Value::from).each_ref(), "{spot}");
    }
}

#[test]
fn a_natural_that_no_card_can_beat_never_loses() {
    // Player has 9 and Banker 0: one of 31 nines ties, for any two cards after it.
    let args = ["odds", "--rules", "live-pairs", "--dealt", "9h", "Kd", "Ks", "--json"];
    let answer = &json_lines(&output(args, ""))[0];
    let player = &answer["spots"]["player"];
    assert_eq!((&answer["decks"], &answer["cards"]), (&8.into(), &413.into()));
    assert_eq!(number(&answer["draws"]), 413 * 412 * 411);
    assert_eq!((number(&player["push"]), number(&player["lose"])), (31 * 412 * 411, 0));
    assert_eq!(player["house_edge_exact"], "-382/413");
}

#[test]
fn one_shoe_is_the_line_of_its_composition() {
    let mut left = vec![2; 52];
    for card in [0, 0, 25, 12] {
        left[card] -= 1;
    }
    let all = |seen: &[&str]| {
        let args = ["odds", "--rules", "gold-card", "--decks", "2", "--json"];
        json_lines(&output(args.iter().chain(seen), "")).remove(0)
    };
    let mut one = all(&["--seen", "As,Kh", "--seen", "As Ks"]);
    assert_eq!(one, all(&["--seen", "As", "As", "Ks", "Kh"]), "however they are written");
    let spot = &one["spots"]["lucky_6"];
    let return_to_patron: f64 = spot["return_to_patron"].as_str().unwrap().parse().unwrap();
    let edge: f64 = spot["house_edge"].as_str().unwrap().parse().unwrap();
    assert!((return_to_patron + edge - 1.0).abs() < 1e-9);
    for spot in one["spots"].as_object_mut().unwrap().values_mut() {
        for figure in ["house_edge_exact", "return_to_patron", "variance", "standard_deviation"] {
            assert!(spot.as_object_mut().unwrap().remove(figure).unwrap().is_string(), "{figure}");
        }
    }
    assert_eq!(
        (one.as_object_mut().unwrap().remove("rules"), one.as_object_mut().unwrap().remove("decks")),
        (Some("gold-card".into()), Some(2.into()))
    );
    assert_eq!(one, answers("gold-card", line(&Value::Null, &left.into()))[0]);
}

/// House rules with every spot of the catalogue, at its first paytable.
fn with_every_spot() -> String {
    let text = HouseRules::builtin_text("live-commission").expect("built in");
    let mut document = text[..text.find("# The layout").expect("a comment before the spots")]
        .replace("live-commission", "every-spot");
    for spot in Spot::ALL {
        let name = &catalogue::of(*spot).next().expect("tested elsewhere").name;
        write!(document, "\n[spots.{}]\npaytable = \"{name}\"\n", spot.id()).expect("room for a spot");
    }
    document
}

#[test]
fn tables_are_read_in_80_columns() {
    let folder = tempfile::tempdir().unwrap();
    let every_spot = written(&folder, "every-spot.toml", with_every_spot());
    for (golden, args) in [
        ("odds-fresh.txt", &["live-commission"][..]),
        ("odds-seen.txt", &["gold-card", "--decks", "6", "--seen", "As Kd 4h 4s"]),
        ("odds-dealt.txt", &["live-no-commission", "--seen", "10h", "--dealt", "9h Kd 4s"]),
        ("odds-every-spot.txt", &[&every_spot]),
        ("odds-last-card.txt", &[&every_spot, "--decks", "1", "--dealt", "2h Kd Kh 3c 5h"]),
    ] {
        let table = output(["odds", "--rules"].iter().chain(args), "");
        assert_narrow(&table);
        assert_golden(golden, &table);
    }
}

#[test]
fn arguments_that_make_no_shoe_have_status_2() {
    let seen = baccarat::Card::deck().skip(5).map(|card| card.to_string()).collect::<Vec<_>>().join(" ");
    for (args, expected) in [
        (&["--decks", "0"][..], "0 is not in 1..=32"),
        (&["--decks", "33"], "33 is not in 1..=32"),
        (&["--decks", "-1"], "--decks"),
        (&["--seen", "As 1h"], "\"1h\" is not a card: write a rank"),
        (&["--seen", "10 h"], "\"10\" is not a card"),
        (&["--dealt", "♠A"], "\"♠A\" is not a card"),
        (
            &["--decks", "1", "--seen", "As", "--dealt", "Kd As"],
            "As stands 2 times, but 1 deck(s) hold only 1",
        ),
        (&["--dealt", "9h Kd Ks 3c"], "the coup is over with 9h Kd Ks 3c: Player 9 is a natural"),
        (
            &["--dealt", "9h Kd Ks 3c 4c"],
            "Player wins 9 to 3. For the next coup, name these cards with --seen.",
        ),
        (&["--decks", "1", "--seen", &seen], "5 cards are left, but the coup may need 6"),
        (&["--lines", "--seen", "As"], "cannot be used with"),
        (&["--lines", "--dealt", "As"], "cannot be used with"),
        (&["--lines", "/no/such/file"], "cannot read /no/such/file"),
        (&["shoes.jsonl"], "--lines"),
    ] {
        assert_refused(["odds", "--rules", "live-pairs"].iter().chain(args), "", 2, expected);
    }
}
