//! Shoes whose cards a device reads: the shoe of `corpora/scanner`, which a separate program wrote, and crooked ones.

use baccarat::Card;
use fair::bulletin::scanned::Source;
use fair::bulletin::{Ended, Places};
use fair::{Bulletin, Bytes, HouseKey, Notice};
use json::{Node, Wrong};
use punto_verify::file::{Rules, Signed};
use punto_verify::{Check, Known, Report, ScannedFile, Verdict, check, check_all};
use sha2::{Digest as _, Sha256};

/// The key of RFC 8032, test 1.
const SIGNING: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";

/// The bulletins of the shoe, its records, and the text of its house rules.
fn vectors() -> (Vec<Bulletin>, String, String) {
    let text = include_str!("../../../../../corpora/scanner/shoe.json");
    json::read(text, |node| {
        node.record(|it| {
            let bulletins =
                it.get("bulletins")?.list(|node| node.fields(|it| it.get("text")?.text::<Bulletin>()))?;
            let count: u64 = it.get("of_shoe")?.number()?;
            let records = it.get("records")?.list(record)?;
            let of_shoe = bulletins.into_iter().take(usize::try_from(count).expect("a few")).collect();
            Ok((of_shoe, records.join("\n") + "\n", it.get("rules")?.string()?))
        })
    })
    .expect("the vectors")
}

pub(crate) fn key() -> HouseKey {
    let seed: Bytes<32> = SIGNING.parse().expect("a seed");
    HouseKey::new(seed.0)
}

/// The file of a shoe with these bulletins, chained and signed again.
pub(crate) fn file_of(mut bulletins: Vec<Bulletin>) -> ScannedFile {
    let (_, _, text) = vectors();
    let mut previous = Bytes::ZERO;
    for (no, bulletin) in (1..).zip(&mut bulletins) {
        (bulletin.no, bulletin.previous, bulletin.house) = (no, previous, key().public());
        previous = bulletin.digest();
    }
    let is_finish = |said: &Bulletin| matches!(said.notice, Notice::FinishedScanned(_));
    let end = bulletins.iter().position(is_finish).map_or(bulletins.len(), |at| at + 1);
    let after = bulletins.split_off(end);
    let sign = |bulletin: Bulletin| {
        let signature = bulletin.sign(&key());
        Signed { bulletin, key: key().public(), signature }
    };
    let last = sign(bulletins.last().expect("a bulletin").clone());
    ScannedFile {
        table: 9,
        shoe_no: 4,
        rules: Rules { id: "live-commission".to_owned(), digest: Bytes(Sha256::digest(&text).into()), text },
        rekeyed: Vec::new(),
        bulletins,
        key: last.key,
        signature: last.signature,
        after: after.into_iter().map(sign).collect(),
    }
}

pub(crate) fn report(file: &ScannedFile, records: &str) -> Report {
    let device = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8".parse().expect("a key");
    let (records, devices) = ([records], [device]);
    let known = Known { key: Some(key().public()), records: &records, devices: &devices, ..Known::default() };
    check(&file.write(), &known)
}

pub(crate) fn line(report: &Report, check: Check) -> String {
    report.finding(check).expect("a finding").to_string()
}

#[test]
fn the_shoe_of_the_corpus_holds_in_every_check() {
    let (bulletins, records, _) = vectors();
    let file = file_of(bulletins.clone());
    assert_eq!(file.bulletins[..], bulletins[..19], "what is signed again is what was signed");
    let written = include_str!("../../../../../corpora/scanner/shoe-4.json");
    assert_eq!(file.write(), written, "the separate program writes the same file");
    let report = report(&file, &records);
    let lines: Vec<String> = report.findings.iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "form: ok: version 1, canonical",
            "key: ok: the key you gave",
            "signature: ok: 2 signatures; that of the last bulletin covers those before it",
            "chain: ok: no 1 to 19, no gap",
            "shoes: not checked: this is a single file",
            "fork: not checked: this is a single file",
            "device: ok: a device that you gave",
            "records: ok: 23 records, each signed, none missing",
            "use: ok: 22 records of cards, each used once",
            "cards: ok: 19 cards, each as its record says but 1 keyed and 1 put right",
            "findings: ok: 4 findings, 1 keyed, 1 put right",
            "burn: ok: 2h, then 2 face down, by the house rules",
            "count: not checked: the cards that were left were not counted",
            "end: ok: after round 4, ended by a supervisor",
            "rounds: ok: 4 rounds, each closed before it ended; 1 without wagers",
            "outcomes: ok: 4 coups legal, each with its bead; 0 void",
            "voids: ok: none",
            "corrections: ok: 1 correction; other cards than were read in round 1",
            "wagers: not checked: no wagers were given",
            "payouts: not checked: no wagers were given",
        ]
    );
}

