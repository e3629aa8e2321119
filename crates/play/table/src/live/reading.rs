//! What a device says that happened at its shoe, as a table takes it. Data only; [`react`](crate::live::react())
//! judges it.

use baccarat::{Card, Deal, Outcome, Side};
use serde::{Deserialize, Serialize};

use crate::ids::Timestamp;
use crate::live::origin::RecordRef;

/// A record of a device, whose signature and place in the chain were checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading {
    /// Which record it is.
    pub record: RecordRef,
    /// When the device read it, on the server's clock; never after it came.
    pub read_at: Timestamp,
    /// Whether it came so late that a supervisor has to look at a card in it.
    pub late: bool,
    /// What it says.
    pub what: Read,
}

/// What happened at the shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Read {
    /// A shoe was loaded or removed, or its lid opened.
    Shoe(ShoeRead),
    /// A card passed the sensor and was read.
    Card(CardRead),
    /// Something passed the sensor and was not read.
    Unread(UnreadRead),
    /// The cut card passed the sensor.
    CutCard {
        /// See [`CardRead::pass`].
        pass: u64,
    },
    /// Who won, as the device thinks. It is compared and never used.
    Result {
        /// The outcome.
        outcome: Outcome,
    },
    /// The device has a fault.
    Fault,
}

/// See [`Read::Shoe`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShoeRead {
    /// What happened to it.
    pub change: ShoeChange,
    /// Its label.
    pub label: String,
    /// How many decks it holds, by the device.
    pub decks: u8,
    /// The number of its seal, if the device says one.
    pub seal: Option<String>,
}

/// What happened to a shoe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShoeChange {
    /// It was put in, and passes count from 1.
    Loaded,
    /// It was taken out.
    Removed,
    /// Its lid was opened.
    LidOpen,
}

/// See [`Read::Card`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CardRead {
    /// How many things passed the sensor since the shoe was loaded, with this one.
    pub pass: u64,
    /// The card.
    pub card: Card,
    /// Where it belongs, if the device follows the deal. It is compared and never used.
    pub slot: Option<Slot>,
    /// How sure the device is, up to 1000.
    pub conf: Option<u16>,
    /// The unique mark of this piece of card.
    pub tag: Option<String>,
    /// The pass that this reading replaces.
    pub rescan: Option<u64>,
}

/// See [`Read::Unread`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnreadRead {
    /// See [`CardRead::pass`].
    pub pass: u64,
    /// Whether it has a code, and that of no card.
    pub foreign: bool,
    /// See [`CardRead::rescan`].
    pub rescan: Option<u64>,
}

/// Where a card belongs.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::EnumString, strum::IntoStaticStr,
)]
pub enum Slot {
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
    #[strum(serialize = "burn")]
    Burn,
}

impl Slot {
    /// Its name in data.
    pub fn id(self) -> &'static str {
        self.into()
    }

    /// Where the next card of a deal belongs.
    pub fn next(deal: &Deal) -> Self {
        let side = deal.next_side();
        match (side, deal.hand(side).len()) {
            (Side::Player, 0) => Self::P1,
            (Side::Player, 1) => Self::P2,
            (Side::Player, _) => Self::P3,
            (Side::Banker, 0) => Self::B1,
            (Side::Banker, 1) => Self::B2,
            (Side::Banker, _) => Self::B3,
        }
    }
}

impl Read {
    /// The number of the pass; none when nothing passed the sensor.
    pub const fn pass(&self) -> Option<u64> {
        match self {
            Self::Card(CardRead { pass, .. })
            | Self::Unread(UnreadRead { pass, .. })
            | Self::CutCard { pass } => Some(*pass),
            Self::Shoe(_) | Self::Result { .. } | Self::Fault => None,
        }
    }

    /// The pass that this reading replaces; none when it replaces none.
    pub const fn rescan(&self) -> Option<u64> {
        match self {
            Self::Card(CardRead { rescan, .. }) | Self::Unread(UnreadRead { rescan, .. }) => *rescan,
            Self::Shoe(_) | Self::CutCard { .. } | Self::Result { .. } | Self::Fault => None,
        }
    }

    /// The card that was read; none when none was, however sure the device is.
    pub const fn card(&self) -> Option<Card> {
        match self {
            Self::Card(read) => Some(read.card),
            _ => None,
        }
    }

    /// The mark of the piece of card that was read, from a device that reads marks.
    pub const fn mark(&self) -> Option<&String> {
        match self {
            Self::Card(read) => read.tag.as_ref(),
            _ => None,
        }
    }

    /// Whether a piece of card passed the sensor that is no cut card.
    pub const fn is_card(&self) -> bool {
        matches!(self, Self::Card(_) | Self::Unread(_))
    }
}

impl CardRead {
    /// A card that a device read at this pass, without anything that may be left out.
    pub const fn new(pass: u64, card: Card) -> Self {
        Self { pass, card, slot: None, conf: None, tag: None, rescan: None }
    }
}
