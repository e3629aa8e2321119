//! The store of an earlier version, kept in `tests/fixtures/before`: the program of today reads it, and answers about
//! it with the bytes of then. Judges nothing itself.

use std::fs;
use std::path::{Path, PathBuf};

use certificate::Digest;
use house::people::{CredentialKind, Person, SessionBody};
use house::ports::{Store, StoreFailure};
use journal::{Record, StoredPatron};
use postgres::Cluster;
use serde_json::{Value, json};
use store::{PostgresStore, SqliteStore};
use table::{Event, TableId};

use crate::played::{close, file, open, run, start};
use crate::support::{audited, done, is_clean, punto, text};

fn kept(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/before").join(name)
}

fn kept_text(name: &str) -> String {
    fs::read_to_string(kept(name)).unwrap()
}

/// Holds everything that the program says of a place to what it said of the store then.
fn reads_as_before(place: [&str; 2]) {
    let output_of = |args: &[&str]| punto(&[args, &place].concat()).done();
    let key = kept_text("house.pub");
    let (checkpoint, own) = (kept("checkpoint.txt"), kept_text("checkpoint.txt"));
    let own = own.lines().find_map(|line| line.strip_prefix("key ")).unwrap();
    let then: Value = serde_json::from_str(&kept_text("audit.json")).unwrap();
    let with_copy = ["--key", own, "--checkpoint", text(&checkpoint)];
    for more in [&[][..], &with_copy] {
        let (status, today) = audited(&[&place[..], &["--key", key.trim()], more].concat());
        assert_eq!(status, Some(0), "{today}");
        for (name, value) in then.as_object().unwrap() {
            assert_eq!(&today[name], value, "{name}");
        }
    }

    assert!(without_credentials(&output_of(&["export", "-"])) == history_of_then(), "the export differs");
    let rebuilt = done(&["rebuild", "--check", place[0], place[1]]);
    assert_eq!(rebuilt["equal"], json!(true), "{rebuilt}");

    assert_eq!(output_of(&["report", "--json"]), report_of_then("report.json"));
    for patron in ["1", "2", "3"] {
        let of_patron = |command| output_of(&[command, "--json", "--patron", patron]);
        assert_eq!(of_patron("report"), report_of_then(&format!("report-{patron}.json")));
        assert_eq!(of_patron("statement"), kept_text(&format!("statement-{patron}.json")));
    }
}

/// A report of then, as it is written today: with its sums as strings, and the decimals of each currency, which was
/// always PLAY with two of them.
fn report_of_then(name: &str) -> String {
    let mut report: Value = serde_json::from_str(&kept_text(name)).unwrap();
    for table in report["tables"].as_array_mut().unwrap() {
        table["decimals"] = json!(2);
    }
    sums_as_strings(&mut report);
    format!("{report}\n")
}

fn sums_as_strings(value: &mut Value) {
    match value {
        Value::Array(values) => values.iter_mut().for_each(sums_as_strings),
        Value::Object(fields) => {
            for (name, field) in fields {
                let is_sum = field.is_number() && !["table", "patron", "decimals"].contains(&name.as_str());
                if is_sum {
                    *field = json!(field.to_string());
                }
                sums_as_strings(field);
            }
        }
        _ => {}
    }
}

/// The lines of the export of then, without the header and the last line.
fn history_of_then() -> Vec<String> {
    let then = kept_text("export.jsonl");
    let lines: Vec<_> = then.lines().map(str::to_owned).collect();
    let [_, history @ .., _] = lines.as_slice() else { panic!("{then}") };
    history.to_vec()
}

/// The lines of an export of today, without the header, the last line and the credentials before it: there were none
/// then.
fn without_credentials(today: &str) -> Vec<String> {
    let lines: Vec<_> = today.lines().map(str::to_owned).collect();
    let [_, rows @ .., _] = lines.as_slice() else { panic!("{today}") };
    let is_credential = |line: &String| line.starts_with(r#"{"credential":"#);
    let first = rows.iter().position(is_credential).unwrap();
    assert!(rows[first..].iter().all(is_credential), "credentials come last");
    rows[..first].to_vec()
}

/// A patron who had a secret then comes in with it, by a session of their own.
fn lets_everybody_in(store: &impl Store, patrons: &[StoredPatron]) {
    assert_eq!(patrons.len(), 3);
    for patron in patrons {
        let key = SessionBody::key(patron.token_hash);
        let session = run(store.credential(CredentialKind::Session, key)).unwrap().unwrap();
        assert_eq!((session.owner, session.expires_at), (Person::Patron(patron.id), None));
        let body: SessionBody = serde_json::from_str(&session.body).unwrap();
        assert_eq!((body.scope.as_str(), body.created_at), (SessionBody::ALL, body.last_used_at));
        let known = run(store.patron_by_token(patron.token_hash)).unwrap().unwrap();
        assert_eq!((known.id, known.nickname), (patron.id, patron.nickname.clone()));
    }
}

/// The patrons that an audit reads.
fn patrons_of(
    records: impl FnOnce(&mut dyn FnMut(Record) -> bool) -> Result<(), StoreFailure>,
) -> Vec<StoredPatron> {
    let mut patrons = Vec::new();
    let each = &mut |record| {
        if let Record::Patron(patron) = record {
            patrons.push(patron);
        }
        true
    };
    records(each).unwrap();
    patrons
}

/// `rebuild` writes the stored rows again.
#[test]
fn a_store_from_before_reads_as_before_also_when_it_is_rebuilt() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    fs::copy(kept("punto.sqlite"), &path).unwrap();
    let place = ["--data", text(folder.path())];
    let store = SqliteStore::open(&path).unwrap();
    lets_everybody_in(&store, &patrons_of(|each| SqliteStore::records(&path, each)));
    store.close().unwrap();
    reads_as_before(place);
    let rebuilt = done(&["rebuild", place[0], place[1]]);
    assert_eq!((&rebuilt["equal"], &rebuilt["changed"]), (&json!(true), &json!(false)), "{rebuilt}");
    reads_as_before(place);
}

