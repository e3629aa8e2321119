//! Recordings over HTTP, with the real ffmpeg: what is shown and to whom, that every look is on record, and attacks.

use std::path::{Path, PathBuf};

use house::log::HouseEvent;
use house::people::Role;
use punto_server::Config;
use punto_server::recording::{RecordedTable, Recordings};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use table::live::ScannerSettings;
use table::{Dealer, Settings, TableId};
use tempfile::TempDir;
use video::Source;
use video::command::Encoding;
use video::segment::hex;

use crate::device_admin::Supervisor;
use crate::http::{Answer, get, post};
use crate::test_server::{Parts, QUICK, SLOW, TestServer, tables};

/// A camera with a test picture at the quick table, and one without a picture at the slow one.
pub(crate) fn cameras() -> Vec<RecordedTable> {
    let camera = |table, source| RecordedTable {
        table: TableId(table),
        source,
        encoding: Encoding { copy: false, segment_ms: 500 },
        keep_days: 30,
        offset_ms: 0,
        whep: None,
    };
    let nothing = Source::File("/nowhere/at/all.mp4".into());
    vec![camera(QUICK, Source::Test), camera(SLOW, nothing)]
}

/// A server whose quick table is recorded; the other one has an archive of its own and no picture.
struct Filmed {
    server: TestServer,
    film: TempDir,
    supervisor: String,
}

impl Filmed {
    async fn start() -> Self {
        let film = tempfile::tempdir().expect("a folder");
        let recordings = Recordings::open(film.path(), cameras()).expect("the folders open");
        let server = TestServer::with_config(Config { recordings, ..Config::default() }).await;
        let supervisor = server.staff("Ann Lee", &[Role::Supervisor]).await;
        Self { server, film, supervisor }
    }

    async fn get(&self, path: &str) -> Answer {
        get(self.server.address, &format!("/api/v1{path}"), Some(&self.supervisor)).await
    }

