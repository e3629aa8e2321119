//! What the minutes ask again, and what they call a contradiction.

use serde_json::{Value, json};

use super::*;

const ROUND: RoundId = RoundId { table: 1, shoe_no: 1, round_no: 2 };

fn correction() -> Value {
    let by = json!({"supervisor_id": 2, "name": null});
    json!({"correction_no": 7, "table_id": 1, "round": {"shoe_no": 1, "round_no": 2}, "revision": 2,
        "state": "open", "proposed_by": by, "approved_by": null, "why": "", "voided": "supervisor",
        "cards_before": [], "cards_after": [], "rules": null, "patrons": []})
}

fn approved(by: u32, repeated: bool) -> Told {
    let mut correction = correction();
    correction["state"] = json!("approved");
    correction["approved_by"] = json!({"supervisor_id": by, "name": null});
    let decided = json!({"repeated": repeated, "correction": correction});
    Told::Decided(Box::new(serde_json::from_value(decided).unwrap()))
}

fn shown(repeated: bool) -> Told {
    let proposed = json!({"repeated": repeated, "correction": correction()});
    Told::Proposed(Box::new(serde_json::from_value(proposed).unwrap()))
}

fn propose(request_id: &str) -> Matter {
    Matter::Propose { request_id: request_id.to_owned(), round: ROUND, ruling: None }
}

fn refused(status: u16, code: &str) -> Told {
    Told::Refused(status, code.to_owned())
}

fn adjust() -> Matter {
    Matter::Adjust { request_id: "r".to_owned(), patron: 3, purse: Purse::Cash, change: -5 }
}

fn adjusted(repeated: bool) -> Told {
    Told::Adjusted { repeated, patron: 3, wallet: Wallet::default() }
}

fn tell(minutes: &mut Minutes, by: u32, matter: &Matter, told: Told) {
    minutes.send(by, matter);
    minutes.hear(by, matter, told);
}

#[test]
fn what_got_no_answer_is_asked_again_as_it_was() {
    let mut minutes = Minutes::default();
    let matters =
        [Matter::Approve((1, 7)), Matter::Withdraw((1, 8)), Matter::Void(ROUND), adjust(), propose("w")];
    for matter in &matters {
        minutes.send(2, matter);
    }
    assert_eq!(minutes.unanswered(2), matters);
    assert!(minutes.unanswered(1).is_empty());
    // It may be done or not.
    minutes.hear(2, &matters[0], refused(503, "unavailable"));
    minutes.hear(2, &matters[1], refused(409, "correction_outdated"));
    minutes.hear(2, &matters[2], Told::Voided);
    assert_eq!(minutes.unanswered(2), [Matter::Approve((1, 7)), adjust(), propose("w")]);
    tell(&mut minutes, 2, &matters[0], approved(2, true));
    tell(&mut minutes, 2, &matters[3], adjusted(true));
    tell(&mut minutes, 2, &matters[4], shown(true));
    assert!(minutes.unanswered(2).is_empty());
    assert_eq!(minutes.contradictions, Vec::<String>::new());
}

#[test]
fn contradictions_are_noted() {
    let mut minutes = Minutes::default();
    let approve = Matter::Approve((1, 7));
    let misuse = Matter::Misuse(Box::new(adjust()));
    for (matter, told) in [
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
        (&Matter::Void(ROUND), Told::Voided),
        (&Matter::Void(ROUND), refused(409, "round_not_open")),
        (&Matter::Void(ROUND), Told::Voided),
        (&Matter::Withdraw((1, 9)), refused(500, "internal")),
    ] {
        tell(&mut minutes, 2, matter, told);
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
    assert_eq!(minutes.contradictions.len(), expected.len(), "{:#?}", minutes.contradictions);
    for (said, expected) in minutes.contradictions.iter().zip(expected) {
        assert!(said.contains(expected), "{said}");
    }
}

#[test]
fn what_was_refused_each_time_before_is_no_repeat() {
    let mut minutes = Minutes::default();
    tell(&mut minutes, 2, &adjust(), refused(409, "not_so_much"));
    tell(&mut minutes, 2, &adjust(), adjusted(true));
    assert!(minutes.contradictions[0].contains("done 0 times before, and repeated is true"));
    // One of these got no answer, so it may be the one that did it.
    let proposal = propose("w");
    minutes.send(2, &proposal);
    tell(&mut minutes, 2, &proposal, refused(409, "nothing_to_correct"));
    tell(&mut minutes, 2, &proposal, shown(true));
    assert_eq!(minutes.contradictions.len(), 1, "{:#?}", minutes.contradictions);
}

#[test]
fn each_kind_of_matter_has_its_own_refusals() {
    let mut minutes = Minutes::default();
    let approve = Matter::Approve((1, 7));
    for (matter, code) in [
        (&propose("w"), "nothing_to_correct"),
        (&approve, "same_supervisor"),
        (&Matter::Withdraw((1, 7)), "correction_outdated"),
        (&Matter::Void(ROUND), "round_not_open"),
        (&adjust(), "unknown_patron"),
        (&Matter::Misuse(Box::new(adjust())), "request_id_used"),
    ] {
        tell(&mut minutes, 2, matter, refused(409, code));
    }
    assert_eq!(minutes.contradictions, Vec::<String>::new());
    for (matter, code) in [
        (&propose("w"), "nothing_dealt"),
        (&approve, "not_so_much"),
        (&Matter::Withdraw((1, 7)), "same_supervisor"),
        (&Matter::Void(ROUND), "out_of_turn"),
        (&adjust(), "bad_amount"),
        (&adjust(), "request_id_used"),
    ] {
        tell(&mut minutes, 2, matter, refused(409, code));
        let said = minutes.contradictions.pop().unwrap_or_default();
        assert!(said.contains(&format!("answered with 409 {code}")), "{said}");
    }
}

#[test]
fn answers_about_something_else_are_contradictions() {
    let mut minutes = Minutes::default();
    tell(&mut minutes, 2, &propose("w"), shown(false));
    let told = Told::Adjusted { repeated: false, patron: 4, wallet: Wallet::default() };
    tell(&mut minutes, 2, &adjust(), told);
    tell(&mut minutes, 3, &Matter::Approve((1, 7)), approved(3, false));
    // By another, about another one, and withdrawn though it is approved.
    tell(&mut minutes, 4, &Matter::Approve((1, 7)), approved(3, false));
    tell(&mut minutes, 3, &Matter::Approve((1, 8)), approved(3, false));
    tell(&mut minutes, 3, &Matter::Withdraw((1, 7)), approved(3, false));
    // Of another round than was asked for.
    let round = RoundId { round_no: 3, ..ROUND };
    let other = Matter::Propose { request_id: "v".to_owned(), round, ruling: None };
    let Told::Proposed(mut proposed) = shown(false) else { panic!("it is shown") };
    proposed.correction.line.correction_no = 9;
    tell(&mut minutes, 2, &other, Told::Proposed(proposed));
    let expected = [
        "answered with the wallet of patron 4",
        "supervisor 4: Approve((1, 7)) was decided as",
        "supervisor 3: Approve((1, 8)) was decided as",
        "supervisor 3: Withdraw((1, 7)) was decided as",
        "was answered with Correction",
    ];
    assert_eq!(minutes.contradictions.len(), expected.len(), "{:#?}", minutes.contradictions);
    for (said, expected) in minutes.contradictions.iter().zip(expected) {
        assert!(said.contains(expected), "{said}");
    }
}
