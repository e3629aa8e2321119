//! What a table waits for, and when it is due. The table itself waits for nothing: the house does.

use crate::ids::Timestamp;
use crate::phase::Phase;
use crate::state::Table;

/// What is due next at a table that deals by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextStep {
    /// When it is due.
    pub at: Timestamp,
    /// What it is.
    pub wants: Wants,
}

/// What a table waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// A shuffled shoe.
    OpenShoe,
    /// The cards to be burned.
    BurnCards {
        /// Whether the first of them is turned over.
        first: bool,
    },
    /// The next round.
    OpenBetting,
    /// The end of the betting. Every slip received before it was due is judged first.
    CloseBetting,
    /// A card.
    Card,
}

impl Table {
    /// What this table waits for, and when it is due. There always is something.
    pub fn next_step(&self) -> NextStep {
        let timings = &self.settings.timings;
        let (after_ms, wants) = match &self.phase {
            Phase::Shuffling { .. } if self.shoe_no == 0 => (0, Wants::OpenShoe),
            Phase::Shuffling { burned: false } => {
                (timings.shuffle_ms, Wants::BurnCards { first: self.settings.rules.burn.shows_first_card() })
            }
            Phase::Shuffling { burned: true } if self.burned.is_none() => {
                (timings.shuffle_ms, Wants::OpenBetting)
            }
            Phase::Shuffling { burned: true } => (timings.card_ms, Wants::OpenBetting),
            Phase::Betting { closes_at } => {
                return NextStep { at: closes_at.plus_ms(timings.drain_ms), wants: Wants::CloseBetting };
            }
            Phase::Closed | Phase::Dealing { .. } => (timings.card_ms, Wants::Card),
            // The settlement comes with the last card; what is due from outside follows both.
            Phase::Complete { .. } | Phase::Settled { .. } => {
                (timings.result_ms, if self.shoe_is_over() { Wants::OpenShoe } else { Wants::OpenBetting })
            }
        };
        NextStep { at: self.since.plus_ms(after_ms), wants }
    }
}
