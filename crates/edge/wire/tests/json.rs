//! The JSON of every message. A change here breaks clients.

use std::fmt::Debug;

use punto_wire::client::{ClientMessage, RoundRef};
use punto_wire::error::ErrorEnvelope;
use punto_wire::rest::{DealtCard, Guest, Health, History, HistoryRound, NewGuest};
use punto_wire::road_map::SideId;
use punto_wire::server::{OwnEnd, PatronInfo, ServerMessage, SettledLine};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_value};

const ID: &str = "00112233445566778899aabbccddeeff";

fn round() -> Value {
    json!({"shoe_no": 3, "round_no": 12})
}

/// A message of this type reads the JSON, and writes it again with the same names and values.
fn keeps<T: Serialize + DeserializeOwned + Debug>(expected: &Value) -> T {
    let message: T = from_value(expected.clone()).unwrap_or_else(|error| unreachable!("{expected}: {error}"));
    assert_eq!(to_value(&message).ok().as_ref(), Some(expected));
    message
}

#[test]
fn client_messages() {
    for expected in [
        json!({"type": "hello", "token": "ab"}),
        json!({"type": "watch", "table_id": 1, "after": 41}),
        json!({"type": "watch_lobby"}),
        json!({"type": "unwatch_lobby"}),
        json!({"type": "take_seat", "table_id": 1, "password": "pw", "invitation": "code"}),
        json!({"type": "leave", "table_id": 1}),
        json!({"type": "place_slip", "table_id": 1, "round": round(), "slip_id": ID,
               "wagers": [{"spot": "tie", "stake": -5}]}),
        json!({"type": "place_slip", "table_id": 1, "round": round(), "slip_id": ID, "wagers": [],
               "replaces": true}),
        json!({"type": "undo_last", "table_id": 1, "round": round(), "request_id": ID}),
        json!({"type": "rebet", "table_id": 1, "round": round(), "slip_id": ID}),
        json!({"type": "clear_wagers", "table_id": 1, "round": round(), "request_id": ID}),
        json!({"type": "quick_seat"}),
        json!({"type": "start_auto", "table_id": 1, "wagers": [{"spot": "tie", "stake": 100}], "rounds": 2,
               "request_id": ID}),
        json!({"type": "start_auto", "table_id": 1, "wagers": [{"spot": "tie", "stake": 100}], "rounds": 2,
               "stop_at_loss": 500, "stop_at_win": -1, "request_id": ID}),
        json!({"type": "stop_auto", "table_id": 1}),
        json!({"type": "ping", "nonce": 7}),
    ] {
        let message = keeps::<ClientMessage>(&expected);
        assert_eq!(ClientMessage::decode(&expected.to_string()), Ok(message));
    }
}

