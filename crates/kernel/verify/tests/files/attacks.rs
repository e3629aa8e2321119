//! Attacks of a house that has its own keys, as far as files show them. Each record is signed again after the change,
//! so that no signature gives it away.

use crate::common::{file_of, line, played, report, with};
use fair::bulletin::{Ended, Places, RoundResult};
use fair::{Bulletin, Bytes, Notice, Secret};
use punto_verify::testing::{Plan, Played, Stage, TestTable, house_key, test_value};
use punto_verify::{Check, Known, ProofFile, Verdict, check, check_all};

/// The checks that fail for a shoe of this plan whose record was changed like this.
fn failing(plan: &Plan, change: impl FnMut(&mut Bulletin)) -> Vec<&'static str> {
    let (mut table, shoe) = played(plan);
    table.rewrite(change);
    with(&report(&table.file(&shoe)), Verdict::Failed)
}

fn ended(bulletin: &mut Bulletin, round_no: u16) -> Option<&mut Ended> {
    match &mut bulletin.notice {
        Notice::Ended(it) if it.round_no == round_no => Some(it),
        _ => None,
    }
}

#[test]
fn attack_1_the_cards_of_a_round_are_dealt_in_another_order() {
    let swap = |bulletin: &mut Bulletin| {
        if let Some(it) = ended(bulletin, 2) {
            // Player's first two cards change places, so the coup stays what it was.
            it.cards.swap(0, 2);
        }
    };
    for plan in [Plan::default(), Plan::in_play(Stage::Rounds(3))] {
        let (mut table, shoe) = played(&plan);
        table.rewrite(swap);
        let mut file = table.file(&shoe);
        if let Some(shown) = &mut file.shown {
            let (one, two) = (shown.iter().position(|it| it.index == from(&table, 2)).unwrap(), 2);
            let (first, third) = (shown[one].card, shown[one + two].card);
            (shown[one].card, shown[one + two].card) = (third, first);
        }
        let report = report(&file);
        let cards = line(&report, Check::Cards);
        assert!(cards.starts_with("cards: FAILED: round 2, card 1: "), "{cards}");
        if plan.finish.is_some() {
            assert!(line(&report, Check::Order).starts_with("order: FAILED: position "));
        }
    }
}

/// States that a round began a card later.
fn one_later(ended: &mut Ended) {
    if let Places::From(from) = &mut ended.at {
        *from += 1;
    }
}

/// Where a round begins.
fn from(table: &TestTable, round_no: u16) -> u16 {
    let ended = table.record.iter().find_map(|it| match &it.bulletin.notice {
        Notice::Ended(it) if it.round_no == round_no => it.indices().first().copied(),
        _ => None,
    });
    ended.expect("the round has ended")
}

#[test]
fn attack_2_another_secret_is_dealt_from() {
    let other = Secret::new([77; 32].map(|byte: u8| byte.wrapping_mul(3)));
    let other = Bytes(fair::TaggedHash::new("other").bytes(&other.reveal().0).finish().0);
    let (mut table, shoe) = played(&Plan::default());
    table.rewrite(|bulletin| {
        if let Notice::Finished(it) = &mut bulletin.notice {
            it.secret = Some(other);
        }
    });
    // The shoe was dealt from one secret and another is shown: neither commitment nor order.
    let failed = with(&report(&table.file(&shoe)), Verdict::Failed);
    assert!(failed.contains(&"commitment") && failed.contains(&"order"), "{failed:?}");
    // The commitment was to another secret, and the one that was dealt from is shown.
    let failed = failing(&Plan::default(), |bulletin| match &mut bulletin.notice {
        Notice::Committed(it) if it.shoe_no == 41 => it.commitment = Secret::new(other.0).commitment(7, 41),
        Notice::Opened(it) => it.commitment = Secret::new(other.0).commitment(7, 41),
        _ => {}
    });
    assert!(failed.contains(&"commitment"), "{failed:?}");
    // Another commitment in `opened` than the one that was published.
    let failed = failing(&Plan::in_play(Stage::Rounds(1)), |bulletin| {
        if let Notice::Opened(it) = &mut bulletin.notice {
            it.commitment = Bytes([9; 32]);
        }
    });
    assert_eq!(failed, ["committed"]);
}

