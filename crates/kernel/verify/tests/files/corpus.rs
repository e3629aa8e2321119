//! The proof files of `corpora/fair` are those that the test table writes, and hold with the real beacon.

use std::path::{Path, PathBuf};

use fair::shoe::BeaconValue;
use punto_verify::testing::{Plan, Stage, TestTable, house_key};
use punto_verify::{Known, Verdict, WagerFile, check};

use crate::common::with;

/// The files: a played shoe with the beacon, a patron's wagers of its third round, a shoe in play, and a house that
/// dealt the cards of the second round in another order.
fn files() -> [(&'static str, String); 4] {
    let mut table = TestTable::new(7, 41, true);
    let played = table.play(&Plan::default());
    let honest = table.file(&played).write();
    let wagers = played.wagers[2].write();
    table.rewrite(|bulletin| {
        if let fair::Notice::Ended(it) = &mut bulletin.notice
            && it.round_no == 2
        {
            it.cards.swap(0, 2);
        }
    });
    let mut other = TestTable::new(8, 1, false);
    let open = other.play(&Plan { beacon: false, ..Plan::in_play(Stage::Dealing(3, 2)) });
    [
        ("shoe-41.json", honest),
        ("shoe-41-round-3-bets.json", wagers),
        ("shoe-1-in-play.json", other.file(&open).write()),
        ("shoe-41-crooked.json", table.file(&played).write()),
    ]
}

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../corpora/fair").join(name)
}

#[test]
fn the_files_are_those_of_the_test_table() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let differ = |(name, text): &(&str, String)| {
        std::fs::write(folder.join(name), text).unwrap();
        std::fs::read_to_string(path(name)).ok().as_ref() != Some(text)
    };
    let differing: Vec<&str> = files().iter().filter(|file| differ(file)).map(|(name, _)| *name).collect();
    assert_eq!(differing, [""; 0], "what the table writes is in {}", folder.display());
}

#[test]
fn the_files_hold_with_the_real_beacon_but_for_the_crooked_one() {
    let [honest, wagers, open, crooked] =
        files().map(|(name, _)| std::fs::read_to_string(path(name)).unwrap());
    let pairing = |round: u64, value: &BeaconValue| beacon::verify(round, &value.0).is_ok();
    let own = WagerFile::read(&wagers).unwrap();
    let known = Known {
        key: Some(house_key(1).public()),
        nonce: None,
        wagers: Some(&own),
        pairing: Some(&pairing),
        ..Known::default()
    };
    let report = check(&honest, &known);
    assert_eq!(with(&report, Verdict::Failed), [""; 0]);
    assert_eq!(with(&report, Verdict::NotChecked), ["shoes", "fork"]);
    assert_eq!(with(&check(&open, &known), Verdict::Failed), [""; 0]);
    assert_eq!(with(&check(&crooked, &known), Verdict::Failed), ["order", "cards"]);
}