/// The number of the last public event of a table, counted from its latest shoe: the one on the table then counts from
/// the number of its own event.
fn public_events(store: &impl Store, table: TableId) -> u64 {
    let events = run(store.latest_shoe(table)).unwrap();
    let Event::ShoeOpened { public_seq, .. } = events[0].event else { panic!("{:?}", events[0]) };
    let public = events.iter().filter(|recorded| recorded.event.is_public()).count();
    public_seq.unwrap_or(events[0].seq) + u64::try_from(public).unwrap() - 1
}

#[test]
fn public_events_of_a_store_from_before_are_counted_on_from_its_shoe() {
    let folder = tempfile::tempdir().unwrap();
    fs::copy(kept("punto.sqlite"), file(folder.path())).unwrap();
    let (store, table) = (open(folder.path()), TableId(1));
    // One thread: a table does nothing before the test waits.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    for shoe_no in [5, 6] {
        let counted = public_events(&*store, table);
        runtime.block_on(async {
            let house = start(store.clone(), 1).await;
            let mut frames = house.subscribe(table).unwrap();
            let mut last = house.snapshot(table).unwrap().view.seq;
            assert_eq!(last, counted);
            while house.snapshot(table).unwrap().view.shoe_no < shoe_no {
                let seq = frames.recv().await.unwrap().public.seq;
                assert!([last + 1, last + 2].contains(&seq), "only the opening of a shoe may not be sent");
                last = seq;
            }
            house.shutdown().await;
        });
    }
    drop(runtime);
    close(store);
    is_clean(&["--data", text(folder.path()), "--key", kept_text("house.pub").trim()]);
}

#[test]
fn an_export_from_before_comes_into_either_store() {
    let folder = tempfile::tempdir().unwrap();
    let cluster = Cluster::start().unwrap();
    let url = cluster.create_database().unwrap();
    let export = kept("export.jsonl");
    for place in [["--data", text(folder.path())], ["--database", &url]] {
        punto(&["import", place[0], place[1], text(&export)]).done();
        reads_as_before(place);
    }
    let path = file(folder.path());
    let patrons = patrons_of(|each| SqliteStore::records(&path, each));
    lets_everybody_in(&SqliteStore::open(&path).unwrap(), &patrons);
    lets_everybody_in(&PostgresStore::connect(&url).unwrap(), &patrons);
}

/// A certificate in the words for rules that are built in, as the program made it when they were.
fn built_in_then(certificate: &str, rules: &str) -> String {
    let file = format!("{rules}.toml");
    let (save, version) = ("Save the document below as ", env!("CARGO_PKG_VERSION"));
    certificate
        .replace(&format!("{save}{file}. "), &format!("The document is built into punto {version}. "))
        .replace(&format!("as JSON, by punto {version}:"), "as JSON:")
        .replace(&format!("sha256sum {file}"), &format!("punto rules show {rules} --toml | sha256sum"))
        .replace(&format!("--rules {file}"), &format!("--rules {rules}"))
}

/// The documents that were built in then are in `tests/fixtures/documents`. Only the
/// commands that make their certificates differ: they name a file now.
#[test]
fn certificates_have_the_bytes_of_before() {
    for line in kept_text("certificates.sha256").lines() {
        let (digest, file) = line.split_once("  ").unwrap();
        let (rules, kind) = file.rsplit_once('.').unwrap();
        let as_json: &[&str] = if kind == "json" { &["--json"] } else { &[] };
        let document = kept(&format!("../documents/{rules}.toml"));
        let today = punto(&[&["certificate", "--rules", text(&document)], as_json].concat()).done();
        assert!(today.contains(&format!("--rules {rules}.toml")), "{file}");
        let today = built_in_then(&today, rules);
        assert_eq!(Digest::of(today.as_bytes()).to_string(), digest, "{file}");
    }
}