#[test]
fn optional_fields_of_client_messages() {
    let hello = ClientMessage::decode(r#"{"type":"hello"}"#);
    assert_eq!(hello, Ok(ClientMessage::Hello { token: None }));
    let watch = ClientMessage::decode(r#"{"type":"watch","table_id":2}"#);
    assert_eq!(watch, Ok(ClientMessage::Watch { table_id: 2, after: None, bulletins: false }));
}

fn settled_line() -> Value {
    json!({"spot": "banker", "stake": 100, "resolution": "win", "payout": 195})
}

#[test]
fn server_messages() {
    let refusal = json!({"code": "code", "message": "words", "limit": 9});
    for expected in [
        json!({"type": "you_corrected", "table_id": 1, "seq": 41, "difference": -95,
               "end": {"round": round(), "revision": 2, "voided": "supervisor", "wagers": [],
                       "staked": 100, "paid": 100}}),
        json!({"type": "wallet", "balance": 5, "bonus": 7, "owed": 8, "number": 9}),
        json!({"type": "problem", "error": {"code": "bonus_rule", "message": "words", "spots": ["player"]}}),
        json!({"type": "problem", "error": {"code": "malformed_message", "message": "words"}}),
        json!({"type": "yours", "table_id": 1, "seq": 41, "round": round(), "wagers": [{"spot": "tie", "stake": 100}],
               "staked": 100, "last_wagers": []}),
        json!({"type": "yours", "table_id": 1, "seq": 41, "round": round(), "wagers": [], "staked": 0, "last_wagers": [],
               "seated": true, "auto": {"wagers": [{"spot": "tie", "stake": 100}], "rounds_left": 4}}),
        json!({"type": "yours", "table_id": 1, "seq": 41, "round": round(), "wagers": [], "staked": 0, "last_wagers": [],
               "seated": true, "auto": {"wagers": [], "rounds_left": 4, "stop": {"at_loss": 500, "net": -300}}}),
        json!({"type": "yours", "table_id": 1, "seq": 41, "round": round(), "wagers": [], "staked": 0, "last_wagers": [],
               "ended_auto": {"reason": "refused", "refusal": "paused", "rounds_left": 4}}),
        json!({"type": "seat_taken", "table_id": 1, "seq": 41}),
        json!({"type": "seat_refused", "table_id": 1, "refusal": refusal}),
        json!({"type": "auto_accepted", "table_id": 1, "seq": 41, "request_id": ID, "rounds_left": 10}),
        json!({"type": "auto_refused", "table_id": 1, "request_id": null, "refusal": refusal}),
        json!({"type": "auto_started", "table_id": 1, "seq": 41, "rounds": 10}),
        json!({"type": "auto_ended", "table_id": 1, "seq": 41, "reason": "refused", "refusal": "above_maximum",
               "rounds_left": 4}),
        json!({"type": "idle", "table_id": 1, "seq": 41, "rounds": 3, "limit": 5}),
        json!({"type": "seat_left", "table_id": 1, "seq": 41, "reason": "absent"}),
        json!({"type": "slip_accepted", "table_id": 1, "seq": 41, "slip_id": ID, "round": round()}),
        json!({"type": "slip_accepted", "table_id": 1, "seq": 41, "slip_id": ID, "round": round(),
               "wagers": [{"spot": "tie", "stake": 100}], "staked": 100}),
        json!({"type": "slip_refused", "table_id": 1, "slip_id": ID, "refusal": refusal}),
        json!({"type": "wagers_cleared", "table_id": 1, "seq": 41, "request_id": null, "returned": 100}),
        json!({"type": "clear_refused", "table_id": 1, "request_id": ID, "refusal": refusal}),
        json!({"type": "you_settled", "table_id": 1, "seq": 41, "round": round(), "wagers": [settled_line()],
               "staked": 100, "paid": 195}),
        json!({"type": "you_voided", "table_id": 1, "seq": 41, "round": round(), "returned": 100}),
        json!({"type": "welcome", "version": "punto.v1", "patron": null, "now": 9,
               "limits": {"message_bytes": 1, "messages_at_once": 2, "message_every_us": 3, "wagers": 4,
                          "queue_bytes": 5, "idle_ms": 6, "ping_every_ms": 7}}),
        json!({"type": "pong", "nonce": 7, "now": 9}),
    ] {
        let message = keeps::<ServerMessage>(&expected);
        assert_eq!(from_str::<Value>(&message.encode()).unwrap(), expected);
    }
}

/// Reading and writing alone does not notice when two names of fields of one type are swapped.
#[test]
fn fields_of_one_type_keep_their_own_names() {
    let text = str::to_owned;
    let round_ref = RoundRef { shoe_no: 3, round_no: 12 };
    let line = SettledLine { spot: text("banker"), stake: 100, resolution: text("win"), payout: 195 };
    let wagers = vec![line.clone()];
    let settled = ServerMessage::YouSettled {
        table_id: 1,
        seq: 41,
        round: round_ref,
        wagers: wagers.clone(),
        staked: 100,
        paid: 195,
    };
    let end = OwnEnd {
        round: round_ref,
        revision: 2,
        voided: Some(text("supervisor")),
        wagers: wagers.clone(),
        staked: 100,
        paid: 195,
    };
    let corrected = ServerMessage::YouCorrected { table_id: 1, seq: 41, end, difference: -95 };
    let in_history = HistoryRound {
        table_id: 1,
        round: round_ref,
        at: 9,
        revision: 2,
        cards: vec![text("9h")],
        deal: vec![DealtCard { card: text("9h"), side: SideId::Player, total: 9 }],
        read: vec![text("6h")],
        outcome: text("banker"),
        voided: None,
        wagers,
        staked: 100,
        paid: 195,
    };
    for (written, expected) in [
        (to_value(line), settled_line()),
        (
            to_value(settled),
            json!({"type": "you_settled", "table_id": 1, "seq": 41, "round": round(), "wagers": [settled_line()],
                   "staked": 100, "paid": 195}),
        ),
        (
            to_value(corrected),
            json!({"type": "you_corrected", "table_id": 1, "seq": 41, "difference": -95,
                   "end": {"round": round(), "revision": 2, "voided": "supervisor", "wagers": [settled_line()],
                           "staked": 100, "paid": 195}}),
        ),
        (
            to_value(in_history),
            json!({"table_id": 1, "round": round(), "at": 9, "revision": 2, "cards": ["9h"],
                   "deal": [{"card": "9h", "side": "player", "total": 9}], "read": ["6h"],
                   "outcome": "banker", "wagers": [settled_line()], "staked": 100, "paid": 195}),
        ),
    ] {
        assert_eq!(written.unwrap(), expected);
    }
}

#[test]
fn what_a_patron_has_keeps_its_names() {
    let patron = PatronInfo {
        patron_id: 4,
        nickname: "Ana".to_owned(),
        currency: "PLAY".to_owned(),
        decimals: 2,
        play_money: true,
        balance: 1_000_000,
        bonus: 7,
        owed: 3,
        number: 12,
    };
    let expected = json!({"patron_id": 4, "nickname": "Ana", "currency": "PLAY", "decimals": 2, "play_money": true,
                          "balance": 1_000_000, "bonus": 7, "owed": 3, "number": 12});
    assert_eq!(to_value(patron).unwrap(), expected);
}

#[test]
fn bodies_of_the_http_interface() {
    keeps::<Guest>(&json!({"token": "ab", "patron": {"patron_id": 4, "nickname": "Ana", "currency": "PLAY",
        "decimals": 2, "play_money": true, "balance": 1_000_000, "bonus": 7, "owed": 3, "number": 12}}));
    keeps::<History>(&json!({"next_before": 8, "rounds": [{"table_id": 1, "round": round(), "at": 9,
        "revision": 1, "cards": ["9h"], "deal": [{"card": "9h", "side": "player", "total": 9}], "read": [], "outcome": "voided",
        "wagers": [settled_line()], "staked": 100, "paid": 100}]}));
    keeps::<Health>(&json!({"status": "ok", "version": "0.1.0", "tables": 2, "stopped": []}));
    keeps::<ErrorEnvelope>(&json!({"error": {"code": "code", "message": "words"}, "request_id": "r1"}));
    keeps::<NewGuest>(&json!({"nickname": "Ana"}));
}
