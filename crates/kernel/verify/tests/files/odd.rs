//! Texts that are written in odd ways: the second verifier judges each as this crate does, or says that it does not
//! read its house rules. Needs Node.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{known, played};
use crate::second::lines;
use baccarat::HouseRules;
use fair::wagers::{StandingWagers, WagerPath};
use fair::{Bytes, Notice, PublicKey};
use punto_verify::testing::{Plan, Stage};
use punto_verify::wager_file::Standing;
use punto_verify::{Check, Known, ProofFile, WagerFile, check};
use sha2::Digest as _;

const UNREAD: &str = "not checked: the house rules are written in a way that this verifier does not read";

/// Writes a file where tests may.
fn written(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("odd-{name}.json"));
    std::fs::write(&path, bytes).expect("a file");
    path
}

/// What the second verifier says of a file.
fn second(file: &Path, wagers: Option<&Path>) -> Output {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/verify/verify.mjs");
    let mut command = Command::new("node");
    command.arg(script);
    if let Some(wagers) = wagers {
        command.arg("--wagers").arg(wagers);
    }
    command.arg(file).output().expect("node runs; see CONTRIBUTING.md for its version")
}

/// The lines that the second verifier prints for a text, but for the last one.
fn second_lines(name: &str, text: &str) -> (String, Vec<String>) {
    let path = written(name, text.as_bytes());
    let output = second(&path, None);
    assert_eq!(String::from_utf8(output.stderr).expect("text"), "", "{name}");
    let mut lines: Vec<String> =
        String::from_utf8(output.stdout).expect("text").lines().map(str::to_owned).collect();
    lines.pop();
    (path.display().to_string(), lines)
}

fn alone() -> Known<'static> {
    Known { pairing: None, key: None, ..known() }
}

/// The file of a played shoe whose house rules have this text.
fn under_rules(text: &str) -> ProofFile {
    let digest = Bytes(sha2::Sha256::digest(text).into());
    let (mut table, shoe) = played(&Plan::default());
    table.rewrite(|bulletin| {
        if let Notice::Opened(it) = &mut bulletin.notice {
            it.rules_digest = digest;
        }
    });
    let mut file = table.file(&shoe);
    (file.rules.text, file.rules.digest) = (text.to_owned(), digest);
    file
}

