//! What of an event everybody may know. Other patrons' slips and settlements are not public.

use baccarat::{Bead, BySide, Card, Outcome, Points, Side, Spot};

use crate::event::VoidReason;
use crate::ids::{RoundRef, Timestamp};

/// A public event with its place in the public stream.
///
/// Numbers are those of the table's events; the private ones between two public ones are skipped, so a
/// reader is up to date when `after` is the last number it saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicFrame {
    /// The public event before this one; 0 for none.
    pub after: u64,
    /// This one.
    pub seq: u64,
    /// When it happened, on the server's clock.
    pub at: Timestamp,
    /// What happened.
    pub event: PublicEvent,
}

/// What everybody may know of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicEvent {
    /// A shuffled shoe was put on the table.
    ShoeOpened {
        /// The shoe, counted over the table's life from 1.
        shoe_no: u32,
        /// Which shuffle made it.
        algorithm: String,
        /// How many cards it holds.
        cards: u16,
    },
    /// Cards were removed before the first coup.
    CardsBurned {
        /// The card turned over, under house rules that turn one.
        first: Option<Card>,
        /// How many followed face down.
        face_down: u8,
        /// How many cards are left.
        cards_left: u16,
    },
    /// A round began and takes wagers.
    BettingOpened {
        /// The round.
        round: RoundRef,
        /// When betting closes.
        closes_at: Timestamp,
        /// The spots that take no wagers in this round.
        closed_spots: Vec<Spot>,
        /// Whether this is the last round of the shoe, as far as the cards out so far can tell.
        last_round: bool,
    },
    /// No more wagers.
    BettingClosed {
        /// The round.
        round: RoundRef,
    },
    /// A card was dealt.
    CardDrawn {
        /// The round.
        round: RoundRef,
        /// To which side.
        side: Side,
        /// The card.
        card: Card,
        /// Both totals with this card.
        totals: BySide<Points>,
        /// How many cards are left.
        cards_left: u16,
    },
    /// The coup is complete and every wager is resolved.
    RoundSettled {
        /// The round.
        round: RoundRef,
        /// 1 for the first settlement of a round.
        revision: u16,
        /// Who won.
        outcome: Outcome,
        /// The final totals.
        totals: BySide<Points>,
        /// The round as the road maps write it.
        bead: Bead,
        /// The spots that won.
        winning: Vec<Spot>,
        /// The spots whose stakes came back by rule.
        pushed: Vec<Spot>,
    },
    /// The round does not count; every stake went back.
    RoundVoided {
        /// The round.
        round: RoundRef,
        /// Why.
        reason: VoidReason,
    },
}
