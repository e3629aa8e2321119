//! Corrections from outside: the dry run, the second supervisor, the notices and the public frames, the
//! refusals, and that an approval counts once through any failure.

use std::sync::Arc;

use baccarat::rules::InterruptedRound;
use punto_house::{ABANDONED_MS, HouseRefusal, Notice, Rejection, default_tables};
use table::event::VoidReason;
use table::{
    CorrectionRequest, Event, Phase, ProposalStatus, PublicEvent, Refusal, RequestId, RoundEnd, RoundRef,
    Ruling, StaffId,
};

use crate::test_house::{GIFT, GOLD, SALON, TestHouse, amount, cards, code, drain, next, next_frame};

pub(crate) const ONE: StaffId = StaffId(1);
pub(crate) const TWO: StaffId = StaffId(2);

/// The first round of the salon, which its shoe deals.
const DEALT: &str = "As 4c 9s 3c 8s";

pub(crate) fn void() -> Ruling {
    Ruling::Void { reason: VoidReason::Supervisor }
}

/// A round that is over, in which the patron won 1,000 on Player; the next one takes wagers.
pub(crate) async fn played(test: &TestHouse) -> (table::PatronId, RoundRef) {
    let patron = test.guest("Mara").await;
    let round = test.betting(SALON).await;
    test.place(patron, SALON, 1, "player 1000").await.expect("it is taken");
    test.end(SALON).await;
    test.betting(SALON).await;
    (patron, round)
}

/// How many corrections wait for a second person.
async fn waiting(test: &TestHouse) -> usize {
    test.house.open_proposals().await.expect("the store answers").corrections
}

