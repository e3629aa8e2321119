//! `punto init` and `punto table`: tables as data, in the store of a house that does not run, and by its server.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use postgres::Cluster;
use serde_json::{Value, json};

use crate::support::{Serving, is_clean, new_store, punto, punto_fed, punto_in, text};

const GARDEN: &str = "\n[[table]]\nid = 7\nname = \"Garden\"\nrules = \"three-bet\"\n";

/// The JSON of `punto table` with these arguments.
fn table(args: &[&str]) -> Value {
    let args = [&["table"], args, &["--json"]].concat();
    serde_json::from_str(&punto(&args).done()).unwrap()
}

/// The configuration that `punto init` writes, in this folder.
fn configured(folder: &Path) -> String {
    let said = punto_in(folder, &["init"]).done();
    assert!(said.contains("tables.toml with six tables") && said.contains("punto staff add"), "{said}");
    text(&folder.join("tables.toml")).to_owned()
}

fn ids(tables: &Value) -> Vec<u64> {
    tables["tables"].as_array().unwrap().iter().map(|table| table["table_id"].as_u64().unwrap()).collect()
}

#[test]
fn init_writes_a_file_that_serves_and_replaces_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = configured(folder.path());
    let before = fs::read_to_string(&file).unwrap();
    punto_in(folder.path(), &["init"]).failed(2, "tables.toml already exists");
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    let data = folder.path().join("data");
    let serving = Serving::start(&["--data", text(&data), "--tables", &file]);
    let lobby = serving.get_json("/api/v1/tables");
    let rules: Vec<_> =
        lobby["tables"].as_array().unwrap().iter().map(|it| it["rules"]["id"].as_str().unwrap()).collect();
    assert_eq!(
        rules,
        ["live-commission", "gold-card", "live-no-commission", "live-pairs", "sixty-round", "three-bet"]
    );
}

#[test]
fn apply_shows_the_differences_before_it_makes_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = configured(folder.path());
    let data = folder.path().join("data");
    let place = new_store(&data);
    let apply = |more: &[&'static str]| [&["table", "apply", file.as_str()], &place[..], more].concat();
    assert_eq!(ids(&table(&["list", place[0], place[1]])), [0; 0]);
    punto(&apply(&[])).failed(2, "add --yes");
    punto(&apply(&["--json"])).failed(2, "<--dry-run|--yes>");
    punto(&apply(&["--dry-run", "--yes"])).failed(2, "cannot be used with");
    let shown = punto(&apply(&["--dry-run"])).done();
    assert!(shown.contains("Table 5, ") && shown.contains("is new."), "{shown}");
    assert_eq!(ids(&table(&["list", place[0], place[1]])), [0; 0], "a dry run changes nothing");
    punto(&apply(&["--yes"])).done();
    assert_eq!(ids(&table(&["list", place[0], place[1]])), [1, 2, 3, 4, 5, 6]);
    assert_eq!(punto(&apply(&["--yes"])).done(), "The tables are what the file says.\n");

    let changed =
        fs::read_to_string(&file).unwrap().replacen("limits.tie = [1, 500]", "limits.tie = [2, 400]", 1);
    fs::write(&file, changed + GARDEN).unwrap();
    let answer: Value = serde_json::from_str(&punto(&apply(&["--yes", "--json"])).done()).unwrap();
    assert_eq!(answer["applied"], true);
    let [first, .., last] = &answer["tables"].as_array().unwrap()[..] else { panic!("{answer}") };
    let expected = json!([{"field": "limits.tie", "before": "1.00 to 500.00", "after": "2.00 to 400.00"}]);
    assert_eq!((&first["what"], &first["differences"]), (&json!("changed"), &expected));
    assert_eq!((&last["what"], &last["table_id"]), (&json!("new"), &json!(7)));
    let one = table(&["show", "1", place[0], place[1]]);
    assert_eq!(one["settings"]["limits"]["tie"], json!({"minimum": 200, "maximum": 40_000}));
    assert_eq!((&one["changes"][0]["by"], one["changes"].as_array().unwrap().len()), (&json!("operator"), 2));

    let good = fs::read_to_string(&file).unwrap();
    let twice = GARDEN.replace('7', "8");
    fs::write(&file, [good.as_str(), &twice, &twice].concat()).unwrap();
    punto(&apply(&["--yes"])).failed(1, "two [[table]] have the id 8");
    let known = ids(&table(&["list", place[0], place[1]]));
    assert_eq!(known, [1, 2, 3, 4, 5, 6, 7], "neither is created");

    let bad = good.replace("name = \"Garden\"", "name = \"Garden \"");
    fs::write(&file, bad.replace("[2, 400]", "[0, 400]")).unwrap();
    let refused = punto(&apply(&["--yes"]));
    refused.failed(1, "table 1: limits.tie: 0.00 to 400.00 allows no stake");
    refused.failed(1, "table 7: name:");
    is_clean(&place);
}

