//! Honest shoes: every check that can be made holds, at every stage and after every ending.

use crate::common::{file_of, line, played, report, with};
use baccarat::HouseRules;
use fair::bulletin::Abandonment;
use punto_verify::testing::{Plan, Stage, TestTable, house_key};
use punto_verify::{Check, Choices, Known, ProofFile, Verdict, check, check_all};

/// What an honest file may leave unchecked, at any stage.
const ALONE: [&str; 4] = ["shoes", "fork", "wagers", "payouts"];

/// The checks that were not made, beyond those of a single file with nobody's wagers.
fn not_checked(plan: &Plan) -> Vec<&'static str> {
    let report = report(&file_of(plan));
    assert_eq!(with(&report, Verdict::Failed), [""; 0], "{plan:?}: {:#?}", report.findings);
    with(&report, Verdict::NotChecked).into_iter().filter(|id| !ALONE.contains(id)).collect()
}

#[test]
fn a_played_shoe_of_all_house_rules_holds() {
    for rules in HouseRules::BUILTIN {
        assert_eq!(not_checked(&Plan { rules, ..Plan::default() }), [""; 0], "{rules}");
    }
}

#[test]
fn a_shoe_in_play_holds_at_every_stage() {
    let late = ["commitment", "secret", "order", "end"];
    for (stage, more) in [
        (Stage::Opened, &["nonces", "beacon", "root", "cards", "burn"][..]),
        (Stage::Pledged, &["nonces", "beacon", "root", "cards", "burn"]),
        (Stage::Revealed, &["beacon", "root", "cards", "burn"]),
        (Stage::Sealed, &["burn"]),
        (Stage::Burned, &[]),
        (Stage::Rounds(1), &[]),
        (Stage::Dealing(2, 0), &[]),
        (Stage::Dealing(2, 3), &[]),
        (Stage::Rounds(30), &[]),
    ] {
        let mut expected: Vec<&str> = late.iter().chain(more).copied().collect();
        let mut found = not_checked(&Plan::in_play(stage));
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{stage:?}");
    }
}

#[test]
fn what_comes_from_outside_decides_how_much_the_house_could_choose() {
    let choices = |plan: Plan| report(&file_of(&plan)).choices.unwrap();
    let plan = Plan { stage: Stage::Rounds(1), finish: None, ..Plan::default() };
    assert_eq!(choices(plan.clone()), Choices::Beacon { round: 1_000 });
    let without = Plan { beacon: false, ..plan };
    let some = choices(without.clone());
    assert_eq!(some, Choices::AtMost { shoes: 4, pledged: 3, missing: 1 });
    assert_eq!(some.to_string(), "3 pledged, 1 missing: at most 4 choices of the house.");
    let many = choices(Plan { pledged: 200, missing: 150, ..without.clone() });
    assert_eq!(many, Choices::Many { pledged: 200, missing: 150 });
    assert_eq!(choices(Plan { pledged: 0, missing: 0, ..without.clone() }), Choices::Any);
    assert_eq!(choices(Plan { pledged: 2, missing: 2, ..without.clone() }), Choices::Any);
    assert_eq!(choices(Plan { stage: Stage::Revealed, ..without }), Choices::NotSealed);
}

#[test]
fn a_shoe_without_nonces_or_beacon_holds() {
    for (pledged, missing) in [(0, 0), (1, 0), (5, 5)] {
        for beacon in [false, true] {
            let plan = Plan { pledged, missing, beacon, stage: Stage::AllRounds, ..Plan::default() };
            let expected: &[&str] = if beacon { &[] } else { &["beacon"] };
            assert_eq!(not_checked(&plan), expected, "{pledged} {missing} {beacon}");
        }
    }
}

