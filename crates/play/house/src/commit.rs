//! What becomes durable, and what follows from it: the table after it, the public frame, the private notices.

use std::sync::Arc;

use ledger::TransferRefusal;
use table::event::{PatronSettlement, Returned};
use table::{
    Event, Misfit, PatronCorrection, PatronId, Proposal, RecordedEvent, RoundRef, Settings, Table, TableId,
    Timestamp,
};
use tracing::warn;

use crate::notice::Notice;
use crate::ports::{ShoeSeed, StoreFailure, Unit, UnitOutcome};
use crate::postings::{RoundStakes, postings};
use crate::rulebook::named_by;
use crate::runner::Runner;
use crate::shuffled::{ShuffledShoe, is_shuffled};

impl Runner {
    /// The events of one decision about the round under way, with the money they move.
    pub(crate) fn unit(&self, events: Vec<Event>, shoe_seed: Option<ShoeSeed>) -> Unit {
        self.unit_by(RoundStakes::from(&self.table), events, shoe_seed)
    }

    /// The events of one decision with the money they move by the stakes of that round.
    pub(crate) fn unit_by(
        &self,
        round: RoundStakes<'_>,
        events: Vec<Event>,
        shoe_seed: Option<ShoeSeed>,
    ) -> Unit {
        let now = self.world.clock.now();
        let postings = events.iter().flat_map(|event| postings(event, round)).collect();
        Unit { events: events.into_iter().map(|event| (now, event)).collect(), postings, shoe_seed }
    }

    /// Commits units and lets happen what was committed.
    ///
    /// After a failure nobody knows whether the units were written. So the table is read again from the store,
    /// which also tells what was written without an answer. A table that was taken over stops instead.
    pub(crate) async fn commit(&mut self, units: Vec<Unit>) -> Result<Vec<UnitOutcome>, StoreFailure> {
        let (id, seq) = (self.table.settings().id, self.table.seq());
        let happenings: Vec<Happening> = units.iter().map(Happening::of).collect();
        let outcomes = match self.world.store.commit(id, seq, units).await {
            Ok(outcomes) => outcomes,
            Err(failure @ StoreFailure::TakenOver { .. }) => {
                self.taken_over = true;
                return Err(failure);
            }
            Err(failure) => {
                warn!(%failure, units = happenings.len(), "a commit failed; the table is read again");
                self.catch_up().await?;
                return Err(failure);
            }
        };
        for (happening, outcome) in happenings.into_iter().zip(&outcomes) {
            if let UnitOutcome::Committed { first_seq } = outcome {
                self.apply_unit(happening, *first_seq);
            }
        }
        Ok(outcomes)
    }

    /// Commits a decision that is not a slip: there is nothing the ledger may refuse in it.
    pub(crate) async fn commit_own(
        &mut self,
        events: Vec<Event>,
        seed: Option<ShoeSeed>,
    ) -> Result<(), StoreFailure> {
        if events.is_empty() {
            return Ok(());
        }
        let unit = self.unit(events, seed);
        self.commit_alone(unit).await
    }

    /// Commits one unit in which there is nothing the ledger may refuse.
    pub(crate) async fn commit_alone(&mut self, unit: Unit) -> Result<(), StoreFailure> {
        let corrupt = |said: String| Err(StoreFailure::Corrupt(said));
        match self.commit(vec![unit]).await?.first() {
            Some(UnitOutcome::Committed { .. }) => Ok(()),
            Some(UnitOutcome::Refused { refusal, .. }) => corrupt(refused(refusal)),
            Some(UnitOutcome::Repeated) => corrupt("a transfer of this event was made before it".to_owned()),
            None => corrupt("the store answered for no unit".to_owned()),
        }
    }

    fn apply_unit(&mut self, happening: Happening, first_seq: u64) {
        let settings = Arc::clone(&self.setup.settings);
        if let Some(seed) = &happening.shoe_seed {
            self.shoe = Some(ShuffledShoe::new(seed, settings.rules.decks));
        }
        for (seq, (at, event)) in (first_seq..).zip(happening.events) {
            let applied = self.apply(&RecordedEvent { seq, at, event }, &settings);
            applied.expect("a table takes what it decided");
        }
    }

    /// Makes a durable event part of the table, then publishes it. A shoe that it opens runs under `settings`; where
    /// its house rules are others than before, everybody who follows the table takes a snapshot.
    fn apply(&mut self, recorded: &RecordedEvent, settings: &Arc<Settings>) -> Result<(), Misfit> {
        let mut anew = false;
        if matches!(recorded.event, Event::ShoeOpened { .. }) {
            anew = self.table.settings().rules != settings.rules;
            self.table.set_up(Arc::clone(settings));
        }
        let public = self.table.public_frame(recorded);
        let round = self.table.round();
        self.table.try_apply(recorded)?;
        match public {
            Some(_) if anew => self.feed.restart(&self.table),
            Some(public) => self.feed.publish(public, &self.table),
            None => {}
        }
        let told = Told { table: &self.table, id: self.table.settings().id, at: recorded.at };
        let notices = match (&recorded.event, round) {
            (Event::RoundCorrected { agreed, .. }, _) => told.corrected(agreed),
            (event, Some(round)) => told.notices(event, round),
            (_, None) => Vec::new(),
        };
        for (patron, notice) in notices {
            self.world.board.tell(patron, notice);
            self.world.board.owe_balance(patron);
        }
        Ok(())
    }

