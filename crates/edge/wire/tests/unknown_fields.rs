//! What becomes of fields that the server does not know: ignored, but for requests that move or promise money.

use punto_wire::by_hand::{ChangeAdjustmentLimits, ProposeAdjustment, WithdrawAdjustment};
use punto_wire::client::ClientMessage;
use punto_wire::codec::UNKNOWN_FIELD;
use punto_wire::error::ErrorBody;
use punto_wire::misfit;
use punto_wire::passkeys::{AddPasskey, BeginPasskeyLogIn, PasskeyLogIn, ProveAgain, RenamePasskey};
use punto_wire::people::{
    ChangePassword, ConfirmSecondFactor, Enrol, LogIn, NewAccount, NewStaff, StaffDisplayName, StaffRoles,
};
use punto_wire::protection::{Exclude, ExcludePatron, Pause, SetLimits};
use punto_wire::range::SetRange;
use punto_wire::rest::NewGuest;
use punto_wire::supervisor::{AdjustWallet, ProposeCorrection, VoidRound};
use punto_wire::tables::{ChangeInvitations, ChangeTable, NewInvitationCode, NewTable, StepTable};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const ID: &str = "00112233445566778899aabbccddeeff";

fn round() -> Value {
    json!({"shoe_no": 3, "round_no": 12})
}

/// The JSON with the field `later` added to each of its objects in turn.
fn with_one_more(value: &Value) -> Vec<Value> {
    let mut all = Vec::new();
    let children: Vec<(String, Value)> = match value {
        Value::Object(fields) => {
            let mut more = fields.clone();
            more.insert("later".to_owned(), json!(2));
            all.push(Value::Object(more));
            fields.iter().map(|(name, child)| (format!("/{name}"), child.clone())).collect()
        }
        Value::Array(items) => {
            items.iter().cloned().enumerate().map(|(at, it)| (format!("/{at}"), it)).collect()
        }
        _ => Vec::new(),
    };
    for (place, child) in children {
        for changed in with_one_more(&child) {
            let mut whole = value.clone();
            *whole.pointer_mut(&place).expect("it is there") = changed;
            all.push(whole);
        }
    }
    all
}

#[test]
fn messages_that_move_money_have_no_unknown_field_and_others_may() {
    let wagers = json!([{"spot": "tie", "stake": 100}]);
    for (moves_money, message) in [
        (false, json!({"type": "hello", "token": "ab"})),
        (false, json!({"type": "watch", "table_id": 1, "after": 41})),
        (false, json!({"type": "take_seat", "table_id": 1, "password": "pw"})),
        (false, json!({"type": "quick_seat"})),
        (false, json!({"type": "leave", "table_id": 1})),
        (false, json!({"type": "stop_auto", "table_id": 1})),
        (false, json!({"type": "ping", "nonce": 7})),
        (
            true,
            json!({"type": "place_slip", "table_id": 1, "round": round(), "slip_id": ID, "wagers": wagers}),
        ),
        (
            true,
            json!({"type": "place_slip", "table_id": 1, "round": round(), "slip_id": ID, "wagers": [],
               "replaces": true}),
        ),
        (true, json!({"type": "undo_last", "table_id": 1, "round": round(), "request_id": ID})),
        (true, json!({"type": "rebet", "table_id": 1, "round": round(), "slip_id": ID})),
        (true, json!({"type": "clear_wagers", "table_id": 1, "round": round(), "request_id": ID})),
        (true, json!({"type": "start_auto", "table_id": 1, "wagers": wagers, "rounds": 2, "request_id": ID})),
        (
            true,
            json!({"type": "start_auto", "table_id": 1, "wagers": wagers, "rounds": 2, "stop_at_loss": 5,
               "stop_at_win": 5, "request_id": ID}),
        ),
    ] {
        let known = ClientMessage::decode(&message.to_string());
        assert!(known.is_ok(), "{message}: {known:?}");
        for more in with_one_more(&message) {
            match ClientMessage::decode(&more.to_string()) {
                Err(error) if moves_money => {
                    assert_eq!(error.code, UNKNOWN_FIELD, "{more}");
                    assert!(names_later(&error), "{more}: {error:?}");
                }
                decoded => assert!(!moves_money && decoded == known, "{more}: {decoded:?}"),
            }
        }
    }
}

/// Whether an error names the field `later` where it stands, with what is accepted there.
fn names_later(error: &ErrorBody) -> bool {
    let fields: Vec<_> = error.fields.iter().flat_map(|fields| fields.iter()).collect();
    let [(field, why)] = fields[..] else { return false };
    let (place, name) = field.rsplit_once('.').unwrap_or(("", field));
    name == "later" && !place.contains("later") && why.contains("it accepts `")
}