#[test]
fn an_abandoned_shoe_shows_its_secret_and_its_reason() {
    for (stage, why) in [
        (Stage::Committed, Abandonment::Restored),
        (Stage::Committed, Abandonment::BeaconChanged),
        (Stage::Opened, Abandonment::NoBeacon),
        (Stage::Pledged, Abandonment::Late),
        (Stage::Revealed, Abandonment::NoBeacon),
        (Stage::Sealed, Abandonment::Restored),
        (Stage::Rounds(3), Abandonment::TableClosed),
        (Stage::Dealing(3, 2), Abandonment::Restored),
    ] {
        let report = report(&file_of(&Plan::abandoned(stage, why)));
        assert_eq!(with(&report, Verdict::Failed), [""; 0], "{stage:?} {why:?}: {:#?}", report.findings);
        assert!(with(&report, Verdict::Ok).contains(&"commitment"), "{stage:?} {why:?}");
    }
    let lost = report(&file_of(&Plan::abandoned(Stage::Rounds(3), Abandonment::KeyLost)));
    assert_eq!(with(&lost, Verdict::Failed), ["commitment"]);
    let given_up = report(&file_of(&Plan::abandoned(Stage::Rounds(3), Abandonment::TableClosed)));
    assert_eq!(line(&given_up, Check::End), "end: not checked: the shoe was abandoned: table_closed");
}

#[test]
fn void_rounds_are_listed_with_what_they_would_have_been() {
    let voids = [(2, None), (3, Some(0)), (5, Some(3))].into_iter().collect();
    let plan = Plan { voids, ..Plan::default() };
    assert_eq!(not_checked(&plan), [""; 0]);
    let voids = line(&report(&file_of(&plan)), Check::Voids);
    assert!(voids.starts_with("voids: ok: 3 void: round 2 (supervisor) would have been "), "{voids}");
    let open = Plan { stage: Stage::Rounds(5), finish: None, ..plan };
    let voids = line(&report(&file_of(&open)), Check::Voids);
    assert!(voids.contains("round 5 (supervisor) what it would have been is not known yet"), "{voids}");
}

#[test]
fn corrections_and_a_new_key_hold() {
    let plan = Plan { corrected: vec![1, 3], rekeyed_after: Some(2), ..Plan::default() };
    assert_eq!(not_checked(&plan), [""; 0]);
    let report = report(&file_of(&plan));
    assert_eq!(line(&report, Check::Corrections), "corrections: ok: 4 corrections, within the order");
    assert!(line(&report, Check::Signature).starts_with("signature: ok: 3 signatures"));
}

#[test]
fn the_next_shoe_is_verified_under_the_old_and_the_new_key() {
    let mut table = TestTable::new(7, 41, true);
    let first = table.play(&Plan { rekeyed_after: Some(2), ..Plan::default() });
    let second = table.play(&Plan::default());
    let third = table.play(&Plan::in_play(Stage::Rounds(2)));
    let files = [&first, &second, &third].map(|played| table.file(played).write());
    let texts: Vec<&str> = files.iter().map(String::as_str).collect();
    for report in check_all(&texts, &crate::common::known()) {
        let failed: Vec<_> = report.findings.iter().filter(|it| it.verdict == Verdict::Failed).collect();
        // Shoe 43 was committed under the new key.
        let expected: &[Check] = if report.shoe == Some((7, 43)) { &[Check::Key] } else { &[] };
        assert_eq!(failed.iter().map(|it| it.check).collect::<Vec<_>>(), expected, "{failed:?}");
        assert!(line(&report, Check::Shoes).contains("41 to 43, each finished once"));
        assert_eq!(line(&report, Check::Fork), "fork: ok: 3 files agree");
    }
    let later = Known { key: Some(house_key(2).public()), ..crate::common::known() };
    assert!(!check(&files[2], &later).has_failed());
}

#[test]
fn shoes_that_were_given_up_before_the_seal_are_counted_as_tries() {
    let mut table = TestTable::new(7, 41, true);
    let plans = [
        Plan::abandoned(Stage::Revealed, Abandonment::NoBeacon),
        Plan::abandoned(Stage::Revealed, Abandonment::Late),
        Plan::default(),
        Plan::in_play(Stage::Rounds(1)),
    ];
    let files = plans.map(|plan| {
        let played = table.play(&plan);
        table.file(&played).write()
    });
    let texts: Vec<&str> = files.iter().map(String::as_str).collect();
    let said = |texts: &[&str]| line(&check_all(texts, &crate::common::known())[0], Check::Shoes);
    let tries = "2 given up, 2 before the seal";
    let but = "each finished once but the last, which is in play";
    assert_eq!(said(&texts), format!("shoes: ok: 41 to 44, {but}; {tries}"));
    assert_eq!(said(&texts[1..3]), "shoes: ok: 42 to 43, each finished once; 1 given up, 1 before the seal");
    assert_eq!(said(&texts[2..]), format!("shoes: ok: 43 to 44, {but}"));
}

