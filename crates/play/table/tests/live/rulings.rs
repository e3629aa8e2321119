//! Corrections of rounds whose cards a device read: others may be typed from the recording, and every card that came
//! out with the round is named.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use std::sync::Arc;

use baccarat::Card;
use punto_table::event::VoidReason;
use punto_table::live::How;
use punto_table::{
    Command, CorrectionRequest, Decision, Event, Evidence, Known, PastRound, Proposal, Refusal, RequestId,
    RoundRecord, RulesDigest, RulesRef, RulesUsed, Ruling, StaffId, Timestamp, decide, proof::Bytes32,
};

use crate::live_table::{DEALER, LiveTable, Stored, card};

const ONE: StaffId = StaffId(2);
const TWO: StaffId = StaffId(3);

fn read(texts: &str) -> Vec<Card> {
    texts.split_whitespace().map(card).collect()
}

pub(crate) fn ruling(cards: &str, surplus: &str) -> Ruling {
    Ruling::Cards { cards: read(cards), surplus: read(surplus) }
}

pub(crate) const fn void() -> Ruling {
    Ruling::Void { reason: VoidReason::Supervisor }
}

/// The latest round of the table, which is over.
fn record(live: &LiveTable) -> RoundRecord {
    let round = live.table.round().unwrap();
    let events = live.history.iter().filter_map(|stored| match stored {
        Stored::Event(recorded) => Some((**recorded).clone()),
        Stored::Reading(_) => None,
    });
    let mut own: Vec<_> = events.collect();
    let begins = own.iter().rposition(|recorded| recorded.event.begins_round().is_some()).unwrap();
    own.drain(..begins);
    RoundRecord::of(round, &own).unwrap().with_known(Known::Readings)
}

fn request(ruling: Ruling, evidence: Option<Evidence>) -> CorrectionRequest {
    CorrectionRequest {
        evidence,
        ..CorrectionRequest::new(ruling, ONE, "seen on the recording", RequestId(1))
    }
}

fn command(live: &LiveTable, request: CorrectionRequest) -> Command {
    let rules = Arc::clone(&live.table.settings().rules);
    let named = RulesRef { id: rules.id.clone(), digest: RulesDigest([0; 32]) };
    let named = RulesUsed { rules: named, assumed: false };
    let past = Box::new(PastRound { record: record(live), others: Vec::new(), rules, named });
    Command::ProposeCorrection { request, past }
}

fn proposed(live: &LiveTable, ruling: Ruling) -> Result<Proposal, Refusal> {
    let request = CorrectionRequest { request_id: None, ..request(ruling, None) };
    match decide(&live.table, &command(live, request))? {
        Decision::Accepted(events) => match <[Event; 1]>::try_from(events) {
            Ok([Event::CorrectionProposed(proposal)]) => Ok(proposal),
            other => panic!("{other:?}"),
        },
        Decision::Duplicate => panic!("it is new"),
    }
}

fn refused(live: &LiveTable, cards: &str, surplus: &str) -> Option<&'static str> {
    proposed(live, ruling(cards, surplus)).err().map(|refusal| refusal.code())
}

/// Corrects the latest round.
pub(crate) fn correct(live: &mut LiveTable, ruling: Ruling) {
    let agreed = proposed(live, ruling).unwrap();
    live.run(&command(live, CorrectionRequest { request_id: None, ..request(agreed.ruling, None) })).unwrap();
    let (correction_no, record) = (live.table.seq(), Box::new(record(live)));
    live.run(&Command::ApproveCorrection { correction_no, by: TWO, record }).unwrap();
}

/// A round in which these cards were dealt.
fn dealt(cards: &str) -> LiveTable {
    let mut live = LiveTable::closed();
    live.cards(cards);
    assert!(live.is_over());
    live
}

fn out(live: &LiveTable, text: &str) -> u8 {
    live.table.shoe().seen()[card(text).index()]
}

