//! `punto rules` as a process: lists, texts, and the errors of invalid documents.

use baccarat::HouseRules;
use baccarat::rules::conduct::Matter;
use serde_json::json;

use crate::support::{Run, assert_narrow, assert_refused, json_lines, output, punto, written};

/// The text on one line, because line breaks do not matter.
fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_list_names_all_that_are_built_in() {
    let list = output(["rules", "list"], "");
    let names: Vec<_> = list.lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, HouseRules::BUILTIN);
    assert_narrow(&list);

    let all = json_lines(&output(["rules", "list", "--json"], ""));
    let ids: Vec<_> = all[0].as_array().unwrap().iter().map(|rules| rules["id"].clone()).collect();
    assert_eq!(ids, HouseRules::BUILTIN);
}

#[test]
fn house_rules_are_shown_in_words() {
    for (name, expected) in [
        (
            "live-commission",
            &["Banker          0.95 to one", "10 for a ten or a picture", "trade practice"][..],
        ),
        ("live-no-commission", &["0.5 to one    Banker wins, total 6", "closed from round 32"]),
        ("live-pairs", &["Player Pair     11 to one", "vendor document 001"]),
        ("gold-card", &["x1.95", "x21", "8 cards, face down", "last 156 cards", "are released", "cleared"]),
        (
            "sixty-round",
            &["x2", "Refused: ", "shoe ends: After round 60", "Tie 75000", "room\u{2019}s ante", "round 30"],
        ),
        ("three-bet", &["more than 1/2 of the patron's stake", "above 9/10"]),
    ] {
        let words = output(["rules", "show", name], "");
        assert_narrow(&words);
        for phrase in expected {
            assert!(flat(&words).contains(&flat(phrase)), "{name}: {phrase}\n{words}");
        }
    }
}

/// Conduct is put into words once, for people at a terminal and on the page.
#[test]
fn the_certificate_has_the_same_sentences_about_conduct() {
    for name in HouseRules::BUILTIN {
        let shown = flat(&output(["rules", "show", name], ""));
        let page = flat(&output(["certificate", "--rules", name], ""));
        for (matter, sentence) in HouseRules::builtin(name).unwrap().conduct() {
            assert!(shown.contains(&format!("{}: {sentence}", matter.title())), "{name}: {sentence}");
            let left_out = [Matter::InterruptedRound, Matter::RoadWindow].contains(&matter);
            assert!(left_out || page.contains(&format!(">{sentence}<")), "{name}: {sentence}");
        }
    }
}

#[test]
fn a_document_is_shown_as_it_is_and_as_data() {
    for name in HouseRules::BUILTIN {
        let document = output(["rules", "show", name, "--toml"], "");
        assert_eq!(HouseRules::builtin_text(name), Some(document.as_str()));
    }
    let rules = &json_lines(&output(["rules", "show", "sixty-round", "--json"], ""))[0];
    assert_eq!((&rules["id"], &rules["decks"]), (&"sixty-round".into(), &8.into()));
    assert_eq!(rules["shoe_end"], json!({"kind": "rounds", "rounds": 60}));
    let tie = rules["spots"].as_array().unwrap().iter().find(|spot| spot["spot"] == "tie").unwrap();
    assert_eq!((&tie["maximum"], &tie["minimum"]), (&7_500_000.into(), &1.into()), "minor units");
    assert_eq!(tie["pays"], json!([{"when": "tie", "odds": "8", "shown": "x9"}]));
}

/// No document is credited with a fact that it does not contain.
#[test]
fn every_fact_is_shown_with_its_source() {
    let words = flat(&output(["rules", "show", "gold-card"], ""));
    for line in [
        "vendor document 002: decks, drawing.natural, burn, shoe_end, conduct.leaving_while_betting, \
         conduct.leaving_later, odds.shown, roads, spots.player, spots.banker.push.",
        "trade practice: drawing.third_cards, drawing.player_stands, conduct.player_and_banker, \
         conduct.unreadable_card, conduct.wrong_result, conduct.stake_range, entry, spots.banker.pays, spots.tie, \
         spots.player_pair, spots.banker_pair, spots.lucky_6.",
        "Punto: conduct.interrupted_round, odds.rounding.",
    ] {
        assert!(words.contains(line), "{line}\n{words}");
    }
    for name in HouseRules::BUILTIN {
        let rules = HouseRules::builtin(name).unwrap();
        let sources = json_lines(&output(["rules", "show", name, "--json"], ""))[0]["sources"].clone();
        assert_eq!(sources.as_object().unwrap().len(), rules.facts.len(), "{name}");
        for fact in &rules.facts {
            assert_eq!(sources[fact].as_str(), rules.source(fact), "{name}: {fact}");
        }
    }
    let text = HouseRules::builtin_text("gold-card").unwrap().replace("document = \"002\"\n", "");
    let folder = tempfile::tempdir().unwrap();
    let own = written(&folder, "own.toml", text);
    let words = flat(&output(["rules", "show", &own], ""));
    assert!(words.contains("no source: decks, ") && !words.contains("vendor document"), "{words}");
}