#[test]
fn attack_3_a_shoe_is_dropped() {
    let (mut table, first) = (TestTable::new(7, 41, true), Plan::in_play(Stage::Rounds(4)));
    let (first, second, third) =
        (table.play(&first), table.play(&Plan::default()), table.play(&Plan::default()));
    // The file of 41 as it was before 42 opened.
    let mut kept = table.file(&first);
    let end =
        kept.bulletins.iter().position(|it| it.notice.shoe_no() == Some(42) && it.notice.kind() == "opened");
    let end = end.unwrap();
    kept.bulletins.truncate(end);
    let last = table.record.iter().find(|it| it.bulletin == kept.bulletins[end - 1]).unwrap();
    (kept.key, kept.signature) = (last.key, last.signature);
    let files = [kept.write(), table.file(&second).write(), table.file(&third).write()];
    let texts: Vec<&str> = files.iter().map(String::as_str).collect();
    let reports = check_all(&texts, &crate::common::known());
    assert_eq!(
        line(&reports[0], Check::Shoes),
        "shoes: FAILED: shoe 41: it was never finished, and shoe 42 follows"
    );
    let without = check_all(&[texts[0], texts[2]], &crate::common::known());
    assert_eq!(line(&without[1], Check::Shoes), "shoes: FAILED: shoe 42: its file is missing");
    // With mended numbers the chain is another one than that of the kept file.
    let mut other = TestTable::new(7, 41, true);
    let again = other.play(&Plan { pledged: 2, ..Plan::default() });
    let reports = check_all(&[texts[0], &other.file(&again).write()], &crate::common::known());
    assert!(
        line(&reports[0], Check::Fork).starts_with("fork: FAILED: no 4: "),
        "{}",
        line(&reports[0], Check::Fork)
    );
    assert!(line(&reports[1], Check::Fork).starts_with("fork: FAILED: no 4: "));
}

/// A house that dislikes a shoe commits another one under its number, and deals that.
#[test]
fn a_shoe_that_is_dealt_again_under_its_number_fails_beside_the_one_before() {
    let mut table = TestTable::new(7, 41, true);
    let (first, second) = (table.play(&Plan::default()), table.play(&Plan::default()));
    let (first, mut second) = (table.file(&first), table.file(&second));
    let shoes = |files: [&ProofFile; 2]| {
        let texts = files.map(ProofFile::write);
        let reports = check_all(&[&texts[0], &texts[1]], &crate::common::known());
        line(&reports[1], Check::Shoes)
    };
    assert_eq!(shoes([&first, &second]), "shoes: ok: 41 to 42, each finished once");
    let committed = &mut second.committed;
    committed.bulletin.at += 1;
    committed.signature = committed.bulletin.sign(&house_key(1));
    let reason = "shoe 42: shoe 41 names another commitment of it than its file has";
    assert_eq!(shoes([&first, &second]), format!("shoes: FAILED: {reason}"));
}

#[test]
fn lists_that_are_fixed_too_early_fail() {
    for (change, name) in [(1, "pledges"), (2, "nonces")] {
        let (mut table, shoe) = played(&Plan::in_play(Stage::Rounds(1)));
        table.rewrite(|bulletin| match &mut bulletin.notice {
            Notice::Opened(it) if change == 1 => it.pledges_until += 1,
            Notice::Opened(it) => it.nonces_until += 1,
            _ => {}
        });
        let report = report(&table.file(&shoe));
        assert_eq!(with(&report, Verdict::Failed), ["nonces"]);
        let nonces = line(&report, Check::Nonces);
        assert!(nonces.ends_with(&format!("the {name} were fixed before their time was over")), "{nonces}");
    }
}

#[test]
fn a_shoe_is_given_up_for_its_beacon_only_if_it_has_one_and_is_not_sealed() {
    use fair::bulletin::Abandonment::{BeaconChanged, Late, NoBeacon, TableClosed};
    let given_up = |beacon, stage, why| {
        let plan = Plan { beacon, ..Plan::abandoned(stage, why) };
        line(&report(&file_of(&plan)), Check::End)
    };
    let end = given_up(true, Stage::Rounds(2), Late);
    assert!(end.ends_with("it was sealed, and no sealed shoe is given up as `late`"), "{end}");
    let end = given_up(false, Stage::Revealed, NoBeacon);
    assert!(end.ends_with("it has no beacon, and was given up as `no_beacon`"), "{end}");
    let drawn = Plan::abandoned(Stage::Rounds(2), BeaconChanged).drawn();
    assert!(
        line(&report(&file_of(&drawn)), Check::End).starts_with("end: not checked: the shoe was abandoned")
    );
    for (stage, why) in [(Stage::Revealed, Late), (Stage::Rounds(2), TableClosed)] {
        let end = given_up(true, stage, why);
        assert!(end.starts_with("end: not checked: the shoe was abandoned"), "{end}");
    }
}

