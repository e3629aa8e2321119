//! Corrections from the recording of a live table, with the real ffmpeg. A proposal names a part of it; the server
//! computes the digest, holds the part, and computes the digest again for the supervisor who decides.

use std::path::Path;

use house::log::{HouseEvent, LogSearch};
use punto_server::recording::{RecordedTable, Recordings};
use serde_json::{Value, json};
use table::TableId;
use tempfile::TempDir;
use video::Source;
use video::command::Encoding;

use crate::http::{Answer, get, post, send};
use crate::live_studio::{Studio, live_table};
use crate::socket_client::id;
use crate::test_server::{SLOW, tables};

/// A live table with a camera, at which a round was dealt.
struct Filmed {
    studio: Studio,
    film: TempDir,
}

impl Filmed {
    /// Player won with a nine of hearts, and Ana with her stake of 100.
    async fn with_round(source: Source) -> Self {
        let film = tempfile::tempdir().expect("a folder");
        let camera = RecordedTable {
            table: TableId(SLOW),
            source: source.clone(),
            encoding: Encoding { copy: false, segment_ms: 500 },
            keep_days: 30,
            offset_ms: 0,
            whep: None,
        };
        let is_needed = source == Source::Test;
        let unrecorded = (!is_needed).then(|| (TableId(SLOW), "its camera is repaired".to_owned()));
        let recordings = Recordings::open(film.path(), vec![camera]).expect("the folder opens");
        let recordings = recordings.required_but_at(unrecorded.into_iter().collect());
        let mut studio = Studio::recorded(vec![live_table(), tables().remove(1)], recordings).await;
        studio.begin().await;
        studio.bet(&[("player", 10_000)]).await;
        studio.cards("9h Kd Ks 3c").await;
        studio.settled(20_000, 1_010_000).await;
        Self { studio, film }
    }

    async fn get(&self, path: &str) -> Answer {
        let path = format!("/api/v1/tables/{SLOW}{path}");
        get(self.studio.server.address, &path, Some(&self.studio.two)).await
    }

