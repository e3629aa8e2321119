//! A count that differs: supervisors put it on record with a note that no patron reads, and its rounds go to review.

use std::cell::RefCell;

use serde_json::{Value, json};
use table::live::ScannerSettings;
use table::{Dealer, Settings};

use crate::http::{self, Answer};
use crate::live_studio::{Studio, live_table};
use crate::test_server::{SLOW, tables};

const NOTE: &str = "an ace lay under the tray";
const REVIEW: &str = "the ace fell in no round";

/// A studio with a round that was played and a shoe whose count differs.
async fn counted() -> Studio {
    let dealer = Dealer::Scanner(ScannerSettings { count_out: true, ..ScannerSettings::default() });
    let mut studio = Studio::open_with(vec![Settings { dealer, ..live_table() }, tables().remove(1)]).await;
    studio.begin().await;
    studio.bet(&[("player", 10_000)]).await;
    studio.cards("9h Kd Ks 3c").await;
    studio.settled(20_000, 1_010_000).await;
    assert_eq!(studio.end_shoe("the box is torn").await.status, 200);
    assert_eq!(studio.deal(json!({"type": "count_out"})).await.status, 200);
    assert_eq!(studio.status().await["finding"]["code"], "composition");
    studio
}

impl Studio {
    async fn note(&self, who: &str, why: Value) -> Answer {
        let finding_no = self.status().await["finding"]["finding_no"].clone();
        let mut order = json!({"type": "resolve", "finding_no": finding_no, "how": "note"});
        if !why.is_null() {
            order["why"] = why;
        }
        self.supervise(who, order).await
    }

    async fn read(&self, who: &str, path: &str) -> Value {
        let answer = http::get(self.server.address, &format!("/api/v1{path}"), Some(who)).await;
        assert_eq!(answer.status, 200, "{path}: {answer:?}");
        answer.json()
    }

    async fn review(&self, who: &str, shoe: &str, note: &str) -> Answer {
        let path = format!("/api/v1/tables/{SLOW}/shoes/{shoe}/review");
        http::post(self.server.address, &path, Some(who), &json!({"note": note})).await
    }

    /// The rounds of the table that wait for a review, and all of them.
    async fn to_review(&self) -> (usize, usize) {
        let found = self.read(&self.one, &format!("/rounds?table={SLOW}")).await;
        let rounds = found["rounds"].as_array().expect("a list");
        (rounds.iter().filter(|round| round["to_review"] == json!(true)).count(), rounds.len())
    }
}

#[tokio::test]
async fn a_note_needs_a_text_that_the_second_supervisor_reads_and_the_dealer_does_not() {
    let studio = counted().await;
    let (one, two) = (studio.one.clone(), studio.two.clone());
    for why in [Value::Null, json!(""), json!(" "), json!("a".repeat(501))] {
        studio.note(&one, why).await.is_refusal(422, "no_reason");
    }
    assert_eq!(studio.note(&one, json!(NOTE)).await.status, 200);
    studio.note(&one, json!(NOTE)).await.is_refusal(403, "same_person");
    let live = format!("/tables/{SLOW}/live");
    assert_eq!(studio.note(&two, json!("somebody took it")).await.status, 200, "another text is a proposal");
    assert_eq!(studio.note(&one, json!(NOTE)).await.status, 200);
    let told = studio.read(&two, &live).await;
    assert_eq!(told["live"]["finding"]["proposed"]["why"], NOTE, "{told}");
    let dealer = studio.status().await;
    assert_eq!(dealer["finding"]["proposed"]["how"], "note", "{dealer}");
    assert!(!dealer.to_string().contains(NOTE), "the note may be about the dealer: {dealer}");
    assert_eq!(dealer["version"], told["live"]["version"]);
    assert_eq!(studio.note(&two, Value::Null).await.status, 200);
    let found = studio.read(&one, &format!("/tables/{SLOW}/findings")).await;
    assert_eq!(found["findings"][0]["end"]["why"], NOTE, "{found}");
    studio.server.stop().await;
}

#[tokio::test]
async fn only_a_note_has_a_text() {
    let mut studio = Studio::open().await;
    studio.begin().await;
    let order = json!({"type": "resolve", "finding_no": 1, "how": "go_on", "why": NOTE});
    studio.supervise(&studio.one.clone(), order).await.is_refusal(422, "unacceptable");
    studio.server.stop().await;
}