#[test]
fn attack_4_a_slip_that_was_late_is_paid() {
    let (table, shoe) = played(&Plan::default());
    let text = table.file(&shoe).write();
    let failing = |own: &punto_verify::WagerFile| {
        let report = check(&text, &Known { wagers: Some(own), ..crate::common::known() });
        with(&report, Verdict::Failed)
    };
    let mut late = shoe.wagers[1].clone();
    late.wagers[0].stake += 1;
    late.settled[0].wagers[0].stake += 1;
    assert_eq!(failing(&late), ["wagers", "payouts"]);
    let mut elsewhere = shoe.wagers[1].clone();
    elsewhere.round_no = 1;
    assert_eq!(failing(&elsewhere), ["wagers", "payouts"]);
    let mut overpaid = shoe.wagers[1].clone();
    overpaid.settled[0].wagers[0].payout += 1;
    assert_eq!(failing(&overpaid), ["payouts"]);
    let mut twice = shoe.wagers[1].clone();
    twice.settled.push(twice.settled[0].clone());
    assert_eq!(failing(&twice), ["payouts"]);
}

#[test]
fn attack_5_one_of_two_fake_nonces_is_withheld() {
    let file = file_of(&Plan { beacon: false, ..Plan::default() });
    let choices = report(&file).choices.unwrap().to_string();
    assert_eq!(choices, "3 pledged, 1 missing: at most 4 choices of the house.");
    // A patron whose nonce was left out sees it.
    let own = fair::TaggedHash::new("test/nonce").u32(41);
    let all: Vec<_> = (0..3).map(|number| own.clone().u8(number).finish()).collect();
    let withheld = all.iter().find(|nonce| !file.nonces.as_ref().unwrap().contains(nonce)).unwrap();
    let report = check(&file.write(), &Known { nonce: Some(*withheld), ..crate::common::known() });
    assert!(line(&report, Check::Nonces).ends_with(": yours is missing"));
    let report = check(&file.write(), &Known { nonce: Some(Bytes([5; 32])), ..crate::common::known() });
    assert!(line(&report, Check::Nonces).ends_with(": your pledge is missing"));
}

#[test]
fn attack_6_the_beacon_was_known_or_is_forged() {
    let plan = Plan::in_play(Stage::Rounds(1));
    let opened = |change: fn(&mut fair::bulletin::Opened)| {
        failing(&plan, move |bulletin| {
            if let Notice::Opened(it) = &mut bulletin.notice {
                change(it);
            }
        })
    };
    // A round that was over, and one that comes right after the nonces.
    assert!(opened(|it| it.beacon = it.beacon.map(|(chain, round)| (chain, round - 10))).contains(&"beacon"));
    assert!(opened(|it| it.beacon = it.beacon.map(|(chain, round)| (chain, round - 1))).contains(&"beacon"));
    assert!(opened(|it| it.beacon = it.beacon.map(|(_, round)| (Bytes([1; 32]), round))).contains(&"beacon"));
    assert!(opened(|it| it.beacon = None).contains(&"beacon"));
    let late = failing(&plan, |bulletin| {
        if !matches!(bulletin.notice, Notice::Committed(_) | Notice::Opened(_) | Notice::Pledged(_)) {
            bulletin.at += 60_000;
        }
    });
    assert_eq!(late, ["beacon"]);
    let early = failing(&plan, |bulletin| {
        bulletin.at -= if matches!(bulletin.notice, Notice::Sealed(_)) { 4_000 } else { 0 }
    });
    assert_eq!(early, ["beacon"]);
    let mut file = file_of(&plan);
    let mut value = file.beacon.unwrap();
    value.value.0[47] ^= 1;
    file.beacon = Some(value);
    assert_eq!(with(&report(&file), Verdict::Failed), ["beacon"]);
    let forged = failing(&plan, |bulletin| {
        if let Notice::Sealed(it) = &mut bulletin.notice {
            it.beacon = Some(test_value(1));
        }
    });
    assert_eq!(forged, ["beacon"]);
    let unchecked = check(&file_of(&plan).write(), &Known { pairing: None, ..crate::common::known() });
    assert!(with(&unchecked, Verdict::NotChecked).contains(&"beacon"));
}

#[test]
fn attack_7_two_patrons_are_sent_different_bulletins() {
    let plan = Plan::in_play(Stage::Rounds(2));
    let (mut table, shoe) = played(&plan);
    let one = table.file(&shoe).write();
    table.rewrite(|bulletin| {
        if let Notice::Closed(it) = &mut bulletin.notice {
            it.patrons += u32::from(it.round_no == 2);
        }
    });
    let two = table.file(&shoe).write();
    for text in [&one, &two] {
        assert_eq!(with(&check(text, &crate::common::known()), Verdict::Failed), [""; 0]);
    }
    for report in check_all(&[&one, &two], &crate::common::known()) {
        assert_eq!(with(&report, Verdict::Failed), ["fork"]);
    }
}

#[test]
fn attack_10_a_round_is_played_again_after_a_restore() {
    let (table, shoe) = played(&Plan::in_play(Stage::Rounds(5)));
    let kept = table.file(&shoe).write();
    let restored = file_of(&Plan::abandoned(Stage::Rounds(4), fair::bulletin::Abandonment::Restored)).write();
    let reports = check_all(&[&kept, &restored], &crate::common::known());
    assert!(
        reports.iter().all(|report| with(report, Verdict::Failed) == ["fork"]),
        "{:#?}",
        reports[1].findings
    );
}