#[test]
fn a_check_that_failed_limits_no_choice() {
    let file = file_of(&Plan { beacon: true, ..Plan::default() });
    let choices = |text: &str| check(text, &crate::common::known()).choices.unwrap().to_string();
    assert!(choices(&file.write()).starts_with("Nobody could choose this shoe"));
    let crooked = include_str!("../../../../../corpora/fair/shoe-41-crooked.json");
    assert_eq!(choices(crooked), "A check failed, so nothing limits what the house could choose.");
}

#[test]
fn a_correction_after_the_shoe_is_in_its_file() {
    let (mut table, first) = played(&Plan::default());
    let ended = table.record.iter().find_map(|it| match &it.bulletin.notice {
        fair::Notice::Ended(it) if it.round_no == 1 => Some(it.clone()),
        _ => None,
    });
    table.play(&Plan::in_play(Stage::Rounds(1)));
    table.rekey();
    let corrected = fair::bulletin::Corrected {
        shoe_no: 41,
        round_no: 1,
        revision: 2,
        cards: ended.unwrap().cards,
        surplus: Vec::new(),
        result: fair::bulletin::RoundResult::Void(fair::bulletin::VoidReason::Supervisor),
    };
    table.say(fair::Notice::Corrected(corrected));
    let file = table.file(&first);
    assert_eq!((file.after.len(), file.rekeyed.len()), (1, 1));
    let report = report(&file);
    assert_eq!(with(&report, Verdict::Failed), [""; 0], "{:#?}", report.findings);
    assert_eq!(line(&report, Check::Corrections), "corrections: ok: 1 correction, within the order");
}

#[test]
fn own_wagers_and_the_own_nonce_are_found() {
    let voids = [(3, Some(0))].into_iter().collect();
    let (table, shoe) = played(&Plan { corrected: vec![2], voids, ..Plan::default() });
    let text = table.file(&shoe).write();
    let file = ProofFile::read(&text).unwrap();
    for own in shoe.wagers.iter().take(4) {
        let own = punto_verify::WagerFile::read(&own.write()).unwrap();
        let nonce = file.nonces.as_ref().unwrap().first().copied();
        let report = check(&text, &Known { wagers: Some(&own), nonce, ..crate::common::known() });
        assert_eq!(with(&report, Verdict::NotChecked), ["shoes", "fork"], "{:#?}", report.findings);
        assert_eq!(with(&report, Verdict::Failed), [""; 0], "{:#?}", report.findings);
        assert!(line(&report, Check::Nonces).ends_with("3 pledged, 1 missing; yours is in"));
    }
}

#[test]
fn a_file_reads_back_as_it_was_written() {
    for stage in [Stage::Opened, Stage::Sealed, Stage::Dealing(2, 3), Stage::AllRounds] {
        let file = file_of(&Plan::in_play(stage));
        assert_eq!(ProofFile::read(&file.write()), Ok(file), "{stage:?}");
    }
}

#[test]
fn a_text_that_is_no_file_says_which_field_is_wrong() {
    let text = file_of(&Plan::in_play(Stage::Rounds(1))).write();
    for (from, to, field) in [
        ("\"version\":1", "\"version\":2", "format"),
        ("\"table\":7", "\"table\":-7", "table"),
        ("\"secret\":null", "\"secret\":\"00\"", "secret"),
        ("\"secret\":null", "\"secret\":null,\"more\":1", "more"),
        ("burned 41", "burned 041", "bulletins[5]"),
        ("\"shown\":[{\"index\":0", "\"shown\":[{\"index\":70000", "shown[0].index"),
    ] {
        assert!(text.contains(from), "{from}");
        let report = check(&text.replacen(from, to, 1), &crate::common::known());
        let form = line(&report, Check::Form);
        assert!(form.starts_with(&format!("form: FAILED: field {field}: ")), "{from}: {form}");
        assert_eq!(with(&report, Verdict::NotChecked).len(), 21);
    }
    let spaced = text.replacen("\"table\":7", "\"table\": 7", 1);
    assert_eq!(with(&check(&spaced, &crate::common::known()), Verdict::Failed), ["form"]);
}
