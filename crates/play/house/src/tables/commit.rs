//! What becomes durable, and what follows from it: the table after it, the public frame, the private notices.

use std::sync::Arc;

use table::live::{Reading, Slot};
use table::{Event, LiveEvent, Misfit, PatronId, PublicEvent, RecordedEvent, Settings, Table, Timestamp};
use tracing::warn;

use crate::live::reading::reading_of;
use crate::money::postings::{RoundStakes, postings};
use crate::patrons::notice::{Notice, NumberedNotice};
use crate::patrons::notice_builder::{autos_at_stake, notices};
use crate::ports::{
    DeviceRecord, NewBulletin, NumberedWallet, PortFuture, ShoeSeed, StoreFailure, StoredBulletin, Unit,
    UnitOutcome,
};
use crate::proofs::DealtRow;
use crate::tables::feed::CardProof;
use crate::tables::not_done::NotDone;
use crate::tables::runner::Runner;
use crate::tables::shuffled_shoe::ShuffledShoe;
use crate::tables::source::Source;

/// Units on their way to the store.
pub(crate) struct Commit {
    /// What each of them changes at the table.
    pub(crate) pending: Vec<Pending>,
    /// What becomes of each of them.
    pub(crate) outcomes: PortFuture<'static, Vec<UnitOutcome>>,
}

/// How many events these outcomes made durable.
pub(crate) fn count_committed(pending: &[Pending], outcomes: &[UnitOutcome]) -> u64 {
    let units = pending.iter().zip(outcomes);
    let committed = units.filter(|(_, outcome)| matches!(outcome, UnitOutcome::Committed { .. }));
    committed.map(|(unit, _)| u64::try_from(unit.events.len()).unwrap_or(u64::MAX)).sum()
}

/// Whether the wallets that a unit changed are sent to their patrons.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wallets {
    Sent,
    /// Those after the next unit are sent at once.
    Outdated,
}

/// What a unit changes at the table once it is durable.
pub(crate) struct Pending {
    reading: Option<Reading>,
    events: Vec<(Timestamp, Event)>,
    shoe_seed: Option<ShoeSeed>,
    bulletins: Vec<NewBulletin>,
}

