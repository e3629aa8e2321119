//! Live pictures over HTTP, with the real ffmpeg: who sees what with which ticket, and attacks.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use house::SystemClock;
use house::log::{HouseEvent, LogSearch};
use house::people::Role;
use house::ports::Clock;
use punto_server::recording::{RecordedTable, Recordings};
use punto_server::{Config, Limits, Rate};
use serde_json::Value;
use table::{TableId, Timestamp};
use tempfile::TempDir;
use video::Source;
use video::command::Encoding;

use crate::http::{Answer, get};
use crate::test_server::{Parts, Patron, QUICK, SLOW, TestServer};

const MINUTE: i64 = 60_000;

/// The system's clock, so many milliseconds later.
struct LateClock(Arc<AtomicI64>);

impl Clock for LateClock {
    fn now(&self) -> Timestamp {
        Timestamp(SystemClock.now().0 + self.0.load(Ordering::SeqCst))
    }
}

/// A server whose two tables are filmed, and a guest.
struct Filmed {
    server: TestServer,
    ana: Patron,
    late: Arc<AtomicI64>,
    _film: TempDir,
}

impl Filmed {
    async fn start(limits: Limits) -> Self {
        let film = tempfile::tempdir().expect("a folder");
        let camera = |table, whep: Option<&str>| RecordedTable {
            table: TableId(table),
            source: Source::Test,
            encoding: Encoding { copy: false, segment_ms: 500 },
            keep_days: 30,
            offset_ms: 0,
            whep: whep.map(|whep| whep.parse().expect("an address")),
        };
        let tables = vec![camera(QUICK, Some("https://media.example/quick/whep")), camera(SLOW, None)];
        let recordings = Recordings::open(film.path(), tables).expect("the folders open");
        let late = Arc::<AtomicI64>::default();
        let clock = Arc::new(LateClock(Arc::clone(&late)));
        let config = Config { recordings, limits, ..Config::default() };
        let server = TestServer::of(Parts { config, clock, ..Parts::default() }).await;
        let ana = server.guest("Ana").await;
        Self { server, ana, late, _film: film }
    }

    async fn get(&self, path: &str) -> Answer {
        get(self.server.address, path, None).await
    }

    async fn picture(&self, table: u32, token: &str) -> Value {
        let answer = get(self.server.address, &format!("/api/v1/tables/{table}/video"), Some(token)).await;
        assert_eq!(answer.status, 200, "{answer:?}");
        answer.json()
    }

    /// The path of the playlist of a table for Ana.
    async fn hls(&self, table: u32) -> String {
        self.picture(table, &self.ana.token).await["hls"].as_str().expect("a path").to_owned()
    }

