//! Corrections of a table's own rounds: what is decided, and what the table shows afterwards.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use baccarat::Illegality;
use punto_table::correct::{Proposed, Under, approve, propose, withdraw};
use punto_table::event::VoidReason;
use punto_table::settle::effective_turnover;
use punto_table::{
    CorrectionRequest, Decision, Event, PatronId, Phase, ProposalStatus, PublicEvent, RecordedEvent, Refusal,
    RequestId, RoundEnd, RoundRecord, RoundRef, Ruling, SupervisorId, Table,
};

use crate::test_table::{TestTable, card};

const ONE: SupervisorId = SupervisorId(1);
const TWO: SupervisorId = SupervisorId(2);

fn cards(text: &str) -> Ruling {
    Ruling::Cards { cards: text.split(' ').map(card).collect() }
}

fn void() -> Ruling {
    Ruling::Void { reason: VoidReason::UnreadableCard }
}

fn request(ruling: &Ruling, request_id: Option<u128>) -> CorrectionRequest {
    let (ruling, why) = (ruling.clone(), "misread".to_owned());
    CorrectionRequest { ruling, by: ONE, why, request_id: request_id.map(RequestId) }
}

/// The record of a round of the table's one shoe.
fn record(test: &TestTable, round: RoundRef) -> RoundRecord {
    let mut here = RoundRef { round_no: 0, ..round };
    let mut own = Vec::new();
    for recorded in &test.history {
        if let Event::BettingOpened { round_no, .. } = recorded.event {
            here.round_no = round_no;
        }
        if recorded.event.corrects().map_or(here == round, |about| about == round) {
            own.push(recorded.clone());
        }
    }
    RoundRecord::of(round, &own).expect("the round began")
}

fn happen(test: &mut TestTable, event: Event) {
    let recorded = RecordedEvent { seq: test.table.seq() + 1, at: test.now, event };
    test.frames.extend(test.table.public_frame(&recorded));
    test.table.apply(&recorded);
    test.history.push(recorded);
}

fn proposed(test: &mut TestTable, round: RoundRef, ruling: &Ruling) -> Result<u64, Refusal> {
    let rules = std::sync::Arc::clone(&test.table.settings().rules);
    let (before, request) = (record(test, round), request(ruling, None));
    let Proposed::Now(proposal) = propose(Under { rules: &rules, named: None }, &before, &[], &request)?
    else {
        panic!("it has no id to know it by")
    };
    happen(test, Event::CorrectionProposed(proposal));
    Ok(test.table.seq())
}

fn corrected(test: &mut TestTable, round: RoundRef, ruling: &Ruling) {
    let no = proposed(test, round, ruling).expect("it is a correction");
    let Ok(Decision::Accepted(events)) = approve(&record(test, round), no, TWO) else {
        panic!("it is refused")
    };
    for event in events {
        happen(test, event);
    }
}

/// Three rounds, won by Player, tied, and won by Banker; the first with wagers of two patrons.
fn three_rounds() -> (TestTable, [RoundRef; 3]) {
    let mut test = TestTable::new("live-commission");
    let first = test.open_round();
    test.place(1, "player 1000 tie 100").unwrap();
    test.place(2, "banker 500").unwrap();
    test.deal("9h Kd Ks 3c");
    let second = test.open_round();
    test.deal("6h 6d Ks Kc");
    let third = test.open_round();
    test.deal("2h 9d Ks Kc");
    (test, [first, second, third])
}

fn beads(table: &Table) -> Vec<String> {
    table.beads().iter().map(ToString::to_string).collect()
}

#[test]
fn the_roads_lose_a_void_round_and_gain_it_again_in_its_place() {
    let (mut test, [first, second, third]) = three_rounds();
    assert_eq!(beads(&test.table), ["Pn", "T", "Bn"]);
    corrected(&mut test, second, &void());
    assert_eq!(beads(&test.table), ["Pn", "Bn"]);
    corrected(&mut test, first, &cards("2h Kd Kh 3c 9h 3d"));
    assert_eq!(beads(&test.table), ["B6", "Bn"]);
    corrected(&mut test, second, &cards("4h 4d 4s 4c"));
    assert_eq!(beads(&test.table), ["B6", "Tpbn", "Bn"]);
    assert!(
        matches!(test.table.phase(), Phase::Settled { end: RoundEnd::Coup(coup) } if coup.bead().to_string() == "Bn")
    );
    corrected(&mut test, third, &void());
    assert!(
        matches!(test.table.phase(), Phase::Settled { end: RoundEnd::Void { .. } }),
        "it is the one on the table"
    );
    let replayed = Table::replay(std::sync::Arc::clone(test.table.settings()), &test.history);
    assert_eq!(replayed, Ok(test.table), "a restart knows the same");
}

