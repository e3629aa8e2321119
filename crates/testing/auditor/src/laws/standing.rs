//! What patrons have on each spot of the round under way, event by event. A plain fold that judges nothing.

use std::collections::BTreeMap;

use crate::event::TableEvent;

/// The stakes of the present round, by patron and spot, in minor units. They stand until the next round begins.
#[derive(Clone, Debug, Default)]
pub(super) struct Standing(BTreeMap<u32, BTreeMap<String, i64>>);

impl Standing {
    /// Goes on by one event.
    pub(super) fn follow(&mut self, event: &TableEvent) {
        match event {
            TableEvent::BettingOpened { .. } | TableEvent::ShoeOpened { .. } => self.0.clear(),
            TableEvent::SlipAccepted { patron, wagers, replaced, .. } => {
                if replaced.is_some() {
                    self.0.remove(patron);
                }
                for wager in wagers {
                    let spots = self.0.entry(*patron).or_default();
                    *spots.entry(wager.spot.clone()).or_default() += wager.stake;
                }
            }
            TableEvent::WagersCleared { patron, .. } => _ = self.0.remove(patron),
            _ => {}
        }
    }

    /// What a patron has on a spot.
    pub(super) fn on(&self, patron: u32, spot: &str) -> i64 {
        self.0.get(&patron).and_then(|spots| spots.get(spot)).copied().unwrap_or_default()
    }

    /// What all patrons have on a spot.
    pub(super) fn of_all(&self, spot: &str) -> i64 {
        self.0.values().filter_map(|spots| spots.get(spot)).sum()
    }

    /// Whether a patron has anything at risk.
    pub(super) fn is_at_risk(&self, patron: u32) -> bool {
        self.0.contains_key(&patron)
    }
}