/// What reading a body says of an unknown field in any of its objects: none when it is ignored in all of them.
fn refused<T: DeserializeOwned + JsonSchema + 'static>(body: &Value) -> Option<usize> {
    let read = |body: &Value| misfit::read::<T>(body.to_string().as_bytes(), "malformed");
    assert!(read(body).is_ok(), "{body}");
    let all = with_one_more(body);
    let errors: Vec<_> = all.iter().filter_map(|more| read(more).err()).collect();
    assert!(errors.iter().all(|error| error.code == UNKNOWN_FIELD && names_later(error)), "{errors:?}");
    (!errors.is_empty()).then_some(all.len() - errors.len())
}

#[test]
fn bodies_that_move_or_promise_money_have_no_unknown_field_and_others_may() {
    let made =
        json!({"id": "a", "response": {"clientDataJSON": "b", "attestationObject": "c", "transports": []}});
    let answered = json!({"clientDataJSON": "b", "authenticatorData": "c", "signature": "d"});
    let answered = json!({"challenge_id": "a", "credential": {"id": "a", "response": answered}});
    let ruling = json!({"kind": "cards", "cards": ["9h"]});
    let settings = json!({"name": "Salon"});
    let limits = json!({"cash_each": 1, "cash_day": 2, "bonus_each": 3, "bonus_day": 4});
    for (name, is_refused, moves_money) in [
        (
            "AdjustWallet",
            refused::<AdjustWallet>(&json!({"request_id": ID, "purse": "cash", "change": 5, "why": "x"})),
            true,
        ),
        (
            "ProposeAdjustment",
            refused::<ProposeAdjustment>(
                &json!({"request_id": ID, "patron_id": 1, "purse": "cash", "change": 5, "why": "x"}),
            ),
            true,
        ),
        ("WithdrawAdjustment", refused::<WithdrawAdjustment>(&json!({"why": "x"})), true),
        (
            "ChangeAdjustmentLimits",
            refused::<ChangeAdjustmentLimits>(&json!({"limits": limits, "why": "x"})),
            true,
        ),
        ("VoidRound", refused::<VoidRound>(&json!({"round": round()})), true),
        (
            "ProposeCorrection",
            refused::<ProposeCorrection>(
                &json!({"request_id": ID, "round": round(), "ruling": ruling, "why": "x"}),
            ),
            true,
        ),
        (
            "SetRange",
            refused::<SetRange>(
                &json!({"spots": [{"spot": "tie", "minimum": 0, "maximum": null}], "why": "x"}),
            ),
            true,
        ),
        ("Pause", refused::<Pause>(&json!({"hours": 2})), true),
        ("Exclude", refused::<Exclude>(&json!({"days": 2})), true),
        ("ExcludePatron", refused::<ExcludePatron>(&json!({"days": 2, "why": "x"})), true),
        ("NewTable", refused::<NewTable>(&json!({"settings": settings, "why": "x"})), true),
        ("ChangeTable", refused::<ChangeTable>(&json!({"settings": settings, "why": "x"})), true),
        ("StepTable", refused::<StepTable>(&json!({"why": "x"})), false),
        ("ChangeInvitations", refused::<ChangeInvitations>(&json!({"why": "x"})), false),
        ("NewInvitationCode", refused::<NewInvitationCode>(&json!({"why": "x"})), false),
        ("NewGuest", refused::<NewGuest>(&json!({"nickname": "Ana"})), false),
        ("NewAccount", refused::<NewAccount>(&json!({"nickname": "Ana", "password": "x"})), false),
        ("LogIn", refused::<LogIn>(&json!({"name": "Ana", "password": "x"})), false),
        ("ChangePassword", refused::<ChangePassword>(&json!({"present": "a", "new": "b"})), false),
        ("ConfirmSecondFactor", refused::<ConfirmSecondFactor>(&json!({"code": "1"})), false),
        ("Enrol", refused::<Enrol>(&json!({"name": "a", "code": "b", "password": "c"})), false),
        ("NewStaff", refused::<NewStaff>(&json!({"name": "a", "roles": []})), false),
        ("StaffDisplayName", refused::<StaffDisplayName>(&json!({"display_name": "a"})), false),
        ("StaffRoles", refused::<StaffRoles>(&json!({"roles": []})), false),
        ("ProveAgain", refused::<ProveAgain>(&json!({})), false),
        ("BeginPasskeyLogIn", refused::<BeginPasskeyLogIn>(&json!({})), false),
        ("PasskeyLogIn", refused::<PasskeyLogIn>(&json!({"passkey": answered})), false),
        ("AddPasskey", refused::<AddPasskey>(&json!({"name": "a", "credential": made})), false),
        ("RenamePasskey", refused::<RenamePasskey>(&json!({"name": "a"})), false),
    ] {
        assert_eq!(is_refused, moves_money.then_some(0), "{name}");
    }
    // Its names are those of limits; what is none is refused later, as `bad_limit`.
    assert_eq!(refused::<SetLimits>(&json!({"limits": {"stake_day": 5}})), Some(1));
}