    async fn json(&self, path: &str) -> Value {
        let answer = self.get(path).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    /// The first supervisor proposes that a six was read as a nine, so that Banker won.
    async fn propose(&self, number: u128, evidence: Value) -> Answer {
        self.ruled(number, evidence, "6h Kd Ks 7c").await
    }

    async fn ruled(&self, number: u128, evidence: Value, cards: &str) -> Answer {
        let cards: Vec<&str> = cards.split(' ').collect();
        let body = json!({
            "request_id": id(number), "round": {"shoe_no": 1, "round_no": 1}, "why": "the recording shows a six",
            "ruling": {"kind": "cards", "cards": cards}, "evidence": evidence,
        });
        let path = format!("/api/v1/tables/{SLOW}/corrections");
        post(self.studio.server.address, &path, Some(&self.studio.one), &body).await
    }

    /// From betting to a moment after the end of the round, once that is written: three segments or more.
    async fn part(&self) -> (i64, i64) {
        let video = self.json("/shoes/1/rounds/1/video").await;
        let marks = video["marks"].as_array().expect("marks");
        let at = |mark: &Value| mark["at"].as_i64().expect("a time");
        let (from, to) = (at(&marks[0]), at(&marks[marks.len() - 1]) + 1_200);
        for _ in 0..600 {
            let segments = self.json(&format!("/recording?from={from}&to={to}")).await["segments"].clone();
            let last = segments.as_array().and_then(|segments| segments.last().cloned()).unwrap_or_default();
            if last["from"].as_i64().unwrap_or_default() + last["ms"].as_i64().unwrap_or_default() >= to {
                return (from, to);
            }
            tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        }
        unreachable!("the end of the round is not recorded")
    }

    async fn holds(&self) -> Vec<Value> {
        self.json("/recording/holds").await["holds"].as_array().expect("holds").clone()
    }

    /// What the corrections of the round name, read again.
    async fn evidence(&self) -> Value {
        let answer = self.json("/shoes/1/rounds/1/evidence").await;
        answer["evidence"].as_array().expect("a list").first().cloned().unwrap_or_default()
    }
}

fn refuses(answer: &Answer, status: u16, code: &str, text: &str) {
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
    assert!(answer.text().contains(text), "{answer:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_round_that_is_recorded_is_corrected_only_with_the_part_that_shows_it() {
    let filmed = Filmed::with_round(Source::Test).await;
    let (from, to) = filmed.part().await;
    let text = "the recording of table 1 shows round 1-1";
    refuses(&filmed.propose(1, Value::Null).await, 422, "evidence_needed", text);
    refuses(
        &filmed.propose(1, json!({"from": from - 90_000, "to": from - 60_000})).await,
        422,
        "bad_evidence",
        "does not show",
    );
    let before = filmed.propose(1, json!({"from": from - 2_000, "to": from + 1})).await;
    refuses(&before, 422, "bad_evidence", "shows no card of the round");
    let digested = json!({"from": from, "to": to, "digest": "0".repeat(64)});
    refuses(&filmed.propose(1, digested).await, 400, "unknown_field", "digest");
    let part = json!({"from": from, "to": to});
    refuses(&filmed.ruled(1, part.clone(), "6h Kd Ks").await, 422, "illegal_coup", "");
    assert_eq!(filmed.holds().await, Vec::<Value>::new(), "a refused proposal holds nothing");

    let proposed = filmed.propose(1, part.clone()).await;
    assert_eq!(proposed.status, 201, "{proposed:?}");
    let (proposed, recorded) =
        (proposed.json(), filmed.json(&format!("/recording?from={from}&to={to}")).await);
    let named = &proposed["correction"]["evidence"];
    assert_eq!(named, &json!({"from": from, "to": to, "digest": recorded["digest"]}));
    let [held] = filmed.holds().await.try_into().expect("one hold");
    assert_eq!((&held["span"], &held["name"]), (&part, &json!("Una")));
    assert_eq!(held["why"], "correction of round 1-1: the recording shows a six");

    // Sent again, also after its hold was released, it is the same, and keeps nothing again.
    let again = filmed.propose(1, part.clone()).await;
    assert_eq!((again.status, &again.json()["correction"]), (200, &proposed["correction"]));
    assert_eq!(filmed.holds().await, std::slice::from_ref(&held));
    refuses(&filmed.propose(1, json!({"from": from, "to": to - 1})).await, 409, "request_id_used", "");
    let entries =
        filmed.studio.server.house.log_entries(LogSearch::default(), None, 500).await.expect("the log");
    let is_held = |event: &HouseEvent| matches!(event, HouseEvent::RecordingHeld { .. });
    assert_eq!(entries.found.iter().filter(|logged| is_held(&logged.entry.event)).count(), 1);
    filmed.studio.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_supervisor_sees_the_part_as_it_is_now_and_the_money_follows() {
    let filmed = Filmed::with_round(Source::Test).await;
    assert_eq!(filmed.evidence().await, Value::Null);
    let (from, to) = filmed.part().await;
    let proposed = filmed.propose(1, json!({"from": from, "to": to})).await.json()["correction"].clone();
    let seen = filmed.evidence().await;
    assert_eq!((&seen["state"], &seen["changed"], &seen["hold_no"]), (&json!("same"), &json!([]), &json!(1)));
    assert_eq!(seen["correction_no"], proposed["correction_no"]);
    let video = &seen["video"];
    assert_eq!(video["span"], json!({"from": from, "to": to}));
    assert_eq!((&video["recorded"], &video["digest"]), (&json!("all"), &proposed["evidence"]["digest"]));
    let cards =
        video["marks"].as_array().expect("marks").iter().filter(|mark| mark["what"] == "card").count();
    assert_eq!(cards, 4);

    let recording = filmed.json(&format!("/recording?from={from}&to={to}")).await;
    let file = recording["segments"][0]["file"].as_str().expect("a file").to_owned();
    let path = filmed.film.path().join(SLOW.to_string()).join(&file);
    let known = std::fs::read(&path).expect("it is there");
    let mut bytes = known.clone();
    bytes[100] ^= 1;
    std::fs::write(&path, bytes).expect("it is written");
    let seen = filmed.evidence().await;
    assert_eq!((&seen["state"], &seen["changed"]), (&json!("changed"), &json!([file])));
    refuses(&filmed.propose(2, json!({"from": from, "to": to - 1})).await, 409, "recording_changed", &file);
    assert_eq!(filmed.holds().await.len(), 1, "a refused proposal holds nothing");
    std::fs::write(&path, known).expect("it is written");
    // So is a head of a run, without which no segment can be played.
    let head = format!("{}.mp4", file.rsplit_once('-').expect("a run").0);
    let head_path = filmed.film.path().join(SLOW.to_string()).join(&head);
    let known = std::fs::read(&head_path).expect("it is there");
    std::fs::write(&head_path, "another head").expect("it is written");
    let seen = filmed.evidence().await;
    assert_eq!((&seen["state"], &seen["changed"]), (&json!("changed"), &json!([head])));
    std::fs::write(&head_path, known).expect("it is written");
    assert_eq!(filmed.evidence().await["state"], "same");
    // A line that is gone from the index is noticed, too: the digest is another one.
    let index = path.parent().map(Path::to_owned).expect("an hour").join("index.jsonl");
    let lines = std::fs::read_to_string(&index).expect("an index");
    let digest = recording["segments"][0]["sha256"].as_str().expect("a digest");
    let without: Vec<&str> = lines.lines().filter(|line| !line.contains(digest)).collect();
    std::fs::write(&index, without.join("\n") + "\n").expect("it is written");
    assert_eq!(filmed.evidence().await["state"], "changed");

    let no = &proposed["correction_no"];
    let approve = format!("/api/v1/tables/{SLOW}/corrections/{no}/approve");
    let address = filmed.studio.server.address;
    let token = |who: &str| [("Authorization", format!("Bearer {who}"))];
    send(address, "POST", &approve, &token(&filmed.studio.one), b"").await.is_refusal(403, "same_supervisor");
    let approved = send(address, "POST", &approve, &token(&filmed.studio.two), b"").await;
    assert_eq!(approved.status, 200, "{approved:?}");
    assert_eq!(filmed.studio.server.balance(&filmed.studio.ana).await, 990_000);
    filmed.studio.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_live_round_that_nothing_shows_is_corrected_without() {
    let filmed = Filmed::with_round(Source::File("/nowhere/at/all.mp4".into())).await;
    let video = filmed.json("/shoes/1/rounds/1/video").await;
    assert_eq!((&video["recorded"], &video["gaps"]), (&json!("none"), &json!([video["span"]])));
    let marks = video["marks"].as_array().expect("marks");
    let [from, to] = [&marks[0], &marks[marks.len() - 1]].map(|mark| mark["at"].as_i64().expect("a time"));
    let part = json!({"from": from, "to": to});
    refuses(&filmed.propose(1, part.clone()).await, 409, "still_recording", "");
    assert_eq!(filmed.holds().await, Vec::<Value>::new());
    let proposed = filmed.propose(1, Value::Null).await;
    assert_eq!((proposed.status, &proposed.json()["correction"]["evidence"]), (201, &Value::Null));
    filmed.studio.server.stop().await;
}
