//! The public part of each event. Other patrons' slips and settlements are not public.

use baccarat::{Card, Coup, Side};

use crate::correction::Proposal;
use crate::event::{Event, RecordedEvent, VoidReason};
use crate::ids::{RoundRef, Timestamp};
use crate::live::public::LiveNews;
use crate::live::reading::Slot;
use crate::phase::{Phase, RoundEnd};
use crate::proof::BeaconValue;
use crate::squeeze::RevealedBy;
use crate::state::Table;

/// A public event with its place in the public stream.
///
/// The public events of a table are numbered by one; private events between them take no number. A reader has missed
/// nothing when the last number it read is `seq - 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicFrame {
    /// The number of this event among the public ones of its table, from 1.
    pub seq: u64,
    /// When it happened, on the server's clock.
    pub at: Timestamp,
    /// The public part of the event.
    pub event: PublicEvent,
}

/// What everybody may know of an event beyond the [`TableView`](crate::TableView) right after it.
///
/// The view has the phase, the round, the shoe and the results, so no variant repeats them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicEvent {
    /// A full shoe was put on the table.
    ShoeOpened,
    /// Cards were removed before the first coup.
    CardsBurned {
        /// The card turned over, under house rules that turn one.
        first: Option<Card>,
        /// How many followed face down.
        face_down: u8,
    },
    /// A round began and takes wagers.
    BettingOpened,
    /// The round takes no more wagers.
    BettingClosed,
    /// The value of the beacon that draws the cards of the round is known.
    RoundDrawn {
        /// The value.
        beacon: BeaconValue,
    },
    /// A card was dealt.
    CardDrawn {
        /// The side that got it.
        side: Side,
        /// The card.
        card: Card,
    },
    /// A card was dealt face down.
    CardFaceDown {
        /// The side that got it.
        side: Side,
    },
    /// Cards that lay face down were shown.
    CardsRevealed {
        /// Where they lie.
        slots: Vec<Slot>,
        /// Why.
        by: RevealedBy,
    },
    /// The coup is complete and every wager is resolved.
    RoundSettled {
        /// The coup.
        coup: Coup,
    },
    /// The round does not count; every stake was returned.
    RoundVoided {
        /// Why it does not count.
        reason: VoidReason,
    },
    /// A round of this or of an earlier shoe was corrected.
    RoundCorrected {
        /// The corrected round, which need not be the one on the table.
        round: RoundRef,
        /// Which settlement of the round it is; 2 for the first correction.
        revision: u16,
        /// How the round ends now, with its cards.
        end: RoundEnd,
    },
    /// Something happened that only happens where a dealer draws the cards.
    Live(LiveNews),
}

impl Table {
    /// The public part of an event that this table applies next; none when the event is private.
    pub fn public_frame(&self, recorded: &RecordedEvent) -> Option<PublicFrame> {
        let event = self.public_event(&recorded.event)?;
        Some(PublicFrame { seq: self.next_public_seq(recorded), at: recorded.at, event })
    }

    /// The number that the next event has among the public ones, if it is public.
    pub(crate) fn next_public_seq(&self, recorded: &RecordedEvent) -> u64 {
        match recorded.event {
            Event::ShoeOpened { public_seq, .. } => public_seq.unwrap_or(recorded.seq),
            _ => self.public_seq.saturating_add(1),
        }
    }

    fn public_event(&self, event: &Event) -> Option<PublicEvent> {
        Some(match event {
            Event::SeatTaken { .. }
            | Event::SeatLeft { .. }
            | Event::AutoStarted { .. }
            | Event::AutoStopped { .. }
            | Event::SlipAccepted { .. }
            | Event::WagersCleared { .. }
            | Event::CorrectionProposed(_)
            | Event::CorrectionWithdrawn { .. }
            | Event::ShoeCommitted { .. }
            | Event::NoncesPledged { .. }
            | Event::NoncesRevealed { .. }
            | Event::ShoeSealed { .. }
            | Event::ShoeFinished { .. }
            | Event::KeyChanged { .. } => return None,
            Event::RoundCorrected { agreed, .. } => {
                let Proposal { round, revision, .. } = *agreed;
                PublicEvent::RoundCorrected { round, revision, end: agreed.end()? }
            }
            Event::ShoeOpened { .. } => PublicEvent::ShoeOpened,
            Event::CardsBurned { first, face_down, .. } => {
                PublicEvent::CardsBurned { first: *first, face_down: *face_down }
            }
            Event::BettingOpened { .. } => PublicEvent::BettingOpened,
            Event::BettingClosed { .. } => PublicEvent::BettingClosed,
            Event::RoundDrawn { beacon } => PublicEvent::RoundDrawn { beacon: *beacon },
            Event::CardDrawn { face_down: true, .. } => {
                PublicEvent::CardFaceDown { side: self.deal().next_side() }
            }
            Event::CardsRevealed { slots, by } => {
                PublicEvent::CardsRevealed { slots: slots.clone(), by: *by }
            }
            Event::CardDrawn { card, .. } => {
                PublicEvent::CardDrawn { side: self.deal().next_side(), card: *card }
            }
            Event::RoundSettled { .. } => {
                let Phase::Complete { coup } = &self.phase else { return None };
                PublicEvent::RoundSettled { coup: *coup }
            }
            Event::RoundVoided { reason, .. } => PublicEvent::RoundVoided { reason: *reason },
            Event::Live(event) => PublicEvent::Live(self.live_news(event)?),
        })
    }
}
