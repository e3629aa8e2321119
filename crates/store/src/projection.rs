//! What follows from a table's events and is kept beside them: which round it is and what its cards are, and
//! how the round ended for each patron. A pure fold; knows no storage.

use baccarat::Card;
use money::Amount;
use table::event::SettledWager;
use table::{Event, PatronId, Recorded, RequestId, RoundRef};

/// How far a table has come. A new shoe forgets the one before, so that the events of the latest shoe are
/// enough to build it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    seq: u64,
    shoe_no: u32,
    round_no: u16,
    cards: Vec<Card>,
}

impl Progress {
    /// The progress these events make, in order, from the opening of a shoe.
    pub(crate) fn of(events: &[Recorded]) -> Self {
        let mut progress = Self::default();
        for recorded in events {
            progress.follow(recorded);
        }
        progress
    }

    /// Takes in the next event.
    pub(crate) fn follow(&mut self, recorded: &Recorded) {
        self.seq = recorded.seq;
        match recorded.event {
            Event::ShoeOpened { shoe_no, .. } => {
                (self.shoe_no, self.round_no) = (shoe_no, 0);
                self.cards.clear();
            }
            Event::BettingOpened { round_no, .. } => {
                self.round_no = round_no;
                self.cards.clear();
            }
            Event::CardDrawn { card } => self.cards.push(card),
            _ => {}
        }
    }

    /// The number of the last event, 0 for none.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    /// The round at hand; its numbers are 0 before the first.
    pub(crate) const fn round(&self) -> RoundRef {
        RoundRef { shoe_no: self.shoe_no, round_no: self.round_no }
    }

    /// The cards of the round at hand, in deal order.
    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards
    }
}

/// How a round ended for one patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ending<'a> {
    pub(crate) patron: PatronId,
    /// The wagers as settled; empty when voided.
    pub(crate) wagers: &'a [SettledWager],
    /// What came back when the round was voided.
    pub(crate) voided: Option<Amount>,
}

/// How the round ended for each patron, if this event ends it.
pub(crate) fn endings(event: &Event) -> Vec<Ending<'_>> {
    match event {
        Event::RoundSettled { patrons, .. } => patrons
            .iter()
            .map(|settled| Ending { patron: settled.patron, wagers: &settled.wagers, voided: None })
            .collect(),
        Event::RoundVoided { returned, .. } => returned
            .iter()
            .map(|back| Ending { patron: back.patron, wagers: &[], voided: Some(back.amount) })
            .collect(),
        _ => Vec::new(),
    }
}

/// The slip that this event takes, if it takes one.
pub(crate) const fn accepted_slip(event: &Event) -> Option<(PatronId, RequestId)> {
    match event {
        Event::SlipAccepted { patron, slip_id, .. } => Some((*patron, *slip_id)),
        _ => None,
    }
}
