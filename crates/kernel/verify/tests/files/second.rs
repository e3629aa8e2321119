//! The second verifier, `web/verify/verify.mjs`, says the same of a file as this crate, line by line. Needs Node.

use std::path::Path;
use std::process::Command;

use crate::common::{known, played};
use baccarat::HouseRules;
use fair::bulletin::{Abandonment, Places};
use fair::{Bulletin, Bytes, Notice};
use punto_verify::testing::{Plan, Stage, TestTable};
use punto_verify::{Check, Known, Report, check};

/// The lines of both verifiers over these texts must be alike.
fn compare(texts: &[(String, String)]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut expected = Vec::new();
    let mut command = Command::new("node");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/verify/verify.mjs");
    command.arg(script).args(["--key", &known().key.expect("a key").to_string()]);
    for (name, text) in texts {
        let path = folder.join(format!("{name}.json"));
        std::fs::write(&path, text).expect("a file");
        command.arg(&path);
        let report = check(text, &Known { pairing: None, ..known() });
        expected.extend(lines(&path.display().to_string(), &report));
    }
    let output = command.output().expect("node runs; see CONTRIBUTING.md for its version");
    assert_eq!(String::from_utf8(output.stderr).expect("text"), "");
    let stdout = String::from_utf8(output.stdout).expect("text");
    let found: Vec<&str> = stdout.lines().collect();
    assert_eq!(found.len(), expected.len() + 1, "{stdout}");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected);
    }
}

/// The lines of a report on a file that can be read.
pub(crate) fn lines(name: &str, report: &Report) -> Vec<String> {
    let (table, shoe_no) = report.shoe.expect("the file can be read");
    let findings = report.findings.iter().map(|finding| format!("  {finding}"));
    let head = format!("{name}: table {table}, shoe {shoe_no}");
    [head].into_iter().chain(findings).chain(report.choices.map(|it| format!("  {it}"))).collect()
}

#[test]
fn both_agree_on_honest_shoes() {
    let mut texts = Vec::new();
    let mut add = |name: &str, plan: &Plan| {
        let (table, shoe) = played(plan);
        texts.push((name.to_owned(), table.file(&shoe).write()));
    };
    for rules in HouseRules::BUILTIN {
        add(rules, &Plan { rules, ..Plan::default() });
    }
    let stages =
        [Stage::Opened, Stage::Pledged, Stage::Revealed, Stage::Sealed, Stage::Burned, Stage::Dealing(2, 3)];
    for stage in stages {
        add(&format!("in-play-{stage:?}"), &Plan::in_play(stage));
    }
    for stage in [Stage::Committed, Stage::Opened, Stage::Revealed, Stage::Rounds(2), Stage::Dealing(1, 2)] {
        add(&format!("abandoned-{stage:?}"), &Plan::abandoned(stage, Abandonment::Restored));
    }
    add("late-after-seal", &Plan::abandoned(Stage::Rounds(2), Abandonment::Late));
    for why in [Abandonment::BeaconChanged, Abandonment::NoBeacon] {
        add(&format!("drawn-{why:?}"), &Plan::abandoned(Stage::Rounds(2), why).drawn());
    }
    let late = Plan::abandoned(Stage::Revealed, Abandonment::NoBeacon);
    add("no-value-of-no-beacon", &Plan { beacon: false, ..late });
    add("key-lost", &Plan::abandoned(Stage::Rounds(2), Abandonment::KeyLost));
    add("no-beacon", &Plan { beacon: false, pledged: 9, missing: 3, ..Plan::default() });
    add("alone", &Plan { beacon: false, pledged: 0, missing: 0, ..Plan::default() });
    let voids = [(1, None), (2, Some(0)), (4, Some(3))].into_iter().collect();
    let voids = Plan { voids, corrected: vec![3, 5], rekeyed_after: Some(2), ..Plan::default() };
    add("voids", &voids);
    add("drawn-voids", &voids.drawn());
    for rules in HouseRules::BUILTIN {
        add(&format!("drawn-{rules}"), &Plan { rules, ..Plan::default() }.drawn());
    }
    for stage in stages.into_iter().chain([Stage::Dealing(2, 0)]) {
        add(&format!("drawn-in-play-{stage:?}"), &Plan::in_play(stage).drawn());
        add(&format!("drawn-abandoned-{stage:?}"), &Plan::abandoned(stage, Abandonment::Restored).drawn());
    }
    compare(&texts);
}

