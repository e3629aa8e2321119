//! Where a live table is in its round, as far as a reading is concerned.

use crate::ids::{DeviceId, Timestamp};
use crate::live::carried::CarriedLive;
use crate::live::dealer::ScannerSettings;
use crate::live::state::Loaded;
use crate::phase::Phase;
use crate::proof::{Bytes32, WagerKey};
use crate::state::Table;

/// Where a live table is, as far as a card is concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// No shoe is open that a card can come from.
    NoShoe,
    /// The burn of the new shoe is not complete.
    Burn,
    /// Between rounds.
    Between,
    /// Wagers are taken until then.
    Betting(Timestamp),
    /// A card is wanted.
    Wanted,
    /// Cards lie face down, and no other one is wanted before they are shown.
    Reveal,
    /// The coup is complete; its settlement follows at once, or people look at its cards.
    Complete,
    /// The shoe is over, and its cards are counted.
    Counting,
}

impl Table {
    pub(crate) fn place(&self) -> Place {
        match &self.phase {
            _ if !self.live.scanned || self.fresh_shoe().is_some() => Place::NoShoe,
            Phase::Shuffling { burned: false } if !self.shoe_is_over() => Place::Burn,
            Phase::Shuffling { .. } | Phase::Settled { .. } if self.is_counting() => Place::Counting,
            Phase::Shuffling { .. } | Phase::Settled { .. } => Place::Between,
            Phase::Betting { closes_at } => Place::Betting(*closes_at),
            Phase::Squeezing { .. } if self.waits_for_reveal() => Place::Reveal,
            Phase::Closed | Phase::Dealing { .. } | Phase::Squeezing { .. } => Place::Wanted,
            Phase::Complete { .. } => Place::Complete,
        }
    }

    /// Whether the shoe is over, and the cards that are left pass to be counted.
    fn is_counting(&self) -> bool {
        let counts_out = self.live_settings().is_some_and(|scanner| scanner.count_out);
        counts_out && self.live.counted.is_none() && self.shoe_is_over()
    }

    /// Whether a card is burned before a dealer hands over: where the table is run so, and its shoe goes on.
    pub(crate) fn burns_at_hand_over(&self) -> bool {
        let burns = self.live_settings().is_some_and(|scanner| scanner.burn_on_handover);
        burns && self.place() == Place::Between && !self.shoe_is_over()
    }

    /// Whether the next card is the one that is burned at a change of dealers.
    pub(crate) fn waits_for_hand_over(&self) -> bool {
        self.live.handing_to.is_some() && self.burns_at_hand_over()
    }

    /// How it is run as a live table, as its shoe was opened; none when it is not one.
    pub(crate) fn live_settings(&self) -> Option<ScannerSettings> {
        self.live.scanner.as_ref().or(self.settings.dealer.scanner()).cloned()
    }

    /// What the opening of the shoe that is loaded says of this table; none when it may not be opened.
    pub(crate) fn carried_live(&self, keys: Option<(Bytes32, WagerKey)>) -> Option<CarriedLive> {
        self.live.carried(self.settings.dealer.scanner()?, keys)
    }

    /// How sure a device has to be of a card.
    pub(crate) fn conf_min(&self) -> u16 {
        self.live_settings().unwrap_or_default().conf_min
    }

    /// Whether a shoe is on the table that is not over, or not counted: no other one may be loaded.
    pub(crate) fn shoe_in_play(&self) -> bool {
        self.live.scanned && (self.phase.round_under_way() || !self.shoe_is_over() || self.is_counting())
    }

    /// The device that deals the shoe in play: no other one speaks for the table until that shoe is over.
    pub fn dealing_device(&self) -> Option<DeviceId> {
        self.live.loaded.as_ref().filter(|_| self.shoe_in_play()).map(|loaded| loaded.device)
    }

    /// The shoe that was loaded and is to be opened next.
    pub(crate) fn fresh_shoe(&self) -> Option<&Loaded> {
        self.live.loaded.as_ref().filter(|loaded| loaded.fresh)
    }
}
