//! What onlookers saw of the public events of tables. Kept outside the system, where no crash reaches it. Notes
//! contradictions, and judges nothing else.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::ids::{FrameId, RoundId};

/// What onlookers saw at the tables.
#[derive(Clone, Debug, Default)]
pub struct OnlookerObservations {
    /// The public events, by the numbers of their frames.
    pub events: BTreeMap<FrameId, ShownEvent>,
    /// Two events that cannot both be true.
    pub contradictions: Vec<String>,
}

/// A public event as it was shown. What was not shown is none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ShownEvent {
    /// The name that it is stored under.
    pub name: &'static str,
    /// When it happened, in milliseconds since the Unix epoch.
    pub at: i64,
    /// The round that it is about.
    pub round: Option<RoundId>,
    /// Which end of the round it is.
    pub revision: Option<u16>,
    /// The card that was drawn or burned, or all cards of the round.
    pub cards: Option<Vec<String>>,
    /// `player`, `banker` or `tie`; of a void round, the reason.
    pub end: Option<String>,
}

impl OnlookerObservations {
    /// Notes a public event.
    pub fn observe(&mut self, id: FrameId, shown: ShownEvent) {
        match self.events.entry(id) {
            Entry::Vacant(new) => _ = new.insert(shown),
            Entry::Occupied(before) if *before.get() != shown => {
                self.contradictions.push(format!("{id} was shown as {:?}, then as {shown:?}", before.get()));
            }
            Entry::Occupied(_) => {}
        }
    }
}