/// A change of what the bulletins say.
type Crook = fn(&mut Vec<Bulletin>);

fn ended(bulletins: &mut [Bulletin], round_no: u16) -> &mut Ended {
    let rounds = bulletins.iter_mut().filter_map(|said| match &mut said.notice {
        Notice::Ended(it) => Some(it),
        _ => None,
    });
    rounds.into_iter().find(|it| it.round_no == round_no).expect("a round")
}

fn record(node: Node<'_>) -> Result<String, Wrong> {
    node.string()
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().expect("a card")
}

fn place_of(bulletins: &[Bulletin], kind: &str) -> usize {
    bulletins.iter().position(|said| said.notice.kind() == kind).expect("a bulletin of the kind")
}

fn of_kind<'a>(bulletins: &'a mut [Bulletin], kind: &str) -> &'a mut Notice {
    let said = bulletins.iter_mut().find(|said| said.notice.kind() == kind);
    &mut said.expect("a bulletin of the kind").notice
}

/// Each way in which a house may depart from what its device read, and the check that notices.
const CROOKS: &[(&str, Crook, Check, &str)] = &[
    (
        "deals another card than was read",
        |all| ended(all, 3).cards[2] = card("Kd"),
        Check::Cards,
        "cards: FAILED: round 3, card 3: this is Kd, and record 18 says Kc",
    ),
    (
        "uses a reading twice",
        |all| ended(all, 3).at = Places::Read([16, 17, 17, 19].map(Source::Record).to_vec()),
        Check::Use,
        "use: FAILED: record 17: no 14 uses it for round 3, and round 3 did before",
    ),
    (
        "drops the reading of a card that was dealt before",
        |all| {
            if let Notice::Resolved(it) = of_kind(all, "resolved") {
                it.drops = vec![6, 5];
            }
        },
        Check::Use,
        "use: FAILED: record 5: no 5 uses it for round 1, and a finding that drops it did before",
    ),
    (
        "leaves a reading out",
        |all| {
            all.retain(|said| !matches!(said.notice, Notice::Removed(_)));
        },
        Check::Use,
        "use: FAILED: record 9: it is of 6h, and nothing used it",
    ),
    (
        "says that a card was keyed, which the device read",
        |all| {
            ended(all, 3).at =
                Places::Read(vec![Source::Record(16), Source::Record(17), Source::Keyed, Source::Record(19)]);
        },
        Check::Findings,
        "findings: FAILED: no 14: a card was keyed, and no finding says so",
    ),
    (
        "puts a card right, and deals the one that was read",
        |all| ended(all, 2).cards[0] = card("2c"),
        Check::Cards,
        "cards: FAILED: round 2, card 1: this is 2c, and it was ruled to be 8c",
    ),
    (
        "puts a card right without a finding",
        |all| {
            let is_misread = |said: &Bulletin| {
                matches!(&said.notice, Notice::Resolved(it)
                if <&str>::from(it.code) == "misread")
            };
            all.retain(|said| !is_misread(said));
        },
        Check::Findings,
        "findings: FAILED: no 10: a card was put right, and no finding says so",
    ),
    (
        "counts fewer findings than there are",
        |all| {
            if let Notice::FinishedScanned(it) = of_kind(all, "finished") {
                it.findings = 3;
            }
        },
        Check::Findings,
        "findings: FAILED: no 19: it counts 3 findings, 1 keyed, 1 put right; there are 4 findings, 1 keyed, 1 put right",
    ),
    (
        "names another winner",
        |all| {
            let bead = "Bn".parse().expect("a bead");
            ended(all, 4).result = fair::bulletin::RoundResult::Coup(bead);
        },
        Check::Outcomes,
        "outcomes: FAILED: round 4: it is Pn, not Bn",
    ),
    (
        "goes on after a supervisor ended the shoe",
        |all| {
            if let Notice::LastRound(it) = of_kind(all, "last-round") {
                it.round_no = 3;
            }
            let at = place_of(all, "last-round");
            let early = all.remove(at);
            all.insert(at - 2, early);
        },
        Check::End,
        "end: FAILED: round 4: the shoe was over before it",
    ),
    (
        "ends the shoe early",
        |all| all.retain(|said| said.notice.kind() != "last-round"),
        Check::End,
        "end: FAILED: round 4: the shoe was not over after it",
    ),
    (
        "burns too few cards",
        |all| {
            if let Notice::Burned(it) = of_kind(all, "burned") {
                (it.face_down, it.records) = (1, vec![2, 3]);
            }
        },
        Check::Burn,
        "burn: FAILED: burn: 1 went face down, not 2",
    ),
    (
        "deals a round before its betting closed",
        |all| {
            let free = place_of(all, "free");
            all.remove(free);
        },
        Check::Rounds,
        "rounds: FAILED: round 3: it ended before betting closed",
    ),
    (
        "names another last record",
        |all| {
            if let Notice::FinishedScanned(it) = of_kind(all, "finished") {
                it.records = 22;
            }
        },
        Check::Records,
        "records: FAILED: record 22: its digest is",
    ),
    (
        "names another shoe than was loaded",
        |all| {
            if let Notice::OpenedScanned(it) = of_kind(all, "opened") {
                "BOX-0118".clone_into(&mut it.label);
            }
        },
        Check::Records,
        "records: FAILED: record 1: it is of shoe BOX-0117 with 8 decks",
    ),
    (
        "rules a correction that is no coup",
        |all| {
            if let Notice::Corrected(it) = of_kind(all, "corrected") {
                it.cards.truncate(3);
            }
        },
        Check::Corrections,
        "corrections: FAILED: no 20:",
    ),
];

