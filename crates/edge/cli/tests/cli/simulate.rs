//! `punto simulate` as a process: frozen small runs, any number of threads, refused arguments.

use serde_json::Value;

use crate::support::{assert_golden, assert_narrow, assert_refused, corpus, json_lines, output, written};

/// The output of a run with seed 1 and arguments separated by blanks.
fn simulate(args: &str) -> String {
    output(format!("simulate --seed 1 {args}").split(' '), "")
}

fn data(args: &str) -> Value {
    json_lines(&simulate(&format!("{args} --json"))).remove(0)
}

const SHOES: &str = "--rules live-commission --shoes 60 --scheme all --max-stake 320";

#[test]
fn runs_are_reported_as_text_and_as_json() {
    for (golden, args) in [
        ("simulate-shoes.txt", SHOES),
        ("simulate-rounds.txt", "--rules gold-card --rounds 60000"),
        (
            "simulate-shoes.json",
            "--rules sixty-round --shoes 60 --session-shoes 2 --scheme follow-road 1-3-2-6 --json",
        ),
        ("simulate-rounds.json", "--rules three-bet --rounds 60000 --coups-per-shoe 30 --json"),
    ] {
        let report = simulate(args);
        assert_golden(golden, &report);
        if !args.ends_with("--json") {
            assert_narrow(&report);
        }
    }
}

#[test]
fn every_field_is_described() {
    let described = std::fs::read_to_string(corpus("../docs/simulate.md")).expect("the description");
    let mut fields = Vec::new();
    for args in [SHOES, "--rules live-commission --rounds 600"] {
        collect_fields(&data(args), &mut fields);
    }
    for field in fields {
        let named = ["", ".", ".."].iter().any(|level| described.contains(&format!("`{level}{field}")));
        assert!(named, "{field} is not in docs/simulate.md");
    }
}

fn collect_fields(value: &Value, fields: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            fields.extend(object.keys().cloned());
            object.values().for_each(|value| collect_fields(value, fields));
        }
        Value::Array(array) => array.iter().for_each(|value| collect_fields(value, fields)),
        _ => {}
    }
}

#[test]
fn threads_make_no_difference() {
    for args in [
        "--rules gold-card --shoes 150 --scheme martingale",
        "--rules gold-card --rounds 280000 --coups-per-shoe 8",
    ] {
        let alone = data(&format!("{args} --threads 1"));
        for threads in [2, 3] {
            assert_eq!(data(&format!("{args} --threads {threads}")), alone, "{args}");
        }
        assert_ne!(data(&args.replace("gold-card", "live-pairs")), alone);
    }
}

#[test]
fn coups_agree_with_the_exact_law() {
    for rules in baccarat::HouseRules::BUILTIN {
        let run = data(&format!("--rules {rules} --rounds 300000"));
        assert_eq!((run["coups"].as_u64(), run["coups_per_shoe"].as_u64()), (Some(300_000), Some(60)));
        for spot in run["spots"].as_array().unwrap() {
            assert_eq!(spot["comparison"], "exact");
            assert!(spot["z"].as_f64().unwrap().abs() < 4.0, "{rules}: {spot}");
        }
    }
}

#[test]
fn coups_go_into_shoes_without_a_rest() {
    for (rounds, coups, shoes) in [(1_000, 50, 20), (7, 7, 1), (61, 1, 61), (120, 60, 2)] {
        let run = data(&format!("--rules live-pairs --rounds {rounds}"));
        assert_eq!((run["coups_per_shoe"].as_u64(), run["shoes"].as_u64()), (Some(coups), Some(shoes)));
        assert_eq!(run["coups"].as_u64(), Some(rounds));
    }
}

/// The drawing of a run.
fn drawn(args: &str, folder: &tempfile::TempDir) -> String {
    let path = folder.path().join("schemes.svg");
    simulate(&format!("{args} --svg {}", path.display()));
    std::fs::read_to_string(path).expect("a drawing")
}