#[test]
fn a_dry_run_says_each_patrons_difference_and_turnover() {
    let (test, [first, ..]) = three_rounds();
    let rules = &test.table.settings().rules;
    let dry_run = |ruling: &Ruling| {
        let (record, request) = (record(&test, first), request(ruling, None));
        let proposed = propose(Under { rules, named: None }, &record, &[], &request).unwrap();
        let Proposed::Now(proposal) = proposed else { panic!("it is no proposal") };
        let each = proposal.patrons.iter();
        each.map(|own| (own.patron.0, own.difference(), own.turnover_difference())).collect::<Vec<_>>()
    };
    // Paid were 2,000 and nothing; 1,100 and 500 had counted.
    assert_eq!(dry_run(&void()), [(1, -900, -1_100), (2, 500, -500)]);
    assert_eq!(dry_run(&cards("2h 9d Ks Kc")), [(1, -2_000, 0), (2, 975, 0)]);
    assert_eq!(dry_run(&cards("6h 6d Ks Kc")), [(1, -100, -1_000), (2, 500, -500)]);
    let settled = record(&test, first).settled(PatronId(1)).to_vec();
    assert_eq!(effective_turnover(&settled).minor(), 1_100);
}

#[test]
fn own_results_follow_and_the_pace_of_the_table_does_not() {
    let (mut test, [first, ..]) = three_rounds();
    test.open_round();
    let (due, cards_left) = (test.table.next_step(), test.table.shoe().remaining());
    corrected(&mut test, first, &void());
    let last = test.table.patron_view(PatronId(1)).last.unwrap();
    assert_eq!((last.revision, last.paid, last.staked), (2, last.staked, last.paid));
    assert_eq!((last.voided, last.wagers.len()), (Some(VoidReason::UnreadableCard), 0));
    assert_eq!((test.table.next_step(), test.table.shoe().remaining()), (due, cards_left));
    let frame = test.frames.last().unwrap();
    assert!(matches!(frame.event, PublicEvent::RoundCorrected { round, revision: 2, .. } if round == first));
    let proposals =
        test.history.iter().filter(|recorded| matches!(recorded.event, Event::CorrectionProposed(_)));
    assert!(
        proposals.map(|recorded| recorded.seq).all(|seq| test.frames.iter().all(|frame| frame.seq != seq))
    );
}

#[test]
fn cards_that_the_shoe_cannot_hold_are_all_named() {
    let (test, [first, ..]) = three_rounds();
    let rules = &test.table.settings().rules;
    let others: Vec<_> = ["9h"; 8].iter().chain(&["Kd"; 7]).map(|text| card(text)).collect();
    let request = request(&cards("9h Kd Ks Kd 9h"), None);
    let refused =
        propose(Under { rules, named: None }, &record(&test, first), &others, &request).unwrap_err();
    let Refusal::IllegalCoup(illegal) = refused else { panic!("it is no coup: {refused}") };
    let copies = |text, copies| Illegality::TooManyCopies { card: card(text), copies, decks: 8 };
    let expected = [Illegality::TooMany { legal: 4, got: 5 }, copies("9h", 10), copies("Kd", 9)];
    let has = |reason: &Illegality| illegal.reasons.contains(reason);
    assert!(expected.iter().all(has) && illegal.reasons.len() == 3, "{:?}", illegal.reasons);
}

#[test]
fn proposals_have_one_fate() {
    let (mut test, [first, ..]) = three_rounds();
    let (kept, other) = (
        proposed(&mut test, first, &void()).unwrap(),
        proposed(&mut test, first, &cards("2h 9d Ks Kc")).unwrap(),
    );
    assert_eq!(approve(&record(&test, first), kept, ONE), Err(Refusal::SameSupervisor));
    let Ok(Decision::Accepted(events)) = approve(&record(&test, first), kept, TWO) else {
        panic!("it is refused")
    };
    for event in events {
        happen(&mut test, event);
    }
    let latest = record(&test, first);
    assert_eq!(approve(&latest, kept, TWO), Ok(Decision::Duplicate));
    let outdated = Refusal::CorrectionOutdated { round: first, expected: 1, current: 2 };
    assert_eq!(approve(&latest, other, TWO), Err(outdated.clone()));
    assert_eq!(withdraw(&latest, kept, TWO), Err(outdated));
    let Ok(Decision::Accepted(events)) = withdraw(&latest, other, ONE) else { panic!("it is refused") };
    for event in events {
        happen(&mut test, event);
    }
    let latest = record(&test, first);
    assert_eq!(withdraw(&latest, other, TWO), Ok(Decision::Duplicate));
    assert_eq!(approve(&latest, other, TWO), Err(Refusal::CorrectionWithdrawn { correction_no: other }));
    assert_eq!(approve(&latest, 1, TWO), Err(Refusal::UnknownCorrection { correction_no: 1 }));
    let statuses: Vec<_> = latest.proposals().map(|(no, _, status)| (no, status)).collect();
    assert_eq!(statuses, [(kept, ProposalStatus::Approved { by: TWO }), (other, ProposalStatus::Withdrawn)]);
}