impl Pending {
    fn of(unit: &Unit) -> Result<Self, StoreFailure> {
        let reading = unit.record.as_ref().map(reading_of).transpose()?;
        let (events, bulletins) = (unit.events.clone(), unit.bulletins.clone());
        Ok(Self { reading, events, shoe_seed: unit.shoe_seed, bulletins })
    }
}

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
        self.unit_at(self.context.clock.now(), round, events, shoe_seed)
    }

    /// The same for events that happen at that time.
    pub(crate) fn unit_at(
        &self,
        now: Timestamp,
        round: RoundStakes<'_>,
        events: Vec<Event>,
        shoe_seed: Option<ShoeSeed>,
    ) -> Unit {
        Unit { shoe_seed, ..self.unit_after(&self.table, now, round, events) }
    }

    /// The unit of a record with all that follows from it.
    pub(crate) fn unit_of_record(
        &self,
        record: DeviceRecord,
        events: Vec<Event>,
    ) -> Result<Unit, StoreFailure> {
        let mut read = self.table.clone();
        read.take(&reading_of(&record)?);
        let unit = self.unit_after(&read, self.context.clock.now(), RoundStakes::from(&self.table), events);
        Ok(Unit { record: Some(record), ..unit })
    }

    /// Events that follow this table in one unit, with the money they move and their bulletins; without bulletins where
    /// there is no key to sign them.
    fn unit_after(&self, table: &Table, now: Timestamp, round: RoundStakes<'_>, events: Vec<Event>) -> Unit {
        let postings = events.iter().flat_map(|event| postings(event, round)).collect();
        let bulletins = |keys| self.bulletins.bulletins(keys, (table, self.row.as_ref()), now, &events);
        let bulletins = self.context.keys.as_deref().map(bulletins).unwrap_or_default();
        let events = events.into_iter().map(|event| (now, event)).collect();
        Unit { bulletins, ..Unit::new(events, postings) }
    }

    /// Commits the units and applies their events.
    ///
    /// After a failure nobody knows whether the units were written. So the table is read again from the store,
    /// which also tells what was written without an answer. A table that was taken over stops instead.
    pub(crate) async fn commit(&mut self, units: Vec<Unit>) -> Result<Vec<UnitOutcome>, StoreFailure> {
        self.make_up().await?;
        let Commit { pending, outcomes } = self.begin_commit(self.table.seq(), units)?;
        match outcomes.await {
            Ok(outcomes) => {
                self.take_in(pending, &outcomes);
                Ok(outcomes)
            }
            Err(failure) => Err(self.after_failure(failure).await),
        }
    }

    /// Units to be committed after the event with this number. The store begins when their outcomes are waited for.
    pub(crate) fn begin_commit(&self, seq: u64, units: Vec<Unit>) -> Result<Commit, StoreFailure> {
        let pending = units.iter().map(Pending::of).collect::<Result<Vec<_>, _>>()?;
        let (store, id) = (Arc::clone(&self.context.store), self.table.settings().id);
        Ok(Commit { pending, outcomes: Box::pin(async move { store.commit(id, seq, units).await }) })
    }

    /// Makes durable units part of the table.
    pub(crate) fn take_in(&mut self, pending: Vec<Pending>, outcomes: &[UnitOutcome]) {
        for (unit, outcome) in pending.into_iter().zip(outcomes) {
            if let UnitOutcome::Committed { first_seq, wallets } = outcome {
                self.take_in_unit(unit, *first_seq, wallets, Wallets::Sent);
            }
        }
        self.after_taking_in();
    }

    /// Makes one durable unit part of the table.
    pub(super) fn take_in_unit(
        &mut self,
        unit: Pending,
        first_seq: u64,
        wallets: &[(PatronId, NumberedWallet)],
        how: Wallets,
    ) {
        self.bulletins.after(&unit.bulletins);
        self.apply_committed(unit, first_seq, !wallets.is_empty());
        if how == Wallets::Sent {
            for (patron, wallet) in wallets {
                self.context.channels.send(*patron, Notice::Wallet(*wallet));
            }
        }
    }

    /// What follows once all units of a commit are part of the table.
    pub(super) fn after_taking_in(&self) {
        self.note_head();
        self.tell_staff();
    }

    /// Reads the table again after a commit that failed, unless it was taken over. Gives the failure to answer with.
    pub(crate) async fn after_failure(&mut self, failure: StoreFailure) -> StoreFailure {
        if let StoreFailure::TakenOver { .. } = failure {
            self.taken_over = true;
            return failure;
        }
        warn!(%failure, "a commit failed; the table is read again");
        self.is_behind = true;
        self.catch_up().await.err().unwrap_or(failure)
    }

    /// Reads the table again, if that failed after a commit that failed. The store notices a missed event by the number
    /// of the next one; a missed record of a device has none, and would be decided upon without it.
    pub(crate) async fn make_up(&mut self) -> Result<(), StoreFailure> {
        if !self.is_behind {
            return Ok(());
        }
        let known = |table: &Table| (table.seq(), table.live().heads().collect::<Vec<_>>());
        let before = known(&self.table);
        self.catch_up().await?;
        if known(&self.table) == before {
            return Ok(());
        }
        Err(StoreFailure::Storage("the table had missed what was written, and decides again".to_owned()))
    }

    /// Notes the last durable bulletin, for the file outside of the store.
    pub(super) fn note_head(&self) {
        if let Some(head) = self.bulletins.noted() {
            self.context.heads.note(self.table.settings().id, head);
        }
    }

    /// Commits a decision that is not a slip.
    pub(crate) async fn commit_own(
        &mut self,
        events: Vec<Event>,
        seed: Option<ShoeSeed>,
    ) -> Result<(), NotDone> {
        self.commit_at(self.context.clock.now(), events, seed).await
    }

    /// Commits what a command led to that says when it happens.
    pub(crate) async fn commit_at(
        &mut self,
        now: Timestamp,
        events: Vec<Event>,
        seed: Option<ShoeSeed>,
    ) -> Result<(), NotDone> {
        if events.is_empty() {
            return Ok(());
        }
        let unit = self.unit_at(now, RoundStakes::from(&self.table), events, seed);
        self.commit_alone(unit).await
    }

    /// Commits one unit.
    pub(crate) async fn commit_alone(&mut self, unit: Unit) -> Result<(), NotDone> {
        self.commit_all(vec![unit]).await
    }

    /// Commits units of which each has to come about.
    pub(crate) async fn commit_all(&mut self, units: Vec<Unit>) -> Result<(), NotDone> {
        if units.is_empty() {
            return Ok(());
        }
        let asked = units.len();
        let outcomes = self.commit(units).await?;
        if outcomes.len() != asked {
            let what = format!("the store answered for {} of {asked} units", outcomes.len());
            return Err(StoreFailure::Corrupt(what).into());
        }
        outcomes.into_iter().try_for_each(|outcome| match outcome {
            UnitOutcome::Committed { .. } => Ok(()),
            UnitOutcome::Refused { refusal, .. } => Err(NotDone::Refused(refusal)),
            UnitOutcome::Repeated => Err(NotDone::Repeated),
            UnitOutcome::Skipped => {
                Err(StoreFailure::Corrupt("the store skipped a unit that rests on no other".to_owned())
                    .into())
            }
        })
    }

    fn apply_committed(
        &mut self,
        Pending { reading, events, shoe_seed, bulletins }: Pending,
        first_seq: u64,
        has_wallets: bool,
    ) {
        let settings = Arc::clone(&self.setup.settings);
        if let Some(seed) = &shoe_seed {
            self.source = Source::Shuffled(ShuffledShoe::new(seed, settings.rules.decks));
        }
        if let Some(reading) = &reading {
            self.table.take(reading);
        }
        let mut bulletins = bulletins.into_iter().peekable();
        for (place, (seq, (at, event))) in (first_seq..).zip(events).enumerate() {
            self.tally.see(&event);
            let own = std::iter::from_fn(|| bulletins.next_if(|bulletin| bulletin.event == place));
            let own: Vec<_> = own.collect();
            if matches!(event, Event::ShoeOpened { .. }) {
                self.row = DealtRow::opened(&event);
            }
            if Source::is_scanned_by(&event) {
                self.source = Source::Scanned;
            }
            if let Some(row) = &mut self.row {
                row.follow(&event, own.first().map(|bulletin| bulletin.digest));
            }
            let own = own.into_iter().map(|bulletin| bulletin.stored(seq)).collect();
            let applied = self.apply(&RecordedEvent { seq, at, event }, own, &settings, has_wallets);
            applied.expect("a table takes what it decided");
        }
    }

    /// Makes a durable event part of the table, then publishes it and its bulletins. A shoe that it opens runs under
    /// `settings`; where its house rules are others than before, everybody who follows the table takes a snapshot.
    /// Balances are sent soon, unless the caller has the wallets and sends them.
    pub(super) fn apply(
        &mut self,
        recorded: &RecordedEvent,
        bulletins: Vec<StoredBulletin>,
        settings: &Arc<Settings>,
        has_wallets: bool,
    ) -> Result<(), Misfit> {
        let mut rules_changed = false;
        if matches!(recorded.event, Event::ShoeOpened { .. }) {
            rules_changed = self.table.settings().rules != settings.rules;
            self.table.set_up(Arc::clone(settings));
        }
        let public = self.table.public_frame(recorded);
        let proof = public.as_ref().and_then(|frame| self.proof_of(&frame.event));
        let turned = public.as_ref().map(|frame| self.proofs_of_turned(&frame.event)).unwrap_or_default();
        let round = self.table.round();
        let at_stake = autos_at_stake(&self.table, &recorded.event);
        self.table.try_apply(recorded)?;
        self.follow_auto(&recorded.event);
        if matches!(recorded.event, Event::Live(LiveEvent::CardBurned { .. })) {
            self.burned = round.map(|round| (round, recorded.seq));
        }
        match public {
            Some(_) if rules_changed => self.feed.restart(&self.table),
            Some(public) => self.feed.publish(public, (proof, turned), &self.table),
            None => self.follow_seat(&recorded.event),
        }
        for bulletin in bulletins {
            self.feed.post(bulletin);
        }
        self.context.gates.report(&recorded.event);
        let (seq, on_table) = (self.table.public_seq(), self.table.round());
        for (patron, notice) in notices(&self.table, &recorded.event, round, &at_stake) {
            let notice = NumberedNotice { seq, round: on_table, notice };
            self.context.channels.send_about(patron, notice, !has_wallets);
        }
        Ok(())
    }

    /// The proof of the card that this event of the table shows, if it shows one and the shoe has proofs.
    fn proof_of(&self, event: &PublicEvent) -> Option<CardProof> {
        let card = match event {
            PublicEvent::CardDrawn { card, .. } => Some(*card),
            PublicEvent::CardsBurned { first, .. } => *first,
            _ => None,
        };
        self.source.shuffled()?.proof_of(card?, self.table.shoe_no(), self.next_index()?)
    }

    /// The proofs of the cards that this event of the table turns over, in the order in which it names them.
    fn proofs_of_turned(&self, event: &PublicEvent) -> Vec<CardProof> {
        let (PublicEvent::CardsRevealed { slots, .. }, Some(shoe)) = (event, self.source.shuffled()) else {
            return Vec::new();
        };
        let lying = u16::try_from(self.table.true_cards().len()).unwrap_or(u16::MAX);
        let first = self.table.shoe().out().saturating_sub(lying);
        let proof = |slot: &Slot| {
            let (place, card) = self.table.hidden_card(*slot)?;
            let index = self.index_of(first.saturating_add(u16::try_from(place).ok()?))?;
            shoe.proof_of(card, self.table.shoe_no(), index)
        };
        slots.iter().filter_map(proof).collect()
    }

    /// The index in the sealed order of the card that comes next; none while nothing says which it is.
    pub(crate) fn next_index(&self) -> Option<u16> {
        self.index_of(self.table.shoe().out())
    }

    /// The index in the sealed order of the card that came out after so many others, or comes next.
    fn index_of(&self, out: u16) -> Option<u16> {
        self.row.as_ref().map_or(Some(out), |row| row.index_at(out))
    }
}
