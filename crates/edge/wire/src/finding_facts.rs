//! What staff at a live table read about a finding before they answer it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::card_slot::CardSlot;

/// Something that the device or the count says of a finding. A client ignores a `type` that it does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FindingFact {
    /// This card was read, at `spare_card`, `early_card` and `too_many_copies`. It is burned, or cannot be right.
    Card {
        /// The card, such as `6h`.
        card: String,
    },
    /// How sure the device is of a reading that does not count, at `unreadable`.
    Sure {
        /// How sure it is, up to 1000.
        conf: u16,
        /// How sure it has to be.
        at_least: u16,
    },
    /// Where the device expects the card, at `out_of_turn`; not while cards lie face down.
    Slot {
        /// The place.
        slot: CardSlot,
    },
    /// The shoe that was loaded, at `wrong_shoe`.
    Shoe {
        /// Its label.
        label: String,
        /// How many decks it holds, by the device.
        decks: u8,
        /// The number of its seal, if the device says one.
        #[serde(default)]
        seal: Option<String>,
    },
    /// How many things passed unread, at `missed_card`.
    Missed {
        /// How many.
        count: u64,
    },
    /// How many readings of cards came late, at `late_reading`.
    Late {
        /// How many.
        count: u32,
    },
    /// Who won, as the device thinks, at `device_disagrees`; not while cards lie face down.
    Outcome {
        /// `player`, `banker` or `tie`.
        outcome: String,
    },
    /// How the cards of the shoe differ from those of its decks, at `composition`.
    Differs {
        /// The cards that did not come out.
        missing: Vec<CardsOfKind>,
        /// The cards that came out too often.
        extra: Vec<CardsOfKind>,
        /// How many cards came out that nobody saw.
        unseen: u16,
    },
}

/// Cards of one rank and suit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, JsonSchema)]
pub struct CardsOfKind {
    /// The card, such as `6h`.
    pub card: String,
    /// How many.
    pub count: u16,
}