/// A name, and what is changed in each bulletin.
type Change = (&'static str, fn(&mut Bulletin));

/// What a house with its own keys could change.
const CROOKED: [Change; 9] = [
    ("cards", |bulletin| {
        if let Notice::Ended(it) = &mut bulletin.notice {
            it.cards.swap(0, 1);
        }
    }),
    ("from", |bulletin| {
        if let Notice::Ended(it) = &mut bulletin.notice {
            match &mut it.at {
                Places::From(from) => *from += u16::from(it.round_no == 2),
                Places::At(indices) => indices.rotate_left(usize::from(it.round_no == 2)),
                Places::Read(_) => {}
            }
        }
    }),
    ("round", |bulletin| {
        if let Notice::Closed(it) = &mut bulletin.notice {
            it.round_no += u16::from(it.round_no == 3);
        }
    }),
    ("burn", |bulletin| {
        if let Notice::Burned(it) = &mut bulletin.notice {
            it.face_down += 1;
        }
    }),
    ("opened", |bulletin| {
        if let Notice::Opened(it) = &mut bulletin.notice {
            it.commitment = Bytes([3; 32]);
            it.nonces_until += 100_000;
        }
    }),
    ("lists", |bulletin| {
        if let Notice::Pledged(it) | Notice::Revealed(it) = &mut bulletin.notice {
            it.count += 1;
        }
    }),
    ("table", |bulletin| bulletin.table += u32::from(bulletin.no == 5)),
    ("time", |bulletin| bulletin.at -= if bulletin.no == 6 { 9_000 } else { 0 }),
    ("sealed", |bulletin| {
        if let Notice::Sealed(it) = &mut bulletin.notice {
            it.root = Bytes([3; 32]);
        }
    }),
];

/// What it could change of the drawing of a round's cards.
const CROOKED_DRAWS: [Change; 6] = [
    ("draw", |bulletin| match &mut bulletin.notice {
        Notice::Closed(it) if it.round_no == 4 => {
            it.draw = it
                .draw
                .map_or(Some((Bytes(beacon::CHAIN), 2_000)), |(chain, round)| Some((chain, round - 1)));
        }
        _ => {}
    }),
    ("undrawn", |bulletin| match &mut bulletin.notice {
        Notice::Closed(it) if it.round_no == 4 => it.draw = None,
        _ => {}
    }),
    ("value", |bulletin| match &mut bulletin.notice {
        Notice::Drawn(it) if it.round_no == 4 => it.value = Bytes([7; 48]),
        _ => {}
    }),
    ("early", |bulletin| match &bulletin.notice {
        Notice::Drawn(it) if it.round_no == 4 => bulletin.at -= 801,
        _ => {}
    }),
    ("places", |bulletin| {
        if let Notice::Ended(it) = &mut bulletin.notice
            && it.round_no == 4
        {
            it.at = match &it.at {
                Places::From(_) => Places::At(it.indices()),
                Places::At(indices) => Places::From(indices[0]),
                Places::Read(_) => Places::From(0),
            };
        }
    }),
    ("drawn-for", |bulletin| match &mut bulletin.notice {
        Notice::Drawn(it) if it.round_no == 4 => it.round_no = 3,
        _ => {}
    }),
];

#[test]
fn both_agree_on_crooked_shoes() {
    let mut texts = Vec::new();
    let mut add = |name: &str, plan: &Plan, change: &dyn Fn(&mut Bulletin)| {
        let (mut table, shoe): (TestTable, _) = played(plan);
        table.rewrite(change);
        texts.push((format!("crooked-{name}"), table.file(&shoe).write()));
    };
    let (played, open) = (Plan::default(), Plan::in_play(Stage::Rounds(4)));
    let (drawn, drawn_open) = (played.clone().drawn(), open.clone().drawn());
    for (name, plan) in [("played", &played), ("open", &open), ("drawn", &drawn), ("drawn-open", &drawn_open)]
    {
        for (how, change) in CROOKED.iter().chain(&CROOKED_DRAWS) {
            add(&format!("{name}-{how}"), plan, change);
        }
    }
    add("early", &Plan { stage: Stage::Rounds(3), ..Plan::default() }, &|_| {});
    add("secret", &played, &|bulletin| {
        if let Notice::Finished(it) = &mut bulletin.notice {
            it.secret = Some(Bytes([7; 32]));
        }
    });
    compare(&texts);
}

#[test]
fn both_agree_on_flipped_bits() {
    let (table, shoe) = played(&Plan::in_play(Stage::Rounds(2)));
    let file = table.file(&shoe);
    let mut texts = Vec::new();
    for (place, bit) in [(0_usize, 1_u8), (9, 2), (31, 4)] {
        let mut changed = file.clone();
        changed.signature.0[place] ^= bit;
        texts.push((format!("flipped-signature-{place}"), changed.write()));
        let mut changed = file.clone();
        changed.leaves.as_mut().unwrap()[place].0[0] ^= bit;
        texts.push((format!("flipped-leaf-{place}"), changed.write()));
        let mut changed = file.clone();
        changed.shown.as_mut().unwrap()[place % 8].salt.0[3] ^= bit;
        texts.push((format!("flipped-salt-{place}"), changed.write()));
        let mut changed = file.clone();
        changed.nonces.as_mut().unwrap()[place % 2].0[3] ^= bit;
        texts.push((format!("flipped-nonce-{place}"), changed.write()));
    }
    texts.push(("flipped-space".to_owned(), file.write().replacen("\"table\":7", "\"table\": 7", 1)));
    compare(&texts);
}

#[test]
fn the_second_verifier_finds_the_wagers_of_a_patron() {
    let (table, shoe) = played(&Plan::in_play(Stage::Rounds(2)));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let (file, own) = (folder.join("wagers-shoe.json"), folder.join("wagers-own.json"));
    std::fs::write(&file, table.file(&shoe).write()).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../web/verify/verify.mjs");
    let mut wagers = shoe.wagers[1].clone();
    for (change, expected) in
        [(0, "  wagers: ok: under the root of round 2"), (1, "wagers: FAILED: round 2: your wagers")]
    {
        wagers.wagers[0].stake += change;
        std::fs::write(&own, wagers.write()).unwrap();
        let output = Command::new("node").arg(&script).arg("--wagers").arg(&own).arg(&file).output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert!(stdout.contains(expected), "{stdout}");
        let first = check(&table.file(&shoe).write(), &Known { wagers: Some(&wagers), ..known() });
        assert!(stdout.contains(&crate::common::line(&first, Check::Wagers)), "{stdout}");
    }
}
