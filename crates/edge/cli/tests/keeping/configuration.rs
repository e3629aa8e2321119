//! The configuration of `punto serve`: by file, environment and flags, and what `--check` finds in it.

use std::fs;
use std::path::Path;

use postgres::Cluster;
use serde_json::json;

use crate::support::{Serving, only_for_owner, punto, punto_under, text};

/// The configuration that `punto init` writes, in this folder.
fn init(folder: &Path) -> String {
    punto(&["init", text(folder)]).done();
    text(&folder.join("punto.toml")).to_owned()
}

fn write(folder: &Path, name: &str, content: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    text(&path).to_owned()
}

#[test]
fn one_file_says_to_every_command_where_the_house_is() {
    let folder = tempfile::tempdir().unwrap();
    let config = init(folder.path());
    let checked = punto(&["serve", "--config", &config, "--check"]).done();
    assert_eq!(checked, "The configuration is complete.\n");
    assert!(!folder.path().join("data").exists(), "a check changes nothing");
    punto(&["staff", "add", "Ann", "--role", "manager", "--config", &config]).done();
    let serving = Serving::start(&["--config", &config]);
    assert_eq!(serving.get_json("/api/v1/health")["tables"], json!(6));
    serving.stop();
    let by_variable = punto_under(&[("PUNTO_CONFIG", &config)], &["report", "--json"]).done();
    assert!(by_variable.contains("accounts"), "{by_variable}");
    let variables = [("PUNTO_CONFIG", config.as_str()), ("PUNTO_DATA", "no/such/folder")];
    let elsewhere = punto_under(&variables, &["report"]);
    elsewhere.failed(1, "no/such/folder");
}

#[test]
fn a_check_names_everything_that_is_wrong_with_file_line_and_field() {
    let folder = tempfile::tempdir().unwrap();
    let config = init(folder.path());
    write(folder.path(), "audit.key", "no key\n");
    write(folder.path(), "certificates.txt", "");
    write(folder.path(), "data", "a file where the folder should be");
    let own = punto(&["rules", "show", "three-bet", "--toml"]).done();
    write(folder.path(), "ours.toml", &own.replace("id = \"three-bet\"", "id = \"ours\""));
    let tables = "[[table]]\nid = 1\nname = \"A\"\nrules = \"none\"\n\
                  [[table]]\nid = 2\nname = \"B\"\nrules = \"ours.toml\"\n\
                  [[table]]\nid = 3\nname = \"C\"\nrules = \"three-bet\"\ncolour = 1\n";
    write(folder.path(), "tables.toml", tables);
    let given = "client = \"page\"\naudit_key = \"audit.key\"\n";
    let named = fs::read_to_string(&config).unwrap();
    fs::write(&config, given.to_owned() + &named).unwrap();
    let refused = punto(&["serve", "--config", &config, "--check"]);
    for expected in [
        "tables.toml: line 1: \"none\" is neither built-in house rules",
        "tables.toml: line 5: ",
        "ours.toml: the house rules ours are not on record",
        "tables.toml: line 13: unknown field `colour`",
        "cannot read a client from",
        "audit.key",
        "data: it is a file",
    ] {
        refused.failed(1, expected);
    }
    let faulty = "listn = \"127.0.0.1:1\"\ntrusted_proxy = [\"everywhere\"]\n[limits]\nsockets = 0\n";
    let config = write(folder.path(), "faulty.toml", faulty);
    let variables = [("PUNTO_PUBLIC_URL", "http://punto.example")];
    let refused = punto_under(&variables, &["serve", "--config", &config, "--check", "--listen", "nowhere"]);
    for expected in [
        "5 problems",
        "faulty.toml: line 1: listn is not known; did you mean listen?",
        "faulty.toml: line 2: trusted_proxy: \"everywhere\"",
        "faulty.toml: line 4: limits.sockets: 0 is not in 1..=1000000",
        "PUNTO_PUBLIC_URL: \"http://punto.example\": ",
        "--listen: \"nowhere\": invalid socket address",
    ] {
        refused.failed(1, expected);
    }
}

#[test]
fn a_table_that_draws_its_cards_after_the_bets_needs_a_beacon() {
    let folder = tempfile::tempdir().unwrap();
    let config = init(folder.path());
    let tables = fs::read_to_string(folder.path().join("tables.toml")).unwrap();
    let tables = tables.replacen(
        "\nrules = \"live-commission\"\n",
        "\nrules = \"live-commission\"\ndraw = \"after_bets\"\n",
        1,
    );
    write(folder.path(), "tables.toml", &tables);
    let says =
        "table 1 draws its cards after the bets, and this server has no beacon: give it --beacon-relay";
    punto(&["serve", "--config", &config, "--check"]).failed(1, says);
    punto(&["serve", "--config", &config, "--listen", "127.0.0.1:0"]).failed(1, says);
    let relay = ["--beacon-relay", "http://127.0.0.1:1"];
    punto(&[&["serve", "--config", &config, "--check"], &relay[..]].concat()).done();
    let serving = Serving::start(&["--config", &config, relay[0], relay[1]]);
    assert_eq!(serving.get_json("/api/v1/health")["tables"], json!(6));
    serving.stop();
    // The store has the table now.
    punto(&["serve", "--config", &config, "--listen", "127.0.0.1:0"]).failed(1, says);
}

#[test]
fn the_password_of_a_database_comes_from_a_file_of_its_owner_and_is_never_printed() {
    let folder = tempfile::tempdir().unwrap();
    let secret = write(folder.path(), "database.password", "kettle-nine\n");
    let away = "postgres://ann@127.0.0.1:1/house";
    let config = write(
        folder.path(),
        "punto.toml",
        &format!("database = \"{away}\"\ndatabase_password_file = \"database.password\""),
    );
    let check = ["serve", "--config", &config, "--check"];
    punto(&check).failed(1, "its mode is 0644: other users can access it");
    only_for_owner(Path::new(&secret));
    for refused in [punto(&check), punto(&["report", "--config", &config]), punto(&check[..3])] {
        refused.failed(1, "database house at 127.0.0.1: error connecting");
        assert!(!(refused.err + &refused.out).contains("kettle"));
    }
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let database = ["serve", "--check", "--database-password-file", &secret, "--database", &url];
    punto(&database).done();
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(
        cluster.run(url.rsplit('/').next().unwrap(), tables).as_deref(),
        Ok("0"),
        "a check changes nothing"
    );
}
