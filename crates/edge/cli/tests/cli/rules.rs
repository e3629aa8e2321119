//! `punto rules` as a process: lists, texts, and the errors of invalid documents.

use std::path::PathBuf;

use crate::support::{answers, punto, status, stderr, stdout};
use baccarat::HouseRules;
use baccarat::rules::conduct::Matter;

#[test]
fn the_list_names_all_that_are_built_in() {
    let output = punto(["rules", "list"], "");
    assert_eq!(status(&output), 0);
    let names: Vec<_> = stdout(&output).lines().skip(1).filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names, HouseRules::BUILTIN);
    assert!(stdout(&output).lines().all(|line| line.len() <= 80));

    let all = answers(&punto(["rules", "list", "--json"], ""));
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
        let output = punto(["rules", "show", name], "");
        assert_eq!(status(&output), 0, "{name}");
        let words = stdout(&output);
        assert!(words.lines().all(|line| line.chars().count() <= 80), "{name}");
        // Line breaks do not matter.
        let flat = words.split_whitespace().collect::<Vec<_>>().join(" ");
        for phrase in expected {
            let phrase = phrase.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(flat.contains(&phrase), "{name}: {phrase}\n{words}");
        }
    }
}

/// Conduct is put into words once, for people at a terminal and on the page.
#[test]
fn the_certificate_has_the_same_sentences_about_conduct() {
    let on_one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for name in HouseRules::BUILTIN {
        let shown = on_one_line(stdout(&punto(["rules", "show", name], "")));
        let page = on_one_line(stdout(&punto(["certificate", "--rules", name], "")));
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
        let document = punto(["rules", "show", name, "--toml"], "");
        assert_eq!(Some(stdout(&document)), HouseRules::builtin_text(name));
    }
    let rules = &answers(&punto(["rules", "show", "sixty-round", "--json"], ""))[0];
    assert_eq!((&rules["id"], &rules["decks"]), (&"sixty-round".into(), &8.into()));
    assert_eq!(rules["shoe_end"], serde_json::json!({"kind": "rounds", "rounds": 60}));
    let tie = rules["spots"].as_array().unwrap().iter().find(|spot| spot["spot"] == "tie").unwrap();
    assert_eq!((&tie["maximum"], &tie["minimum"]), (&7_500_000.into(), &1.into()), "minor units");
    assert_eq!(tie["pays"], serde_json::json!([{"when": "tie", "odds": "8", "shown": "x9"}]));
}

/// A file of that name with a changed document of `live-commission`.
fn changed(folder: &tempfile::TempDir, name: &str, from: &str, to: &str) -> PathBuf {
    let text = HouseRules::builtin_text("live-commission").expect("built in");
    assert!(text.contains(from), "{from}");
    let path = folder.path().join(name);
    std::fs::write(&path, text.replace(from, to)).expect("room for a document");
    path
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
        let path = changed(&folder, "faulty.toml", from, to);
        let output = punto(["rules".as_ref(), "check".as_ref(), path.as_os_str()], "");
        assert_eq!(status(&output), 1, "{to}");
        let document = HouseRules::builtin_text("live-commission").unwrap();
        let line = document[..document.find(from).unwrap()].matches('\n').count() + 1;
        let place = format!("{}:{line}: ", path.display());
        let actual = stdout(&output).lines().any(|line| line.starts_with(&format!("{place}{expected}")));
        assert!(actual, "{to}: {}", stdout(&output));
        let file = path.display().to_string();
        assert!(stdout(&output).lines().all(|line| line.starts_with(&file)), "{}", stdout(&output));
    }
}

#[test]
fn every_file_is_checked_beside_wrong_ones() {
    let folder = tempfile::tempdir().unwrap();
    let sound = changed(&folder, "sound.toml", "odds = \"8\"", "odds = \"9\"");
    let two_faults = changed(&folder, "faulty.toml", "trade practice\"", "trade practice\"\nx = 1");
    let binary = folder.path().join("binary.toml");
    std::fs::write(&binary, b"id = \"a\"\n\xff").unwrap();
    let missing = folder.path().join("missing.toml");
    let check = |files: &[&PathBuf]| {
        let args = ["rules".as_ref(), "check".as_ref()].into_iter();
        punto(args.chain(files.iter().map(|file| file.as_os_str())), "")
    };

    let good = check(&[&sound]);
    assert_eq!((status(&good), stderr(&good)), (0, ""));
    assert!(stdout(&good).ends_with("sound.toml: ok (live-commission, 7 spots)\n"), "{}", stdout(&good));

    let bad = check(&[&two_faults, &binary, &sound]);
    assert_eq!(status(&bad), 1);
    let lines: Vec<_> = stdout(&bad).lines().collect();
    assert_eq!(lines.len(), 4, "two faults, one file that is no text, one that is sound");
    assert!(lines[2].ends_with("binary.toml:2: not UTF-8 text") && lines[3].contains("sound.toml: ok"));

    let unread = check(&[&missing, &two_faults, &sound]);
    assert_eq!(status(&unread), 2, "a file that is not there is a bad argument");
    assert!(stderr(&unread).contains("cannot read") && stdout(&unread).contains("sound.toml: ok"));
}

#[test]
fn a_deep_nest_is_refused_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep.toml");
    std::fs::write(&path, format!("a = {}", "[".repeat(100_000))).unwrap();
    let output = punto(["rules".as_ref(), "check".as_ref(), path.as_os_str()], "");
    assert_eq!((status(&output), stdout(&output).lines().count()), (1, 2), "{}", stdout(&output));
}

#[test]
fn faulty_documents_are_not_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = changed(&folder, "faulty.toml", "count = 8", "count = 99");
    for form in [&[][..], &["--toml"], &["--json"]] {
        let args = ["rules".as_ref(), "show".as_ref(), path.as_os_str()].into_iter();
        let output = punto(args.chain(form.iter().map(AsRef::as_ref)), "");
        assert_eq!((status(&output), stdout(&output)), (1, ""), "{form:?}");
        assert!(stderr(&output).contains("line 9: decks.count"), "{}", stderr(&output));
    }
}