#[test]
fn single_commands_change_the_store_of_a_house_that_does_not_run() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = new_store(&data);
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    for place in [place, ["--database", &url]] {
        let run = |args: &[&str]| table(&[args, &place].concat());
        let created = run(&["create", "name=Garden Room", "rules=three-bet", "--why", "more guests"]);
        assert_eq!((&created["table_id"], &created["name"]), (&json!(1), &json!("Garden Room")));
        assert_eq!(created["limits"]["player"], json!({"minimum": 100, "maximum": 500_000}));
        let set = run(&["set", "1", "limits.tie=[1, 200]", "timings.betting_ms=12000", "--why", "busy"]);
        assert_eq!(set["limits"]["tie"]["maximum"], 20_000);
        assert_eq!(set["timings"]["betting_ms"], 12_000);
        for (step, status) in [("halt", "halted"), ("resume", "open"), ("close", "closed"), ("open", "open")]
        {
            assert_eq!(run(&[step, "1", "--why", "as agreed"])["status"], status);
        }
        let shown = run(&["show", "1"]);
        let whys: Vec<_> =
            shown["changes"].as_array().unwrap().iter().map(|it| it["why"].as_str().unwrap()).collect();
        assert_eq!(whys, ["as agreed", "as agreed", "as agreed", "as agreed", "busy", "more guests"]);
        for (args, status, expected) in [
            (&["set", "9", "name=A", "--why", "x"][..], 1, "there is no table 9"),
            (&["set", "1", "name=", "--why", "x"], 1, "name: \"\" is not 1 to 40"),
            (&["set", "1", "limits.tie=[5, 1]", "--why", "x"], 1, "limits.tie: 5.00 to 1.00"),
            (&["set", "1", "colour=red", "--why", "x"], 2, "unknown field `colour`"),
            (&["set", "1", "rules=none", "--why", "x"], 2, "neither built-in house rules"),
            (&["halt", "1", "--why", " "], 1, "needs a reason"),
            (&["halt", "1"], 2, "--why"),
        ] {
            punto(&[&["table"], args, &place].concat()).failed(status, expected);
        }
        is_clean(&place);
    }
}

#[test]
fn a_command_that_needs_a_store_creates_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = configured(folder.path());
    let data = folder.path().join("pnto");
    for args in [
        &["table", "list"][..],
        &["table", "show", "1"],
        &["table", "apply", &file, "--yes"],
        &["table", "create", "name=Garden", "rules=three-bet", "--why", "more guests"],
        &["staff", "list"],
        &["staff", "token", "Ann", "--role", "manager", "--days", "1"],
        &["staff", "disable", "Ann"],
        &["staff", "reset", "Ann"],
    ] {
        let refused = punto(&[args, &["--data", text(&data)]].concat());
        refused.failed(1, "pnto: check --data");
        assert!(!data.exists(), "{args:?}");
    }
    let enrol = ["staff", "enrol", "Ann", "--data", text(&data)];
    punto_fed(&enrol, "aaaa-aaaa\ngreen kettle unrolled\n").failed(1, "pnto: check --data");
    assert!(!data.exists());
}

#[test]
fn a_table_goes_on_in_an_export_and_its_import() {
    let folder = tempfile::tempdir().unwrap();
    let [one, two, file] = ["one", "two", "house.jsonl"].map(|name| folder.path().join(name));
    let (from, to) = (new_store(&one), ["--data", text(&two)]);
    let garden = ["create", "name=Garden", "rules=three-bet", "--why", "more guests"];
    table(&[&garden[..], &from].concat());
    table(&[&["close", "1", "--why", "winter"][..], &from].concat());
    punto(&["export", from[0], from[1], text(&file)]).done();
    punto(&["import", to[0], to[1], text(&file)]).done();
    assert_eq!(table(&["show", "1", to[0], to[1]]), table(&["show", "1", from[0], from[1]]));
    is_clean(&to);
    let serving = Serving::start(&to);
    let lobby = serving.get_json("/api/v1/tables");
    assert_eq!(ids(&lobby), [0; 0], "closed here, closed there");
}

#[test]
fn a_table_with_own_rules_needs_their_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let place = new_store(&data);
    let ours = folder.path().join("ours.toml");
    let rules = punto(&["rules", "show", "three-bet", "--toml"]).done();
    fs::write(&ours, rules.replace("id = \"three-bet\"", "id = \"ours\"")).unwrap();
    let rules = format!("rules={}", text(&ours));
    let create = [&["table", "create", "name=Ours", &rules, "--why", "a new room"], &place[..]].concat();
    punto(&create).failed(1, "punto certificate --rules");
    punto(&["certificate", "--rules", text(&ours), "--record"]).done();
    punto(&create).done();
    let serving = Serving::start(&place);
    assert_eq!(serving.get_json("/api/v1/tables")["tables"][0]["rules"]["id"], "ours");
    assert!(serving.get("/api/v1/house-rules/ours").contains("id = \"ours\""));
}

