//! What supervisors read about recordings. The real ffmpeg records, and each test sets how much room the disk has.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Duration, UNIX_EPOCH};

use house::people::Role;
use punto_server::Config;
use punto_server::recording::Recordings;
use serde_json::{Value, json};
use store::SqliteStore;
use table::TableId;
use tempfile::TempDir;
use video::segment::{digest_of, hex};
use video::{Disk, Hour, Segment, Space};

use crate::http::get;
use crate::recordings::cameras;
use crate::test_server::{Parts, QUICK, SLOW, TestServer};

const TOTAL: u64 = 200 << 30;
/// How long a recording may take to come to a state, on a machine that is busy.
const PATIENCE: Duration = Duration::from_mins(1);

/// A disk with so many bytes free; none when it does not answer.
#[derive(Debug)]
struct TestDisk(Mutex<Option<u64>>);

impl Disk for TestDisk {
    fn space(&self, _: &Path) -> io::Result<Space> {
        let free = *self.0.lock().expect("no test panicked with it");
        free.map(|free| Space { free, total: TOTAL }).ok_or_else(|| io::Error::other("the disk is gone"))
    }
}

/// A server whose quick table is recorded, and whose slow one has a camera without a picture.
struct Filmed {
    server: TestServer,
    film: TempDir,
    disk: Arc<TestDisk>,
    supervisor: String,
}

impl Filmed {
    async fn start() -> Self {
        let film = tempfile::tempdir().expect("a folder");
        let disk = Arc::new(TestDisk(Mutex::new(Some(100 << 30))));
        let recordings = Recordings::open(film.path(), cameras()).expect("the folders open");
        let recordings = recordings.on(disk.clone()).beside_the_store(true);
        let server = TestServer::with_config(Config { recordings, ..Config::default() }).await;
        let supervisor = server.staff("Ann Lee", &[Role::Supervisor]).await;
        Self { server, film, disk, supervisor }
    }

    fn free(&self, bytes: Option<u64>) {
        *self.disk.0.lock().expect("no test panicked with it") = bytes;
    }

