//! What is sent again, and what counts as a contradiction.

use serde_json::{Value, json};

use auditor::{Purse, Wallet};

use super::*;

const ROUND: RoundId = RoundId { table: 1, shoe_no: 1, round_no: 2 };
const CORRECTION: EventId = EventId { table: 1, seq: 7 };

fn correction() -> Value {
    let by = json!({"supervisor_id": 2, "name": null});
    json!({"correction_no": 7, "table_id": 1, "round": {"shoe_no": 1, "round_no": 2}, "revision": 2,
        "state": "open", "proposed_by": by, "approved_by": null, "why": "", "voided": "supervisor",
        "cards_before": [], "cards_after": [], "rules": null, "patrons": []})
}

fn answer(repeated: bool, correction: Value) -> CorrectionAnswer {
    CorrectionAnswer::of(repeated, &serde_json::from_value(correction).unwrap())
}

fn approved(by: u32, repeated: bool) -> ActionAnswer {
    let mut correction = correction();
    correction["state"] = json!("approved");
    correction["approved_by"] = json!({"supervisor_id": by, "name": null});
    ActionAnswer::Decided(answer(repeated, correction))
}

fn shown(repeated: bool) -> ActionAnswer {
    ActionAnswer::Proposed(answer(repeated, correction()))
}

fn propose(request_id: &str) -> Action {
    Action::Propose { request_id: request_id.to_owned(), round: ROUND, ruling: None }
}

fn refused(status: u16, code: &str) -> ActionAnswer {
    ActionAnswer::Refused(status, code.to_owned())
}

fn adjust() -> Action {
    Action::Adjust { request_id: "r".to_owned(), patron: 3, purse: Purse::Cash, change: -5 }
}

fn adjusted(repeated: bool) -> ActionAnswer {
    ActionAnswer::Adjusted { repeated, patron: 3, wallet: Wallet::default() }
}

fn ask(observer: &mut SupervisorObserver, by: u32, action: &Action, answer: ActionAnswer) {
    observer.send(by, action);
    observer.receive(by, action, answer);
}

#[test]
fn an_unanswered_action_is_sent_again_unchanged() {
    let mut observer = SupervisorObserver::default();
    let actions = [
        Action::Approve(CORRECTION),
        Action::Withdraw(EventId { seq: 8, ..CORRECTION }),
        Action::Void(ROUND),
        adjust(),
        propose("w"),
    ];
    for action in &actions {
        observer.send(2, action);
    }
    assert_eq!(observer.unanswered(2), actions);
    assert!(observer.unanswered(1).is_empty());
    // It may be done or not.
    observer.receive(2, &actions[0], refused(503, "unavailable"));
    observer.receive(2, &actions[1], refused(409, "correction_outdated"));
    observer.receive(2, &actions[2], ActionAnswer::Voided);
    assert_eq!(observer.unanswered(2), [Action::Approve(CORRECTION), adjust(), propose("w")]);
    ask(&mut observer, 2, &actions[0], approved(2, true));
    ask(&mut observer, 2, &actions[3], adjusted(true));
    ask(&mut observer, 2, &actions[4], shown(true));
    assert!(observer.unanswered(2).is_empty());
    assert_eq!(observer.observed.contradictions, Vec::<String>::new());
}

#[test]
fn contradictions_are_noted() {
    let mut observer = SupervisorObserver::default();
    let approve = Action::Approve(CORRECTION);
    let misuse = Action::Misuse(Box::new(adjust()));
    for (action, answer) in [
        (&propose("w"), shown(false)),
        (&propose("w"), shown(true)),
        (&propose("w"), shown(false)),
        (&propose("v"), shown(false)),
        (&approve, approved(2, true)),
        (&approve, approved(2, false)),
        (&approve, refused(409, "correction_outdated")),
        (&adjust(), adjusted(true)),
        (&adjust(), adjusted(false)),
        (&adjust(), refused(409, "not_so_much")),
        (&misuse, adjusted(false)),
        (&misuse, refused(409, "not_so_much")),
        (&Action::Void(ROUND), ActionAnswer::Voided),
        (&Action::Void(ROUND), refused(409, "round_not_open")),
        (&Action::Void(ROUND), ActionAnswer::Voided),
        (&Action::Withdraw(EventId { seq: 9, ..CORRECTION }), refused(500, "internal")),
    ] {
        ask(&mut observer, 2, action, answer);
    }
    let expected = [
        "done 2 times before, and repeated is false",
        "Propose { request_id: \"v\"",
        "done 0 times before, and repeated is true",
        "done 1 times before, and repeated is false",
        "done and then refused: correction_outdated",
        "Adjust { request_id: \"r\", patron: 3, purse: Cash, change: -5 } was done 0 times before",
        "done 1 times before, and repeated is false",
        "done and then refused: not_so_much",
        "was answered with Adjusted { repeated: false",
        "answered with 409 not_so_much",
        "done twice",
        "answered with 500 internal",
    ];
    assert_eq!(
        observer.observed.contradictions.len(),
        expected.len(),
        "{:#?}",
        observer.observed.contradictions
    );
    for (contradiction, expected) in observer.observed.contradictions.iter().zip(expected) {
        assert!(contradiction.contains(expected), "{contradiction}");
    }
}