/// A name, a part of the house rules, and what stands there instead.
type Layout = (&'static str, &'static str, &'static str);

/// What both must judge alike: sound in other clothes, and unsound.
const READ: [Layout; 20] = [
    ("plain", "", ""),
    ("leading-blanks", "\ncount = 8", "\n  count = 8"),
    ("tight", "\ncount = 8", "\n\tcount=8 # decks"),
    ("single-quotes", "\"first_card\"", "'first_card'"),
    ("escaped", "\"Live baccarat\"", r#""Live \"baccarat\" \\""#),
    ("blanks-in-head", "[shoe_end]", " [ shoe_end ] # the end"),
    ("other-cut", "from_end = 14", "from_end = 200"),
    ("hidden-in-text", "\"Live baccarat\"", "'[shoe_end] from_end = 200 #'"),
    ("no-such-table", "[decks]", "[oops]\n\n[decks]"),
    ("no-such-field", "count = 8", "count = 8\nshuffled = \"yes\""),
    ("field-of-another-kind", "zero_card = 10", "zero_card = 10\ncount = 3"),
    ("twice", "count = 8", "count = 8\ncount = 8"),
    ("missing", "from_end = 14\n", ""),
    ("no-table", "[roads]\nwindow = \"scroll\"\nsource = \"trade practice\"\n", ""),
    ("too-many-decks", "count = 8", "count = 33"),
    ("no-such-word", "\"first_card\"", "\"last_card\""),
    ("no-number", "zero_card = 10", "zero_card = \"10\""),
    ("too-deep-cut", "from_end = 14", "from_end = 410"),
    ("no-such-source", "{ rounding = \"Punto\" }", "{ round = \"Punto\" }"),
    ("many-errors", "count = 8", "count = 33\na = 1\nb = 2\nc = 3\nd = 4"),
];

/// What the second verifier does not read.
const NOT_READ: [Layout; 11] = [
    ("several-lines", "\"Live baccarat\"", "\"\"\"\\\nLive baccarat\"\"\""),
    ("hidden-lines", "[shoe_end]\nkind", "[shoe_end]\nsource = '''\nfrom_end = 200\n'''\nkind"),
    ("dotted", "[decks]\ncount = 8", "decks.count = 8"),
    ("quoted-name", "count = 8", "\"count\" = 8"),
    ("quoted-head", "[decks]", "[\"decks\"]"),
    ("underscore", "zero_card = 10", "zero_card = 1_0"),
    ("hex", "zero_card = 10", "zero_card = 0xa"),
    ("escape", "\"Live baccarat\"", "\"Live\\u0020baccarat\""),
    ("fraction", "odds = \"8\"", "odds = \"8/1\""),
    ("no-such-spot", "[spots.tie]", "[spots.moon]"),
    ("no-toml", "[decks]", "[decks"),
];

fn with_layout((name, from, to): Layout) -> (String, ProofFile) {
    let plain = HouseRules::builtin_text("live-commission").expect("built-in house rules");
    assert!(plain.contains(from), "{name}");
    (format!("rules-{name}"), under_rules(&plain.replacen(from, to, 1)))
}

#[test]
fn both_judge_house_rules_alike_in_every_layout_that_both_read() {
    let windows = HouseRules::builtin_text("live-commission").unwrap().replace('\n', "\r\n");
    let others = [("rules-windows".to_owned(), under_rules(&windows))];
    let mut sound = 0;
    for (name, file) in READ.into_iter().map(with_layout).chain(others) {
        let text = file.write();
        let (path, found) = second_lines(&name, &text);
        let expected = lines(&path, &check(&text, &alone()));
        assert_eq!(found, expected, "{name}");
        sound += usize::from(found[1] == "  form: ok: version 1, canonical");
    }
    assert_eq!(sound, 9, "as many are house rules");
}

#[test]
fn house_rules_that_the_second_verifier_does_not_read_are_never_ok_or_failed() {
    for layout in NOT_READ {
        let (name, file) = with_layout(layout);
        let text = file.write();
        let (path, found) = second_lines(&name, &text);
        for (found, expected) in found.iter().zip(lines(&path, &check(&text, &alone()))) {
            let of = found.split(':').next().unwrap().trim();
            match of {
                "form" | "burn" | "end" => assert_eq!(*found, format!("  {of}: {UNREAD}"), "{name}"),
                _ => assert_eq!(*found, expected, "{name}"),
            }
        }
    }
}

#[test]
fn both_judge_texts_of_json_alike() {
    let plain = under_rules(HouseRules::builtin_text("live-commission").unwrap()).write();
    let cases: [(&str, String); 18] = [
        ("twice", plain.replacen("\"version\":1,", "\"version\":1,\"version\":1,", 1)),
        ("exponent", plain.replacen("\"version\":1,", "\"version\":1e0,", 1)),
        ("decimal", plain.replacen("\"table\":7,", "\"table\":7.0,", 1)),
        ("blank", plain.replacen("\"table\":7,", "\"table\": 7,", 1)),
        ("escaped-name", plain.replacen("\"format\"", "\"\\u0066ormat\"", 1)),
        ("lone-surrogate", plain.replacen("# Vendor", "\\ud800 Vendor", 1)),
        ("pair", plain.replacen("# Vendor", "\\ud83c\\udca1 Vendor", 1)),
        ("missing-list", plain.replacen("\"after\":[],", "", 1)),
        ("missing-null", plain.replacen(",\"leaves\":null", "", 1)),
        ("null", plain.replacen("\"after\":[]", "\"after\":null", 1)),
        ("constructor", plain.replacen("\"version\":1,", "\"version\":1,\"constructor\":1,", 1)),
        ("prototype", plain.replacen("\"version\":1,", "\"version\":1,\"__proto__\":{},", 1)),
        ("lines", plain.replacen("\"version\":1,", "\"version\":1,\"x\\n  key: ok\\u001b[8m\\u202e\":1,", 1)),
        ("mark", format!("\u{feff}{plain}")),
        ("trailing", format!("{plain}x")),
        ("deep", "[".repeat(100_000)),
        ("round-64", plain.replacen("\"round\":", "\"round\":1844674407370955161", 1)),
        ("round-53", plain.replacen("\"round\":", "\"round\":900719925474", 1)),
    ];
    for (name, text) in cases {
        let (_, found) = second_lines(&format!("json-{name}"), &text);
        let report = check(&text, &alone());
        assert_eq!(found.len(), 1 + report.findings.len() + usize::from(report.choices.is_some()), "{name}");
        for (found, finding) in found[1..].iter().zip(&report.findings) {
            let expected = format!("  {}: {}: ", finding.check.id(), finding.verdict);
            assert!(found.starts_with(&expected), "{name}: {found}, not {finding}");
            assert!(!found.contains(char::is_control), "{name}");
        }
    }
}

#[test]
fn what_a_file_names_cannot_forge_a_line() {
    let text = r#"{"format":"punto-shoe-proof","version":1,"x\n  key: ok\u001b[8m\u202e":1}"#;
    let expected = r"form: FAILED: field x\u{a}  key: ok\u{1b}[8m\u{202e}: there is no such field";
    let (_, found) = second_lines("forged", text);
    assert_eq!(found[1], format!("  {expected}"));
    let finding = punto_verify::Finding {
        check: Check::Form,
        verdict: punto_verify::Verdict::Failed,
        place: Some(punto_verify::Place::Field("x\n  key: ok\u{1b}[8m\u{202e}".to_owned())),
        reason: "there is no such field".to_owned(),
    };
    assert_eq!(finding.to_string(), expected);
}

#[test]
fn both_refuse_what_is_no_text_and_what_is_too_long() {
    let plain = under_rules(HouseRules::builtin_text("live-commission").unwrap()).write();
    let mut bytes = plain.clone().into_bytes();
    let place = plain.find("# Vendor").unwrap();
    bytes[place] = 0xff;
    let long = format!("{}{}", plain, " ".repeat(1_048_577 - plain.len()));
    for (name, bytes, why) in
        [("latin", bytes, "is not UTF-8 text"), ("long", long.into_bytes(), "is longer than 1048576 bytes")]
    {
        let path = written(name, &bytes);
        let output = second(&path, None);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, format!("verify.mjs: {} {why}\n", path.display()));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{name}");
    }
}

/// The points of small order of the curve, each in every spelling: with the sign of x, and with y beyond the field.
fn small_order() -> Vec<PublicKey> {
    let filled = |first: u8, rest: u8| {
        let mut bytes = [rest; 32];
        bytes[0] = first;
        bytes[31] = if rest == 0 { 0 } else { 0x7f };
        Bytes(bytes)
    };
    let order_8 = [
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    ];
    let read = order_8.into_iter().map(|hex| hex.parse::<PublicKey>().expect("hex digits"));
    let plain: Vec<PublicKey> =
        [filled(0, 0), filled(1, 0), filled(0xec, 0xff), filled(0xed, 0xff), filled(0xee, 0xff)]
            .into_iter()
            .chain(read)
            .collect();
    let negative = plain.iter().map(|key| {
        let mut key = *key;
        key.0[31] |= 0x80;
        key
    });
    plain.iter().copied().chain(negative).collect()
}

#[test]
fn both_refuse_keys_and_signatures_of_small_order() {
    let (table, shoe) = played(&Plan::in_play(Stage::Rounds(1)));
    let plain = table.file(&shoe);
    // The neutral point as R, and 0 as S: with the neutral point as key, it holds for every text.
    let signature = Bytes(std::array::from_fn(|place| u8::from(place == 0)));
    let keys = small_order();
    assert_eq!(keys.len(), 14);
    for (place, key) in keys.into_iter().enumerate() {
        let mut file = plain.clone();
        file.committed.bulletin.house = key;
        (file.committed.key, file.committed.signature) = (key, signature);
        (file.key, file.signature) = (key, signature);
        for bulletin in &mut file.bulletins {
            bulletin.house = key;
        }
        let text = file.write();
        let (path, found) = second_lines(&format!("small-{place}"), &text);
        assert_eq!(found, lines(&path, &check(&text, &alone())), "{key}");
        assert!(found[3].starts_with("  signature: FAILED: no "), "{}", found[3]);
    }
    let mut file = plain;
    file.signature = signature;
    let text = file.write();
    let (path, found) = second_lines("small-r", &text);
    assert_eq!(found, lines(&path, &check(&text, &alone())));
}

/// A shoe whose second round is closed with the leaf of these wagers alone, if they have one.
fn closed_with(wagers: &WagerFile) -> String {
    let lines: Vec<_> = wagers.wagers.iter().map(Standing::line).collect();
    let standing = StandingWagers {
        table: wagers.table,
        shoe_no: wagers.shoe_no,
        round_no: wagers.round_no,
        patron: wagers.patron,
        currency: &wagers.currency,
        decimals: wagers.decimals,
        lines: &lines,
    };
    let leaf = standing.leaf(&wagers.salt);
    let (mut table, shoe) = played(&Plan::in_play(Stage::Rounds(2)));
    table.rewrite(|bulletin| match &mut bulletin.notice {
        Notice::Closed(it) if it.round_no == wagers.round_no => {
            it.patrons = 1;
            it.root = leaf.unwrap_or(it.root);
        }
        _ => {}
    });
    table.file(&shoe).write()
}

fn one(spot: impl Into<String>, stake: u64, bonus: u64) -> Standing {
    Standing { spot: spot.into(), stake, bonus }
}

#[test]
fn both_judge_wagers_alike() {
    let (_, shoe) = played(&Plan::in_play(Stage::Rounds(2)));
    let path = WagerPath { index: 0, count: 1, path: Vec::new() };
    let plain = WagerFile { wagers: vec![one("tie", 1_000, 0)], path, ..shoe.wagers[1].clone() };
    let of = |wagers| WagerFile { wagers, ..plain.clone() };
    let many = |count: u16| (0..count).map(|no| one(format!("{no:03}"), 1, 0)).collect();
    let cases = [
        ("plain", of(vec![one("tie", 1_000, 0)]), true),
        ("53", of(vec![one("tie", (1 << 53) + 1, 1 << 53)]), true),
        ("64", of(vec![one("tie", u64::MAX, u64::MAX)]), true),
        ("bonus", of(vec![one("tie", (1 << 53) + 1, (1 << 53) + 2)]), false),
        ("zero", of(vec![one("tie", 0, 0)]), false),
        ("none", of(Vec::new()), false),
        ("255", of(many(255)), true),
        ("256", of(many(256)), false),
        ("257", of(many(257)), false),
        ("long", of(vec![one("x".repeat(256), 1, 0)]), false),
        ("long-bytes", of(vec![one("\u{e4}".repeat(128), 1, 0)]), false),
        ("bytes", of(vec![one("\u{e4}".repeat(127), 1, 0)]), true),
        ("order", of(vec![one("\u{ffff}", 1, 0), one("\u{10000}", 1, 0)]), true),
        ("disorder", of(vec![one("\u{10000}", 1, 0), one("\u{ffff}", 1, 0)]), false),
        ("same", of(vec![one("tie", 1, 0), one("tie", 1, 0)]), false),
        ("currency", WagerFile { currency: "P".repeat(260), ..plain.clone() }, false),
        ("letters", WagerFile { currency: "PL\u{c4}Y".to_owned(), ..plain.clone() }, true),
    ];
    for (name, wagers, holds) in cases {
        let text = closed_with(&wagers);
        let file = written(&format!("wagers-{name}-shoe"), text.as_bytes());
        let own = written(&format!("wagers-{name}"), wagers.write().as_bytes());
        let output = second(&file, Some(&own));
        let stdout = String::from_utf8(output.stdout).unwrap();
        let report = check(&text, &Known { wagers: Some(&wagers), ..alone() });
        let expected = report.finding(Check::Wagers).unwrap().to_string();
        assert_eq!(expected == "wagers: ok: under the root of round 2", holds, "{name}: {expected}");
        assert!(stdout.contains(&format!("  {expected}\n")), "{name}: {expected}, not {stdout}");
    }
}

#[test]
fn both_refuse_other_spellings_of_wagers() {
    let (table, shoe) = played(&Plan::in_play(Stage::Rounds(2)));
    let file = written("spelled-shoe", table.file(&shoe).write().as_bytes());
    let plain = shoe.wagers[1].write();
    let swapped = |from: &str, to: &str| {
        assert!(plain.contains(from), "{from}");
        plain.replacen(from, to, 1)
    };
    let cases = [
        ("exponent", swapped("\"stake\":1000", "\"stake\":1e3")),
        ("decimal", swapped("\"stake\":1000", "\"stake\":1000.0")),
        ("too-large", swapped("\"stake\":1000", "\"stake\":18446744073709551616")),
        ("blank", swapped("\"table\":7", "\"table\": 7")),
        ("twice", swapped("\"wagers\":[", "\"wagers\":[],\"wagers\":[")),
        ("order", swapped("\"table\":7,\"shoe\":41", "\"shoe\":41,\"table\":7")),
        ("surrogate", swapped("\"spot\":\"tie\"", "\"spot\":\"\\ud800\"")),
        ("escape", swapped("\"spot\":\"tie\"", "\"spot\":\"\\u0074ie\"")),
        ("no-end", plain.trim_end().to_owned()),
        ("no-json", "wagers".to_owned()),
    ];
    for (name, text) in cases {
        assert!(WagerFile::read(&text).is_err(), "{name}");
        let own = written(&format!("spelled-{name}"), text.as_bytes());
        let output = second(&file, Some(&own));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with(&format!("verify.mjs: {}: field ", own.display())), "{name}: {said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{name}");
    }
}

#[test]
fn both_count_no_choices_without_an_opened_shoe() {
    let (table, shoe) = played(&Plan::in_play(Stage::Rounds(2)));
    let mut file = table.file(&shoe);
    file.bulletins.remove(0);
    let text = file.write();
    let (path, found) = second_lines("unopened", &text);
    assert_eq!(found, lines(&path, &check(&text, &alone())));
}
