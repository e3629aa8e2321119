//! The lamp of a simulated shoe in its state file: as the frame that showed it.

use scanner::ServerFrame;
use scanner::frame::Gate;
use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer, de::Error as _};

#[expect(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "the signature that serde calls")]
pub(super) fn serialize<S: Serializer>(lamp: &Option<Gate>, to: S) -> Result<S::Ok, S::Error> {
    lamp.map(|gate| ServerFrame::Gate(gate).write()).serialize(to)
}

pub(super) fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Option<Gate>, D::Error> {
    let Some(text) = Option::<String>::deserialize(from)? else { return Ok(None) };
    match ServerFrame::read(&text) {
        Ok(ServerFrame::Gate(gate)) => Ok(Some(gate)),
        _ => Err(D::Error::custom("the lamp is none")),
    }
}
