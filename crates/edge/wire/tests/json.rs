//! The JSON of every message. A change here breaks clients.

use punto_wire::client::{ClientMessage, RoundRef, SlipWager};
use punto_wire::error::{ErrorBody, ErrorEnvelope};
use punto_wire::rest::{Guest, Health, History, HistoryRound, NewGuest};
use punto_wire::server::{OwnEnd, PatronInfo, ServerMessage, SettledLine, SpotStake};
use serde_json::{Value, from_value, json, to_value};

const ROUND: RoundRef = RoundRef { shoe_no: 3, round_no: 12 };
const ID: &str = "00112233445566778899aabbccddeeff";

fn round() -> Value {
    json!({"shoe_no": 3, "round_no": 12})
}

#[test]
fn client_messages() {
    let slip =
        |wagers| ClientMessage::PlaceSlip { table_id: 1, round: ROUND, slip_id: ID.to_owned(), wagers };
    for (message, expected) in [
        (ClientMessage::Hello { token: Some("ab".to_owned()) }, json!({"type": "hello", "token": "ab"})),
        (
            ClientMessage::Watch { table_id: 1, after: Some(41) },
            json!({"type": "watch", "table_id": 1, "after": 41}),
        ),
        (ClientMessage::Leave { table_id: 1 }, json!({"type": "leave", "table_id": 1})),
        (
            slip(vec![SlipWager { spot: "tie".to_owned(), stake: -5 }]),
            json!({"type": "place_slip", "table_id": 1, "round": round(), "slip_id": ID,
                   "wagers": [{"spot": "tie", "stake": -5}]}),
        ),
        (
            ClientMessage::ClearWagers { table_id: 1, round: ROUND, request_id: ID.to_owned() },
            json!({"type": "clear_wagers", "table_id": 1, "round": round(), "request_id": ID}),
        ),
        (ClientMessage::Ping { nonce: 7 }, json!({"type": "ping", "nonce": 7})),
    ] {
        assert_eq!(to_value(&message).unwrap(), expected);
        assert_eq!(ClientMessage::decode(&expected.to_string()), Ok(message));
    }
}