#[tokio::test(start_paused = true)]
async fn a_round_is_corrected_when_a_second_supervisor_agrees() {
    let test = TestHouse::with(SALON).await;
    let (patron, round) = played(&test).await;
    let mut notices = test.house.notices(patron);
    let propose = |ruling| test.propose(round, ruling, ONE, " a card was misread ");
    assert_eq!(waiting(&test).await, 0);
    let receipt = propose(void()).await.unwrap();
    assert_eq!(waiting(&test).await, 1);
    let [dry_run] = &receipt.proposal.patrons[..] else { panic!("one patron had wagers") };
    assert_eq!(
        (dry_run.patron, dry_run.difference(), dry_run.turnover_difference()),
        (patron, -1_000, -1_000)
    );
    assert_eq!(receipt.proposal.why, "a card was misread");
    assert_eq!(test.balance(patron).await, GIFT + 1_000, "a dry run moves nothing");
    assert!(drain(&mut notices).is_empty(), "and nobody gets a notice");

    let no = receipt.correction_no;
    let same = test.house.approve_correction(SALON, no, ONE).await.unwrap_err();
    assert_eq!(code(&same), "same_supervisor");
    let mut frames = test.subscribe(SALON);
    assert!(!test.house.approve_correction(SALON, no, TWO).await.unwrap().repeated);
    assert_eq!(waiting(&test).await, 0);
    assert!(test.house.approve_correction(SALON, no, TWO).await.unwrap().repeated, "sent twice");
    assert_eq!(test.balance(patron).await, GIFT);
    let [Notice::RoundCorrected { revision: 2, difference: -1_000, voided: Some(_), paid, .. }] =
        &drain(&mut notices)[..]
    else {
        panic!("the patron gets one notice")
    };
    assert_eq!(*paid, amount(1_000), "the stake came back");

    let frame = next_frame(&mut frames).await;
    let PublicEvent::RoundCorrected { end: RoundEnd::Void { .. }, revision: 2, .. } = &frame.public.event
    else {
        panic!("everybody gets the correction: {:?}", frame.public.event)
    };
    assert_eq!(frame.view.beads, [], "the voided round has no bead");
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!(view.last.map(|last| (last.revision, last.paid.minor())), Some((2, 1_000)));
    let history = test.history(patron).await;
    assert_eq!((history.len(), history[0].revision, history[0].voided), (1, 2, Some(amount(1_000))));
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_round_is_voided_after_its_settlement_and_settled_again_after_that() {
    let test = TestHouse::with(SALON).await;
    let (patron, round) = played(&test).await;
    for (ruling, revision, balance) in [(void(), 2, GIFT), (cards(DEALT), 3, GIFT + 1_000), (void(), 4, GIFT)]
    {
        assert_eq!(test.correct(round, ruling).await.proposal.revision, revision);
        assert_eq!(test.balance(patron).await, balance, "revision {revision}");
    }
    let beads = test.house.snapshot(SALON).unwrap().view.beads.clone();
    assert!(beads.is_empty(), "a void round is on no road");
    let view = test.house.patron_view(patron, SALON).await.unwrap();
    assert_eq!(view.last.and_then(|last| last.voided), Some(VoidReason::Supervisor));
    let corrections = test.house.corrections(SALON, None, 9).await.unwrap();
    let kinds: Vec<_> =
        corrections.iter().map(|event| matches!(event.event, Event::RoundCorrected { .. })).collect();
    assert_eq!(kinds, [true, false, true, false, true, false], "all of it is on record, newest first");
    let record = test.house.round(SALON, round).await.unwrap().unwrap();
    assert_eq!((record.revision(), record.voided()), (4, Some(VoidReason::Supervisor)));
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn what_makes_no_correction_is_refused_in_words() {
    let test = TestHouse::with(SALON).await;
    let (_, round) = played(&test).await;
    let propose = async |round, ruling, why: &str| {
        let refused = test.propose(round, ruling, ONE, why).await;
        refused.map(|_| ()).map_err(|refused| (code(&refused), refused.to_string()))
    };
    let never = RoundRef { shoe_no: 1, round_no: 9 };
    let open = RoundRef { round_no: 2, ..round };
    let long = "x".repeat(501);
    for (round, ruling, why, expected) in [
        (never, void(), "", "unknown_round"),
        (open, void(), "", "round_not_over"),
        (round, cards("9h"), " ", "no_reason"),
        (round, cards("9h"), &long, "no_reason"),
        (round, cards("9h"), "why", "illegal_coup"),
        (round, cards("2h 9d Ks Kc"), "why", "off_order"),
        (round, cards("4c As 9s 3c 8s"), "why", "off_order"),
        (round, cards(DEALT), "why", "nothing_to_correct"),
    ] {
        assert_eq!(propose(round, ruling, why).await.unwrap_err().0, expected);
    }
    let all = propose(round, cards("9h Kd Ks 3c 5h"), "why").await.unwrap_err().1;
    assert_eq!(all, "the coup ends with card 4, but 5 were written");

    let first = test.propose(round, void(), ONE, "why").await.unwrap();
    let second = test.propose(round, void(), TWO, "why").await.unwrap();
    let third = test.propose(round, void(), TWO, "why").await.unwrap();
    test.house.withdraw_correction(SALON, third.correction_no, ONE).await.unwrap();
    assert!(test.house.withdraw_correction(SALON, third.correction_no, TWO).await.unwrap().repeated);
    assert_eq!(waiting(&test).await, 2);
    test.house.approve_correction(SALON, first.correction_no, TWO).await.unwrap();
    assert_eq!(waiting(&test).await, 0, "the second is outdated by the first");
    let approve = async |no, by| code(&test.house.approve_correction(SALON, no, by).await.unwrap_err());
    assert_eq!(approve(second.correction_no, ONE).await, "correction_outdated");
    assert_eq!(approve(first.correction_no, StaffId(3)).await, "correction_outdated");
    assert_eq!(approve(third.correction_no, ONE).await, "correction_withdrawn");
    assert_eq!(approve(first.correction_no + 100, ONE).await, "unknown_correction");
    let unbegun = test.house.withdraw_correction(SALON, 1, ONE).await.unwrap_err();
    assert_eq!(code(&unbegun), "unknown_correction", "an event of another kind");
    let voided = test.propose(round, void(), ONE, "why").await.unwrap_err();
    assert_eq!(code(&voided), "nothing_to_correct");
    test.house.void_this_round(SALON, open, ONE).await.unwrap();
    let other = test.propose(round, cards("2h 9d Ks Kc"), ONE, "why").await.unwrap_err();
    assert_eq!(code(&other), "off_order", "of a void round, too");
    let empty = test.propose(open, cards("9h Kd Ks 3c"), ONE, "why").await.unwrap_err();
    assert_eq!(code(&empty), "nothing_dealt");
}

#[tokio::test(start_paused = true)]
async fn a_proposal_that_is_sent_again_is_one_proposal_even_after_a_restart() {
    let test = TestHouse::with(SALON).await;
    let (_, round) = played(&test).await;
    let propose = async |test: &TestHouse, round, ruling, by, id| {
        let request = CorrectionRequest::new(ruling, by, "misread", RequestId(id));
        test.house.propose_correction(SALON, round, request).await
    };
    let first = propose(&test, round, void(), ONE, 7).await.unwrap();
    assert_eq!((first.repeated, first.status), (false, ProposalStatus::Open));
    let again = propose(&test, round, void(), ONE, 7).await.unwrap();
    assert_eq!(again, punto_house::CorrectionReceipt { repeated: true, ..first.clone() });
    let test = test.restart_after(1).await;
    assert_eq!(propose(&test, round, void(), ONE, 7).await.unwrap(), again);
    let used = Rejection::from(Refusal::RequestIdUsed { correction_no: first.correction_no });
    assert_eq!(propose(&test, round, cards("2h 9d Ks Kc"), ONE, 7).await, Err(used.clone()));
    assert_eq!(propose(&test, round, void(), TWO, 7).await, Err(used.clone()));
    test.end(SALON).await;
    let next_round = RoundRef { round_no: round.round_no + 1, ..round };
    assert_eq!(propose(&test, next_round, void(), ONE, 7).await, Err(used.clone()), "of another round");
    let (never, open) = (RoundRef { round_no: 99, ..round }, test.betting(SALON).await);
    for (round, ruling) in [(never, void()), (open, void()), (next_round, cards("9h"))] {
        let first = propose(&test, round, ruling, ONE, 7).await;
        assert_eq!(first, Err(used.clone()), "{round}: the id is judged before everything else");
    }
    let record = test.house.round(SALON, round).await.unwrap().unwrap();
    assert_eq!(record.proposals().count(), 1);
    test.house.withdraw_correction(SALON, first.correction_no, TWO).await.unwrap();
    let late = propose(&test, round, void(), ONE, 7).await.unwrap();
    assert_eq!(
        (late.repeated, late.status, late.correction_no),
        (true, ProposalStatus::Withdrawn, first.correction_no)
    );
    assert!(!propose(&test, round, void(), ONE, 8).await.unwrap().repeated, "with a new id it is another");
}

/// All of them are read before the first of them is committed.
#[tokio::test(start_paused = true)]
async fn corrections_at_the_same_time_are_decided_one_after_the_other() {
    let test = TestHouse::with(SALON).await;
    let (patron, first) = played(&test).await;
    test.end(SALON).await;
    let second = RoundRef { round_no: first.round_no + 1, ..first };
    let request = CorrectionRequest::new(void(), ONE, "misread", RequestId(7));
    let propose = |round| test.house.propose_correction(SALON, round, request.clone());
    let (one, other) = tokio::join!(propose(first), propose(second));
    let correction_no = one.unwrap().correction_no;
    assert_eq!(other, Err(Refusal::RequestIdUsed { correction_no }.into()), "one id is one proposal");
    let (one, other) = tokio::join!(propose(first), propose(first));
    assert!(one.unwrap().repeated && other.unwrap().repeated);

    let (approved, withdrawn) = tokio::join!(
        test.house.approve_correction(SALON, correction_no, TWO),
        test.house.withdraw_correction(SALON, correction_no, TWO)
    );
    assert!(!approved.unwrap().repeated);
    assert_eq!(code(&withdrawn.unwrap_err()), "correction_outdated");
    assert_eq!((test.balance(patron).await, test.audit().await), (GIFT, 0));
    let record = test.house.round(SALON, first).await.unwrap().unwrap();
    assert_eq!((record.revision(), record.proposals().count()), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_round_of_an_earlier_shoe_is_corrected_after_a_restart() {
    let test = TestHouse::with(SALON).await;
    let (patron, round) = played(&test).await;
    let proposed = test.propose(round, void(), ONE, "why").await.unwrap();
    test.store.lose_seed(SALON, 1);
    let test = test.restart_after(1).await;
    while test.house.snapshot(SALON).unwrap().view.shoe_no < 2 {
        test.until(SALON, |_| true).await;
    }
    let mut notices = test.house.notices(patron);
    test.house.approve_correction(SALON, proposed.correction_no, TWO).await.unwrap();
    assert_eq!(test.balance(patron).await, GIFT);
    assert!(
        matches!(&drain(&mut notices)[..], [Notice::RoundCorrected { round: corrected, .. }] if *corrected == round)
    );
    let rounds = test.house.rounds(SALON, 1).await.unwrap();
    let revisions: Vec<_> = rounds.iter().map(|at| (at.round.round_no, at.revision, at.voided)).collect();
    assert_eq!(revisions, [(0, 0, false), (1, 2, true), (2, 1, true)]);
    assert_eq!(test.house.beads(SALON, 1).await.unwrap(), Some(vec![]), "a voided round has no bead");
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_correction_of_the_present_result_keeps_the_start_of_the_next_round() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 1000 tie 100").await.unwrap();
    let end = test.end(SALON).await;
    let proposed = test.propose(round, void(), ONE, "why").await.unwrap();
    tokio::time::advance(std::time::Duration::from_millis(100)).await;
    test.house.approve_correction(SALON, proposed.correction_no, TWO).await.unwrap();
    let view = test.house.snapshot(SALON).unwrap().view;
    assert!(matches!(&view.phase, Phase::Settled { end: RoundEnd::Void { .. } }));
    assert_eq!(view.next_at, end.view.next_at);
    assert_eq!(test.balance(patron).await, GIFT, "both stakes came back");
}

#[tokio::test(start_paused = true)]
async fn a_debt_has_notices_until_it_is_repaid() {
    let test = TestHouse::with(SALON).await;
    let (patron, round) = played(&test).await;
    // All but 500 is staked; of the 1,000 won, 500 cannot come back at once.
    let all = "banker 500000 small 200000 tie 50000 player_pair 50000 banker_pair 50000 big 150500";
    test.place(patron, SALON, 2, all).await.unwrap();
    let mut notices = test.house.notices(patron);
    test.correct(round, void()).await;
    let wallet = test.house.wallet(patron).await.unwrap();
    assert_eq!((wallet.cash, wallet.owed), (amount(0), amount(500)));
    let is_owed = |notice, minor| matches!(notice, Notice::Wallet(read) if read.wallet.owed == amount(minor));
    while !is_owed(next(&mut notices).await.notice, 500) {}
    // Banker wins with four cards: the debt is repaid from the profit.
    test.end(SALON).await;
    while !is_owed(next(&mut notices).await.notice, 0) {}
    assert_eq!(test.house.wallet(patron).await.unwrap().owed, amount(0));
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_round_at_a_table_that_is_not_opened_again_is_voided_in_time() {
    let test = TestHouse::open(default_tables()).await;
    let patron = test.guest("Mara").await;
    test.betting(GOLD).await;
    test.place(patron, GOLD, 1, "player 100 tie 200").await.unwrap();
    let test = test.restart_without(GOLD).await;
    let mut notices = test.house.notices(patron);
    tokio::time::sleep(std::time::Duration::from_millis(u64::from(ABANDONED_MS) - 60_000)).await;
    assert_eq!((test.balance(patron).await, test.audit().await), (GIFT - 300, 2), "it may yet be opened");
    tokio::time::sleep(std::time::Duration::from_mins(2)).await;
    assert_eq!((test.balance(patron).await, test.audit().await), (GIFT, 0));
    let reason = VoidReason::Abandoned;
    assert!(
        drain(&mut notices)
            .iter()
            .any(|notice| matches!(notice, Notice::RoundVoided { reason: r, .. } if *r == reason))
    );
    assert_eq!(test.history(patron).await[0].voided, Some(amount(300)));
}

#[tokio::test(start_paused = true)]
async fn an_interrupted_round_is_voided_where_the_house_rules_say_so() {
    for (policy, word, voided) in [
        (InterruptedRound::Finish, "interrupted_round = \"finish\"", false),
        (InterruptedRound::Void, "interrupted_round = \"void\"", true),
    ] {
        let mut settings = default_tables().remove(0);
        let text = settings.rules.text.replace("interrupted_round = \"finish\"", word);
        settings.rules = Arc::new(text.parse().unwrap());
        assert_eq!(settings.rules.interrupted_round, policy);
        let test = TestHouse::open(vec![settings]).await;
        let patron = test.guest("Mara").await;
        test.betting(SALON).await;
        test.place(patron, SALON, 1, "player 100").await.unwrap();
        test.until(SALON, |event| matches!(event, PublicEvent::CardDrawn { .. })).await;
        let test = test.restart_after(10).await;
        test.betting(SALON).await;
        let ended = test.history(patron).await.remove(0);
        assert_eq!(ended.voided.is_some(), voided, "{policy:?}");
        assert_eq!(test.house.snapshot(SALON).unwrap().view.shoe_no, 1, "the shoe goes on: {policy:?}");
        assert_eq!(test.audit().await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_slip_id_counts_for_one_slip() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 100 tie 200").await.unwrap();
    let now = test.house.now();
    let again = test.place_in(patron, SALON, round, 1, "tie 200 player 100", now).await.unwrap();
    assert!(again.repeated, "the same wagers in another order");
    let used = HouseRefusal::Table(Refusal::SlipIdUsed { table: SALON, round });
    let other = test.place_in(patron, SALON, round, 1, "player 100", now).await;
    assert_eq!(other, Err(Rejection::Refused(used.clone())));
    test.end(SALON).await;
    test.betting(SALON).await;
    let next_round = test.place(patron, SALON, 1, "player 100 tie 200").await;
    assert_eq!(next_round, Err(Rejection::Refused(used.clone())), "of another round");
    let late = test.place_in(patron, SALON, round, 1, "player 101", now).await;
    assert_eq!(late, Err(Rejection::Refused(used)), "of other wagers, and late");
    assert!(test.place_in(patron, SALON, round, 1, "player 100 tie 200", now).await.unwrap().repeated);
}