#[test]
fn each_way_to_depart_from_the_records_is_noticed() {
    let (bulletins, records, _) = vectors();
    for (what, crook, check, expected) in CROOKS {
        let mut crooked = bulletins.clone();
        crook(&mut crooked);
        let report = report(&file_of(crooked), &records);
        assert_eq!(report.finding(Check::Chain).map(|it| it.verdict), Some(Verdict::Ok), "{what}");
        let found = line(&report, *check);
        assert!(found.starts_with(expected), "a house that {what}: {found}");
    }
}

#[test]
fn records_of_another_key_or_with_a_gap_are_noticed() {
    let (bulletins, records, _) = vectors();
    let file = file_of(bulletins);
    let without: Vec<&str> =
        records.lines().enumerate().filter(|(at, _)| *at != 11).map(|(_, it)| it).collect();
    let found = report(&file, &without.join("\n"));
    assert!(line(&found, Check::Records).starts_with("records: FAILED: records: line 12:"), "{found:?}");
    assert!(line(&found, Check::Use).starts_with("use: FAILED: record 12:"), "{found:?}");
    let changed = records.replace("Kc", "Kd");
    let found = report(&file, &changed);
    assert!(line(&found, Check::Records).contains("FAILED"), "{found:?}");
    let other = report(&file, "");
    assert_eq!(
        line(&other, Check::Use),
        "use: not checked: none of the records that were given are of this shoe"
    );
    let alone = check(&file.write(), &Known::default());
    assert_eq!(line(&alone, Check::Cards), "cards: not checked: no records were given");
    assert!(line(&alone, Check::Device).starts_with("device: not checked: no key of a device was given"));
    assert_eq!(line(&alone, Check::Outcomes), "outcomes: ok: 4 coups legal, each with its bead; 0 void");
}

#[test]
fn a_flipped_bit_of_the_file_is_noticed() {
    let (bulletins, _, _) = vectors();
    let text = file_of(bulletins).write();
    let known = Known { key: Some(key().public()), ..Known::default() };
    for at in (0..text.len()).step_by(89) {
        let mut bytes = text.clone().into_bytes();
        bytes[at] ^= 1 << (at % 7);
        let Ok(changed) = String::from_utf8(bytes) else { continue };
        let report = check(&changed, &known);
        assert!(report.has_failed(), "bit {} of byte {at} passes", at % 7);
    }
}

#[test]
fn several_files_show_a_fork_and_a_shoe_in_play() {
    let (bulletins, records, _) = vectors();
    let whole = file_of(bulletins.clone()).write();
    let open = file_of(bulletins[..9].to_vec()).write();
    let records = [records.as_str()];
    let known = Known { key: Some(key().public()), records: &records, ..Known::default() };
    let reports = check_all(&[&whole, &open], &known);
    assert_eq!(line(&reports[0], Check::Fork), "fork: ok: 2 files agree");
    assert_eq!(line(&reports[1], Check::End), "end: not checked: the shoe is in play");
    assert!(!reports.iter().any(Report::has_failed), "{reports:#?}");
    let mut crooked = bulletins;
    ended(&mut crooked, 1).cards.swap(0, 2);
    let forked = file_of(crooked).write();
    let reports = check_all(&[&whole, &forked], &known);
    assert_eq!(
        line(&reports[0], Check::Fork),
        "fork: FAILED: no 5: two signed bulletins of this number differ"
    );
}