    /// The playlist, once so many segments were finished. Asked for ten times a second, at most for a minute.
    async fn list(&self, hls: &str, segments: usize) -> String {
        for _ in 0..600 {
            let answer = self.get(hls).await;
            let is_there = answer.status == 200 || answer.code() == "no_picture";
            assert!(is_there, "{hls}: {answer:?}");
            if answer.status == 200 && answer.text().matches("#EXTINF").count() >= segments {
                assert_eq!(answer.header("content-type"), Some("application/vnd.apple.mpegurl"));
                assert_eq!(answer.header("cache-control"), Some("no-store"));
                return answer.text().to_owned();
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        unreachable!("no picture comes")
    }
}

/// The names of the files that a playlist has, the head first.
fn files(list: &str) -> Vec<String> {
    let head = list.split("URI=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a head");
    let segments = list.lines().filter(|line| !line.starts_with('#'));
    std::iter::once(head).chain(segments).map(str::to_owned).collect()
}

/// A path with another last part.
fn beside(hls: &str, file: &str) -> String {
    format!("{}/{file}", hls.rsplit_once('/').expect("a path").0)
}

/// The tests ask more often than one person may.
fn patient() -> Limits {
    let viewer = Rate { burst: 10_000, every: Duration::from_millis(1) };
    Limits { viewer, ..Limits::default() }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_has_a_session_plays_the_picture() {
    let filmed = Filmed::start(patient()).await;
    let list = filmed.list(&filmed.hls(QUICK).await, 2).await;
    assert!(!list.contains("ENDLIST"), "it goes on");
    let table = filmed.get(&format!("/api/v1/tables/{QUICK}")).await.json();
    assert_eq!(table["filmed"], true, "spectators see that there is a picture");
    let ann = filmed.server.staff("Ann Lee", &[Role::Auditor]).await;
    for token in [&filmed.ana.token, &ann] {
        let picture = filmed.picture(QUICK, token).await;
        assert_eq!(picture["picture"], "live");
        assert_eq!(picture["whep"], "https://media.example/quick/whep");
        let ends_in = picture["ends_at"].as_i64().expect("a time") - filmed.server.house.now().0;
        assert!((9 * MINUTE..=10 * MINUTE).contains(&ends_in), "{ends_in}");
        let hls = picture["hls"].as_str().expect("a path");
        assert!(hls.contains(picture["ticket"].as_str().expect("a ticket")), "{picture}");
        for file in files(&filmed.list(hls, 2).await) {
            let film = filmed.get(&beside(hls, &file)).await;
            assert_eq!((film.status, film.header("content-type")), (200, Some("video/mp4")), "{file}");
            assert!(film.body.len() > 500, "{file}");
        }
    }
    assert!(filmed.picture(SLOW, &ann).await["whep"].is_null());
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_without_a_camera_has_no_picture_and_spectators_get_no_ticket() {
    let server = TestServer::start().await;
    let ana = server.guest("Ana").await;
    let path = format!("/api/v1/tables/{QUICK}/video");
    let picture = get(server.address, &path, Some(&ana.token)).await.json();
    assert_eq!(picture["picture"], "off");
    let table = get(server.address, &format!("/api/v1/tables/{QUICK}"), None).await.json();
    assert_eq!(table.get("filmed"), None);
    assert!(picture["hls"].is_null() && picture["ticket"].is_null() && picture["whep"].is_null());
    get(server.address, &path, None).await.is_refusal(401, "unauthenticated");
    get(server.address, "/api/v1/tables/77/video", Some(&ana.token)).await.is_refusal(404, "unknown_table");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_of_another_table_is_refused() {
    let filmed = Filmed::start(patient()).await;
    let (quick, slow) = (filmed.hls(QUICK).await, filmed.hls(SLOW).await);
    let list = filmed.list(&quick, 1).await;
    // Cameras that begin in the same millisecond name their first files alike; those of the own camera are given.
    let own = files(&filmed.list(&slow, 1).await);
    let other = slow.replace(&format!("/tables/{SLOW}/"), &format!("/tables/{QUICK}/"));
    filmed.get(&other).await.is_refusal(404, "bad_ticket");
    for file in files(&list) {
        filmed.get(&beside(&other, &file)).await.is_refusal(404, "bad_ticket");
        if !own.contains(&file) {
            filmed.get(&beside(&slow, &file)).await.is_refusal(404, "unknown_picture");
        }
    }
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_expired_ticket_is_refused_and_a_new_one_opens() {
    let filmed = Filmed::start(patient()).await;
    let hls = filmed.hls(QUICK).await;
    let list = filmed.list(&hls, 1).await;
    filmed.late.store(9 * MINUTE, Ordering::SeqCst);
    assert_eq!(filmed.get(&hls).await.status, 200, "it lasts ten minutes");
    filmed.late.store(10 * MINUTE, Ordering::SeqCst);
    filmed.get(&hls).await.is_refusal(404, "bad_ticket");
    for file in files(&list) {
        filmed.get(&beside(&hls, &file)).await.is_refusal(404, "bad_ticket");
    }
    filmed.list(&filmed.hls(QUICK).await, 1).await;
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_ticket_is_refused() {
    let filmed = Filmed::start(patient()).await;
    let hls = filmed.hls(QUICK).await;
    filmed.list(&hls, 1).await;
    let ticket = hls.split('/').nth(6).expect("a ticket");
    let [end, who, mac] = ticket.split('.').collect::<Vec<_>>().try_into().expect("three parts");
    let later = end.parse::<i64>().expect("a time") + 1;
    for changed in [
        format!("{later}.{who}.{mac}"),
        format!("{end}.p999.{mac}"),
        format!("{end}.s1.{mac}"),
        format!("{end}.{who}."),
        format!("{end}.{who}.{}", "A".repeat(43)),
        format!("{end}.{who}"),
        "live".to_owned(),
        "%2e%2e".to_owned(),
    ] {
        filmed.get(&hls.replace(ticket, &changed)).await.is_refusal(404, "bad_ticket");
    }
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leaves_the_folder_is_refused() {
    let filmed = Filmed::start(patient()).await;
    let hls = filmed.hls(QUICK).await;
    let name = files(&filmed.list(&hls, 1).await).pop().expect("a segment");
    for file in [
        format!("..%2f..%2f{SLOW}%2fruns%2f{name}"),
        format!("%2e%2e%2f{name}"),
        "..%2findex.jsonl".to_owned(),
        "index.m3u8".to_owned(),
        "pid".to_owned(),
        format!("0{name}"),
        format!("{name}%00"),
        format!("2026-03-01T09%2f{name}"),
    ] {
        filmed.get(&beside(&hls, &file)).await.is_refusal(404, "unknown_picture");
    }
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ticket_of_a_patron_opens_nothing_older_than_the_ring() {
    let filmed = Filmed::start(patient()).await;
    let ann = filmed.server.staff("Ann Lee", &[Role::Supervisor]).await;
    let hls = filmed.hls(QUICK).await;
    let first = files(&filmed.list(&hls, 1).await);
    let mut list = filmed.list(&hls, 12).await;
    while list.contains(&first[1]) {
        tokio::time::sleep(Duration::from_millis(100)).await;
        list = filmed.list(&hls, 12).await;
    }
    assert_eq!(files(&list).len(), 13, "the ring has twelve and their head");
    filmed.get(&beside(&hls, &first[1])).await.is_refusal(404, "unknown_picture");
    // It is recorded, and opens for a supervisor alone.
    let recorded = format!("/api/v1/tables/{QUICK}/recording");
    let recording = get(filmed.server.address, &recorded, Some(&ann)).await.json();
    let file = recording["segments"].as_array().expect("segments")[0]["file"].as_str().expect("a file");
    assert!(file.ends_with(&first[1]), "{file} is the oldest one");
    let path = format!("{recorded}/files/{file}");
    assert_eq!(get(filmed.server.address, &path, Some(&ann)).await.status, 200);
    get(filmed.server.address, &path, Some(&filmed.ana.token)).await.is_refusal(403, "not_allowed");
    let ticket = hls.split('/').nth(6).expect("a ticket");
    filmed.get(&path).await.is_refusal(401, "unauthenticated");
    get(filmed.server.address, &path, Some(ticket)).await.is_refusal(401, "unauthenticated");
    filmed.get(&beside(&hls, &file.replace('/', "%2f"))).await.is_refusal(404, "unknown_picture");
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_look_at_a_time_each_so_often_and_nobody_else_waits_for_them() {
    let viewer = Rate { burst: 100, every: Duration::from_secs(1_000) };
    let filmed = Filmed::start(Limits { viewers: 1, viewer, ..Limits::default() }).await;
    let hls = filmed.hls(QUICK).await;
    let bob = filmed.server.guest("Bob").await;
    let other = filmed.picture(QUICK, &bob.token).await["hls"].as_str().expect("a path").to_owned();
    filmed.get(&hls).await;
    filmed.get(&other).await.is_refusal(429, "too_many_viewers");
    let refused = async || {
        for _ in 0..200 {
            let answer = filmed.get(&hls).await;
            if answer.status == 429 {
                return answer;
            }
        }
        unreachable!("one person may ask for ever")
    };
    refused().await.is_refusal(429, "too_many_requests");
    assert_eq!(get(filmed.server.address, "/api/v1/me", Some(&filmed.ana.token)).await.status, 200);
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn live_pictures_take_nothing_from_the_requests_of_those_who_play() {
    let few = Rate { burst: 20, every: Duration::from_secs(1_000) };
    let mut limits = patient();
    limits.local.requests = few;
    limits.each.requests = few;
    let filmed = Filmed::start(limits).await;
    let hls = filmed.hls(QUICK).await;
    for _ in 0..40 {
        assert_ne!(filmed.get(&hls).await.status, 429);
    }
    assert_eq!(get(filmed.server.address, "/api/v1/me", Some(&filmed.ana.token)).await.status, 200);
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_at_a_live_picture_is_no_look_at_a_recording() {
    let filmed = Filmed::start(patient()).await;
    let ann = filmed.server.staff("Ann Lee", &[Role::Supervisor]).await;
    let hls = filmed.picture(QUICK, &ann).await["hls"].as_str().expect("a path").to_owned();
    filmed.list(&hls, 1).await;
    let entries = filmed.server.house.log_entries(LogSearch::default(), None, 100).await;
    let entries = entries.expect("the log is read").found;
    assert!(!entries.iter().any(|logged| matches!(logged.entry.event, HouseEvent::PatronRead { .. })));
    filmed.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_may_speak_to_the_servers_that_give_pictures_and_to_no_others() {
    let filmed = Filmed::start(patient()).await;
    let policy = |answer: &Answer| answer.header("content-security-policy").expect("a policy").to_owned();
    let with = policy(&filmed.get("/").await);
    assert!(with.contains("; connect-src 'self' https://media.example; "), "{with}");
    filmed.server.stop().await;
    let plain = TestServer::start().await;
    let without = policy(&get(plain.address, "/", None).await);
    assert_eq!(without, with.replace("connect-src 'self' https://media.example; ", ""));
    plain.stop().await;
}
