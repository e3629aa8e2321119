//! What of an event everybody may know. Other patrons' slips and settlements are not public.

use baccarat::{Bead, BySide, Card, Coup, Deal, Facts, Outcome, Points, Resolution, Side, Spot};

use crate::correction::Proposal;
use crate::event::{Event, RecordedEvent, VoidReason};
use crate::ids::{RoundRef, Timestamp};
use crate::phase::{Phase, RoundEnd};
use crate::state::Table;

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
    /// A round of this or of an earlier shoe was corrected.
    RoundCorrected {
        /// The round.
        round: RoundRef,
        /// Which settlement of the round it is; 2 for the first correction.
        revision: u16,
        /// How the round ends now, with its cards.
        end: RoundEnd,
        /// The spots that win now; none when the round is void.
        winning: Vec<Spot>,
        /// The spots whose stakes come back by rule.
        pushed: Vec<Spot>,
    },
}

impl Table {
    /// What everybody may know of an event that is about to be applied to this table, which is as it was just
    /// before; none when the event is not public.
    pub fn public_frame(&self, recorded: &RecordedEvent) -> Option<PublicFrame> {
        let event = self.public_event(&recorded.event)?;
        Some(PublicFrame { after: self.public_seq, seq: recorded.seq, at: recorded.at, event })
    }

    fn public_event(&self, event: &Event) -> Option<PublicEvent> {
        Some(match event {
            Event::SlipAccepted { .. }
            | Event::WagersCleared { .. }
            | Event::CorrectionProposed(_)
            | Event::CorrectionWithdrawn { .. } => return None,
            Event::RoundCorrected { agreed, .. } => self.round_corrected(agreed)?,
            Event::ShoeOpened { shoe_no, algorithm, .. } => PublicEvent::ShoeOpened {
                shoe_no: *shoe_no,
                algorithm: algorithm.clone(),
                cards: self.settings.rules.new_shoe().size(),
            },
            Event::CardsBurned { first, face_down } => PublicEvent::CardsBurned {
                first: *first,
                face_down: *face_down,
                cards_left: self.left_after(u16::from(*face_down).saturating_add(first.map_or(0, |_| 1))),
            },
            Event::BettingOpened { round_no, closes_at } => self.betting_opened(*round_no, *closes_at),
            Event::BettingClosed => PublicEvent::BettingClosed { round: self.round()? },
            Event::CardDrawn { card } => self.card_drawn(*card)?,
            Event::RoundSettled { revision, .. } => self.round_settled(*revision)?,
            Event::RoundVoided { reason, .. } => {
                PublicEvent::RoundVoided { round: self.round()?, reason: *reason }
            }
        })
    }

    fn left_after(&self, cards: u16) -> u16 {
        self.shoe.remaining().saturating_sub(cards)
    }

    fn betting_opened(&self, round_no: u16, closes_at: Timestamp) -> PublicEvent {
        let spots = self.settings.rules.spots.iter();
        let mut shoe = self.shoe.clone();
        shoe.begin_round();
        PublicEvent::BettingOpened {
            round: RoundRef { shoe_no: self.shoe_no, round_no },
            closes_at,
            closed_spots: spots.filter(|rules| rules.is_closed(round_no)).map(|rules| rules.spot).collect(),
            last_round: shoe.is_last_round(),
        }
    }

    fn card_drawn(&self, card: Card) -> Option<PublicEvent> {
        let deal = self.deal();
        let side = deal.next_side();
        let mut totals = totals(&deal);
        *totals.get_mut(side) = totals.get(side).plus(card.points());
        Some(PublicEvent::CardDrawn {
            round: self.round()?,
            side,
            card,
            totals,
            cards_left: self.left_after(1),
        })
    }

    fn round_settled(&self, revision: u16) -> Option<PublicEvent> {
        let Phase::Complete { coup } = &self.phase else { return None };
        Some(PublicEvent::RoundSettled {
            round: self.round()?,
            revision,
            outcome: coup.outcome(),
            totals: coup.totals(),
            bead: coup.bead(),
            winning: self.resolved(*coup, |resolution| matches!(resolution, Resolution::Win(_))),
            pushed: self.resolved(*coup, |resolution| resolution == Resolution::Push),
        })
    }

    fn round_corrected(&self, agreed: &Proposal) -> Option<PublicEvent> {
        let end = agreed.end()?;
        let resolved = |like: fn(Resolution) -> bool| match &end {
            RoundEnd::Coup(coup) => self.resolved(*coup, like),
            RoundEnd::Void { .. } => Vec::new(),
        };
        let winning = resolved(|resolution| matches!(resolution, Resolution::Win(_)));
        let pushed = resolved(|resolution| resolution == Resolution::Push);
        Some(PublicEvent::RoundCorrected {
            round: agreed.round,
            revision: agreed.revision,
            end,
            winning,
            pushed,
        })
    }

    /// The spots of the layout that a coup resolves in this way.
    fn resolved(&self, coup: Coup, like: impl Fn(Resolution) -> bool) -> Vec<Spot> {
        let (facts, rules) = (Facts::of(&coup), &self.settings.rules);
        let spots = rules.spots.iter().filter(|spot| like(spot.paytable.resolve(facts)));
        spots.map(|spot| spot.spot).collect()
    }
}

/// The totals of the cards dealt so far.
pub fn totals(deal: &Deal) -> BySide<Points> {
    BySide::from_fn(|side| {
        deal.hand(side).iter().fold(Points::default(), |sum, card| sum.plus(card.points()))
    })
}
