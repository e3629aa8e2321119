//! Takes a table up where the store has it: the events of its latest shoe, the records of devices among them, and the
//! shoe itself. Decides nothing.

use std::sync::Arc;

use table::live::Reading;
use table::{Event, Misfit, RecordedEvent, Settings, Table};
use tracing::warn;

use crate::live::reading::reading_of;
use crate::ports::{StoreFailure, StoredRecord};
use crate::tables::rulebook::named_by;
use crate::tables::runner::Runner;
use crate::tables::shuffled_shoe::{ShuffledShoe, is_shuffled};
use crate::tables::source::Source;

impl Runner {
    /// Reads the table's latest shoe from the store, and applies the events that this runner has not applied. It reads
    /// everything first: a runner that knows of a shoe and not of its cards would deal those of another one.
    pub(crate) async fn catch_up(&mut self) -> Result<(), StoreFailure> {
        let id = self.table.settings().id;
        let corrupt = |misfit: Misfit| StoreFailure::Corrupt(format!("the log of table {}: {misfit}", id.0));
        let events = self.context.store.latest_shoe(id).await?;
        self.locked_out = self.locked_shoes(&events).await?;
        let settings = self.setup.for_shoe(&*self.context.store, named_by(&events)).await?;
        let source = self.stored_source(&events, &settings).await?;
        let records = self.stored_records(&events).await?;
        let row = self.stored_row(&events).await?;
        let bulletins = self.stored_head().await?;
        let mut posted = self.bulletins_after_head().await?;
        let next = self.table.seq().saturating_add(1);
        if let Some(first) = events.first().filter(|first| first.seq > next) {
            let before = self.seated();
            self.table = Table::replay(Arc::clone(&settings), [first]).map_err(corrupt)?;
            self.feed.restart(&self.table);
            self.follow_seats(&before);
        }
        (self.source, self.row, self.bulletins) = (source, row, bulletins);
        let mut records = records.into_iter().peekable();
        for recorded in &events {
            while let Some((_, reading)) = records.next_if(|(seq, _)| *seq <= recorded.seq) {
                self.table.take(&reading);
            }
            if recorded.seq == self.table.seq().saturating_add(1) {
                let own = posted.extract_if(.., |bulletin| bulletin.seq == recorded.seq).collect();
                self.apply(recorded, own, &settings, false).map_err(corrupt)?;
            }
        }
        for (_, reading) in records {
            self.table.take(&reading);
        }
        self.is_behind = false;
        self.note_head();
        self.tell_staff();
        Ok(())
    }

    /// The readings of the table since these events began, each with the number of the event that follows it. Those
    /// from before the opening of a shoe have come to their end with it.
    async fn stored_records(&self, events: &[RecordedEvent]) -> Result<Vec<(u64, Reading)>, StoreFailure> {
        let opened = events.first().filter(|first| matches!(first.event, Event::ShoeOpened { .. }));
        // A table that is loaded for its last round alone is set up as no live one.
        if !self.is_live() && !opened.is_some_and(|opened| Source::is_scanned_by(&opened.event)) {
            return Ok(Vec::new());
        }
        let since = opened.map_or(0, |opened| opened.seq);
        let records = self.context.store.records_after(self.table.settings().id, since).await?;
        records.iter().map(|StoredRecord { seq, record, .. }| Ok((*seq, reading_of(record)?))).collect()
    }

    /// Where the cards of the shoe of these events come from, which ran under `settings`.
    async fn stored_source(
        &self,
        events: &[RecordedEvent],
        settings: &Settings,
    ) -> Result<Source, StoreFailure> {
        if events.first().is_some_and(|first| Source::is_scanned_by(&first.event)) {
            return Ok(Source::Scanned);
        }
        Ok(self.stored_shoe(events, settings).await?.into())
    }

    /// The shuffled shoe of these events, which ran under `settings`, if it can be made again.
    async fn stored_shoe(
        &self,
        events: &[RecordedEvent],
        settings: &Settings,
    ) -> Result<Option<ShuffledShoe>, StoreFailure> {
        let Some(Event::ShoeOpened { shoe_no, algorithm, proof, .. }) =
            events.first().map(|first| &first.event)
        else {
            return Ok(None);
        };
        if let Some(proof) = proof {
            return self.stored_order(events, settings, (*shoe_no, proof.decks)).await;
        }
        let seed = self.context.store.shoe_seed(settings.id, *shoe_no).await?;
        let known = seed.filter(|_| is_shuffled(events));
        if known.is_none() {
            warn!(shoe_no, algorithm, "the shoe cannot be shuffled again; a new one takes its place");
        }
        Ok(known.map(|seed| ShuffledShoe::new(&seed, settings.rules.decks)))
    }
}