    async fn states(&self) -> Value {
        let answer = get(self.server.address, "/api/v1/recordings", Some(&self.supervisor)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// The state of a table's recording, once it fits. Asked for ten times a second.
    async fn until(&self, table: u32, fits: impl Fn(&Value) -> bool) -> Value {
        let mut looks = tokio::time::interval(Duration::from_millis(100));
        let looked = async {
            loop {
                looks.tick().await;
                let all = self.states().await;
                let states = all["tables"].as_array().expect("a list").clone();
                let found =
                    states.into_iter().find(|state| state["table_id"] == table).expect("it has a camera");
                if fits(&found) {
                    return found;
                }
            }
        };
        tokio::time::timeout(PATIENCE, looked).await.expect("it comes to that state")
    }

    async fn until_state(&self, table: u32, state: &str) -> Value {
        self.until(table, |found| found["state"] == state).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_says_whether_it_runs_and_since_when() {
    let begun = UNIX_EPOCH.elapsed().expect("it is later").as_millis();
    let filmed = Filmed::start().await;
    let live = filmed.until_state(QUICK, "live").await;
    let live_since = live["since"].as_i64().expect("a time");
    assert!(
        i128::from(live_since) >= i128::try_from(begun).expect("it fits")
            && live_since <= filmed.server.house.now().0,
        "{live}"
    );
    assert_eq!((&live["why"], &live["changed"]), (&Value::Null, &Value::Null));
    let none = filmed.until(SLOW, |found| !found["why"].is_null()).await;
    assert_eq!(none["state"], "none");
    assert!(none["why"].as_str().expect("a reason").contains("ffmpeg ended"), "{none}");
    assert!(none["since"].as_i64().expect("a time") <= live_since, "since the server started: {none}");
    filmed.free(None);
    let stalled = filmed.until_state(QUICK, "stalled").await;
    assert!(stalled["why"].as_str().expect("a reason").contains("the disk is gone"), "{stalled}");
    let recording = format!("/api/v1/tables/{QUICK}/recording");
    let shown = get(filmed.server.address, &recording, Some(&filmed.supervisor)).await.json();
    let last = shown["segments"].as_array().expect("segments").last().expect("a segment").clone();
    let ends = last["from"].as_i64().zip(last["ms"].as_i64()).map(|(from, ms)| from + ms);
    assert_eq!(stalled["since"].as_i64(), ends, "since the last segment: {stalled}");
    assert_eq!(filmed.states().await["disk"], Value::Null, "nobody knows its room");
    filmed.free(Some(100 << 30));
    let again = filmed.until_state(QUICK, "live").await;
    assert!(again["since"].as_i64() > stalled["since"].as_i64(), "{again}");
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_room_of_the_disk_is_told_and_a_full_one_ends_the_recording() {
    let filmed = Filmed::start().await;
    filmed.until_state(QUICK, "live").await;
    let disk = async || filmed.states().await["disk"].clone();
    let room =
        |free: u64, room: &str| json!({"free": free, "total": TOTAL, "room": room, "shares_store": true});
    assert_eq!(disk().await, room(100 << 30, "plenty"));
    filmed.free(Some(19 << 30));
    assert_eq!(disk().await, room(19 << 30, "low"));
    assert_eq!(filmed.until_state(QUICK, "live").await["why"], Value::Null, "it goes on");
    filmed.free(Some(1 << 30));
    let full = filmed.until_state(QUICK, "full").await;
    let full = filmed.until(QUICK, |found| found["since"] == full["since"] && !found["why"].is_null()).await;
    assert!(full["why"].as_str().expect("a reason").contains("2 GiB"), "{full}");
    assert_eq!(disk().await, room(1 << 30, "full"));
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_was_changed_is_told_once_somebody_opened_it() {
    let filmed = Filmed::start().await;
    filmed.until_state(QUICK, "live").await;
    let recording = format!("/api/v1/tables/{QUICK}/recording");
    let shown = get(filmed.server.address, &recording, Some(&filmed.supervisor)).await.json();
    let file = shown["segments"][0]["file"].as_str().expect("a segment").to_owned();
    let path = filmed.film.path().join(QUICK.to_string()).join(&file);
    let mut bytes = std::fs::read(&path).expect("it is there");
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).expect("it is written");
    assert_eq!(filmed.until_state(QUICK, "live").await["changed"], Value::Null);
    get(filmed.server.address, &format!("{recording}/files/{file}"), Some(&filmed.supervisor))
        .await
        .is_refusal(409, "recording_changed");
    let changed = filmed.until_state(QUICK, "live").await["changed"].take();
    assert_eq!(changed["file"], file);
    let now = filmed.server.house.now().0;
    assert!(changed["at"].as_i64().is_some_and(|at| (now - 60_000..=now).contains(&at)), "{changed}");
    filmed.server.stop().await;
}

/// An hour of two segments in the folder of a table, and its digest.
fn write_hour(folder: &Path, table: TableId, hour: Hour) -> String {
    let place = folder.join(table.0.to_string()).join(hour.to_string());
    std::fs::create_dir_all(&place).expect("a folder");
    std::fs::write(place.join("7.mp4"), "head").expect("a head");
    let segment = |no: u32| {
        let from = hour.start() + i64::from(no) * 1_000;
        let segment = Segment { run: 7, no, from, ms: 1_000, bytes: 4, sha256: [3; 32], head: None };
        std::fs::write(place.join(segment.file().file()), "film").expect("a film");
        segment
    };
    let segments: Vec<Segment> = (0..2).map(segment).collect();
    let line = |it: &Segment| serde_json::to_string(it).expect("a line") + "\n";
    std::fs::write(place.join("index.jsonl"), segments.iter().map(line).collect::<String>())
        .expect("an index");
    std::fs::write(place.join("closed"), "").expect("it is on record");
    hex::text(&digest_of(&segments))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_hour_that_was_changed_or_removed_while_the_server_was_away_is_told_at_its_start() {
    let film = tempfile::tempdir().expect("a folder");
    let start = async |folder: Option<PathBuf>| {
        let recordings = Recordings::open(film.path(), cameras()).expect("the folders open");
        let config = Config { recordings, ..Config::default() };
        TestServer::of(Parts { config, folder, ..Parts::default() }).await
    };
    let server = start(None).await;
    let now = server.house.now().0;
    let hours = [1, 2, 3].map(|ago| Hour::of(now - ago * 3_600_000));
    let tables = [QUICK, SLOW].map(TableId);
    for (table, hour) in tables.into_iter().flat_map(|table| hours.map(|hour| (table, hour))) {
        let digest = write_hour(film.path(), table, hour);
        let noted = server.house.recording_closed(table, hour.to_string(), 2, digest).await;
        noted.expect("it is on record");
    }
    // Of an hour that is older than a week, nothing need be there.
    let old = Hour::of(now - 9 * 24 * 3_600_000);
    let noted = server.house.recording_closed(tables[0], old.to_string(), 2, "ab".repeat(32)).await;
    noted.expect("it is on record");
    let supervisor = server.staff("Ann Lee", &[Role::Supervisor]).await;
    let data = server.stop_and_keep().await;
    let place = |table: u32, hour: Hour| film.path().join(table.to_string()).join(hour.to_string());
    std::fs::remove_dir_all(place(QUICK, hours[2])).expect("it is removed");
    let index = place(SLOW, hours[0]).join("index.jsonl");
    let lines = std::fs::read_to_string(&index).expect("the index");
    std::fs::write(&index, lines.lines().next().expect("a line")).expect("a line is left out");

    // The last tasks of a server let go of its store a moment after it has stopped.
    let free = async {
        while SqliteStore::open(&data.path().join("punto.sqlite")).is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, free).await.expect("the store is free");
    let server = start(Some(data.path().to_owned())).await;
    let filmed = Filmed { server, film, disk: Arc::new(TestDisk(Mutex::new(None))), supervisor };
    for (table, hour) in [(QUICK, hours[2]), (SLOW, hours[0])] {
        let found = filmed.until(table, |found| !found["changed"].is_null()).await;
        assert_eq!(found["changed"]["file"], format!("{hour}/index.jsonl"), "{found}");
    }
    filmed.server.stop().await;
}

#[tokio::test]
async fn a_house_without_cameras_has_no_recordings_and_a_patron_is_told_of_none() {
    let server = TestServer::start().await;
    let ann = server.staff("Ann Lee", &[Role::Auditor]).await;
    let path = "/api/v1/recordings";
    assert_eq!(get(server.address, path, Some(&ann)).await.json(), json!({"tables": [], "disk": null}));
    let guest = server.guest("Ana").await;
    get(server.address, path, Some(&guest.token)).await.is_refusal(403, "not_allowed");
    get(server.address, path, None).await.is_refusal(401, "unauthenticated");
    server.stop().await;
}
