//! The places of cards at a live table.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::live::Slot;
use ts_rs::TS;

/// Where a card of a round lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub enum CardSlot {
    /// Player's first card.
    P1,
    /// Banker's first card.
    B1,
    /// Player's second card.
    P2,
    /// Banker's second card.
    B2,
    /// Player's third card.
    P3,
    /// Banker's third card.
    B3,
    /// A card that is burned.
    #[serde(rename = "burn")]
    Burn,
}

/// Defines the way between the places of cards in messages and those of the table, which have the same names.
macro_rules! same_places {
    ($($place:ident)+) => {
        impl From<Slot> for CardSlot {
            fn from(slot: Slot) -> Self {
                match slot {
                    $(Slot::$place => Self::$place,)+
                }
            }
        }

        impl From<CardSlot> for Slot {
            fn from(slot: CardSlot) -> Self {
                match slot {
                    $(CardSlot::$place => Self::$place,)+
                }
            }
        }
    };
}

same_places!(P1 B1 P2 B2 P3 B3 Burn);