    async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    /// Waits until something is recorded, and gives it. Asked for ten times a second, at most for a minute.
    async fn recorded(&self) -> Value {
        for _ in 0..600 {
            let recording = self.json(&format!("/tables/{QUICK}/recording")).await;
            if recording["segments"].as_array().is_some_and(|segments| segments.len() >= 2) {
                return recording;
            }
            assert!(!recording["why"].as_str().unwrap_or_default().contains("no program"), "{recording}");
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        unreachable!("nothing is recorded")
    }

    /// The entries of the house's own log, oldest first.
    async fn entries(&self) -> Vec<HouseEvent> {
        let page = self.server.house.log_entries(house::log::LogSearch::default(), None, 500).await;
        page.expect("the log is read").found.into_iter().rev().map(|logged| logged.entry.event).collect()
    }

    fn path_of(&self, file: &str) -> PathBuf {
        self.film.path().join(QUICK.to_string()).join(file)
    }
}

fn file_of(recording: &Value, at: usize) -> String {
    recording["segments"][at]["file"].as_str().expect("a file").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_recorded_is_shown_and_played() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    assert_eq!((recording["picture"].as_str(), recording["recorded"].as_str()), (Some("live"), Some("part")));
    assert!(!recording["gaps"].as_array().expect("gaps").is_empty(), "nothing was recorded before the start");
    let segments = recording["segments"].as_array().expect("segments");
    let (from, to) = (segments[0]["from"].as_i64().unwrap(), segments[1]["from"].as_i64().unwrap());
    let inner = filmed.json(&format!("/tables/{QUICK}/recording?from={from}&to={to}")).await;
    assert_eq!((inner["recorded"].as_str(), inner["gaps"].as_array().map(Vec::len)), (Some("all"), Some(0)));
    let list = filmed.get(&format!("/tables/{QUICK}/recording.m3u8?from={from}&to={to}")).await;
    assert_eq!(list.header("content-type"), Some("application/vnd.apple.mpegurl"));
    let name = list.text().lines().find(|line| !line.starts_with('#')).expect("a segment");
    assert_eq!(name, format!("recording/files/{}", file_of(&recording, 0)));
    let film = filmed.get(&format!("/tables/{QUICK}/{name}")).await;
    assert_eq!((film.status, film.header("content-type")), (200, Some("video/mp4")));
    assert_eq!(u64::try_from(film.body.len()).ok(), segments[0]["bytes"].as_u64());
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_picture_says_why_and_one_without_a_camera_says_so() {
    let filmed = Filmed::start().await;
    let mut said = Value::Null;
    for _ in 0..600 {
        said = filmed.json(&format!("/tables/{SLOW}/recording")).await;
        if !said["why"].is_null() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert_eq!((said["picture"].as_str(), said["recorded"].as_str()), (Some("none"), Some("none")));
    assert!(said["why"].as_str().expect("a reason").contains("ffmpeg ended"), "{said}");
    filmed.server.stop().await;

    let plain = TestServer::start().await;
    let ann = plain.staff("Ann Lee", &[Role::Supervisor]).await;
    let answer = get(plain.address, &format!("/api/v1/tables/{SLOW}/recording"), Some(&ann)).await.json();
    assert_eq!((answer["picture"].as_str(), answer["recorded"].as_str()), (Some("off"), Some("none")));
    let body = json!({"span": {"from": 1, "to": 2}, "why": "a dispute"});
    post(plain.address, &format!("/api/v1/tables/{SLOW}/recording/holds"), Some(&ann), &body)
        .await
        .is_refusal(409, "no_camera");
    plain.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_round_names_its_part_with_a_mark_for_each_card() {
    let filmed = Filmed::start().await;
    filmed.recorded().await;
    let ana = filmed.server.guest("Ana").await;
    let mut socket = filmed.server.connect_as(&ana).await;
    let round = socket.place_in_next_round(QUICK, &[("tie", 100)]).await;
    socket.receive_type("you_settled").await;
    let (shoe, number) = (&round["shoe_no"], &round["round_no"]);
    let path = format!("/tables/{QUICK}/shoes/{shoe}/rounds/{number}");
    let (record, video) = (filmed.json(&path).await, filmed.json(&format!("{path}/video")).await);
    let marks = video["marks"].as_array().expect("marks");
    let cards: Vec<&str> = marks.iter().filter_map(|mark| mark["which"].as_str()).collect();
    assert!((4..=6).contains(&cards.len()), "{video}");
    assert!(record.to_string().contains(cards[0]), "{record}");
    assert_eq!(
        (marks[0]["what"].as_str(), marks[marks.len() - 1]["what"].as_str()),
        (Some("opened"), Some("settled"))
    );
    let at = |mark: &Value| mark["at"].as_i64().expect("a time");
    assert!(marks.is_sorted_by_key(at), "{video}");
    assert_eq!(video["span"]["from"].as_i64(), Some(at(&marks[0]) - 5_000));
    filmed
        .get(&format!("/tables/{QUICK}/shoes/{shoe}/rounds/9999/video"))
        .await
        .is_refusal(404, "unknown_round");
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_supervisors_and_auditors_open_a_recording() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    let ana = filmed.server.guest("Ana").await;
    let dealer = filmed.server.staff("Dan Roe", &[Role::Dealer]).await;
    let manager = filmed.server.staff("Mia Poe", &[Role::Manager]).await;
    let file = format!("recording/files/{}", file_of(&recording, 0));
    for path in [
        "recording",
        "recording.m3u8",
        file.as_str(),
        "recording/holds",
        "shoes/1/rounds/1/video",
        "shoes/1/rounds/1/evidence",
    ] {
        let path = format!("/api/v1/tables/{QUICK}/{path}");
        for token in [&ana.token, &dealer, &manager] {
            get(filmed.server.address, &path, Some(token)).await.is_refusal(403, "not_allowed");
        }
        get(filmed.server.address, &path, None).await.is_refusal(401, "unauthenticated");
    }
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_in_the_name_of_a_segment_is_refused() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    let file = file_of(&recording, 0);
    let (hour, name) = file.split_once('/').expect("a folder");
    let secret = filmed.film.path().join("secret.m4s");
    std::fs::write(&secret, "secret").expect("it is written");
    let other_spelling = format!("0{name}");
    std::fs::copy(filmed.path_of(&file), filmed.path_of(&format!("{hour}/{other_spelling}")))
        .expect("a copy");
    let refused = async |path: String| {
        let path = format!("/tables/{QUICK}/recording/files/{path}");
        filmed.get(&path).await.is_refusal(404, "unknown_recording");
    };
    for (folder, file) in [
        (hour, "../../secret.m4s"),
        (hour, secret.to_str().expect("a text")),
        ("..", "secret.m4s"),
        (format!("{hour}/../..").as_str(), "secret.m4s"),
        (format!("../{QUICK}/{hour}").as_str(), name),
        (format!("{hour}/../{hour}").as_str(), name),
        (hour, "index.jsonl"),
        (hour, other_spelling.as_str()),
    ] {
        // Who joined the names without a look at them would read a file.
        let joined = filmed.path_of(folder).join(file);
        assert!(joined.is_file(), "{} is no file", joined.display());
        let escaped = format!("{}/{}", folder.replace('/', "%2f"), file.replace('/', "%2f"));
        refused(escaped.replace("..", "%2e%2e")).await;
        refused(escaped).await;
    }
    refused(format!("{hour}/{name}%00")).await;
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_segment_of_another_table_is_refused() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    let file = file_of(&recording, 0);
    for table in [SLOW, 3] {
        let answer = filmed.get(&format!("/tables/{table}/recording/files/{file}")).await;
        let code = if table == SLOW { "unknown_recording" } else { "unknown_table" };
        answer.is_refusal(404, code);
    }
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recording_that_was_changed_or_removed_is_noticed() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    let (changed, removed) = (file_of(&recording, 0), file_of(&recording, 1));
    let mut bytes = std::fs::read(filmed.path_of(&changed)).expect("it is there");
    bytes[100] ^= 1;
    std::fs::write(filmed.path_of(&changed), bytes).expect("it is written");
    std::fs::remove_file(filmed.path_of(&removed)).expect("it is removed");
    let get = async |file: &str| filmed.get(&format!("/tables/{QUICK}/recording/files/{file}")).await;
    get(&changed).await.is_refusal(409, "recording_changed");
    get(&removed).await.is_refusal(404, "unknown_recording");
    filmed.server.stop().await;
}

/// The digest of a recording, from nothing but the answer.
fn digest_of(recording: &Value) -> String {
    let line = |segment: &Value| {
        let name = segment["file"].as_str().and_then(|file| file.split_once('/')).expect("a folder").1;
        let (run, no) = name.trim_end_matches(".m4s").split_once('-').expect("a run");
        let no: u32 = no.parse().expect("a number");
        let [from, ms, bytes] = ["from", "ms", "bytes"].map(|part| segment[part].to_string());
        let [sha256, head] = ["sha256", "head"].map(|part| segment[part].as_str().expect("a digest"));
        format!("{run} {no} {from} {ms} {bytes} {sha256} {head}\n")
    };
    let lines: String = recording["segments"].as_array().expect("segments").iter().map(line).collect();
    hex::text(&Sha256::digest(format!("punto recording 2\n{lines}")).into())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_head_of_a_run_that_was_changed_or_removed_is_noticed() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    let file = file_of(&recording, 0);
    let head = format!("{}.mp4", file.rsplit_once('-').expect("a run").0);
    let get = async || filmed.get(&format!("/tables/{QUICK}/recording/files/{head}")).await;
    let mut bytes = std::fs::read(filmed.path_of(&head)).expect("it is there");
    let shown = get().await;
    assert_eq!((shown.status, &shown.body), (200, &bytes));
    let digest = hex::text(&Sha256::digest(&bytes).into());
    assert_eq!(recording["segments"][0]["head"].as_str(), Some(digest.as_str()));
    assert_eq!(recording["digest"].as_str(), Some(digest_of(&recording).as_str()));
    bytes[100] ^= 1;
    std::fs::write(filmed.path_of(&head), bytes).expect("it is written");
    get().await.is_refusal(409, "recording_changed");
    std::fs::remove_file(filmed.path_of(&head)).expect("it is removed");
    get().await.is_refusal(404, "unknown_recording");
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_look_is_on_record_with_its_times_before_it_is_answered() {
    let filmed = Filmed::start().await;
    let recording = filmed.recorded().await;
    let file = file_of(&recording, 0);
    let hour = file.split_once('/').expect("a folder").0;
    let to = recording["span"]["to"].as_i64().expect("a time");
    let span = format!("from={}&to={to}", to - 5_000);
    filmed.json(&format!("/tables/{QUICK}/recording?{span}")).await;
    filmed.get(&format!("/tables/{QUICK}/recording.m3u8?{span}")).await;
    filmed.get(&format!("/tables/{QUICK}/recording/files/{file}")).await;
    let reads: Vec<String> = filmed
        .entries()
        .await
        .into_iter()
        .filter_map(|event| match event {
            HouseEvent::PatronRead { by, what, .. } => Some(format!("{by} {what}")),
            _ => None,
        })
        .collect();
    for expected in [
        format!("staff:1 /tables/{QUICK}/recording?{span}"),
        format!("staff:1 /tables/{QUICK}/recording.m3u8?{span}"),
        format!("staff:1 /tables/{QUICK}/recording/files/{hour}"),
    ] {
        assert!(reads.contains(&expected), "{expected} in {reads:?}");
    }
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hold_names_who_and_why_and_so_does_its_release() {
    let filmed = Filmed::start().await;
    let path = format!("/api/v1/tables/{QUICK}/recording/holds");
    let (address, token) = (filmed.server.address, Some(filmed.supervisor.as_str()));
    let body = json!({"span": {"from": 1_000, "to": 2_000}, "why": " dispute 12 "});
    let held = post(address, &path, token, &body).await;
    assert_eq!(held.status, 201, "{held:?}");
    let held = held.json();
    assert_eq!((held["hold_no"].as_u64(), held["name"].as_str()), (Some(1), Some("Ann Lee")));
    assert_eq!(held["why"], "dispute 12");
    let again = post(address, &path, token, &body).await.json();
    assert_eq!(again, held, "the answer was lost, and it is asked for once more");
    let holds = filmed.json(&format!("/tables/{QUICK}/recording/holds")).await;
    assert_eq!(holds["holds"], json!([held]));
    for (wrong, code) in [
        (json!({"span": {"from": 1_000, "to": 2_000}, "why": " "}), "no_reason"),
        (json!({"span": {"from": 2_000, "to": 2_000}, "why": "x"}), "unacceptable"),
        (json!({"span": {"from": 0, "to": 3_600_001}, "why": "x"}), "unacceptable"),
    ] {
        post(address, &path, token, &wrong).await.is_refusal(422, code);
    }
    let mut una = Supervisor::new(&filmed.server, "Una").await;
    let release = |no: &str| format!("/tables/{QUICK}/recording/holds/{no}/release");
    una.is_refused_without_a_proof(&filmed.server, &release("1"), &json!({})).await;
    assert_eq!(una.act_at(&filmed.server, &release("1"), json!({})).await.status, 204);
    for gone in ["1", "x"] {
        una.act_at(&filmed.server, &release(gone), json!({})).await.is_refusal(404, "unknown_hold");
    }
    let entries = filmed.entries().await;
    let is_held =
        |event: &HouseEvent| matches!(event, HouseEvent::RecordingHeld { why, .. } if why == "dispute 12");
    assert!(
        entries.iter().any(is_held)
            && entries.iter().any(|event| matches!(event, HouseEvent::RecordingReleased { .. }))
    );
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_child_ends_with_the_server() {
    let filmed = Filmed::start().await;
    filmed.recorded().await;
    assert!(!children(filmed.film.path()).is_empty());
    filmed.server.stop().await;
    assert_eq!(children(filmed.film.path()), Vec::<String>::new());
}

/// The processes whose arguments name a folder.
fn children(folder: &Path) -> Vec<String> {
    let folder = folder.display().to_string();
    let processes = std::fs::read_dir("/proc").expect("processes").flatten();
    let arguments =
        processes.filter_map(|process| std::fs::read_to_string(process.path().join("cmdline")).ok());
    arguments
        .filter(|arguments| arguments.split('\0').any(|argument| argument.starts_with(&folder)))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_table_without_its_recording_waits_until_a_supervisor_allows_that() {
    let film = tempfile::tempdir().expect("a folder");
    let camera = RecordedTable {
        table: TableId(SLOW),
        source: Source::File("/nowhere/at/all.mp4".into()),
        encoding: Encoding { copy: false, segment_ms: 500 },
        keep_days: 30,
        offset_ms: 0,
        whep: None,
    };
    let recordings = Recordings::open(film.path(), vec![camera]).expect("the folders open");
    let dealer = Dealer::Scanner(ScannerSettings::default());
    let live = |table: Settings| Settings { dealer: dealer.clone(), ..table };
    let tables = tables().into_iter().map(live).collect();
    let config = Config { recordings, ..Config::default() };
    let server = TestServer::of(Parts { config, tables, ..Parts::default() }).await;
    let mut una = Supervisor::new(&server, "Una").await;
    let waits = async |table: u32| {
        let status = server.house.live_status(TableId(table)).expect("there is such a table");
        let wait = status.borrow().as_ref().and_then(|live| live.wait);
        wait.map(table::live::LiveWait::id)
    };
    let mut status = server.house.live_status(TableId(SLOW)).expect("there is such a table");
    let is_lost = |live: &Option<house::live::LiveStatus>| {
        live.as_ref().is_some_and(|live| live.wait.is_some_and(|wait| wait.id() == "recording"))
    };
    status.wait_for(is_lost).await.expect("it runs");
    assert_eq!(waits(QUICK).await, Some("device"), "the other table has no camera, and waits for none");
    let dan = server.staff("Dan", &[Role::Dealer]).await;
    for (table, recorded) in [(SLOW, json!(false)), (QUICK, Value::Null)] {
        let live = get(server.address, &format!("/api/v1/tables/{table}/live"), Some(&dan)).await.json();
        assert_eq!(live["live"]["recorded"], recorded, "the dealer of table {table} sees it: {live}");
    }
    let (path, why) = (format!("/tables/{SLOW}/unrecorded"), json!({"why": "the camera is repaired"}));
    una.is_refused_without_a_proof(&server, &path, &why).await;
    una.act_at(&server, &path, json!({"why": " "})).await.is_refusal(422, "no_reason");
    assert_eq!(waits(SLOW).await, Some("recording"));
    let allowed = una.act_at(&server, &path, why).await;
    assert_eq!(allowed.status, 200, "{allowed:?}");
    assert_eq!(waits(SLOW).await, Some("device"), "it waits for what comes next");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_table_without_a_camera_waits_unless_a_reason_is_written() {
    let unrecorded = [(TableId(QUICK), "a rehearsal".to_owned())].into();
    let recordings = Recordings::default().required_but_at(unrecorded);
    let dealer = Dealer::Scanner(ScannerSettings::default());
    let live = |table: Settings| Settings { dealer: dealer.clone(), ..table };
    let tables = tables().into_iter().map(live).collect();
    let config = Config { recordings, ..Config::default() };
    let server = TestServer::of(Parts { config, tables, ..Parts::default() }).await;
    let mut una = Supervisor::new(&server, "Una").await;
    let until = async |table: u32, expected: &str| {
        let mut status = server.house.live_status(TableId(table)).expect("there is such a table");
        let waits = |live: &Option<house::live::LiveStatus>| {
            live.as_ref().and_then(|live| live.wait).is_some_and(|wait| wait.id() == expected)
        };
        status.wait_for(waits).await.expect("it runs");
    };
    until(SLOW, "recording").await;
    until(QUICK, "device").await;
    let ann = server.staff("Ann Lee", &[Role::Auditor]).await;
    let states = get(server.address, "/api/v1/recordings", Some(&ann)).await.json();
    let shown = states["tables"].as_array().expect("a list").clone();
    let shown = shown.iter().map(|table| (table["table_id"].clone(), table["state"].clone()));
    assert_eq!(shown.collect::<Vec<_>>(), [(json!(SLOW), json!("no_camera"))]);
    let allowed = una.act_at(&server, &format!("/tables/{SLOW}/unrecorded"), json!({"why": "a trial"})).await;
    assert_eq!(allowed.status, 200, "{allowed:?}");
    until(SLOW, "device").await;
    server.stop().await;
}