#[test]
fn optional_fields_of_client_messages() {
    let hello = ClientMessage::decode(r#"{"type":"hello"}"#);
    assert_eq!(hello, Ok(ClientMessage::Hello { token: None }));
    let watch = ClientMessage::decode(r#"{"type":"watch","table_id":2}"#);
    assert_eq!(watch, Ok(ClientMessage::Watch { table_id: 2, after: None }));
}

fn line() -> (SettledLine, Value) {
    let text = str::to_owned;
    let line = SettledLine { spot: text("banker"), stake: 100, resolution: text("win"), payout: 195 };
    (line, json!({"spot": "banker", "stake": 100, "resolution": "win", "payout": 195}))
}

#[test]
fn messages_about_corrections_and_money() {
    for (message, expected) in [
        (
            ServerMessage::YouCorrected {
                table_id: 1,
                end: OwnEnd {
                    round: ROUND,
                    revision: 2,
                    voided: Some("supervisor".to_owned()),
                    wagers: vec![],
                    staked: 100,
                    paid: 100,
                },
                difference: -95,
            },
            json!({"type": "you_corrected", "table_id": 1, "difference": -95,
                   "end": {"round": round(), "revision": 2, "voided": "supervisor", "wagers": [],
                           "staked": 100, "paid": 100}}),
        ),
        (ServerMessage::Owed { owed: 7 }, json!({"type": "owed", "owed": 7})),
        (ServerMessage::Bonus { bonus: 7 }, json!({"type": "bonus", "bonus": 7})),
        (
            ServerMessage::Problem {
                error: ErrorBody::new("bonus_rule", "words").with_spots(&[baccarat::Spot::Player]),
            },
            json!({"type": "problem", "error": {"code": "bonus_rule", "message": "words", "spots": ["player"]}}),
        ),
    ] {
        holds(&message, expected);
    }
}

#[test]
fn messages_to_one_patron() {
    let stakes = vec![SpotStake { spot: "tie".to_owned(), stake: 100 }];
    let refusal = ErrorBody { limit: Some(9), ..ErrorBody::new("code", "words") };
    let (line, line_json) = line();
    for (message, expected) in [
        (
            ServerMessage::Yours {
                table_id: 1,
                round: ROUND,
                wagers: stakes.clone(),
                staked: 100,
                last_wagers: vec![],
                last: None,
            },
            json!({"type": "yours", "table_id": 1, "round": round(), "wagers": [{"spot": "tie", "stake": 100}],
                   "staked": 100, "last_wagers": []}),
        ),
        (ServerMessage::Balance { balance: 5 }, json!({"type": "balance", "balance": 5})),
        (
            ServerMessage::SlipAccepted { table_id: 1, slip_id: ID.to_owned() },
            json!({"type": "slip_accepted", "table_id": 1, "slip_id": ID}),
        ),
        (
            ServerMessage::SlipRefused { table_id: 1, slip_id: ID.to_owned(), refusal: refusal.clone() },
            json!({"type": "slip_refused", "table_id": 1, "slip_id": ID,
                   "refusal": {"code": "code", "message": "words", "limit": 9}}),
        ),
        (
            ServerMessage::WagersCleared { table_id: 1, request_id: None, returned: 100 },
            json!({"type": "wagers_cleared", "table_id": 1, "request_id": null, "returned": 100}),
        ),
        (
            ServerMessage::ClearRefused { table_id: 1, request_id: ID.to_owned(), refusal },
            json!({"type": "clear_refused", "table_id": 1, "request_id": ID,
                   "refusal": {"code": "code", "message": "words", "limit": 9}}),
        ),
        (
            ServerMessage::YouSettled {
                table_id: 1,
                round: ROUND,
                wagers: vec![line],
                staked: 100,
                paid: 195,
            },
            json!({"type": "you_settled", "table_id": 1, "round": round(), "wagers": [line_json],
                   "staked": 100, "paid": 195}),
        ),
        (
            ServerMessage::YouVoided { table_id: 1, round: ROUND, returned: 100 },
            json!({"type": "you_voided", "table_id": 1, "round": round(), "returned": 100}),
        ),
    ] {
        holds(&message, expected);
    }
}

#[test]
fn messages_about_the_connection() {
    for (message, expected) in [
        (
            ServerMessage::Welcome { patron: None, now: 9 },
            json!({"type": "welcome", "patron": null, "now": 9}),
        ),
        (ServerMessage::Pong { nonce: 7, now: 9 }, json!({"type": "pong", "nonce": 7, "now": 9})),
        (
            ServerMessage::Problem { error: ErrorBody::new("malformed_message", "words") },
            json!({"type": "problem", "error": {"code": "malformed_message", "message": "words"}}),
        ),
    ] {
        holds(&message, expected);
    }
}

fn holds(message: &ServerMessage, expected: Value) {
    let text: Value = serde_json::from_str(&message.encode()).expect("it is JSON");
    assert_eq!(text, expected);
    assert_eq!(from_value::<ServerMessage>(expected).expect("it is a message"), *message);
}

#[test]
fn bodies_of_the_http_interface() {
    let patron = PatronInfo {
        patron_id: 4,
        nickname: "Ana".to_owned(),
        currency: "PLAY".to_owned(),
        decimals: 2,
        play_money: true,
        balance: 1_000_000,
        bonus: 7,
        owed: 3,
    };
    let patron_json = json!({"patron_id": 4, "nickname": "Ana", "currency": "PLAY", "decimals": 2,
                             "play_money": true, "balance": 1_000_000, "bonus": 7, "owed": 3});
    let guest = Guest { token: "ab".to_owned(), patron };
    assert_eq!(to_value(guest).unwrap(), json!({"token": "ab", "patron": patron_json}));

    let (line, line_json) = line();
    let history = HistoryRound {
        table_id: 1,
        round: ROUND,
        at: 9,
        cards: vec!["9h".to_owned()],
        outcome: "voided".to_owned(),
        wagers: vec![line],
        staked: 100,
        paid: 100,
    };
    assert_eq!(
        to_value(History { rounds: vec![history], next_before: Some(8) }).unwrap(),
        json!({"next_before": 8, "rounds": [{"table_id": 1, "round": round(), "at": 9, "cards": ["9h"],
               "outcome": "voided", "wagers": [line_json], "staked": 100, "paid": 100}]})
    );
    let health = Health { status: "ok".to_owned(), version: "0.1.0".to_owned(), tables: 2 };
    assert_eq!(to_value(health).unwrap(), json!({"status": "ok", "version": "0.1.0", "tables": 2}));
    let envelope = ErrorEnvelope { error: ErrorBody::new("code", "words"), request_id: "r1".to_owned() };
    assert_eq!(
        to_value(envelope).unwrap(),
        json!({"error": {"code": "code", "message": "words"}, "request_id": "r1"})
    );
    assert!(from_value::<NewGuest>(json!({"nickname": "Ana", "balance": 9})).is_err());
}
