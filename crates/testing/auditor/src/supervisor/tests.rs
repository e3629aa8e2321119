//! What supervisors choose, what they send again, and which answers contradict what is known.

use std::collections::BTreeSet;

use super::choices::{RECENT, latest};
use super::*;
use crate::coup::is_coup;
use crate::ids::{EventId, RoundId};
use crate::observations::{ShownCorrection, SupervisorObservations};
use crate::record::{Purse, Wallet};
use crate::workload::Dice;

const ROUND: RoundId = RoundId { table: 1, shoe_no: 1, round_no: 2 };
const CORRECTION: EventId = EventId { table: 1, seq: 7 };

/// A correction of a round that supervisor 2 proposed.
fn correction(seq: u64, repeated: bool, state: &str, approved_by: Option<u32>) -> CorrectionAnswer {
    let shown = ShownCorrection {
        id: EventId { seq, ..CORRECTION },
        round: ROUND,
        revision: 2,
        by: 2,
        why: String::new(),
        voided: Some("supervisor".to_owned()),
        cards_before: Vec::new(),
        cards_after: Vec::new(),
        rules: None,
        patrons: Vec::new(),
    };
    CorrectionAnswer { repeated, shown, state: state.to_owned(), approved_by }
}

fn proposed(seq: u64, repeated: bool) -> ActionAnswer {
    ActionAnswer::Proposed(correction(seq, repeated, "open", None))
}

fn outdated(seq: u64, repeated: bool) -> ActionAnswer {
    ActionAnswer::Proposed(correction(seq, repeated, "outdated", None))
}

fn approved(by: u32, repeated: bool) -> ActionAnswer {
    ActionAnswer::Decided(correction(CORRECTION.seq, repeated, "approved", Some(by)))
}

fn adjusted(patron: u32, repeated: bool) -> ActionAnswer {
    ActionAnswer::Adjusted { repeated, patron, wallet: Wallet::default() }
}

fn refused(code: &str) -> ActionAnswer {
    ActionAnswer::Refused(code.to_owned())
}

fn propose(request_id: &str, round: RoundId) -> Action {
    Action::Propose { request_id: request_id.to_owned(), round, ruling: None }
}

fn adjust(request_id: &str, change: i64) -> Action {
    Action::Adjust { request_id: request_id.to_owned(), patron: 7, purse: Purse::Cash, change }
}

/// Sends each action and notes its answer. A row says how that contradicts what is known, if it does.
fn check(observed: &mut SupervisorObservations, rows: &[(u32, &Action, ActionAnswer, &str)]) {
    for (by, action, answer, expected) in rows {
        observed.send(*by, action);
        observed.receive(*by, action, answer.clone());
        let contradictions = std::mem::take(&mut observed.contradictions);
        let begins = format!("supervisor {by}: {action:?} was {expected}");
        let same = contradictions.iter().all(|it| !expected.is_empty() && it.starts_with(&begins));
        assert!(
            same && contradictions.len() == usize::from(!expected.is_empty()),
            "{begins}: {contradictions:?}"
        );
    }
}

#[test]
fn an_unanswered_action_is_sent_again_unchanged() {
    let mut observed = SupervisorObservations::default();
    let withdraw = Action::Withdraw(EventId { seq: 8, ..CORRECTION });
    let actions =
        [Action::Approve(CORRECTION), withdraw, Action::Void(ROUND), adjust("r", -5), propose("w", ROUND)];
    for action in &actions {
        observed.send(2, action);
    }
    assert_eq!(observed.unanswered(2), actions);
    assert!(observed.unanswered(1).is_empty());
    // It may be done or not.
    observed.receive(2, &actions[0], ActionAnswer::Failed("unavailable".to_owned()));
    observed.receive(2, &actions[1], refused("correction_outdated"));
    observed.receive(2, &actions[2], ActionAnswer::Voided);
    assert_eq!(observed.unanswered(2), [actions[0].clone(), actions[3].clone(), actions[4].clone()]);
    let answers = [(0, approved(2, true)), (3, adjusted(7, true)), (4, proposed(7, true))];
    check(&mut observed, &answers.map(|(place, answer)| (2, &actions[place], answer, "")));
    assert!(observed.unanswered(2).is_empty());
}

