//! `punto verify`: its lines, its JSON and its status.

use scanner::frame::{CardRecord, ShoeRecord, ShoeState};
use scanner::{About, Device, DeviceEffect, DeviceKey, Head, Kept, PublishedRecord, What};
use serde_json::Value;
use tempfile::TempDir;
use verify::testing::{Plan, TestTable, house_key};

use crate::support::{Run, punto, written};

/// Runs the command with these arguments.
fn verify_files(args: &[&str]) -> Run {
    punto(["verify"].iter().chain(args), "")
}

/// A folder with the file of a shoe that used no beacon, and its path.
fn shoe(change: impl FnOnce(String) -> String) -> (TempDir, String) {
    let mut table = TestTable::new(7, 41, false);
    let played = table.play(&Plan { beacon: false, ..Plan::default() });
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("shoe-41.json");
    std::fs::write(&path, change(table.file(&played).write())).expect("a file");
    let path = path.display().to_string();
    (folder, path)
}

#[test]
fn a_played_shoe_is_verified_line_by_line() {
    let (_folder, path) = shoe(|text| text);
    let key = house_key(1).public().to_string();
    let found = verify_files(&["--key", &key, &path]);
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    assert!(
        found.stdout.starts_with(&format!("{path}: table 7, shoe 41\n  form: ok: version 1, canonical\n"))
    );
    assert!(found.stdout.contains("\n  order: ok: the inputs give the sealed order\n"), "{}", found.stdout);
    assert!(found.stdout.contains("at most 4 choices of the house.\nNobody can check"), "{}", found.stdout);
    // Without a beacon and without wagers, something stays unchecked.
    assert_eq!(verify_files(&["--strict", "--key", &key, &path]).status, 1);
}

#[test]
fn another_card_fails_with_its_place() {
    let (_folder, path) = shoe(|text| {
        let (head, rest) = text.split_once(r"\nfirst ").expect("a burned card");
        let (card, rest) = rest.split_at(2);
        let other = if card == "As" { "Ah" } else { "As" };
        format!(r"{head}\nfirst {other}{rest}")
    });
    let found = verify_files(&["--json", &path]);
    assert_eq!(found.status, 1);
    let json: Value = serde_json::from_str(&found.stdout).expect("JSON");
    let file = &json["files"][0];
    assert_eq!((&file["table"], &file["failed"]), (&7.into(), &true.into()));
    let cards = file["findings"].as_array().expect("findings").iter().find(|it| it["check"] == "cards");
    let cards = cards.expect("a finding for each check");
    assert_eq!((&cards["verdict"], &cards["place"]), (&"failed".into(), &"burn".into()));
}

#[test]
fn a_folder_stands_for_its_files() {
    let (folder, path) = shoe(|text| text);
    std::fs::write(folder.path().join("notes.txt"), "these are no shoes").expect("a file");
    let folder = folder.path().display().to_string();
    let found = verify_files(&[&folder]);
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    assert_eq!(found.stdout, verify_files(&[&path]).stdout);
    let empty = TempDir::new().expect("a folder");
    let refused = verify_files(&[&empty.path().display().to_string()]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("no file whose name ends in .json"), "{}", refused.stderr);
    let refused = verify_files(&["https://house.example/shoe"]);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("begins with http://"), "{}", refused.stderr);
}

#[test]
fn bad_arguments_and_files_have_their_status() {
    assert_eq!(verify_files(&[]).status, 2);
    assert_eq!(verify_files(&["no-such-file.json"]).status, 2);
    let (_folder, path) = shoe(|text| text);
    let found = verify_files(&["--key", "12", &path]);
    assert_eq!(found.status, 2);
    assert!(found.stderr.contains("32 bytes are written as 64 hex digits"), "{}", found.stderr);
    let (_folder, path) = shoe(|_| "{}".to_owned());
    let found = verify_files(&[&path]);
    assert_eq!(found.status, 1);
    assert!(found.stdout.contains("form: FAILED"), "{}", found.stdout);
}

/// The records of a shoe with these cards, and the key of the device.
fn records(cards: &[&str]) -> (Vec<String>, String) {
    let about = About { model: "sim".parse().expect("a label"), firmware: "1".parse().expect("a label") };
    let (secret, kept) = (DeviceKey::new([5; 32]), Kept { acked: Head::NONE, unacked: Vec::new() });
    let key = secret.public();
    let mut device = Device::start(secret, about, kept).expect("a new device");
    let shoe = "BOX-0117".parse().expect("a label");
    let loaded = What::Shoe(ShoeRecord { state: ShoeState::Loaded, shoe, decks: 8, seal: None });
    let read =
        (1..).zip(cards).map(|(pass, card)| What::Card(CardRecord::new(pass, card.parse().expect("a card"))));
    let mut lines = Vec::new();
    for (received_at, what) in (1_000..).zip([loaded].into_iter().chain(read)) {
        for effect in device.record(what, received_at).expect("it is in order") {
            if let DeviceEffect::Keep(signed) = effect {
                let (body, sig) = (signed.envelope().body().to_owned(), signed.envelope().sig());
                lines.push(PublishedRecord { key, life: None, received_at, body, sig }.write());
            }
        }
    }
    (lines, key.to_string())
}

