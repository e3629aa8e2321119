//! The phases of a round, and how a round ended.

use baccarat::{Bead, Card, Coup, Deal};
use serde::{Deserialize, Serialize};

use crate::ids::Timestamp;
use crate::squeeze::ShownCard;

/// What a table is doing. Holds only what everybody may see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Between shoes: no shoe yet, or a fresh one before its first round.
    Shuffling {
        /// Whether nothing is left to burn before the first round.
        burned: bool,
    },
    /// Wagers are taken.
    Betting {
        /// Until when; a slip received at that moment is late.
        closes_at: Timestamp,
    },
    /// No more wagers, and no card yet.
    Closed,
    /// Cards are falling.
    Dealing {
        /// The cards so far, one at least.
        deal: Deal,
    },
    /// Cards lie face down that a patron turns. Shown as `dealing`.
    Squeezing {
        /// The cards so far, one at least, as everybody sees them.
        shown: Vec<ShownCard>,
    },
    /// The last card has fallen; the settlement is part of the same decision, unless people look at the cards. Shown as
    /// `dealing`.
    Complete {
        /// The cards.
        coup: Coup,
    },
    /// The round is over, and its result is known.
    Settled {
        /// How it ended.
        end: RoundEnd,
    },
}

impl Phase {
    /// Its name in data: `shuffling`, `betting`, `closed`, `dealing` or `settled`.
    pub const fn id(&self) -> &'static str {
        match self {
            Self::Shuffling { .. } => "shuffling",
            Self::Betting { .. } => "betting",
            Self::Closed => "closed",
            Self::Dealing { .. } | Self::Squeezing { .. } | Self::Complete { .. } => "dealing",
            Self::Settled { .. } => "settled",
        }
    }

    /// Whether a round is under way: it has begun, and is neither settled nor voided.
    pub const fn round_under_way(&self) -> bool {
        matches!(self, Self::Betting { .. }) || self.is_dealt()
    }

    /// Whether the cards of a round fall, or are about to.
    pub const fn is_dealt(&self) -> bool {
        matches!(self, Self::Closed | Self::Dealing { .. } | Self::Squeezing { .. } | Self::Complete { .. })
    }

    /// The cards of this round that lie on the table, in deal order, but for those that lie face down.
    pub fn cards(&self) -> Vec<Card> {
        match self {
            Self::Dealing { deal } => deal.cards().to_vec(),
            Self::Squeezing { shown } => shown.iter().filter_map(|shown| shown.card).collect(),
            Self::Complete { coup } => coup.cards().to_vec(),
            Self::Settled { end } => end.cards(),
            _ => Vec::new(),
        }
    }
}

/// The cards removed before the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Burned {
    /// The card turned over, under house rules that turn one.
    pub first: Option<baccarat::Card>,
    /// How many went face down.
    pub face_down: u8,
}

/// How a round ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundEnd {
    /// With a coup.
    Coup(Coup),
    /// It does not count.
    Void {
        /// Why.
        reason: VoidReason,
        /// The cards that had been dealt; they are out of the shoe all the same.
        cards: Vec<Card>,
    },
}

/// Why a round does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VoidReason {
    /// A card could not be read, even after rescans.
    UnreadableCard,
    /// The round was interrupted and could not be finished from its recorded cards.
    Interrupted,
    /// A supervisor called it void.
    Supervisor,
    /// Its table was not opened again.
    Abandoned,
    /// The cards did not fall as they should.
    Irregular,
}

impl RoundEnd {
    /// The cards that were dealt, in deal order.
    pub fn cards(&self) -> Vec<Card> {
        match self {
            Self::Coup(coup) => coup.cards().to_vec(),
            Self::Void { cards, .. } => cards.clone(),
        }
    }

    /// What the road maps show of it; a void round is on none.
    pub fn bead(&self) -> Option<Bead> {
        match self {
            Self::Coup(coup) => Some(coup.bead()),
            Self::Void { .. } => None,
        }
    }
}