#[test]
fn contradictions_are_noted() {
    let (w, v, elsewhere) =
        (propose("w", ROUND), propose("v", ROUND), propose("u", RoundId { round_no: 3, ..ROUND }));
    let (approve, withdraw, void) =
        (Action::Approve(CORRECTION), Action::Withdraw(CORRECTION), Action::Void(ROUND));
    let (other, new) = (EventId { seq: 8, ..CORRECTION }, propose("t", ROUND));
    let (approve_other, withdraw_other) = (Action::Approve(other), Action::Withdraw(other));
    let (adjust, misuse) = (adjust("r", -5), Action::Misuse(Box::new(adjust("r", -5))));
    let rows = [
        (2, &w, proposed(7, false), ""),
        (2, &w, proposed(7, true), ""),
        (2, &w, proposed(7, false), "done 2 times before, and repeated is false"),
        // The number belongs to another proposal, and the round is not the one of the request.
        // Another one corrected the round meanwhile, which a new proposal cannot say.
        (2, &w, outdated(7, true), ""),
        (2, &new, outdated(9, false), "answered with Proposed"),
        (2, &v, proposed(7, false), "answered with Proposed"),
        (2, &elsewhere, proposed(9, false), "answered with Proposed"),
        (2, &approve, approved(2, true), "done 0 times before, and repeated is true"),
        (2, &approve, approved(2, false), "done 1 times before, and repeated is false"),
        (2, &approve, refused("correction_outdated"), "done and then refused: correction_outdated"),
        // By another, about another one, and withdrawn though it is approved.
        (3, &approve, approved(3, false), ""),
        (4, &approve, approved(3, false), "answered with Decided"),
        (3, &approve_other, approved(3, false), "answered with Decided"),
        (3, &withdraw, approved(3, false), "answered with Decided"),
        (2, &adjust, adjusted(7, true), "done 0 times before, and repeated is true"),
        (2, &adjust, adjusted(7, false), "done 1 times before, and repeated is false"),
        (2, &adjust, refused("not_so_much"), "done and then refused: not_so_much"),
        (3, &adjust, adjusted(4, true), "answered with Adjusted { repeated: true, patron: 4"),
        (2, &misuse, adjusted(7, false), "answered with Adjusted { repeated: false"),
        (2, &misuse, refused("not_so_much"), "answered with not_so_much"),
        (2, &void, ActionAnswer::Voided, ""),
        (2, &void, refused("round_not_open"), ""),
        (2, &void, ActionAnswer::Voided, "done 1 times before, and repeated is false"),
        (2, &withdraw_other, refused("internal"), "answered with internal"),
    ];
    check(&mut SupervisorObservations::default(), &rows);
}

#[test]
fn what_was_refused_each_time_before_is_no_repeat() {
    let (mut observed, adjust, proposal) =
        (SupervisorObservations::default(), adjust("r", -5), propose("w", ROUND));
    // One of the proposals gets no answer, so it may be the one that did it.
    observed.send(2, &proposal);
    let rows = [
        (2, &adjust, refused("not_so_much"), ""),
        (2, &adjust, adjusted(7, true), "done 0 times before, and repeated is true"),
        (2, &proposal, refused("nothing_to_correct"), ""),
        (2, &proposal, proposed(7, true), ""),
    ];
    check(&mut observed, &rows);
}

#[test]
fn each_kind_of_action_has_its_own_refusals() {
    let (propose, adjust) = (propose("w", ROUND), adjust("r", -5));
    for (action, possible, impossible) in [
        (&propose, "nothing_to_correct", "nothing_dealt"),
        (&Action::Approve(CORRECTION), "same_supervisor", "not_so_much"),
        (&Action::Withdraw(CORRECTION), "correction_outdated", "same_supervisor"),
        (&Action::Void(ROUND), "round_not_open", "out_of_turn"),
        (&Action::Void(ROUND), "same_person", "out_of_turn"),
        (&adjust, "unknown_patron", "bad_amount"),
        (&adjust, "not_so_much", "request_id_used"),
        (&adjust, "above_limit", "needs_manager"),
        (&Action::ApproveAdjustment(1), "same_person", "above_limit"),
        (&Action::ApproveAdjustment(1), "needs_manager", "unknown_adjustment"),
        (&Action::WithdrawAdjustment(1), "adjustment_decided", "same_person"),
        (&Action::Misuse(Box::new(adjust.clone())), "request_id_used", "unknown_patron"),
    ] {
        let contradiction = format!("answered with {impossible}");
        let rows = [(2, action, refused(possible), ""), (2, action, refused(impossible), &contradiction)];
        check(&mut SupervisorObservations::default(), &rows);
    }
}

fn generator(seed: u64) -> ActionGenerator {
    ActionGenerator { dice: Dice::new(seed), by: 1, patrons: vec![7] }
}

