//! Messages that move or promise money, read strictly: a field that the server does not know may be one that the client
//! counts on, so the message is refused. Of all other messages, unknown fields are ignored.

use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::client::{ClientMessage, RoundRef, SlipWager};
use crate::error::{ErrorBody, MALFORMED};
use crate::misfit;

/// The message of this type, if it is one that moves or promises money.
pub(crate) fn read(kind: &str, text: &str) -> Option<Result<ClientMessage, Box<ErrorBody>>> {
    let text = text.as_bytes();
    Some(match kind {
        "place_slip" => misfit::read::<PlaceSlip>(text, MALFORMED).map(Into::into),
        "undo_last" => misfit::read::<OfRound>(text, MALFORMED).map(OfRound::undo_last),
        "rebet" => misfit::read::<Rebet>(text, MALFORMED).map(Into::into),
        "clear_wagers" => misfit::read::<OfRound>(text, MALFORMED).map(OfRound::clear_wagers),
        "start_auto" => misfit::read::<StartAuto>(text, MALFORMED).map(Into::into),
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

/// A round, with no other field.
#[derive(Deserialize, JsonSchema)]
#[schemars(rename = "ExactRoundRef")]
#[serde(deny_unknown_fields)]
pub(crate) struct Round {
    /// The shoe, counted over the table's life.
    shoe_no: u32,
    /// The round, counted in its shoe.
    round_no: u16,
}

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct PlaceSlip {
    #[serde(rename = "type")]
    #[schemars(with = "String")]
    _type: IgnoredAny,
    table_id: u32,
    #[serde(deserialize_with = "round")]
    #[schemars(with = "Round")]
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Rebet {
    #[serde(rename = "type")]
    #[schemars(with = "String")]
    _type: IgnoredAny,
    table_id: u32,
    #[serde(deserialize_with = "round")]
    #[schemars(with = "Round")]
    round: RoundRef,
    slip_id: String,
}

impl From<Rebet> for ClientMessage {
    fn from(Rebet { table_id, round, slip_id, .. }: Rebet) -> Self {
        Self::Rebet { table_id, round, slip_id }
    }
}

/// `undo_last` and `clear_wagers`.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct OfRound {
    #[serde(rename = "type")]
    #[schemars(with = "String")]
    _type: IgnoredAny,
    table_id: u32,
    #[serde(deserialize_with = "round")]
    #[schemars(with = "Round")]
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

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct StartAuto {
    #[serde(rename = "type")]
    #[schemars(with = "String")]
    _type: IgnoredAny,
    table_id: u32,
    wagers: Vec<SlipWager>,
    rounds: u16,
    #[serde(default)]
    stop_at_loss: Option<i64>,
    #[serde(default)]
    stop_at_win: Option<i64>,
    request_id: String,
}

impl From<StartAuto> for ClientMessage {
    fn from(start: StartAuto) -> Self {
        let StartAuto { table_id, wagers, rounds, stop_at_loss, stop_at_win, request_id, .. } = start;
        Self::StartAuto { table_id, wagers, rounds, stop_at_loss, stop_at_win, request_id }
    }
}
