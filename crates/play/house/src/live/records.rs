//! The records of a shoe that a device dealt, as everybody may read them once the shoe is over. Before that they would
//! tell which cards lie face down.

use std::collections::BTreeMap;

use scanner::frame::{DeviceFrame, ShoeState, What};
use scanner::published::PublishedRecord;
use table::{DeviceId, Event, Known, LiveEvent, RecordedEvent, RoundRef, TableId};

use crate::answer::Failure;
use crate::house::House;
use crate::ports::StoredRecord;
use crate::proofs::notices::millis;
use crate::tables::shuffled_shoe::known_cards;

/// What there is of the records of a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShoeRecords {
    /// All of them, in the order in which the table took them, from the one that says that the shoe was loaded.
    Records(Vec<PublishedRecord>),
    /// The shoe is not over.
    InPlay,
    /// No device read its cards.
    NotRead,
    /// It was never opened.
    Unknown,
}

impl House {
    /// The records of a shoe.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn shoe_records(&self, table: TableId, shoe_no: u32) -> Result<ShoeRecords, Failure> {
        let opening = self.shoe_opening(table, shoe_no).await?;
        let Some(opened) = opened_by(&opening) else { return Ok(ShoeRecords::Unknown) };
        if known_cards(&opening) != Known::Readings {
            return Ok(ShoeRecords::NotRead);
        }
        let Some(end) = self.end_of_shoe(table, shoe_no).await? else { return Ok(ShoeRecords::InPlay) };
        let before = match shoe_no.checked_sub(1) {
            Some(before) => opened_by(&self.shoe_opening(table, before).await?).unwrap_or_default(),
            None => 0,
        };
        let store = &self.context.store;
        let records = store.records_between(table, before, end.until).await?;
        let place = |record| records.iter().position(|stored| stored.record.record_ref() == record);
        let from = named_by(&opening).and_then(place).or_else(|| loaded_before(&records, opened));
        let from = from.unwrap_or_default();
        let to = match end.next {
            Next::Opened(named) => named.and_then(place).or_else(|| loaded_before(&records, end.until)),
            Next::Loaded(record) => place(record),
            Next::None => None,
        };
        let to = to.filter(|next| *next > from);
        let own = records.get(from..to.unwrap_or(records.len())).unwrap_or_default();
        Ok(ShoeRecords::Records(self.published_records(own).await?))
    }

    /// What happened in a shoe before its first round.
    async fn shoe_opening(&self, table: TableId, shoe_no: u32) -> Result<Vec<RecordedEvent>, Failure> {
        Ok(self.context.store.round_events(table, RoundRef { shoe_no, round_no: 0 }).await?)
    }

    /// How far the records of a shoe may reach; none while the shoe is in play, or its table does not run.
    async fn end_of_shoe(&self, table: TableId, shoe_no: u32) -> Result<Option<End>, Failure> {
        let following = self.shoe_opening(table, shoe_no.saturating_add(1)).await?;
        if let Some(until) = opened_by(&following) {
            return Ok(Some(End { until, next: Next::Opened(named_by(&following)) }));
        }
        // Its last event is read first: what comes after it may be of another shoe.
        let latest = self.context.store.latest_shoe(table).await?;
        let is_latest = latest.iter().any(|recorded| opens(recorded) == Some(shoe_no));
        let status = self.live_status(table).and_then(|status| status.borrow().clone());
        let is_over = status.is_some_and(|status| status.dealt_by.is_none());
        let Some(last) = latest.last().filter(|_| is_latest && is_over) else { return Ok(None) };
        let loaded = latest.iter().rev().find_map(|recorded| match &recorded.event {
            Event::Live(LiveEvent::ShoeLoaded { record, .. }) => Some(Next::Loaded(*record)),
            _ => None,
        });
        Ok(Some(End { until: last.seq, next: loaded.unwrap_or(Next::None) }))
    }

    async fn published_records(&self, records: &[StoredRecord]) -> Result<Vec<PublishedRecord>, Failure> {
        let mut keys: BTreeMap<DeviceId, fair::PublicKey> = BTreeMap::new();
        let mut published = Vec::with_capacity(records.len());
        for StoredRecord { record, .. } in records {
            let (key, life) = if let Some(key) = keys.get(&record.device) {
                (*key, None)
            } else {
                let known = self.device(record.device).await?;
                let key = known.map_or(fair::Bytes([0; 32]), |known| known.device.key);
                keys.insert(record.device, key);
                (key, self.key_life(record.device).await?)
            };
            let (body, sig) = (record.body.clone(), record.sig);
            let received_at = millis(record.received_at);
            published.push(PublishedRecord { key, life, received_at, body, sig });
        }
        Ok(published)
    }
}

/// Where the records of a shoe end.
struct End {
    /// The last event that may cover one of them.
    until: u64,
    next: Next,
}

/// What is known of the shoe after it.
enum Next {
    /// It was opened by that event, which names the record with which it was loaded, if it has a proof.
    Opened(Option<table::RecordRef>),
    /// It was loaded with this record.
    Loaded(table::RecordRef),
    /// Nothing.
    None,
}

fn opens(recorded: &RecordedEvent) -> Option<u32> {
    match &recorded.event {
        Event::ShoeOpened { shoe_no, .. } => Some(*shoe_no),
        _ => None,
    }
}

/// The number of the event that opened the shoe.
fn opened_by(opening: &[RecordedEvent]) -> Option<u64> {
    opening.iter().find(|recorded| opens(recorded).is_some()).map(|recorded| recorded.seq)
}

/// The record with which the shoe was loaded, as its proof has it. The device may have said the same again before the
/// shoe was opened.
fn named_by(opening: &[RecordedEvent]) -> Option<table::RecordRef> {
    opening.iter().find_map(|recorded| match &recorded.event {
        Event::ShoeOpened { live: Some(live), .. } => live.proof.map(|proof| proof.record),
        _ => None,
    })
}

/// The place of the last record of a loaded shoe that the table took before this event.
fn loaded_before(records: &[StoredRecord], seq: u64) -> Option<usize> {
    records.iter().rposition(|stored| stored.seq <= seq && is_loaded(stored))
}

fn is_loaded(stored: &StoredRecord) -> bool {
    let read = DeviceFrame::read(&stored.record.body);
    let is_loaded = |what: &What| matches!(what, What::Shoe(shoe) if shoe.state == ShoeState::Loaded);
    matches!(read, Ok(DeviceFrame::Record(record)) if is_loaded(&record.what))
}
