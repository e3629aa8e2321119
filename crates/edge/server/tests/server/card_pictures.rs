//! Pictures of cards: what a device may send, who sees them, and that nobody sees one who may have to type its card.

use std::path::PathBuf;

use fair::{Bytes, Digest};
use house::log::HouseEvent;
use house::people::Role;
use punto_server::recording::{RecordedTable, Recordings};
use scanner::Statement;
use scanner::frame::{CardRecord, UnreadRecord, UnreadWhy, What};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use table::TableId;
use tempfile::TempDir;
use video::Source;
use video::command::Encoding;

use crate::device_admin::key;
use crate::http::{self, Answer};
use crate::live_studio::{Studio, live_table};
use crate::test_server::{SLOW, tables};

/// The secret of the device of a studio.
const DEVICE: u8 = 7;

/// A grey JPEG of 8 by 8 pixels; pictures of other marks differ.
fn jpeg(mark: u8) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8, 0xff, 0xfe, 0, 3, mark, 0xff, 0xdb, 0, 67, 0];
    bytes.extend([1; 64]);
    bytes.extend([0xff, 0xc0, 0, 11, 8, 0, 8, 0, 8, 1, 1, 0x11, 0]);
    bytes.extend([0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0, 0x2a, 0xff, 0xd9]);
    bytes
}

fn sha256(bytes: &[u8]) -> Digest {
    Bytes(Sha256::digest(bytes).into())
}

/// A studio whose live table has a camera that gives no picture: its archive keeps pictures all the same.
async fn studio() -> (Studio, TempDir) {
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
    let recordings = recordings.required_but_at([(TableId(SLOW), "a test".to_owned())].into());
    (Studio::recorded(vec![live_table(), tables().remove(1)], recordings).await, film)
}

impl Studio {
    async fn put(&self, path: &str, (session, signature): (&str, &str), body: &[u8]) -> Answer {
        let path = format!("/api/v1/devices/pictures/{path}?session={session}&signature={signature}");
        let kind = [("Content-Type", "image/jpeg".to_owned())];
        http::send(self.server.address, "PUT", &path, &kind, body).await
    }

    /// The signature of the device with this secret, in the session that it has.
    fn signed(&self, secret: u8, picture: &Digest) -> String {
        let session = self.shoe.session.parse().expect("a session");
        Statement::picture(&session, picture).sign(&key(secret)).to_string()
    }

    /// The device sends a picture as it should.
    async fn send_picture(&self, picture: &[u8]) -> Answer {
        let sha256 = sha256(picture);
        let signature = self.signed(DEVICE, &sha256);
        self.put(&sha256.to_string(), (&self.shoe.session, &signature), picture).await
    }

    /// A card passes that is not read, and its record names this picture.
    async fn unread(&mut self, picture: &[u8]) {
        self.passed += 1;
        let (pass, img) = (self.passed, Some(sha256(picture)));
        self.shoe
            .record(What::Unread(UnreadRecord { pass, why: UnreadWhy::Smeared, rescan: None, img }))
            .await;
        self.shoe.acked().await;
    }

    /// A card passes and is read, and its record names this picture.
    async fn pictured(&mut self, card: &str, picture: &[u8]) {
        self.passed += 1;
        let card = CardRecord::new(self.passed, card.parse().expect("a card"));
        self.shoe.record(What::Card(CardRecord { img: Some(sha256(picture)), ..card })).await;
        self.shoe.acked().await;
    }

    /// The pictures of the open finding that this member of staff is told of.
    async fn pictures(&self, who: &str) -> Vec<Value> {
        let path = format!("/api/v1/tables/{SLOW}/live");
        let live = http::get(self.server.address, &path, Some(who)).await.json()["live"].clone();
        live["finding"]["pictures"].as_array().expect("a finding is open").clone()
    }

    async fn see(&self, who: &str, (no, shoe): (&Value, Option<u32>), picture: &[u8]) -> Answer {
        let query = shoe.map_or_else(String::new, |shoe| format!("?shoe={shoe}"));
        let path = format!("/api/v1/tables/{SLOW}/findings/{no}/pictures/{}{query}", sha256(picture));
        http::get(self.server.address, &path, Some(who)).await
    }