#[test]
fn a_shoe_that_ends_early_or_late_burns_otherwise_or_loses_a_round_is_noticed() {
    let early = failing(&Plan { stage: Stage::Rounds(5), ..Plan::default() }, |_| {});
    assert_eq!(early, ["end"]);
    let burn = failing(&Plan::in_play(Stage::Rounds(1)), |bulletin| match &mut bulletin.notice {
        Notice::Burned(it) => it.face_down += 1,
        Notice::Ended(it) => one_later(it),
        _ => {}
    });
    assert!(burn.contains(&"burn"), "{burn:?}");
    let skipped = failing(&Plan::in_play(Stage::Rounds(3)), |bulletin| {
        if let Some(it) = ended(bulletin, 3) {
            one_later(it);
        }
    });
    assert!(skipped.contains(&"cards"), "{skipped:?}");
    let missing = failing(&Plan::in_play(Stage::Rounds(3)), |bulletin| match &mut bulletin.notice {
        Notice::Closed(it) if it.round_no == 3 => it.round_no = 4,
        Notice::Ended(it) if it.round_no == 3 => it.round_no = 4,
        _ => {}
    });
    assert_eq!(missing, ["rounds"]);
}

#[test]
fn a_result_that_does_not_follow_from_the_cards_is_noticed() {
    for text in ["P", "B", "T"] {
        let (table, shoe) = played(&Plan::default());
        let own = table
            .record
            .iter()
            .find_map(|it| ended(&mut it.bulletin.clone(), 4).map(|it| it.result))
            .unwrap();
        let stated = RoundResult::Coup(text.parse().unwrap());
        let mut table = table;
        table.rewrite(|bulletin| {
            if let Some(it) = ended(bulletin, 4) {
                it.result = stated;
            }
        });
        let report = report(&table.file(&shoe));
        let expected: &[&str] = if own == stated { &[] } else { &["outcomes"] };
        assert_eq!(with(&report, Verdict::Failed), expected, "{text}");
    }
}

#[test]
fn a_correction_to_other_cards_is_noticed() {
    let plan = Plan { corrected: vec![1], ..Plan::default() };
    let failed = failing(&plan, |bulletin| {
        if let Notice::Corrected(it) = &mut bulletin.notice
            && it.revision == 3
        {
            it.cards = vec![
                "9h".parse().unwrap(),
                "Kd".parse().unwrap(),
                "Ks".parse().unwrap(),
                "3c".parse().unwrap(),
            ];
            it.result = RoundResult::Coup("Pn".parse().unwrap());
        }
    });
    assert_eq!(failed, ["corrections"]);
}

#[test]
fn a_guessable_secret_is_noticed() {
    let at = TestTable::new(7, 41, true).record[0].bulletin.at;
    let sha256 = |text: String| <sha2::Sha256 as sha2::Digest>::digest(text).into();
    let mut counter = [0; 32];
    counter[30..].copy_from_slice(&[1, 2]);
    for secret in [
        [0; 32],
        [7; 32],
        counter,
        sha256("41".to_owned()),
        sha256("7-41".to_owned()),
        sha256((at - 20).to_string()),
    ] {
        let shown = Some(Bytes(secret));
        let (mut table, shoe): (TestTable, Played) =
            played(&Plan::abandoned(Stage::Opened, fair::bulletin::Abandonment::Late));
        table.rewrite(|bulletin| match &mut bulletin.notice {
            Notice::Finished(it) => it.secret = shown,
            Notice::Committed(it) if it.shoe_no == 41 => {
                it.commitment = Secret::new(secret).commitment(7, 41);
            }
            Notice::Opened(it) => it.commitment = Secret::new(secret).commitment(7, 41),
            _ => {}
        });
        assert_eq!(with(&report(&table.file(&shoe)), Verdict::Failed), ["secret"], "{shown:?}");
    }
}

#[test]
fn a_key_that_nobody_handed_over_is_noticed() {
    let plan = Plan { rekeyed_after: Some(1), ..Plan::in_play(Stage::Rounds(2)) };
    let file = file_of(&plan);
    assert_eq!(with(&report(&file), Verdict::Failed), [""; 0]);
    // The chain names the new key, and the old key's signature of that is left out or is another's.
    let without = ProofFile { rekeyed: Vec::new(), ..file.clone() };
    assert_eq!(with(&report(&without), Verdict::Failed), ["signature"]);
    let mut forged = file;
    forged.rekeyed[0].signature = forged.signature;
    assert_eq!(with(&report(&forged), Verdict::Failed), ["signature"]);
}