    /// Reads the table's latest shoe from the store, and lets happen what this runner has not seen of it. All is read
    /// before anything happens: who knew of a shoe without its cards would deal those of another one.
    pub(crate) async fn catch_up(&mut self) -> Result<(), StoreFailure> {
        let id = self.table.settings().id;
        let corrupt = |misfit: Misfit| StoreFailure::Corrupt(format!("the log of table {}: {misfit}", id.0));
        let events = self.world.store.latest_shoe(id).await?;
        let settings = self.setup.for_shoe(&*self.world.store, named_by(&events)).await?;
        let shoe = self.stored_shoe(&events, &settings).await?;
        let next = self.table.seq().saturating_add(1);
        if let Some(first) = events.first().filter(|first| first.seq > next) {
            self.table = Table::replay(Arc::clone(&settings), [first]).map_err(corrupt)?;
            self.feed.restart(&self.table);
        }
        for recorded in &events {
            if recorded.seq == self.table.seq().saturating_add(1) {
                self.apply(recorded, &settings).map_err(corrupt)?;
            }
        }
        self.shoe = shoe;
        Ok(())
    }

    /// The shuffled shoe of these events, which ran under `settings`, if it can be made again.
    async fn stored_shoe(
        &self,
        events: &[RecordedEvent],
        settings: &Settings,
    ) -> Result<Option<ShuffledShoe>, StoreFailure> {
        let Some(Event::ShoeOpened { shoe_no, algorithm, .. }) = events.first().map(|first| &first.event)
        else {
            return Ok(None);
        };
        let seed = self.world.store.shoe_seed(settings.id, *shoe_no).await?;
        let known = seed.filter(|_| is_shuffled(events));
        if known.is_none() {
            warn!(shoe_no, algorithm, "the shoe cannot be shuffled again; a new one takes its place");
        }
        Ok(known.map(|seed| ShuffledShoe::new(&seed, settings.rules.decks)))
    }
}

/// What of a unit is still needed once the store has it.
struct Happening {
    events: Vec<(Timestamp, Event)>,
    shoe_seed: Option<ShoeSeed>,
}

impl Happening {
    fn of(unit: &Unit) -> Self {
        Self { events: unit.events.clone(), shoe_seed: unit.shoe_seed }
    }
}

fn refused(refusal: &TransferRefusal) -> String {
    format!("the ledger refused what a table decided: {refusal}")
}

/// Where and when something happened, with the table after it.
struct Told<'a> {
    table: &'a Table,
    id: TableId,
    at: Timestamp,
}

impl Told<'_> {
    /// Whom an event of a round concerns in private, and what each is told.
    fn notices(&self, event: &Event, round: RoundRef) -> Vec<(PatronId, Notice)> {
        let (table, at) = (self.id, self.at);
        match event {
            Event::SlipAccepted { patron, slip_id, .. } => {
                let view = self.table.patron_view(*patron);
                let (slip_id, standing, staked) = (*slip_id, view.wagers, view.staked);
                vec![(*patron, Notice::SlipAccepted { table, round, slip_id, standing, staked, at })]
            }
            Event::WagersCleared { patron, request_id, returned } => {
                let (request_id, returned) = (*request_id, *returned);
                vec![(*patron, Notice::WagersCleared { table, round, request_id, returned, at })]
            }
            Event::RoundSettled { revision, patrons } => {
                patrons.iter().map(|own| (own.patron, self.settled(own, *revision, round))).collect()
            }
            Event::RoundVoided { reason, returned, .. } => {
                let voided = |back: &Returned| {
                    let (reason, returned) = (*reason, back.amount);
                    (back.patron, Notice::RoundVoided { table, round, reason, returned, at })
                };
                returned.iter().map(voided).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What each patron of a corrected round is told.
    fn corrected(&self, agreed: &Proposal) -> Vec<(PatronId, Notice)> {
        let (table, at, round, revision) = (self.id, self.at, agreed.round, agreed.revision);
        let voided = agreed.voided();
        let tell = |own: &PatronCorrection| {
            let (wagers, staked, paid) = (own.after.clone(), own.staked, own.paid_after());
            let difference = own.difference();
            let notice = Notice::RoundCorrected {
                table,
                round,
                revision,
                voided,
                wagers,
                staked,
                paid,
                difference,
                at,
            };
            (own.patron, notice)
        };
        agreed.patrons.iter().map(tell).collect()
    }

    fn settled(&self, own: &PatronSettlement, revision: u16, round: RoundRef) -> Notice {
        let (staked, paid) = table::settle::sums(&own.wagers);
        let (table, at) = (self.id, self.at);
        Notice::RoundSettled { table, round, revision, wagers: own.wagers.clone(), staked, paid, at }
    }
}