#[test]
fn schemes_are_drawn() {
    let drawing = drawn(SHOES, &tempfile::tempdir().unwrap());
    assert!(drawing.starts_with("<svg xmlns=") && drawing.ends_with("</svg>\n"));
    assert!(
        drawing.contains("<title>Betting schemes, ") && drawing.contains("<desc>"),
        "for those who cannot see"
    );
    assert!(!drawing.contains("href") && !drawing.contains("url("), "it needs nothing else");
    assert_golden("simulate-shoes.svg", &drawing);
}

#[test]
fn a_drawing_never_obeys_the_house_rules() {
    let folder = tempfile::tempdir().unwrap();
    let text = baccarat::HouseRules::builtin_text("gold-card").unwrap();
    let text =
        text.replace("\"Gold card baccarat\"", "\"</text><script>&\"").replace("\"gold-card\"", "\"own\"");
    let rules = written(&folder, "own.toml", text);
    let drawing = drawn(&format!("--rules {rules} --shoes 2 --scheme all"), &folder);
    assert!(!drawing.contains("<script>") && drawing.contains("&lt;script&gt;&amp;"), "{drawing}");
}

#[test]
fn bad_arguments_are_refused_before_the_run() {
    for (args, expected) in [
        ("", "--rules <NAME|FILE>"),
        ("--rules gold-card", "<--shoes <N>|--rounds <N>>"),
        ("--rules gold-card --shoes 1 --rounds 1", "cannot be used with"),
        ("--rules gold-card --shoes 0", "0 is not in 1..=1000000000"),
        ("--rules gold-card --rounds 0", "0 is not in 1..="),
        ("--rules gold-card --rounds 1e6", "invalid digit"),
        ("--rules gold-card --rounds 99999999999999999999", "too large"),
        ("--rules gold-card --shoes 1 --threads 0", "0 is not in 1..=512"),
        ("--rules gold-card --shoes 1 --threads 100000", "100000 is not in 1..=512"),
        ("--rules gold-card --shoes 1 --seed 2", "cannot be used multiple times"),
        ("--rules no-such --shoes 1", "neither built-in house rules"),
        (
            "--rules gold-card --rounds 700 --coups-per-shoe 70",
            "may need 420 cards, but the shoe of gold-card has 416: use at most 69 coups",
        ),
        ("--rules gold-card --rounds 700 --coups-per-shoe 69", "not a whole number of shoes of 69 coups"),
        ("--rules gold-card --shoes 1 --coups-per-shoe 60", "cannot be used with"),
        ("--rules gold-card --rounds 60 --scheme flat", "cannot be used with"),
        (
            "--rules gold-card --shoes 1 --scheme labouchere",
            "flat, martingale, dalembert, 1-3-2-6, follow-streak, follow-road, all",
        ),
        ("--rules gold-card --shoes 1 --svg x.svg", "--scheme"),
        (
            "--rules gold-card --shoes 1 --scheme flat --svg /no/such/folder/x.svg",
            "cannot write /no/such/folder",
        ),
        ("--rules gold-card --shoes 1 --scheme flat --stake 0", "at least one minor unit"),
        ("--rules gold-card --shoes 1 --scheme flat --stake 0.001", "at most 2 decimals"),
        ("--rules gold-card --shoes 1 --scheme flat --stake ten", "write an amount in major units"),
        ("--rules gold-card --shoes 1 --scheme flat --stake 20 --bankroll 10", "does not cover"),
        (
            "--rules gold-card --shoes 1 --scheme flat --spot big",
            "which gold-card does not have; it has player",
        ),
        ("--rules gold-card --shoes 1 --scheme flat --spot side", "lucky_6"),
        ("--rules gold-card --shoes 1 --scheme flat --max-stake 9.99", "from 0.01 to 9.99"),
        (
            "--rules gold-card --shoes 3 --scheme flat --session-shoes 2",
            "a whole number of sessions of 2 shoes",
        ),
    ] {
        assert_refused(format!("simulate --seed 1 {args}").trim().split(' '), "", 2, expected);
    }
}
