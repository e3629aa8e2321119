//! Whether a card may be drawn now, and where it belongs: what the lamp or the lock of a device shows. Derived; no
//! event.

use crate::live::findings::How;
use crate::live::place::Place;
use crate::live::reading::Slot;
use crate::live::waits::CALLED_ABOVE;
use crate::state::Table;

/// What the gate of a device shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LiveGate {
    /// Whether a card may be drawn.
    pub open: bool,
    /// Where the next card belongs, if that is known.
    pub slot: Option<Slot>,
    /// Why.
    pub why: GateWhy,
}

/// Why a gate is open or shut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GateWhy {
    /// A coup is dealt.
    Deal,
    /// Cards are burned.
    Burn,
    /// Wagers are taken.
    Betting,
    /// No card is wanted before the next round; when a shoe is counted, all of them are.
    Settled,
    /// People have to look first.
    Finding,
}

impl LiveGate {
    const fn open(slot: Option<Slot>, why: GateWhy) -> Self {
        Self { open: true, slot, why }
    }

    const fn shut(why: GateWhy) -> Self {
        Self { open: false, slot: None, why }
    }
}

impl Table {
    /// What the gate of the device shows now. It opens for the first card only when no more wagers are taken, and is
    /// shut while no device is connected.
    pub fn live_gate(&self) -> LiveGate {
        let wanted = self.wanted_gate();
        if self.live.device.is_some() { wanted } else { LiveGate::shut(wanted.why) }
    }

    /// The gate as the next card wants it.
    fn wanted_gate(&self) -> LiveGate {
        if let Some(finding) = &self.live.finding {
            let again = self.way(How::Rescan).is_some();
            return LiveGate { open: again, slot: finding.slot.filter(|_| again), why: GateWhy::Finding };
        }
        match self.place() {
            Place::Burn => LiveGate::open(Some(Slot::Burn), GateWhy::Burn),
            Place::Wanted if self.live.waiting.len() > CALLED_ABOVE => LiveGate::shut(GateWhy::Finding),
            Place::Wanted => LiveGate::open(Some(Slot::next(&self.deal())), GateWhy::Deal),
            Place::Between if self.waits_for_hand_over() => LiveGate::open(None, GateWhy::Burn),
            Place::Counting => LiveGate::open(None, GateWhy::Settled),
            Place::Reveal => LiveGate::shut(GateWhy::Deal),
            Place::Betting(_) => LiveGate::shut(GateWhy::Betting),
            Place::NoShoe | Place::Between | Place::Complete => LiveGate::shut(GateWhy::Settled),
        }
    }
}
