//! Corrections of a table's own rounds: what is decided, and what the table shows afterwards.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

use std::sync::Arc;

use baccarat::{Card, Illegality};
use punto_table::correct::proposed_before;
use punto_table::event::VoidReason;
use punto_table::settle::effective_turnover;
use punto_table::{
    Command, CorrectionRequest, Decision, Event, Known, PastRound, PatronId, Phase, ProposalStatus,
    PublicEvent, Refusal, RequestId, RoundEnd, RoundRecord, RoundRef, RulesDigest, RulesRef, RulesUsed,
    Ruling, StaffId, Table, decide,
};

use crate::test_table::{TestTable, card};

const ONE: StaffId = StaffId(1);
const TWO: StaffId = StaffId(2);

pub(crate) fn cards(text: &str) -> Ruling {
    Ruling::cards(text.split(' ').map(card).collect())
}

pub(crate) fn void() -> Ruling {
    Ruling::Void { reason: VoidReason::UnreadableCard }
}

fn request(ruling: &Ruling, request_id: Option<u128>) -> CorrectionRequest {
    let (ruling, why) = (ruling.clone(), "misread".to_owned());
    CorrectionRequest { ruling, by: ONE, why, request_id: request_id.map(RequestId), evidence: None }
}

/// The record of a round of the table.
fn record(test: &TestTable, round: RoundRef) -> RoundRecord {
    let mut here = RoundRef { round_no: 0, ..round };
    let mut own = Vec::new();
    for recorded in &test.history {
        match recorded.event {
            Event::ShoeOpened { shoe_no, .. } => here = RoundRef { shoe_no, round_no: 0 },
            Event::BettingOpened { round_no, .. } => here.round_no = round_no,
            _ => {}
        }
        if recorded.event.corrects().map_or(here == round, |about| about == round) {
            own.push(recorded.clone());
        }
    }
    RoundRecord::of(round, &own).expect("the round began")
}

/// The proposal of a ruling on a round of the table's one shoe, with the record and the rules to judge it by.
fn proposal(test: &TestTable, record: RoundRecord, others: &[Card], request: &CorrectionRequest) -> Command {
    let rules = Arc::clone(&test.table.settings().rules);
    let rules_ref = RulesRef { id: rules.id.clone(), digest: RulesDigest([0; 32]) };
    let named = RulesUsed { rules: rules_ref, assumed: false };
    let past = Box::new(PastRound { record, others: others.to_vec(), rules, named });
    Command::ProposeCorrection { request: request.clone(), past }
}

/// Proposes, and gives the number of the proposal.
fn propose(test: &mut TestTable, round: RoundRef, ruling: &Ruling) -> u64 {
    test.must(&proposal(test, record(test, round), &[], &request(ruling, None)));
    test.table.seq()
}

fn approve(test: &mut TestTable, record: RoundRecord, no: u64, by: StaffId) -> Result<Decision, Refusal> {
    test.run(&Command::ApproveCorrection { correction_no: no, by, record: Box::new(record) })
}

fn withdraw(test: &mut TestTable, record: RoundRecord, no: u64, by: StaffId) -> Result<Decision, Refusal> {
    test.run(&Command::WithdrawCorrection { correction_no: no, by, record: Box::new(record) })
}

pub(crate) fn correct(test: &mut TestTable, round: RoundRef, ruling: &Ruling) {
    let no = propose(test, round, ruling);
    approve(test, record(test, round), no, TWO).unwrap();
}

/// Three rounds, won by Player, tied, and won by Banker; the first with wagers of two patrons.
fn three_rounds() -> (TestTable, [RoundRef; 3]) {
    let mut test = TestTable::open("live-commission");
    let first = test.round();
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
    correct(&mut test, second, &void());
    assert_eq!(beads(&test.table), ["Pn", "Bn"]);
    correct(&mut test, first, &cards("2h Kd Kh 3c 9h 3d"));
    assert_eq!(beads(&test.table), ["B6", "Bn"]);
    correct(&mut test, second, &cards("4h 4d 4s 4c"));
    assert_eq!(beads(&test.table), ["B6", "Tpbn", "Bn"]);
    assert!(
        matches!(test.table.phase(), Phase::Settled { end: RoundEnd::Coup(coup) } if coup.bead().to_string() == "Bn")
    );
    correct(&mut test, third, &void());
    assert!(
        matches!(test.table.phase(), Phase::Settled { end: RoundEnd::Void { .. } }),
        "it is the one on the table"
    );
    let replayed = Table::replay(Arc::clone(test.table.settings()), &test.history);
    assert_eq!(replayed, Ok(test.table), "a restart knows the same");
}

