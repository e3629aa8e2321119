//! Messages that move or promise money, read strictly: a field that the server does not know may be one that the client
//! counts on, so the message is refused. Of all other messages, unknown fields are ignored.

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::client::{ClientMessage, RoundRef, SlipWager};

/// The message of this type, if it is one that moves or promises money.
pub(crate) fn read(kind: &str, text: &str) -> Option<serde_json::Result<ClientMessage>> {
    Some(match kind {
        "place_slip" => serde_json::from_str::<PlaceSlip>(text).map(Into::into),
        "undo_last" => serde_json::from_str::<OfRound>(text).map(OfRound::undo_last),
        "rebet" => serde_json::from_str::<Rebet>(text).map(Into::into),
        "clear_wagers" => serde_json::from_str::<OfRound>(text).map(OfRound::clear_wagers),
        "start_auto" => serde_json::from_str::<StartAuto>(text).map(Into::into),
        _ => return None,
    })
}

/// A round in a request that moves money.
///
/// # Errors
/// Those of the deserializer, also for a field that a round does not have.
pub(crate) fn round<'de, D: Deserializer<'de>>(deserializer: D) -> Result<RoundRef, D::Error> {
    let Round { shoe_no, round_no } = Round::deserialize(deserializer)?;
    Ok(RoundRef { shoe_no, round_no })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Round {
    shoe_no: u32,
    round_no: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceSlip {
    #[serde(rename = "type")]
    _type: IgnoredAny,
    table_id: u32,
    #[serde(deserialize_with = "round")]
    round: RoundRef,
    slip_id: String,
    wagers: Vec<SlipWager>,
    #[serde(default)]
    replaces: bool,
}

impl From<PlaceSlip> for ClientMessage {
    fn from(PlaceSlip { table_id, round, slip_id, wagers, replaces, .. }: PlaceSlip) -> Self {
        Self::PlaceSlip { table_id, round, slip_id, wagers, replaces }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rebet {
    #[serde(rename = "type")]
    _type: IgnoredAny,
    table_id: u32,
    #[serde(deserialize_with = "round")]
    round: RoundRef,
    slip_id: String,
}

impl From<Rebet> for ClientMessage {
    fn from(Rebet { table_id, round, slip_id, .. }: Rebet) -> Self {
        Self::Rebet { table_id, round, slip_id }
    }
}

/// `undo_last` and `clear_wagers`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfRound {
    #[serde(rename = "type")]
    _type: IgnoredAny,
    table_id: u32,
    #[serde(deserialize_with = "round")]
    round: RoundRef,
    request_id: String,
}

impl OfRound {
    fn undo_last(self) -> ClientMessage {
        let Self { table_id, round, request_id, .. } = self;
        ClientMessage::UndoLast { table_id, round, request_id }
    }

    fn clear_wagers(self) -> ClientMessage {
        let Self { table_id, round, request_id, .. } = self;
        ClientMessage::ClearWagers { table_id, round, request_id }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StartAuto {
    #[serde(rename = "type")]
    _type: IgnoredAny,
    table_id: u32,
    wagers: Vec<SlipWager>,
    rounds: u16,
    request_id: String,
}

impl From<StartAuto> for ClientMessage {
    fn from(StartAuto { table_id, wagers, rounds, request_id, .. }: StartAuto) -> Self {
        Self::StartAuto { table_id, wagers, rounds, request_id }
    }
}
