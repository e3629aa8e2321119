//! What follows from a table's events and is kept beside them: which round it is and what its cards are, and
//! how the round ended for each patron. A pure fold; knows no storage.

use audit::Digest;
use baccarat::Card;
use money::Amount;
use table::event::SettledWager;
use table::{Event, PatronCorrection, PatronId, RecordedEvent, RequestId, RoundRef};

/// How far a table has come. A new shoe forgets the one before, so that the events of the latest shoe are
/// enough to build it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    seq: u64,
    shoe_no: u32,
    round_no: u16,
    cards: Vec<Card>,
    digest: Option<Digest>,
}

impl Progress {
    /// The progress these events make, in order, from the opening of a shoe.
    pub(crate) fn of(events: &[RecordedEvent]) -> Self {
        let mut progress = Self::default();
        for recorded in events {
            progress.follow(recorded.seq, &recorded.event);
        }
        progress
    }

    /// Takes in the next event, of that number.
    pub(crate) fn follow(&mut self, seq: u64, event: &Event) {
        self.seq = seq;
        match event {
            Event::ShoeOpened { shoe_no, .. } => {
                (self.shoe_no, self.round_no) = (*shoe_no, 0);
                self.cards.clear();
            }
            Event::BettingOpened { round_no, .. } => {
                self.round_no = *round_no;
                self.cards.clear();
            }
            Event::CardsBurned { first, .. } => self.cards.extend(first),
            Event::CardDrawn { card } => self.cards.push(*card),
            _ => {}
        }
    }

    /// Takes in the digest of the last event.
    pub(crate) const fn chain(&mut self, digest: Digest) {
        self.digest = Some(digest);
    }

    /// The digest of the last event, if there is one.
    pub(crate) const fn digest(&self) -> Option<Digest> {
        self.digest
    }

    /// The number of the last event, 0 for none.
    pub(crate) const fn seq(&self) -> u64 {
        self.seq
    }

    /// The round at hand; its numbers are 0 before the first.
    pub(crate) const fn round(&self) -> RoundRef {
        RoundRef { shoe_no: self.shoe_no, round_no: self.round_no }
    }

    /// The cards of the round at hand, in deal order; before the first round, the card that was turned over.
    pub(crate) fn cards(&self) -> &[Card] {
        &self.cards
    }
}

/// A round as it stands after an event that says something new of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stands<'a> {
    pub(crate) round: RoundRef,
    /// 0 while it is open, 1 once it was settled or voided, more when it was corrected.
    pub(crate) revision: u16,
    pub(crate) voided: bool,
    pub(crate) cards: &'a [Card],
}

/// What this event says of a round, if anything. `progress` has taken it in. A shoe before its first round is
/// round 0.
pub(crate) fn stands<'a>(event: &'a Event, progress: &'a Progress) -> Option<Stands<'a>> {
    let (round, cards) = (progress.round(), progress.cards());
    let (revision, voided) = match event {
        Event::ShoeOpened { .. }
        | Event::CardsBurned { .. }
        | Event::BettingOpened { .. }
        | Event::CardDrawn { .. } => (0, false),
        Event::RoundSettled { revision, .. } => (*revision, false),
        Event::RoundVoided { .. } => (1, true),
        Event::RoundCorrected { agreed, .. } => {
            let (round, cards) = (agreed.round, agreed.cards_after());
            return Some(Stands {
                round,
                revision: agreed.revision,
                voided: agreed.voided().is_some(),
                cards,
            });
        }
        _ => return None,
    };
    Some(Stands { round, revision, voided, cards })
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

/// How the round ended for each patron, if this event ends or corrects it. Which round [`stands`] says.
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
        Event::RoundCorrected { agreed, .. } => {
            let voided = |own: &PatronCorrection| agreed.voided().map(|_| own.staked);
            let ended = agreed.patrons.iter();
            ended.map(|own| Ending { patron: own.patron, wagers: &own.after, voided: voided(own) }).collect()
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use table::Timestamp;

    fn happened() -> Vec<RecordedEvent> {
        let shoe = |shoe_no| Event::ShoeOpened { shoe_no, algorithm: String::new(), rules: None };
        let round = |round_no| Event::BettingOpened { round_no, closes_at: Timestamp(0) };
        let card = |card: &str| Event::CardDrawn { card: card.parse().unwrap() };
        let burned = Event::CardsBurned { first: None, face_down: 8 };
        let settled = |revision| Event::RoundSettled { revision, patrons: Vec::new() };
        let events = [
            vec![shoe(1), burned.clone(), round(1), Event::BettingClosed, card("9h"), card("Kd"), settled(1)],
            vec![round(2), card("4s"), settled(1), settled(2), round(3), card("As")],
            vec![shoe(2), burned, round(1), card("2c"), card("3c")],
        ];
        let recorded = |(seq, event)| RecordedEvent { seq, at: Timestamp(0), event };
        (1..).zip(events.concat()).map(recorded).collect()
    }

    #[test]
    fn a_rebuild_from_the_latest_shoe_equals_every_step() {
        let events = happened();
        let mut step_by_step = Progress::default();
        for (idx, recorded) in events.iter().enumerate() {
            step_by_step.follow(recorded.seq, &recorded.event);
            let so_far = &events[..=idx];
            let opened = so_far.iter().rposition(|past| matches!(past.event, Event::ShoeOpened { .. }));
            assert_eq!(
                Progress::of(&so_far[opened.unwrap()..]),
                step_by_step,
                "after event {}",
                recorded.seq
            );
        }
    }

    #[test]
    fn cards_belong_to_the_round_they_fell_in() {
        let events = happened();
        for (seen, round, cards) in
            [(1, "1-0", ""), (7, "1-1", "9h Kd"), (11, "1-2", "4s"), (18, "2-1", "2c 3c")]
        {
            let progress = Progress::of(&events[..seen]);
            let fallen: Vec<String> = progress.cards().iter().map(ToString::to_string).collect();
            assert_eq!(
                (progress.round().to_string(), fallen.join(" ")),
                (round.to_owned(), cards.to_owned())
            );
            assert_eq!(progress.seq(), u64::try_from(seen).unwrap());
        }
    }
}
