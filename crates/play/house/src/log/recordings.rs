//! What the house's own log says of recordings: the digests of hours, and who keeps a part. Knows no file.

use table::{StaffId, TableId, Timestamp};

use super::event::HouseEvent;
use crate::answer::{Failure, Rejection};
use crate::house::House;
use crate::people::{PeopleRefusal, SignedInAgain};
use crate::ports::{HouseEntry, HouseOutcome, StoreFailure};

/// How many entries are read at once.
const PAGE: u16 = 200;

/// An hour of a table's recording whose digest is on record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedHour {
    /// The table.
    pub table: TableId,
    /// The hour, as its folder is named.
    pub hour: String,
    /// The digest, in hex digits.
    pub digest: String,
}

impl House {
    /// The hours of recordings whose digests went on record since then, the latest first. An hour that grew is there
    /// more than once.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn recordings_closed(&self, since: Timestamp) -> Result<Vec<RecordedHour>, Failure> {
        let (mut hours, mut before) = (Vec::new(), None);
        loop {
            let page = self.context.store.house_log(before, PAGE).await?;
            let is_last = page.len() < usize::from(PAGE) || page.last().is_some_and(|last| last.at < since);
            before = page.last().map(|last| last.seq);
            hours.extend(page.into_iter().filter(|entry| entry.at >= since).filter_map(
                |it| match it.event {
                    HouseEvent::RecordingClosed { table, hour, digest, .. } => {
                        Some(RecordedHour { table, hour, digest })
                    }
                    _ => None,
                },
            ));
            if is_last {
                return Ok(hours);
            }
        }
    }

    /// Puts the digest over an hour of a table's recording on record.
    ///
    /// # Errors
    /// [`Failure`] of the store; whether it is on record is unknown then, and it may be put there twice.
    pub async fn recording_closed(
        &self,
        table: TableId,
        hour: String,
        segments: u32,
        digest: String,
    ) -> Result<(), Failure> {
        self.note_recording(HouseEvent::RecordingClosed { table, hour, segments, digest }).await
    }

    /// Puts on record that a member of staff keeps a part of a table's recording.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn recording_held(
        &self,
        (table, hold_no): (TableId, u32),
        (from, to): (Timestamp, Timestamp),
        by: StaffId,
        why: &str,
    ) -> Result<(), Failure> {
        let why = why.to_owned();
        self.note_recording(HouseEvent::RecordingHeld { table, hold_no, from, to, by, why }).await
    }

    /// Puts on record that a member of staff, who proves again who they are, released a hold.
    ///
    /// # Errors
    /// [`PeopleRefusal`] of the proof, or a [`Failure`] of the store.
    pub async fn recording_released(
        &self,
        (table, hold_no): (TableId, u32),
        by: &SignedInAgain<'_>,
    ) -> Result<StaffId, Rejection> {
        let (by, credentials) = self.signed_in_again(by).await?;
        let event = HouseEvent::RecordingReleased { table, hold_no, by };
        let entry = HouseEntry { credentials, ..HouseEntry::new(self.now(), event, 0) };
        match self.context.store.append_entry(entry).await? {
            HouseOutcome::Appended { .. } => Ok(by),
            // Another request used the proof meanwhile.
            HouseOutcome::Outdated => Err(PeopleRefusal::WrongCredentials.into()),
            outcome => Err(unwritten(&outcome).into()),
        }
    }

    async fn note_recording(&self, event: HouseEvent) -> Result<(), Failure> {
        match self.context.store.append_entry(HouseEntry::new(self.now(), event, 0)).await? {
            HouseOutcome::Appended { .. } => Ok(()),
            outcome => Err(unwritten(&outcome).into()),
        }
    }
}

fn unwritten(outcome: &HouseOutcome) -> StoreFailure {
    StoreFailure::Corrupt(format!("a recording could not be put on record: {outcome:?}"))
}
