//! What an audit says of the log of a live table in which something was changed, by somebody who computed all digests
//! again.

use std::collections::BTreeMap;

use journal::{Digest, Record, StoredEntry};
use punto_house::live::{DealerCommand, SupervisorCommand};
use scanner::frame::{UnreadRecord, UnreadWhy, What};
use scanner::{DeviceEffect, DeviceFrame, Head, Kept};
use table::StaffId;
use table::live::{How, ScannerSettings};

use super::shift::{DEALER, ONE, SALON_LIVE, Shift, device, settings};
use crate::histories::place::Place;
use crate::test_house::GIFT;

/// A shift with a card that cannot be read, one that two people type, and one that the shoe burns.
async fn played() -> Place {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h x").await;
    let (finding_no, _) = shift.finding().await.unwrap();
    let card = "Kd".parse().unwrap();
    shift.dealer(DealerCommand::KeyIn { finding_no, card }).await.unwrap();
    shift.supervisor(ONE, SupervisorCommand::KeyIn { finding_no, card }).await.unwrap();
    shift.cards("Ks 3c 6h").await;
    let (finding_no, _) = shift.finding().await.unwrap();
    shift.dealer(DealerCommand::Resolve { finding_no, how: How::Burn }).await.unwrap();
    shift.end().await
}

/// What the audit says after this change of every entry of the live table.
fn said(place: &Place, change: impl Fn(&mut StoredEntry)) -> String {
    let mut last = BTreeMap::new();
    let audited = place.audit_changed(|record| {
        if let Record::Entry(entry) = record {
            if entry.log == SALON_LIVE {
                change(entry);
            }
            let last = last.entry(entry.log).or_insert(Digest::start(entry.log));
            *last = entry.digest_after(*last);
            entry.digest = Some(*last);
        }
    });
    audited.map_or_else(|deviation| deviation, |()| "nothing".to_owned())
}

/// A text in the place of another one, wherever it stands.
fn replaced(from: String, to: String) -> impl Fn(&mut StoredEntry) {
    move |entry| entry.body = entry.body.replace(&from, &to)
}

/// The same in the records of the device.
fn misread(from: &'static str, to: &'static str) -> impl Fn(&mut StoredEntry) {
    move |entry| {
        for stored in &mut entry.records {
            stored.record.body = stored.record.body.replace(from, to);
        }
    }
}

/// Another card in the place of nine of hearts, signed with the key of the device.
fn signed_misread(entry: &mut StoredEntry) {
    for stored in &mut entry.records {
        let body = stored.record.body.replace(r#""card":"9h""#, r#""card":"8h""#);
        let Ok(DeviceFrame::Record(said)) = DeviceFrame::read(&body) else { panic!("a record: {body}") };
        if body == stored.record.body {
            continue;
        }
        let acked = Head { n: said.n - 1, digest: said.prev };
        let mut thief = device(Kept { acked, unacked: Vec::new() });
        let effects = thief.record(said.what, said.t).expect("there is room");
        let Some(DeviceEffect::Keep(signed)) = effects.into_iter().next() else { panic!("it is kept first") };
        (stored.record.body, stored.record.sig) = (body, signed.envelope().sig());
        assert_eq!(stored.record.body, signed.envelope().body(), "it is the text that was changed");
    }
}

#[tokio::test(start_paused = true)]
async fn a_log_that_does_not_follow_from_its_records_and_its_people_is_found() {
    let place = played().await;
    assert_eq!(said(&place, |_| {}), "nothing");
    let (ours, others) = (format!("\"supervisor\":{}", ONE.0), format!("\"supervisor\":{}", DEALER.0));
    for (said, expected) in [
        (
            said(&place, replaced(r#""card":"9h","from""#.to_owned(), r#""card":"8h","from""#.to_owned())),
            r#"{"type":"card_drawn","card":"9h","from":{"kind":"device""#,
        ),
        (said(&place, misread(r#""card":"9h""#, r#""card":"8h""#)), "a signature of device 1 was expected"),
        (said(&place, signed_misread), r#"{"type":"card_drawn","card":"8h""#),
        (said(&place, replaced(ours, others)), "(same_person)"),
        (said(&place, |entry| _ = entry.records.pop()), "(out_of_turn)"),
        (
            said(&place, |entry| entry.records.iter_mut().for_each(|stored| stored.record.late = true)),
            "finding_raised",
        ),
        (
            said(&place, replaced(r#""code":"spare_card""#.to_owned(), r#""code":"early_card""#.to_owned())),
            r#""code":"spare_card""#,
        ),
    ] {
        assert!(said.contains(expected), "{expected}: {said}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_round_that_two_people_void_by_its_finding_is_as_it_should_be() {
    let mut shift = Shift::begin(Place::file(), "three-bet").await;
    shift.open().await;
    shift.bet("player 100").await;
    shift.cards("9h").await;
    shift.unread_thrice().await;
    let (finding_no, how) = (shift.finding().await.unwrap().0, How::Void);
    shift.dealer(DealerCommand::Resolve { finding_no, how }).await.unwrap();
    shift.supervisor(ONE, SupervisorCommand::Resolve { finding_no, how, why: None }).await.unwrap();
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT));
    shift.bet("player 100").await;
    let pass = shift.lasting.pass + 1;
    shift.say(What::Unread(UnreadRecord { pass, why: UnreadWhy::Foreign, rescan: None, img: None })).await;
    let (finding_no, how) = (shift.finding().await.unwrap().0, How::VoidAndEndShoe);
    for by in [ONE, StaffId(3)] {
        shift.supervisor(by, SupervisorCommand::Resolve { finding_no, how, why: None }).await.unwrap();
    }
    assert_eq!((shift.phase(), shift.balance().await), ("settled", GIFT));
    // The audit is part of the end.
    shift.end().await;
}

#[tokio::test(start_paused = true)]
async fn a_note_has_the_text_of_who_proposed_it_or_none_in_a_log_from_before_notes_had_one() {
    let scanner = ScannerSettings { count_out: true, ..ScannerSettings::default() };
    let place = Place::file();
    let port = place.open();
    let mut shift = Shift::begin_on(place, port, settings("three-bet", scanner)).await;
    shift.open().await;
    shift.supervisor(ONE, SupervisorCommand::EndShoe { why: "the box is torn".to_owned() }).await.unwrap();
    shift.dealer(DealerCommand::CountOut).await.unwrap();
    let (finding_no, how) = (shift.finding().await.unwrap().0, How::Note);
    for (by, why) in [(ONE, Some("nobody dealt".to_owned())), (StaffId(3), None)] {
        shift.supervisor(by, SupervisorCommand::Resolve { finding_no, how, why }).await.unwrap();
    }
    let place = shift.end().await;
    let text = r#","why":"nobody dealt""#.to_owned();
    assert_eq!(said(&place, |_| {}), "nothing");
    assert_eq!(said(&place, replaced(text.clone(), String::new())), "nothing", "as logs were before");
    let agreed = |entry: &mut StoredEntry| {
        if entry.body.contains(r#""what":"finding_resolved""#) {
            replaced(text.clone(), r#","why":"somebody took it""#.to_owned())(entry);
        }
    };
    assert!(said(&place, agreed).contains(r#""what":"resolution_proposed""#), "{}", said(&place, agreed));
}