/// Observations after another supervisor proposed corrections and adjusted by the least.
fn observed() -> SupervisorObservations {
    let mut observed = SupervisorObservations::default();
    for round_no in 1..=3 {
        observed.dealt.insert(RoundId { round_no, ..ROUND }, Vec::new());
    }
    for (seq, request_id) in (10..).zip(["p", "q", "r"]) {
        check(&mut observed, &[(2, &propose(request_id, ROUND), proposed(seq, false), "")]);
    }
    for change in [-1, 1] {
        check(&mut observed, &[(2, &adjust(&format!("of {change}"), change), adjusted(7, false), "")]);
    }
    observed
}

#[test]
fn every_kind_of_action_comes_up_and_the_same_ones_again() {
    let cards = ["9h", "Kd", "Ks", "3c"].map(str::to_owned).to_vec();
    let past = PastRound { round: ROUND, cards, voided: false };
    let rounds = Rounds { open: Some(RoundId { round_no: 3, ..ROUND }), past: vec![past] };
    let actions = |seed| {
        let (mut generator, mut observed) = (generator(seed), observed());
        let mut chosen = Vec::new();
        for _ in 0..1_000 {
            if let Some(action) = generator.next(&rounds, &observed) {
                observed.send(1, &action);
                chosen.push(action);
            }
        }
        chosen
    };
    let first = actions(1);
    assert_eq!(first, actions(1));
    assert_ne!(first, actions(2));
    for kind in ["Propose {", "Approve(", "Withdraw(", "Void", "Adjust", "ProposeAdjustment", "Misuse"] {
        assert!(first.iter().any(|it| format!("{it:?}").starts_with(kind)), "{kind}");
    }
    let repeated = |action: &&Action| first.iter().filter(|other| other == action).count() > 1;
    assert!(first.iter().filter(repeated).any(|it| matches!(it, Action::Adjust { .. })));
    let change = |action: &Action| match action {
        Action::Adjust { change, .. } => Some(*change),
        Action::Misuse(other) => match **other {
            Action::Adjust { change, .. } => Some(change),
            _ => None,
        },
        _ => None,
    };
    assert!(first.iter().filter_map(change).all(|change| change != 0));
    assert!(generator(3).approve(&SupervisorObservations::default()).is_none());
}

#[test]
fn an_id_is_misused_for_something_else_and_never_for_nothing() {
    let (mut generator, observed) = (generator(5), observed());
    let (mut changes, mut elsewhere, mut otherwise) = (BTreeSet::new(), 0, 0);
    for _ in 0..200 {
        let Some(Action::Misuse(other)) = generator.misuse(&observed) else { panic!("a misuse is one") };
        match *other {
            Action::Adjust { change, .. } => _ = changes.insert(change),
            Action::Propose { round: ROUND, ruling, .. } => {
                assert!(ruling.is_some());
                otherwise += 1;
            }
            Action::Propose { .. } => elsewhere += 1,
            other => panic!("{other:?} has no id"),
        }
    }
    assert_eq!(changes, BTreeSet::from([-2, 2]));
    assert!(elsewhere > 20 && otherwise > 20, "{elsewhere} and {otherwise}");
}

#[test]
fn the_latest_are_those_of_each_table() {
    let of =
        |table, numbers: std::ops::RangeInclusive<u64>| numbers.map(move |seq| (EventId { table, seq }, 1));
    let latest = latest(of(1, 1..=20).chain(of(2, 500..=501)).collect());
    let expected: BTreeSet<_> = of(1, 13..=20).chain(of(2, 500..=501)).collect();
    assert_eq!((latest.len(), latest.into_iter().collect()), (RECENT + 2, expected));
}

#[test]
fn rulings_are_voids_and_what_was_dealt_but_for_a_few() {
    let (mut generator, dealt) = (generator(4), vec!["dealt".to_owned()]);
    let rulings: Vec<Option<Vec<String>>> =
        (0..300).map(|_| generator.ruling(&["present".to_owned()], Some(&dealt))).collect();
    let count =
        |matches: &dyn Fn(&Option<Vec<String>>) -> bool| rulings.iter().filter(|it| matches(it)).count();
    let coups = count(&|it| it.as_ref().is_some_and(|cards| is_coup(cards)));
    assert!((1..60).contains(&coups), "{coups}");
    assert!(count(&Option::is_none) > 80 && count(&|it| it.as_ref() == Some(&dealt)) > 80);
    assert!(count(&|it| it.as_ref().is_some_and(|cards| cards.len() == 3)) > 0);
}