#[test]
fn a_dry_run_says_each_patrons_difference_and_turnover() {
    let (test, [first, ..]) = three_rounds();
    let dry_run = |ruling: &Ruling| {
        let proposal = proposal(&test, record(&test, first), &[], &request(ruling, None));
        let Ok(Decision::Accepted(events)) = decide(&test.table, &proposal) else { panic!("refused") };
        let [Event::CorrectionProposed(proposal)] = &events[..] else { panic!("{events:?}") };
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
    correct(&mut test, first, &void());
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
    let others: Vec<_> = ["9h"; 8].iter().chain(&["Kd"; 7]).map(|text| card(text)).collect();
    let request = request(&cards("9h Kd Ks Kd 9h"), None);
    let refused = decide(&test.table, &proposal(&test, record(&test, first), &others, &request));
    let Err(Refusal::IllegalCoup(illegal)) = refused else { panic!("it is no coup: {refused:?}") };
    let copies = |text, copies| Illegality::TooManyCopies { card: card(text), copies, decks: 8 };
    let expected = [Illegality::TooMany { legal: 4, got: 5 }, copies("9h", 10), copies("Kd", 9)];
    assert_eq!(illegal.reasons, expected);
}

#[test]
fn proposals_have_one_fate() {
    let (mut test, [first, ..]) = three_rounds();
    let kept = propose(&mut test, first, &void());
    let other = propose(&mut test, first, &cards("2h 9d Ks Kc"));
    let before = record(&test, first);
    assert_eq!(approve(&mut test, before.clone(), kept, ONE), Err(Refusal::SameSupervisor));
    approve(&mut test, before, kept, TWO).unwrap();
    let latest = record(&test, first);
    assert_eq!(latest.proposal(other).map(|(_, status)| status), Some(ProposalStatus::Outdated));
    assert_eq!(approve(&mut test, latest.clone(), kept, TWO), Ok(Decision::Duplicate));
    let outdated = Refusal::CorrectionOutdated { round: first, expected: 1, current: 2 };
    assert_eq!(approve(&mut test, latest.clone(), other, TWO), Err(outdated.clone()));
    assert_eq!(withdraw(&mut test, latest.clone(), kept, TWO), Err(outdated));
    withdraw(&mut test, latest, other, ONE).unwrap();
    let latest = record(&test, first);
    assert_eq!(withdraw(&mut test, latest.clone(), other, TWO), Ok(Decision::Duplicate));
    let withdrawn = Refusal::CorrectionWithdrawn { correction_no: other };
    assert_eq!(approve(&mut test, latest.clone(), other, TWO), Err(withdrawn));
    let unknown = Refusal::UnknownCorrection { correction_no: 1 };
    assert_eq!(approve(&mut test, latest.clone(), 1, TWO), Err(unknown));
    let statuses: Vec<_> = latest.proposals().map(|(no, _, status)| (no, status)).collect();
    assert_eq!(statuses, [(kept, ProposalStatus::Approved { by: TWO }), (other, ProposalStatus::Withdrawn)]);
}

#[test]
fn a_proposal_sent_again_is_the_first_in_any_status() {
    let (mut test, [first, ..]) = three_rounds();
    let sent = request(&void(), Some(7));
    let events = test.must(&proposal(&test, record(&test, first), &[], &sent));
    let no = test.table.seq();
    let again = |test: &mut TestTable, request: &CorrectionRequest| {
        let record = record(test, first);
        let answer = test.run(&proposal(test, record.clone(), &[], request))?;
        assert_eq!(answer, Decision::Duplicate, "proposed twice");
        let (no, first, status) = proposed_before(&record, request)?.expect("it was proposed");
        Ok((no, vec![Event::CorrectionProposed(first.clone())], status))
    };
    assert_eq!(again(&mut test, &sent), Ok((no, events.clone(), ProposalStatus::Open)));
    let padded = CorrectionRequest { why: " misread ".to_owned(), ..sent.clone() };
    assert_eq!(again(&mut test, &padded), Ok((no, events.clone(), ProposalStatus::Open)));
    for other in [
        CorrectionRequest { ruling: cards("2h 9d Ks Kc"), ..sent.clone() },
        CorrectionRequest { by: TWO, ..sent.clone() },
        CorrectionRequest { why: "opened".to_owned(), ..sent.clone() },
        CorrectionRequest { why: String::new(), ..sent.clone() },
    ] {
        let used = Err(Refusal::RequestIdUsed { correction_no: no });
        assert_eq!(again(&mut test, &other), used, "{other:?}");
    }
    let open = record(&test, first);
    approve(&mut test, open, no, TWO).unwrap();
    assert_eq!(again(&mut test, &sent), Ok((no, events, ProposalStatus::Approved { by: TWO })));
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
    correct(&mut test, first, &void());
    correct(&mut test, second, &cards("4h 4d 4s 4c"));
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
    let shuffled = |test: &TestTable| record(test, first).with_known(Known::Order);
    let refused = |test: &TestTable, ruling: &Ruling| {
        let proposal = proposal(test, shuffled(test), &[], &request(ruling, None));
        decide(&test.table, &proposal).map(|_| ()).map_err(|refusal| refusal.code())
    };
    let (dealt, other) = (cards("9h Kd Ks 3c"), cards("2h 9d Ks Kc"));
    // Each ruling has every fault of the ones below it, as far as it can; each is refused for its first.
    let by_order = [(cards("9h Kd Ks"), "illegal_coup"), (other.clone(), "off_order")];
    for (ruling, code) in by_order.iter().chain(&[(dealt.clone(), "nothing_to_correct")]) {
        assert_eq!(refused(&test, ruling), Err(*code), "{ruling:?}");
    }
    assert_eq!(refused(&test, &void()), Ok(()));

    // A correction from before this was a rule stays in force, and is off the order when it is proposed again.
    let old = propose(&mut test, first, &other);
    let off_order = Refusal::OffOrder { round: first };
    for by in [TWO, ONE] {
        let latest = shuffled(&test);
        assert_eq!(approve(&mut test, latest, old, by), Err(off_order.clone()));
    }
    correct(&mut test, first, &other);
    assert_eq!(refused(&test, &other), Err("off_order"), "it stays in force");
    assert_eq!(refused(&test, &dealt), Ok(()), "it goes back to what was dealt");
    correct(&mut test, first, &void());
    assert_eq!(refused(&test, &other), Err("off_order"), "of a void round, too");
    assert_eq!(refused(&test, &dealt), Ok(()), "a void is taken back");
    let latest = shuffled(&test);
    assert_eq!(approve(&mut test, latest, old, TWO), Err(off_order), "before it is outdated");
}