#[test]
fn a_proposal_sent_again_is_the_first_in_any_status() {
    let (mut test, [first, ..]) = three_rounds();
    let rules = std::sync::Arc::clone(&test.table.settings().rules);
    let under = || Under { rules: &rules, named: None };
    let sent = request(&void(), Some(7));
    let Ok(Proposed::Now(proposal)) = propose(under(), &record(&test, first), &[], &sent) else {
        panic!("it is new")
    };
    happen(&mut test, Event::CorrectionProposed(proposal.clone()));
    let no = test.table.seq();
    let again = |test: &TestTable, request: &CorrectionRequest| {
        let record = record(test, first);
        let answer = propose(under(), &record, &[], request);
        answer.map(|proposed| match proposed {
            Proposed::Now(_) => panic!("proposed twice"),
            Proposed::Before { correction_no, first, status } => (correction_no, first.clone(), status),
        })
    };
    assert_eq!(again(&test, &sent), Ok((no, proposal.clone(), ProposalStatus::Open)));
    let padded = CorrectionRequest { why: " misread ".to_owned(), ..sent.clone() };
    assert_eq!(again(&test, &padded), Ok((no, proposal.clone(), ProposalStatus::Open)));
    let used = Err(Refusal::RequestIdUsed { correction_no: no });
    for other in [
        CorrectionRequest { ruling: cards("2h 9d Ks Kc"), ..sent.clone() },
        CorrectionRequest { by: TWO, ..sent.clone() },
        CorrectionRequest { why: "opened".to_owned(), ..sent.clone() },
        CorrectionRequest { why: String::new(), ..sent.clone() },
    ] {
        assert_eq!(again(&test, &other), used, "{other:?}");
    }
    let Ok(Decision::Accepted(events)) = approve(&record(&test, first), no, TWO) else { panic!("refused") };
    for event in events {
        happen(&mut test, event);
    }
    assert_eq!(again(&test, &sent), Ok((no, proposal, ProposalStatus::Approved { by: TWO })));
}

#[test]
fn a_proposal_from_before_ids_were_on_record_is_read_and_written_as_it_was() {
    let text = r#"{"type":"correction_proposed","round":{"shoe_no":1,"round_no":2},"revision":2,"#.to_owned()
        + r#""ruling":{"kind":"void","reason":"supervisor"},"by":1,"why":"misread","#
        + r#""cards_before":["6h","6d","Ks","Kc"],"patrons":[]}"#;
    let event: Event = serde_json::from_str(&text).unwrap();
    assert!(matches!(&event, Event::CorrectionProposed(old) if old.request_id.is_none()));
    assert_eq!(serde_json::to_string(&event).unwrap(), text);
}

#[test]
fn events_of_corrections_are_written_and_read_alike() {
    let (mut test, [first, second, _]) = three_rounds();
    corrected(&mut test, first, &void());
    corrected(&mut test, second, &cards("4h 4d 4s 4c"));
    for recorded in &test.history {
        let text = serde_json::to_string(&recorded.event).unwrap();
        assert_eq!(serde_json::from_str::<Event>(&text).unwrap(), recorded.event, "{text}");
    }
    let last = serde_json::to_value(&test.history.last().unwrap().event).unwrap();
    assert_eq!(
        (&last["type"], &last["agreed"]["ruling"]["kind"]),
        (&"round_corrected".into(), &"cards".into())
    );
}

#[test]
fn a_round_of_a_shuffled_shoe_is_void_or_has_the_cards_it_was_dealt() {
    let (mut test, [first, ..]) = three_rounds();
    let rules = std::sync::Arc::clone(&test.table.settings().rules);
    let refused = |test: &TestTable, ruling: &Ruling| {
        let record = record(test, first).of_shuffled_shoe();
        let proposed = propose(Under { rules: &rules, named: None }, &record, &[], &request(ruling, None));
        proposed.map(|_| ()).map_err(|refusal| refusal.code())
    };
    let (dealt, other) = (cards("9h Kd Ks 3c"), cards("2h 9d Ks Kc"));
    // Each ruling has every fault of the ones below it, as far as it can; each is refused for its first.
    let by_order = [(cards("9h Kd Ks"), "illegal_coup"), (other.clone(), "off_order")];
    for (ruling, code) in by_order.iter().chain(&[(dealt.clone(), "nothing_to_correct")]) {
        assert_eq!(refused(&test, ruling), Err(*code), "{ruling:?}");
    }
    assert_eq!(refused(&test, &void()), Ok(()));

    // A correction from before this was a rule stays in force, and is off the order when it is proposed again.
    let old = proposed(&mut test, first, &other).unwrap();
    let off_order = Refusal::OffOrder { round: first };
    assert_eq!(approve(&record(&test, first).of_shuffled_shoe(), old, TWO), Err(off_order.clone()));
    assert_eq!(approve(&record(&test, first).of_shuffled_shoe(), old, ONE), Err(off_order.clone()));
    corrected(&mut test, first, &other);
    assert_eq!(refused(&test, &other), Err("off_order"), "it stays in force");
    assert_eq!(refused(&test, &dealt), Ok(()), "it goes back to what was dealt");
    corrected(&mut test, first, &void());
    assert_eq!(refused(&test, &other), Err("off_order"), "of a void round, too");
    assert_eq!(refused(&test, &dealt), Ok(()), "a void is taken back");
    let record = record(&test, first).of_shuffled_shoe();
    assert_eq!(approve(&record, old, TWO), Err(off_order), "before it is outdated");
}