#[tokio::test]
async fn the_rounds_of_a_shoe_whose_count_was_noted_wait_until_a_supervisor_reviewed_them() {
    let studio = counted().await;
    let (one, two) = (studio.one.clone(), studio.two.clone());
    let findings = format!("/tables/{SLOW}/findings?shoe=1");
    studio.review(&one, "1", REVIEW).await.is_refusal(409, "nothing_to_review");
    assert_eq!(studio.to_review().await, (0, 1), "the finding is open");
    assert_eq!(studio.note(&one, json!(NOTE)).await.status, 200);
    assert_eq!(studio.note(&two, Value::Null).await.status, 200);
    assert_eq!(studio.to_review().await, (1, 1));
    let found = studio.read(&one, &findings).await;
    assert_eq!((&found["to_review"], &found["reviewed"]), (&json!(true), &Value::Null), "{found}");

    studio.review(&studio.dealer, "1", REVIEW).await.is_refusal(403, "not_allowed");
    studio.review(&studio.ana.token, "1", REVIEW).await.is_refusal(403, "not_allowed");
    for (shoe, status, code) in [("2", 404, "unknown_shoe"), ("x", 404, "unknown_shoe")] {
        studio.review(&one, shoe, REVIEW).await.is_refusal(status, code);
    }
    studio.review(&one, "1", " ").await.is_refusal(422, "no_reason");
    let done = studio.review(&one, "1", &format!(" {REVIEW} ")).await;
    assert_eq!(done.status, 200, "{done:?}");
    let done = done.json();
    assert_eq!((&done["repeated"], &done["reviewed"]["note"]), (&json!(false), &json!(REVIEW)), "{done}");
    let again = studio.review(&one, "1", REVIEW).await.json();
    assert_eq!((&again["repeated"], &again["reviewed"]), (&json!(true), &done["reviewed"]));
    studio.review(&two, "1", REVIEW).await.is_refusal(409, "shoe_reviewed");
    studio.review(&one, "1", "another one").await.is_refusal(409, "shoe_reviewed");

    assert_eq!(studio.to_review().await, (0, 1));
    let found = studio.read(&two, &findings).await;
    assert_eq!((&found["to_review"], &found["reviewed"]), (&json!(false), &done["reviewed"]), "{found}");
    let by = done["reviewed"]["by"].as_u64().expect("a number");
    assert_eq!(found["names"][by.to_string()], "Una");
    let log = studio.read(&one, "/log?kind=shoe_review").await;
    let entry = &log["entries"][0];
    let says = json!({"number": 1, "shoe_no": 1, "table": SLOW, "why": REVIEW});
    assert_eq!((&entry["says"], &entry["by"]), (&says, &json!(format!("staff:{by}"))), "{log}");
    studio.server.stop().await;
}

#[tokio::test]
async fn no_patron_and_no_spectator_reads_what_supervisors_wrote() {
    let mut studio = counted().await;
    let (one, two) = (studio.one.clone(), studio.two.clone());
    assert_eq!(studio.note(&one, json!(NOTE)).await.status, 200);
    assert_eq!(studio.note(&two, Value::Null).await.status, 200);
    assert_eq!(studio.review(&one, "1", REVIEW).await.status, 200);
    let said = RefCell::new(String::new());
    let resolved = |message: &Value| {
        *said.borrow_mut() += &message.to_string();
        message["event"]["what"] == "finding_resolved"
    };
    studio.socket.receive_until(resolved).await;
    let mut said = said.into_inner() + &studio.socket.watch(SLOW).await.to_string();
    let ana = studio.ana.token.clone();
    for path in [
        format!("/tables/{SLOW}"),
        format!("/tables/{SLOW}/shoes/1/beads"),
        format!("/tables/{SLOW}/shoes/1/records"),
        format!("/proofs/tables/{SLOW}/bulletins"),
        format!("/proofs/tables/{SLOW}/shoes/1"),
    ] {
        for who in [Some(ana.as_str()), None] {
            let answer = http::get(studio.server.address, &format!("/api/v1{path}"), who).await;
            said.extend([String::from_utf8_lossy(&answer.body)]);
        }
    }
    assert!(!said.contains(NOTE) && !said.contains(REVIEW), "{said}");
    for path in [format!("/tables/{SLOW}/findings"), format!("/tables/{SLOW}/live"), "/rounds".to_owned()] {
        let answer = http::get(studio.server.address, &format!("/api/v1{path}"), Some(&ana)).await;
        answer.is_refusal(403, "not_allowed");
    }
    studio.server.stop().await;
}