    async fn open_finding(&self) -> Value {
        self.status().await["finding"]["finding_no"].clone()
    }

    async fn begin_round(&mut self) {
        self.begin().await;
        self.bet(&[("player", 10_000)]).await;
    }

    /// A round is over, and a card passes that belongs to none.
    async fn spare(&mut self, picture: &[u8]) -> Value {
        self.begin_round().await;
        self.cards("9h Kd Ks 3c").await;
        self.settled(20_000, 1_010_000).await;
        self.pictured("6h", picture).await;
        let status = self.status().await;
        assert_eq!(status["finding"]["code"], "spare_card", "{status}");
        status["finding"]["finding_no"].clone()
    }
}

#[tokio::test]
async fn a_picture_is_taken_from_the_device_of_a_live_session_alone() {
    let (mut studio, _film) = studio().await;
    let (good, sha) = (jpeg(1), sha256(&jpeg(1)));
    let name = sha.to_string();
    let zero = "0".repeat(32);
    let signature = "00".repeat(64);
    studio.put(&name, (&zero, &signature), &good).await.is_refusal(401, "bad_session");
    studio.begin().await;
    let session = studio.shoe.session.clone();
    studio.put(&name, (&zero, &studio.signed(DEVICE, &sha)), &good).await.is_refusal(401, "bad_session");
    studio.put(&name, ("x", &signature), &good).await.is_refusal(401, "bad_session");
    for wrong in [
        signature,
        String::new(),
        studio.signed(8, &sha),
        studio.signed(DEVICE, &sha256(b"another")),
        Statement::picture(&Bytes([9; 16]), &sha).sign(&key(DEVICE)).to_string(),
    ] {
        studio.put(&name, (&session, &wrong), &good).await.is_refusal(401, "bad_signature");
    }
    assert_eq!(studio.send_picture(&good).await.status, 204);
    assert_eq!(studio.send_picture(&good).await.status, 204, "the same again is the same");
    studio.shoe.hang_up();
    studio.until_gone().await;
    studio.send_picture(&good).await.is_refusal(401, "bad_session");
    studio.server.stop().await;
}

#[tokio::test]
async fn a_body_that_is_no_picture_or_not_the_one_that_was_signed_is_refused() {
    let (mut studio, film) = studio().await;
    studio.begin().await;
    let session = studio.shoe.session.clone();
    let page = b"\xff\xd8<script>alert(1)</script>\xff\xd9";
    studio.send_picture(page).await.is_refusal(415, "not_jpeg");
    let (good, sha) = (jpeg(1), sha256(&jpeg(1)));
    let signature = studio.signed(DEVICE, &sha);
    studio.put(&sha.to_string(), (&session, &signature), &jpeg(2)).await.is_refusal(422, "other_digest");
    studio.put("x", (&session, &signature), &good).await.is_refusal(422, "other_digest");
    let mut large = jpeg(1);
    large.splice(4..6, [0xff, 0xff]);
    let mut long = vec![0xff, 0xd8];
    for _ in 0..5 {
        long.extend([0xff, 0xfe, 0xff, 0xff]);
        long.extend(vec![0; 65_533]);
    }
    long.extend(&jpeg(1)[2..]);
    assert!(long.len() > 256 << 10);
    studio.send_picture(&long).await.is_refusal(413, "too_large");
    studio.send_picture(&large).await.is_refusal(415, "not_jpeg");
    assert_eq!(kept(&film), Vec::<PathBuf>::new(), "nothing of it is kept");
    let mut longest = long;
    longest.drain(2..2 + 65_537 * 2);
    assert_eq!(studio.send_picture(&longest).await.status, 204, "one that is longer than other bodies");
    assert_eq!(kept(&film).len(), 1);
    studio.server.stop().await;
}

/// The pictures in the folder of the live table.
fn kept(film: &TempDir) -> Vec<PathBuf> {
    let folder = film.path().join(SLOW.to_string());
    let hours = std::fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path());
    let files =
        hours.filter(|path| path.is_dir()).flat_map(|hour| std::fs::read_dir(hour).expect("a folder"));
    let paths = files.map(|it| it.expect("an entry").path());
    paths.filter(|path| path.extension().is_some_and(|it| it == "jpg")).collect()
}