#[test]
fn the_records_of_a_live_shoe_are_verified_line_by_line() {
    let (lines, key) = records(&["9h", "Kd", "Ks", "3c"]);
    let folder = TempDir::new().expect("a folder");
    let saved = |lines: &[String]| written(&folder, "shoe-4.jsonl", lines.join("\n") + "\n");
    let honest = saved(&lines);
    let found = verify_files(&["--records", &honest, "--device", &key]);
    assert_eq!((found.status, found.stderr.as_str()), (0, ""));
    for line in ["form: ok: 5 records\n", "cards: ok: 4 cards were read\n", "use: not checked: "] {
        assert!(found.stdout.contains(line), "{line} is not in {}", found.stdout);
    }
    assert!(found.stdout.contains(&format!("  device: ok: signed by {key}\n")), "{}", found.stdout);
    assert!(!found.stdout.contains("  life: "), "an older file does not say it: {}", found.stdout);
    let told = |life: &str| {
        let mut lines = lines.clone();
        lines[0] = lines[0].replacen(",\"rec", &format!(",\"life\":{{{life}}},\"rec"), 1);
        verify_files(&["--records", &saved(&lines)]).stdout
    };
    let enrolled = format!("  life: ok: {key} enrolled 1970-01-01 00:00");
    let alive = told("\"enrolled_at\":500");
    assert!(alive.contains(&format!("{enrolled}\n")), "{alive}");
    let ended = told("\"enrolled_at\":500,\"revoked_at\":1003");
    let late = format!("{enrolled}, revoked 1970-01-01 00:00; 1 records came after their key ended\n");
    assert!(ended.contains(&late), "{ended}");
    let honest = saved(&lines);
    let other = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let stray = verify_files(&["--records", &honest, "--device", other]);
    assert!(stray.status == 1 && stray.stdout.contains("  device: FAILED: "), "{}", stray.stdout);

    let mut changed = lines.clone();
    changed[2] = changed[2].replace("Kd", "Kc");
    let mut left_out = lines.clone();
    left_out.remove(2);
    for (lines, check, line) in [(changed, "signatures", 3), (left_out, "chain", 3)] {
        let found = verify_files(&["--json", "--records", &saved(&lines)]);
        assert_eq!(found.status, 1, "{check}");
        let json: Value = serde_json::from_str(&found.stdout).expect("JSON");
        assert_eq!((&json["files"], &json["records"][0]["failed"]), (&Value::Array(vec![]), &true.into()));
        let findings = json["records"][0]["findings"].as_array().expect("findings");
        let own = findings.iter().find(|it| it["check"] == check).expect("a finding for each check");
        assert_eq!((&own["verdict"], &own["line"]), (&"failed".into(), &line.into()), "{own}");
    }
}

#[test]
fn the_proof_file_of_a_live_shoe_is_held_against_its_records() {
    let at = |name: &str| format!("{}/../../../corpora/scanner/{name}", env!("CARGO_MANIFEST_DIR"));
    let (file, records) = (at("shoe-4.json"), at("shoe-4.jsonl"));
    let house = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";
    let device = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8";
    let args = [file.as_str(), "--records", &records, "--key", house, "--device", device];
    let found = verify_files(&args);
    assert_eq!(found.status, 0, "{}", found.stdout);
    for line in [
        "shoe-4.json: table 9, shoe 4\n",
        "  use: ok: 22 records of cards, each used once\n",
        "  cards: ok: 19 cards, each as its record says but 1 keyed and 1 put right\n",
        "  end: ok: after round 4, ended by a supervisor\n",
    ] {
        assert!(found.stdout.contains(line), "{line} is not in {}", found.stdout);
    }
    assert_eq!(found.stdout.matches("The cards are what the device signed.").count(), 1, "{}", found.stdout);
    let folder = TempDir::new().unwrap();
    let changed = folder.path().join("changed.jsonl");
    std::fs::write(&changed, std::fs::read_to_string(&records).unwrap().replace("Kc", "Kd")).unwrap();
    let found = verify_files(&[&file, "--records", &changed.display().to_string()]);
    assert_eq!(found.status, 1, "{}", found.stdout);
    assert!(found.stdout.contains("  records: FAILED: "), "{}", found.stdout);
}
