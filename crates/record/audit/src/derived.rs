//! What follows from the events and is kept beside them: slips that were taken, rounds as they stand, how they ended
//! for each patron. Made again from the events, and held against what is stored. A reading of its own; it takes none of
//! a store's code.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::Card;
use house::ports::StoredRound;
use table::event::SettledWager;
use table::{Event, PatronCorrection, PatronId, RecordedEvent, RequestId, RoundRef, TableId};

use crate::deviation::{Deviation, Place, same};
use crate::record::{StoredEnding, StoredSlip};

/// What should be stored. What was found is taken out.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    slips: BTreeMap<(PatronId, RequestId), StoredSlip>,
    rounds: BTreeMap<(TableId, RoundRef), (StoredRound, u64)>,
    endings: BTreeMap<(TableId, RoundRef, PatronId), StoredEnding>,
    /// What is stored of events that are about earlier rounds.
    corrections: BTreeSet<(TableId, u64, RoundRef)>,
    corrected: BTreeSet<(TableId, RoundRef)>,
}

impl Derived {
    /// A row of a correction, before any event.
    pub(crate) fn correction(&mut self, table: TableId, seq: u64, round: RoundRef) {
        self.corrections.insert((table, seq, round));
        self.corrected.insert((table, round));
    }

    /// Whether a correction of this round is stored, so that its events will be asked for again.
    pub(crate) fn is_corrected(&self, table: TableId, round: RoundRef) -> bool {
        self.corrected.contains(&(table, round))
    }

    /// The cards of the other rounds of the round's shoe.
    pub(crate) fn cards_beside(&self, table: TableId, round: RoundRef) -> Vec<Card> {
        let first = RoundRef { shoe_no: round.shoe_no, round_no: 0 };
        let last = RoundRef { shoe_no: round.shoe_no, round_no: u16::MAX };
        let rounds = self.rounds.range((table, first)..=(table, last));
        let others = rounds.filter(|((_, other), _)| *other != round);
        others.flat_map(|(_, (stands, _))| stands.cards.iter().copied()).collect()
    }

    /// Takes an event in, which belongs to round `here`.
    pub(crate) fn follow(
        &mut self,
        table: TableId,
        here: RoundRef,
        recorded: &RecordedEvent,
    ) -> Result<(), Deviation> {
        let RecordedEvent { seq, event, .. } = recorded;
        let place = Place::Entry(table, *seq);
        if let Some(about) = event.corrects()
            && !self.corrections.remove(&(table, *seq, about))
        {
            return Err(Deviation::new(place, format!("a note that it is about round {about}"), "none"));
        }
        if let Event::SlipAccepted { patron, slip_id, .. } = event {
            let slip = StoredSlip { patron: *patron, slip: *slip_id, table, round: here, seq: *seq };
            if let Some(before) = self.slips.insert((*patron, *slip_id), slip) {
                let found =
                    format!("slip {slip_id}, taken at table {} by event {}", before.table.0, before.seq);
                return Err(Deviation::new(place, "a slip that was not taken before", found));
            }
        }
        self.round(table, here, recorded);
        Ok(())
    }

    fn round(&mut self, table: TableId, here: RoundRef, recorded: &RecordedEvent) {
        let RecordedEvent { seq, at, event } = recorded;
        let round = match event {
            Event::RoundCorrected { agreed, .. } => agreed.round,
            _ => here,
        };
        let new = StoredRound { round, at: *at, revision: 0, voided: false, cards: Vec::new() };
        let steps = matches!(
            event,
            Event::ShoeOpened { .. }
                | Event::CardsBurned { .. }
                | Event::BettingOpened { .. }
                | Event::CardDrawn { .. }
                | Event::RoundSettled { .. }
                | Event::RoundVoided { .. }
                | Event::RoundCorrected { .. }
        );
        if !steps {
            return;
        }
        let (stands, _) = self.rounds.entry((table, round)).or_insert((new, *seq));
        stands.at = *at;
        match event {
            Event::CardsBurned { first, .. } => stands.cards.extend(*first),
            Event::CardDrawn { card } => stands.cards.push(*card),
            Event::RoundSettled { revision, .. } => (stands.revision, stands.voided) = (*revision, false),
            Event::RoundVoided { .. } => (stands.revision, stands.voided) = (1, true),
            Event::RoundCorrected { agreed, .. } => {
                (stands.revision, stands.voided) = (agreed.revision, agreed.voided().is_some());
                stands.cards = agreed.cards_after().to_vec();
            }
            _ => {}
        }
        let stands = stands.clone();
        for (patron, wagers, voided) in endings(event) {
            let (cards, revision) = (stands.cards.clone(), stands.revision);
            let ending = StoredEnding { round, at: *at, revision, cards, wagers, voided };
            self.endings.insert((table, round, patron), ending);
        }
    }

    pub(crate) fn slip(&mut self, stored: &StoredSlip) -> Result<(), Deviation> {
        let expected = self.slips.remove(&(stored.patron, stored.slip));
        same(Place::Entry(stored.table, stored.seq), &expected, &Some(*stored))
    }

    pub(crate) fn stored_round(
        &mut self,
        table: TableId,
        stored: StoredRound,
        opened_seq: u64,
    ) -> Result<(), Deviation> {
        let place = Place::Round(table, stored.round);
        let expected = self.rounds.remove(&(table, stored.round));
        same(place, &expected, &Some((stored, opened_seq)))
    }

    pub(crate) fn ending(
        &mut self,
        patron: PatronId,
        table: TableId,
        stored: StoredEnding,
    ) -> Result<(), Deviation> {
        let place = Place::PatronRound(patron, table, stored.round);
        let expected = self.endings.remove(&(table, stored.round, patron));
        same(place, &expected, &Some(stored))
    }

    /// Says what should be stored and was not found.
    pub(crate) fn finish(self) -> Result<(), Deviation> {
        let missing = |place| Err(Deviation::new(place, "a row that follows from the events", "none"));
        if let Some(slip) = self.slips.values().next() {
            return Err(Deviation::new(
                Place::Entry(slip.table, slip.seq),
                "the slip among those taken",
                "nothing",
            ));
        }
        if let Some((table, round)) = self.rounds.keys().next() {
            return missing(Place::Round(*table, *round));
        }
        if let Some((table, round, patron)) = self.endings.keys().next() {
            return missing(Place::PatronRound(*patron, *table, *round));
        }
        self.corrections.first().map_or(Ok(()), |(table, seq, round)| {
            let found = format!("a note that it is about round {round}");
            Err(Deviation::new(Place::Entry(*table, *seq), "no correction", found))
        })
    }
}

/// How a round ended for each patron, if this event ends or corrects it: the wagers as settled, and what came back
/// when it is void.
fn endings(event: &Event) -> Vec<(PatronId, Vec<SettledWager>, Option<money::Amount>)> {
    match event {
        Event::RoundSettled { patrons, .. } => {
            patrons.iter().map(|own| (own.patron, own.wagers.clone(), None)).collect()
        }
        Event::RoundVoided { returned, .. } => {
            returned.iter().map(|back| (back.patron, Vec::new(), Some(back.amount))).collect()
        }
        Event::RoundCorrected { agreed, .. } => {
            let ended =
                |own: &PatronCorrection| (own.patron, own.after.clone(), agreed.voided().map(|_| own.staked));
            agreed.patrons.iter().map(ended).collect()
        }
        _ => Vec::new(),
    }
}
