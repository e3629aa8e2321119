//! How far a simulated shoe has come, as it is written with each record.

use scanner::frame::{Gate, GateWhy};
use serde::{Deserialize, Serialize};

/// How far a shoe has come.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Position {
    /// How many shoes were before this one.
    pub(super) shoe: u64,
    pub(super) loaded: bool,
    /// How many wrong shoes were loaded before the right one.
    #[serde(default)]
    pub(super) wrong_loads: usize,
    pub(super) cut: bool,
    /// How many cards are out.
    pub(super) out: usize,
    /// The round under way, or the latest one.
    pub(super) round: usize,
    /// How many things passed the sensor.
    pub(super) pass: u64,
    /// How often the next card passed without being read, and the last pass of it.
    pub(super) misses: u8,
    pub(super) missed: Option<u64>,
    /// The lamp at the last card.
    #[serde(default, with = "super::lamp")]
    pub(super) acted: Option<Gate>,
    /// Whether no further card passes before the lamp asks for one. It is kept with the record of that card, so that a
    /// shoe that was switched off before the lamp changed knows it.
    #[serde(default)]
    pub(super) waits: bool,
    /// The pass of a card that is read once more, though it passed once.
    #[serde(default)]
    pub(super) again: Option<u64>,
    /// The last rounds before and after which something came that nobody wanted.
    #[serde(default)]
    pub(super) unwanted: (usize, usize),
}

impl Position {
    /// The server shows this lamp; `is_new` says that it is the first one of a session, and newer than all records that
    /// were made. Within a session the lamp at a place may go on and off while people look at the card there.
    pub(super) fn see(&mut self, gate: Gate, is_new: bool) {
        let is_over = !gate.open && matches!(gate.why, GateWhy::Settled | GateWhy::Betting);
        let is_elsewhere = gate.open && self.acted.is_none_or(|acted| acted.slot != gate.slot);
        self.waits &= !(is_new || is_over || is_elsewhere);
    }

    /// The position at this lamp. A card that was not read is out as soon as the lamp asks for one elsewhere: people
    /// typed it, or its round is void.
    pub(super) fn at(&self, gate: Gate) -> Self {
        let is_elsewhere = self.acted.is_some_and(|acted| acted.slot != gate.slot);
        if self.missed.is_none() || gate.why != GateWhy::Deal || !is_elsewhere {
            return self.clone();
        }
        Self { misses: 0, missed: None, out: self.out.saturating_add(1), ..self.clone() }
    }

    /// Before the first card of the next shoe.
    pub(super) fn next_shoe(&self) -> Self {
        Self { shoe: self.shoe.saturating_add(1), ..Self::default() }
    }
}
