//! The read models of a store, derived again from the events and compared with the stored rows: accepted slips, the
//! state of each round, how it ended for each patron, and who took all wagers back in it.

use std::collections::{BTreeMap, BTreeSet};

use baccarat::Card;
use house::ports::StoredRound;
use journal::{
    Ending, RoundState, StoredEnding, StoredSlip, TableProgress, accepted_slip, endings, round_state,
    took_all_back,
};
use table::{PatronId, RecordedEvent, RequestId, RoundRef, TableId};

use crate::deviation::{Deviation, Place, refuse, same};

/// The rows that should be stored; each stored row removes its own.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    slips: BTreeMap<(PatronId, RequestId), StoredSlip>,
    rounds: BTreeMap<(TableId, RoundRef), (StoredRound, u64)>,
    endings: BTreeMap<(TableId, RoundRef, PatronId), StoredEnding>,
    cleared: BTreeSet<(TableId, RoundRef, PatronId)>,
    /// The stored rows about events that correct earlier rounds.
    corrections: BTreeSet<(TableId, u64, RoundRef)>,
    corrected: BTreeSet<(TableId, RoundRef)>,
}

impl Derived {
    /// Takes a stored row of a correction. All come before the events.
    pub(crate) fn correction(&mut self, table: TableId, seq: u64, round: RoundRef) {
        self.corrections.insert((table, seq, round));
        self.corrected.insert((table, round));
    }

    /// Whether a correction of this round is stored, so that its events are needed again.
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

    /// Derives the rows of the next event. `progress` includes the event.
    pub(crate) fn follow(
        &mut self,
        table: TableId,
        progress: &TableProgress,
        recorded: &RecordedEvent,
    ) -> Result<(), Deviation> {
        let RecordedEvent { seq, event, .. } = recorded;
        let place = Place::Entry(table, *seq);
        if let Some(about) = event.corrects()
            && !self.corrections.remove(&(table, *seq, about))
        {
            return refuse(place, format!("a correction of round {about} among those stored"), "none");
        }
        if let Some((patron, slip)) = accepted_slip(event) {
            let row = StoredSlip { patron, slip, table, round: progress.round(), seq: *seq };
            if let Some(before) = self.slips.insert((patron, slip), row) {
                let stored =
                    format!("slip {slip}, accepted at table {} by event {}", before.table.0, before.seq);
                return refuse(place, "a slip that was not accepted before", stored);
            }
        }
        self.cleared.extend(took_all_back(event).map(|patron| (table, progress.round(), patron)));
        if let Some(state) = round_state(event, progress) {
            self.round(table, &state, recorded);
        }
        Ok(())
    }

    fn round(&mut self, table: TableId, state: &RoundState<'_>, recorded: &RecordedEvent) {
        let RoundState { round, revision, voided, cards } = *state;
        let (at, cards) = (recorded.at, cards.to_vec());
        let (stored, _) = self.rounds.entry((table, round)).or_insert_with(|| {
            (StoredRound { round, opened_at: at, at, revision, voided, cards: Vec::new() }, recorded.seq)
        });
        (stored.at, stored.cards) = (at, cards.clone());
        // Events that open or deal do not change how the round ended.
        if revision > 0 {
            (stored.revision, stored.voided) = (revision, voided);
        }
        let revision = stored.revision;
        for Ending { patron, wagers, voided } in endings(&recorded.event) {
            let (cards, wagers) = (cards.clone(), wagers.to_vec());
            let ending = StoredEnding { round, at, revision, cards, wagers, voided };
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

    pub(crate) fn cleared_round(
        &mut self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
    ) -> Result<(), Deviation> {
        let place = Place::ClearedRound(patron, table, round);
        if self.cleared.remove(&(table, round, patron)) {
            return Ok(());
        }
        refuse(place, "no such row", "one")
    }

    /// Refuses a row that should be stored and is missing.
    pub(crate) fn finish(self) -> Result<(), Deviation> {
        let missing = |place| refuse(place, "a row that follows from the events", "none");
        if let Some(slip) = self.slips.values().next() {
            return refuse(Place::Entry(slip.table, slip.seq), "its slip among those stored", "none");
        }
        if let Some((table, round)) = self.rounds.keys().next() {
            return missing(Place::Round(*table, *round));
        }
        if let Some((table, round, patron)) = self.endings.keys().next() {
            return missing(Place::PatronRound(*patron, *table, *round));
        }
        if let Some((table, round, patron)) = self.cleared.first() {
            return missing(Place::ClearedRound(*patron, *table, *round));
        }
        self.corrections.first().map_or(Ok(()), |(table, seq, round)| {
            let stored = format!("a stored correction of round {round}");
            refuse(Place::Entry(*table, *seq), "no correction", stored)
        })
    }
}