#[tokio::test]
async fn a_device_that_sends_too_many_pictures_is_told_to_wait() {
    let (mut studio, _film) = studio().await;
    studio.begin().await;
    for mark in 0..60 {
        assert_eq!(studio.send_picture(&jpeg(mark)).await.status, 204);
    }
    let refused = studio.send_picture(&jpeg(60)).await;
    refused.is_refusal(429, "too_many_pictures");
    assert!(refused.json()["error"]["retry_after_ms"].as_u64().is_some_and(|ms| ms > 0), "{refused:?}");
    studio.server.stop().await;
}

#[tokio::test]
async fn nobody_who_sends_an_old_request_again_makes_the_device_wait() {
    let (mut studio, _film) = studio().await;
    studio.begin().await;
    assert_eq!(studio.send_picture(&jpeg(0)).await.status, 204);
    let old = sha256(&jpeg(0));
    let signature = studio.signed(DEVICE, &old);
    for _ in 0..70 {
        let session = studio.shoe.session.clone();
        let other = studio.put(&old.to_string(), (&session, &signature), b"another body").await;
        other.is_refusal(422, "other_digest");
        assert_eq!(studio.send_picture(&jpeg(0)).await.status, 204, "it is kept once");
    }
    for mark in 1..60 {
        assert_eq!(studio.send_picture(&jpeg(mark)).await.status, 204, "{mark}");
    }
    studio.send_picture(&jpeg(60)).await.is_refusal(429, "too_many_pictures");
    studio.server.stop().await;
}

#[tokio::test]
async fn a_table_without_a_camera_keeps_no_pictures() {
    let mut studio = Studio::open().await;
    studio.begin_round().await;
    studio.unread(&jpeg(1)).await;
    studio.send_picture(&jpeg(1)).await.is_refusal(409, "no_camera");
    assert_eq!(studio.pictures(&studio.one).await, Vec::<Value>::new());
    studio.server.stop().await;
}

#[tokio::test]
async fn the_dealer_and_supervisors_see_the_picture_of_a_card_that_nobody_types() {
    let (mut studio, film) = studio().await;
    let picture = jpeg(1);
    let no = studio.spare(&picture).await;
    assert_eq!(studio.pictures(&studio.dealer).await, Vec::<Value>::new(), "it has not come");
    let before = studio.status().await["version"].as_str().expect("a text").to_owned();
    let (address, dealer) = (studio.server.address, studio.dealer.clone());
    let path = format!("/api/v1/tables/{SLOW}/live?other_than={before}");
    let next =
        tokio::spawn(async move { http::get(address, &path, Some(&dealer)).await.json()["live"].clone() });
    assert_eq!(studio.send_picture(&picture).await.status, 204);
    let news = next.await.expect("it answers");
    assert_ne!(news["version"], before.as_str(), "who waits for a change hears of it");
    let told = vec![json!({"device_id": 1, "n": 6, "sha256": sha256(&picture).to_string()})];
    assert_eq!(news["finding"]["pictures"], json!(told), "{news}");
    for who in [&studio.dealer, &studio.one] {
        assert_eq!(studio.pictures(who).await, told);
        let seen = studio.see(who, (&no, None), &picture).await;
        assert_eq!((seen.status, seen.header("content-type")), (200, Some("image/jpeg")));
        assert_eq!(seen.body, picture);
    }
    studio.see(&studio.one, (&no, None), &jpeg(2)).await.is_refusal(404, "unknown_card_picture");
    studio.see(&studio.one, (&json!(1), None), &picture).await.is_refusal(404, "unknown_card_picture");
    studio.nobody_else_sees(&no, &picture).await;
    let reads = studio.looks(&picture).await;
    assert_eq!(reads, 4, "each look is on record, also the two that saw nothing");
    std::fs::write(&kept(&film)[0], jpeg(2)).expect("it is written");
    studio.see(&studio.one, (&no, None), &picture).await.is_refusal(409, "recording_changed");
    studio.server.stop().await;
}