/// A changed document of `live-commission`, and the line of the change.
fn changed(from: &str, to: &str) -> (String, usize) {
    let text = HouseRules::builtin_text("live-commission").expect("built in");
    let (before, _) = text.split_once(from).expect("something to change");
    (text.replace(from, to), before.matches('\n').count() + 1)
}

fn check(files: &[&str]) -> Run {
    punto(["rules", "check"].iter().chain(files), "")
}

#[test]
fn faulty_documents_are_named_by_file_line_and_field() {
    let folder = tempfile::tempdir().unwrap();
    for (from, to, expected) in [
        ("count = 8", "count = 99", "decks.count: expected a whole number from 1 to 32"),
        ("odds = \"8\"", "odds = \"1e9\"", "spots.tie.pays: odds: odds are written as"),
        ("more_rounds = 1", "more_round = 1", "shoe_end.more_round: unknown field"),
        ("id = \"live-commission\"", "id = \"Live!\"", "id: expected 1 to 40 of a-z"),
        ("[spots.tie]", "[spots.ties]", "spots.ties: is no spot"),
        ("count = 8", "count = ", "string values must be quoted"),
        ("count = 8", "\0", "key with no value"),
    ] {
        let (document, line) = changed(from, to);
        let path = written(&folder, "faulty.toml", document);
        let Run { status, stdout, .. } = check(&[&path]);
        assert_eq!(status, 1, "{to}");
        let expected = format!("{path}:{line}: {expected}");
        assert!(stdout.lines().any(|line| line.starts_with(&expected)), "{to}: {stdout}");
        assert!(stdout.lines().all(|line| line.starts_with(&path)), "{stdout}");
    }
}

#[test]
fn every_file_is_checked_beside_wrong_ones() {
    let folder = tempfile::tempdir().unwrap();
    let sound = written(&folder, "sound.toml", changed("odds = \"8\"", "odds = \"9\"").0);
    let two_faults = changed("trade practice\"", "trade practice\"\nx = 1").0;
    let two_faults = written(&folder, "faulty.toml", two_faults);
    let binary = written(&folder, "binary.toml", b"id = \"a\"\n\xff");

    let good = output(["rules", "check", &sound], "");
    assert!(good.ends_with("sound.toml: ok (live-commission, 7 spots)\n"), "{good}");

    let bad = check(&[&two_faults, &binary, &sound]);
    assert_eq!(bad.status, 1);
    let lines: Vec<_> = bad.stdout.lines().collect();
    assert_eq!(lines.len(), 4, "two faults, one file that is no text, one that is sound");
    assert!(lines[2].ends_with("binary.toml:2: not UTF-8 text") && lines[3].contains("sound.toml: ok"));

    let unread = check(&[folder.path().join("missing.toml").to_str().unwrap(), &two_faults, &sound]);
    assert_eq!(unread.status, 2, "a file that is not there is a bad argument");
    assert!(unread.stderr.contains("cannot read") && unread.stdout.contains("sound.toml: ok"));
}

#[test]
fn a_deep_nest_is_refused_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let run = check(&[&written(&folder, "deep.toml", format!("a = {}", "[".repeat(100_000)))]);
    assert_eq!((run.status, run.stdout.lines().count()), (1, 2), "{}", run.stdout);
}

#[test]
fn faulty_documents_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = written(&folder, "faulty.toml", changed("count = 8", "count = 99").0);
    for form in [&[][..], &["--toml"], &["--json"]] {
        let args = ["rules", "show", &path];
        assert_refused(args.iter().chain(form), "", 1, "line 11: decks.count");
    }
}