#[test]
fn what_was_refused_each_time_before_is_no_repeat() {
    let mut observer = SupervisorObserver::default();
    ask(&mut observer, 2, &adjust(), refused(409, "not_so_much"));
    ask(&mut observer, 2, &adjust(), adjusted(true));
    assert!(observer.observed.contradictions[0].contains("done 0 times before, and repeated is true"));
    // One of these got no answer, so it may be the one that did it.
    let proposal = propose("w");
    observer.send(2, &proposal);
    ask(&mut observer, 2, &proposal, refused(409, "nothing_to_correct"));
    ask(&mut observer, 2, &proposal, shown(true));
    assert_eq!(observer.observed.contradictions.len(), 1, "{:#?}", observer.observed.contradictions);
}

#[test]
fn each_kind_of_action_has_its_own_refusals() {
    let mut observer = SupervisorObserver::default();
    let approve = Action::Approve(CORRECTION);
    for (action, code) in [
        (&propose("w"), "nothing_to_correct"),
        (&approve, "same_supervisor"),
        (&Action::Withdraw(CORRECTION), "correction_outdated"),
        (&Action::Void(ROUND), "round_not_open"),
        (&adjust(), "unknown_patron"),
        (&Action::Misuse(Box::new(adjust())), "request_id_used"),
    ] {
        ask(&mut observer, 2, action, refused(409, code));
    }
    assert_eq!(observer.observed.contradictions, Vec::<String>::new());
    for (action, code) in [
        (&propose("w"), "nothing_dealt"),
        (&approve, "not_so_much"),
        (&Action::Withdraw(CORRECTION), "same_supervisor"),
        (&Action::Void(ROUND), "out_of_turn"),
        (&adjust(), "bad_amount"),
        (&adjust(), "request_id_used"),
    ] {
        ask(&mut observer, 2, action, refused(409, code));
        let contradiction = observer.observed.contradictions.pop().unwrap_or_default();
        assert!(contradiction.contains(&format!("answered with 409 {code}")), "{contradiction}");
    }
}

#[test]
fn answers_about_something_else_are_contradictions() {
    let mut observer = SupervisorObserver::default();
    ask(&mut observer, 2, &propose("w"), shown(false));
    let answer = ActionAnswer::Adjusted { repeated: false, patron: 4, wallet: Wallet::default() };
    ask(&mut observer, 2, &adjust(), answer);
    ask(&mut observer, 3, &Action::Approve(CORRECTION), approved(3, false));
    // By another, about another one, and withdrawn though it is approved.
    ask(&mut observer, 4, &Action::Approve(CORRECTION), approved(3, false));
    ask(&mut observer, 3, &Action::Approve(EventId { seq: 8, ..CORRECTION }), approved(3, false));
    ask(&mut observer, 3, &Action::Withdraw(CORRECTION), approved(3, false));
    // Of another round than the request names.
    let round = RoundId { round_no: 3, ..ROUND };
    let other = Action::Propose { request_id: "v".to_owned(), round, ruling: None };
    let ActionAnswer::Proposed(mut proposed) = shown(false) else { panic!("it is shown") };
    proposed.shown.id.seq = 9;
    ask(&mut observer, 2, &other, ActionAnswer::Proposed(proposed));
    let expected = [
        "answered with the wallet of patron 4",
        "supervisor 4: Approve(EventId { table: 1, seq: 7 }) was decided as",
        "supervisor 3: Approve(EventId { table: 1, seq: 8 }) was decided as",
        "supervisor 3: Withdraw(EventId { table: 1, seq: 7 }) was decided as",
        "was answered with CorrectionAnswer",
    ];
    assert_eq!(
        observer.observed.contradictions.len(),
        expected.len(),
        "{:#?}",
        observer.observed.contradictions
    );
    for (contradiction, expected) in observer.observed.contradictions.iter().zip(expected) {
        assert!(contradiction.contains(expected), "{contradiction}");
    }
}