#[tokio::test]
async fn whoever_may_type_a_card_sees_its_picture_only_once_both_typed_and_differed() {
    let (mut studio, _film) = studio().await;
    let picture = jpeg(1);
    studio.begin_round().await;
    studio.unread(&picture).await;
    assert_eq!(studio.send_picture(&picture).await.status, 204);
    let no = studio.open_finding().await;
    let key_in = |card: &str| json!({"type": "key_in", "finding_no": no, "card": card});
    let (one, dealer) = (studio.one.clone(), studio.dealer.clone());
    studio.is_kept_back(&no, &picture).await;
    assert_eq!(studio.deal(key_in("9h")).await.status, 200);
    studio.is_kept_back(&no, &picture).await;
    assert_eq!(studio.supervise(&one, key_in("9d")).await.status, 200);
    for who in [&one, &dealer] {
        assert_eq!(studio.pictures(who).await.len(), 1, "both have typed, and they differ");
        assert_eq!(studio.see(who, (&no, None), &picture).await.body, picture);
    }
    studio.see(&one, (&no, Some(1)), &picture).await.is_refusal(404, "unknown_card_picture");
    assert_eq!(studio.deal(key_in("9h")).await.status, 200);
    assert_eq!(studio.supervise(&one, key_in("9h")).await.status, 200);
    let past = async |who: &str| {
        let path = format!("/api/v1/tables/{SLOW}/findings");
        http::get(studio.server.address, &path, Some(who)).await.json()["findings"][0]["pictures"].clone()
    };
    assert_eq!(past(&one).await, json!([]), "its round is under way");
    studio.see(&one, (&no, Some(1)), &picture).await.is_refusal(404, "unknown_card_picture");
    studio.cards("Kd Ks 3c").await;
    studio.settled(20_000, 1_010_000).await;
    let path = format!("/api/v1/tables/{SLOW}/findings");
    let found = http::get(studio.server.address, &path, Some(&one)).await.json();
    assert_eq!(found["findings"][0]["pictures"][0]["sha256"], sha256(&picture).to_string(), "{found}");
    assert_eq!(studio.see(&one, (&no, Some(1)), &picture).await.body, picture);
    studio.see(&dealer, (&no, Some(1)), &picture).await.is_refusal(404, "unknown_card_picture");
    let auditor = studio.server.staff("Aud", &[Role::Auditor]).await;
    let found = http::get(studio.server.address, &path, Some(&auditor)).await.json();
    assert_eq!(found["findings"][0]["pictures"], json!([]), "auditors see none");
    studio.server.stop().await;
}

impl Studio {
    /// Neither the dealer nor a supervisor sees the picture.
    async fn is_kept_back(&self, no: &Value, picture: &[u8]) {
        for who in [&self.dealer, &self.one] {
            assert_eq!(self.pictures(who).await, Vec::<Value>::new());
            for shoe in [None, Some(1)] {
                self.see(who, (no, shoe), picture).await.is_refusal(404, "unknown_card_picture");
            }
        }
    }

    /// Patrons, other staff and dealers of other tables see no picture.
    async fn nobody_else_sees(&self, no: &Value, picture: &[u8]) {
        let eve = self.server.staff("Eve", &[Role::Dealer]).await;
        assert_eq!(self.pictures(&eve).await, Vec::<Value>::new());
        self.see(&eve, (no, None), picture).await.is_refusal(404, "unknown_card_picture");
        for role in [Role::Auditor, Role::Manager] {
            let member = self.server.staff(role.as_ref(), &[role]).await;
            assert_eq!(self.pictures(&member).await, Vec::<Value>::new());
            self.see(&member, (no, None), picture).await.is_refusal(403, "not_allowed");
        }
        let ana = self.ana.token.clone();
        self.see(&ana, (no, None), picture).await.is_refusal(403, "not_allowed");
    }

    /// How many looks at a picture are on record.
    async fn looks(&self, picture: &[u8]) -> usize {
        let page = self.server.house.log_entries(house::log::LogSearch::default(), None, 500).await;
        let entries = page.expect("the log is read").found;
        let named = sha256(picture).to_string();
        let is_look = |event: &HouseEvent| {
            matches!(event, HouseEvent::PatronRead { .. }) && format!("{event:?}").contains(&named)
        };
        entries.iter().filter(|logged| is_look(&logged.entry.event)).count()
    }

    /// Waits until the table knows that its device left.
    async fn until_gone(&mut self) {
        self.socket.receive_until(|message| message["event"]["what"].as_str() == Some("device_lost")).await;
    }
}