#[test]
fn a_card_that_was_read_wrongly_is_ruled_from_the_recording() {
    let mut live = dealt("6h Kd Ks 7c");
    for (cards, surplus, code) in [
        ("6h Kd Ks", "", "illegal_coup"),
        // Player would have drawn on 4: the card that was not drawn cannot be ruled.
        ("4h Kd Ks 7c 9s", "", "not_drawn"),
        ("9h Kd Ks 7c", "2c", "surplus"),
        ("6h Kd Ks 7c", "", "nothing_to_correct"),
    ] {
        assert_eq!(refused(&live, cards, surplus), Some(code), "{cards} beside {surplus}");
    }
    let missing = proposed(&live, ruling("4h Kd Ks 7c 9s", "")).unwrap_err().to_string();
    assert!(missing.contains("4 cards came out of the shoe"), "{missing}");
    correct(&mut live, ruling("9h Kd Ks 7c", ""));
    assert_eq!((out(&live, "6h"), out(&live, "9h"), live.table.shoe().out()), (0, 1, 4));
    assert_eq!(record(&live).read_otherwise(), read("6h Kd Ks 7c"));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn cards_that_should_not_have_been_drawn_are_surplus() {
    // Player was read as 5 and drew, and Banker stood on 7; in truth Player had a natural.
    let mut live = dealt("5h Kd Ks 7c 2d");
    assert_eq!(refused(&live, "9h Kd Ks 7c", ""), Some("surplus"));
    assert_eq!(refused(&live, "9h Kd Ks 7c", "2d 3d"), Some("surplus"));
    correct(&mut live, ruling("9h Kd Ks 7c", "2d"));
    assert_eq!([out(&live, "5h"), out(&live, "9h"), out(&live, "2d")], [0, 1, 1]);
    assert_eq!(record(&live).surplus(), read("2d"));
    // The void leaves it out of the shoe, and it comes back into the coup with its card.
    correct(&mut live, void());
    assert_eq!(out(&live, "2d"), 1);
    correct(&mut live, ruling("5h Kd Ks 7c 2d", ""));
    assert_eq!((out(&live, "2d"), record(&live).surplus()), (1, read("").as_slice()));
    assert_eq!(record(&live).read_otherwise(), read(""));
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_copy_beyond_the_decks_is_no_surplus() {
    let live = dealt("5h Kd Ks 7c 2d");
    let past = |others: &str| match command(&live, request(ruling("9h Kd Ks 7c", "2d"), None)) {
        Command::ProposeCorrection { request, past } => {
            let past = Box::new(PastRound { others: vec![card(others); 8], ..*past });
            decide(&live.table, &Command::ProposeCorrection { request, past }).map(|_| ())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(past("2d").map_err(|refusal| refusal.code()), Err("illegal_coup"));
    assert_eq!(past("2s").map_err(|refusal| refusal.code()), Ok(()));
}

#[test]
fn a_spare_card_may_have_been_the_third_one() {
    // The device read a natural; in truth Player had 5, and the card that was burned was the third card.
    let mut live = dealt("9h Kd Ks 7c");
    live.card("2d");
    live.resolved(How::Burn, &[DEALER]);
    assert_eq!(refused(&live, "8h Kd Ks 7c", ""), Some("surplus"), "the burned card is named too");
    assert!(proposed(&live, ruling("8h Kd Ks 7c", "2d")).is_ok());
    let before = proposed(&live, ruling("5h Kd Ks 7c 2d", "")).unwrap();
    assert_eq!(before.surplus_before, read("2d"));
    correct(&mut live, ruling("5h Kd Ks 7c 2d", ""));
    assert_eq!([out(&live, "5h"), out(&live, "9h"), out(&live, "2d")], [1, 0, 1], "it is counted once");
    assert_eq!(live.replayed(), live.table);
}

#[test]
fn a_void_for_a_card_nobody_could_read_is_taken_back() {
    let mut live = LiveTable::closed();
    live.cards("6h Kd Ks");
    live.void_unreadable();
    assert_eq!(record(&live).out(), 3..=4);
    assert_eq!(refused(&live, "6h Kd Ks 7c", "2d"), Some("surplus"));
    assert_eq!(refused(&live, "6h Kd Ks 7c", ""), None);
    assert_eq!(refused(&live, "4h Kd Ks 7c 2d", ""), Some("not_drawn"));
}

#[test]
fn evidence_is_part_of_a_recording_and_is_written_only_where_it_is_named() {
    let live = dealt("6h Kd Ks 7c");
    let evidence = |from, to| Evidence { from: Timestamp(from), to: Timestamp(to), digest: Bytes32([7; 32]) };
    let judged = |evidence| {
        decide(&live.table, &command(&live, request(ruling("9h Kd Ks 7c", ""), evidence)))
            .map_err(|refusal| refusal.code())
    };
    for (from, to) in [(5, 5), (6, 5), (-1, 5), (0, 86_400_001)] {
        assert_eq!(judged(Some(evidence(from, to))), Err("bad_evidence"), "{from} to {to}");
    }
    for named in [None, Some(evidence(0, 86_400_000))] {
        let Ok(Decision::Accepted(events)) = judged(named) else { panic!("it is in order") };
        let text = serde_json::to_string(&events[0]).unwrap();
        assert_eq!(text.contains("evidence"), named.is_some(), "{text}");
        assert!(!text.contains("surplus"), "{text}");
        assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), events[0]);
        let Event::CorrectionProposed(proposal) = &events[0] else { panic!("{text}") };
        assert_eq!(proposal.request().evidence, named, "the same request again is the same");
    }
}
