//! When it is decided which card comes next. Data only; the crate `fair` draws.

use serde::{Deserialize, Serialize};

/// The algorithm of shoes whose cards are drawn after betting has closed; the crate `fair` computes it.
pub const AFTER_BETS_ALGORITHM: &str = "punto-proof-2";

/// How long after betting closed the value of the beacon that draws the cards comes to exist at least, in milliseconds.
pub const DRAW_AHEAD_MS: u32 = 1_000;

/// When it is decided which card of a shoe comes next.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, strum::AsRefStr, strum::EnumString,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Drawing {
    /// When the shoe is sealed: its cards come out in their order.
    #[default]
    Sealed,
    /// When betting has closed: a value of the beacon that did not exist before says which cards of the sealed row come
    /// out.
    AfterBets,
}

impl Drawing {
    /// Of a shoe with this algorithm.
    pub fn of_algorithm(algorithm: &str) -> Self {
        if algorithm == AFTER_BETS_ALGORITHM { Self::AfterBets } else { Self::Sealed }
    }

    /// Whether the cards are in the order of the sealed shoe.
    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub fn is_sealed(&self) -> bool {
        *self == Self::Sealed
    }
}