#[test]
fn a_live_table_is_a_table_of_a_file_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let (data, file) = (folder.path().join("data"), folder.path().join("live.toml"));
    let place = new_store(&data);
    let apply = |text_of_file: &str| {
        fs::write(&file, text_of_file).unwrap();
        punto(&["table", "apply", text(&file), place[0], place[1], "--yes"])
    };
    let live = GARDEN.to_owned() + "dealer = \"scanner\"\nscanner = { shoes = \"assigned\" }\n";
    assert!(apply(&live).done().contains("  scanner.shoes: assigned\n"));
    assert_eq!(apply(&live).done(), "The tables are what the file says.\n");
    assert_eq!(apply(GARDEN).done(), "The tables are what the file says.\n", "what is left out stays");
    let changed = apply(&(GARDEN.to_owned() + "scanner.conf_min = 990\n")).done();
    assert!(changed.contains("  scanner.conf_min: 950 -> 990\n"), "{changed}");
    apply(&(GARDEN.to_owned() + "dealer = \"shuffle\"\n")).failed(1, "does not change; open another table");
    let shown = table(&["show", "7", place[0], place[1]]);
    assert_eq!(shown["settings"]["scanner"]["shoes"], "assigned");
    is_clean(&place);
}

#[test]
fn a_server_is_asked_with_a_token_that_is_no_argument() {
    let ask = |more: &[&str]| punto(&[&["table", "list", "--server"], more].concat());
    ask(&["http://127.0.0.1:1"]).failed(2, "set PUNTO_TOKEN, or name a file with --token-file");
    ask(&["https://house.example"]).failed(2, "begins with http://");
    let folder = tempfile::tempdir().unwrap();
    let token = folder.path().join("token");
    fs::write(&token, format!("{}\n", "a5".repeat(32))).unwrap();
    for (mode, expected) in [
        (0o644, "its mode is 0644: other users can access it"),
        (0o640, "its mode is 0640: other users can access it"),
        (0o600, "http://127.0.0.1:1"),
    ] {
        fs::set_permissions(&token, fs::Permissions::from_mode(mode)).unwrap();
        ask(&["http://127.0.0.1:1", "--token-file", text(&token)]).failed(1, expected);
    }
    let data = folder.path().join("data");
    let serving = Serving::start(&["--data", text(&data)]);
    let unknown = ask(&[&serving.url(), "--token-file", text(&token)]);
    unknown.failed(1, "unauthenticated");
    unknown.failed(1, "make a new one with punto staff token");
    punto(&["table", "list", "--data", text(&data)]).failed(1, "in use by another server");
}

/// The lines of a statement as the program prints them.
fn lines_of(statement: &str) -> Vec<Value> {
    let statement: Value = serde_json::from_str(statement).unwrap();
    statement["lines"].as_array().unwrap().clone()
}

#[test]
fn a_store_from_before_keeps_its_two_tables_its_patrons_and_its_open_round() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/before");
    let folder = tempfile::tempdir().unwrap();
    fs::copy(kept.join("punto.sqlite"), folder.path().join("punto.sqlite")).unwrap();
    let (place, key) = (["--data", text(folder.path())], folder.path().join("new.key"));
    let slow = ["--betting-ms=3600000", "--audit-key", text(&key)];
    let serving = Serving::start(&[&place[..], &slow].concat());
    let lobby = serving.get_json("/api/v1/tables");
    assert_eq!(ids(&lobby), [1, 2], "no table is forced on it");
    assert_eq!(lobby["tables"][0]["name"], "Salon One");
    let own = serving.key.clone().unwrap();
    serving.stop();

    assert_eq!(ids(&table(&["list", place[0], place[1]])), [1, 2]);
    let shown = table(&["show", "1", place[0], place[1]]);
    assert_eq!(shown["changes"][0]["by"], "operator", "its record says who added it");
    for patron in ["1", "2", "3"] {
        let today = punto(&["statement", "--json", "--patron", patron, place[0], place[1]]).done();
        let before = fs::read_to_string(kept.join(format!("statement-{patron}.json"))).unwrap();
        let (today, before) = (lines_of(&today), lines_of(&before));
        // The round that was open goes on or is voided, after everything that was there.
        assert_eq!(today[..before.len()], before, "patron {patron}");
    }
    let before = fs::read_to_string(kept.join("house.pub")).unwrap();
    is_clean(&[&place[..], &["--key", before.trim(), "--key", &own]].concat());
}
