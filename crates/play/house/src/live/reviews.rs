//! The review of a shoe whose count ended with a note of two supervisors: its rounds are looked at, until a supervisor
//! says that they were. That it is due follows from the log of the table; that it was made is in the house's own log.

use table::correct::reason;
use table::live::{FindingCode, How, LiveEvent};
use table::{Event, RecordedEvent, StaffId, TableId, Timestamp};

use super::shoe_review::ShoeReview;
use crate::answer::{Failure, HouseRefusal, Rejection};
use crate::house::House;
use crate::log::{Actor, Entity, EntityKind, HouseEvent};
use crate::ports::{HouseEntry, HouseOutcome, RecordedEntry, StoreFailure, TRIES};

/// Whether a shoe waits for its review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReviewState {
    /// It does.
    Due,
    /// It was reviewed.
    Done(Reviewed),
}

/// Who reviewed a shoe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reviewed {
    /// The supervisor.
    pub by: StaffId,
    /// When.
    pub at: Timestamp,
    /// What they wrote.
    pub note: String,
}

/// A shoe was reviewed; perhaps by the same request before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewReceipt {
    /// Whether the same supervisor had said so before; then nothing happened now.
    pub repeated: bool,
    /// The review.
    pub reviewed: Reviewed,
}

impl House {
    /// Whether a shoe waits for its review, or was reviewed; none for one that needs no review, or never was.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn shoe_review(&self, table: TableId, shoe_no: u32) -> Result<Option<ReviewState>, Failure> {
        if !self.count_was_noted(table, shoe_no).await? {
            return Ok(None);
        }
        let reviewed = self.reviewed(table, shoe_no).await?;
        Ok(Some(reviewed.map_or(ReviewState::Due, ReviewState::Done)))
    }

    /// Puts on record that a supervisor reviewed a shoe. The same note of the same supervisor sent again is answered
    /// with the first one.
    ///
    /// # Errors
    /// `no_reason` for a review without a note, [`HouseRefusal::NothingToReview`], [`HouseRefusal::ShoeReviewed`], or a
    /// [`Failure`].
    pub async fn review_shoe(
        &self,
        (table, shoe_no): (TableId, u32),
        by: StaffId,
        note: &str,
    ) -> Result<ReviewReceipt, Rejection> {
        let note = reason(note)?;
        if !self.count_was_noted(table, shoe_no).await? {
            return Err(HouseRefusal::NothingToReview { table, shoe_no }.into());
        }
        for _ in 0..TRIES {
            if let Some(reviewed) = self.reviewed(table, shoe_no).await? {
                if (reviewed.by, reviewed.note.as_str()) != (by, note) {
                    return Err(HouseRefusal::ShoeReviewed { table, shoe_no }.into());
                }
                return Ok(ReviewReceipt { repeated: true, reviewed });
            }
            let number = self.next_number(EntityKind::ShoeReview).await?;
            let (at, entity) = (self.now(), Entity::ShoeReview(ShoeReview { number, table, shoe_no }));
            let entry = HouseEntry::change(at, (Actor::Staff(by), note), entity, 0);
            match self.context.store.append_entry(entry).await? {
                HouseOutcome::Appended { .. } => {
                    let reviewed = Reviewed { by, at, note: note.to_owned() };
                    return Ok(ReviewReceipt { repeated: false, reviewed });
                }
                // Another supervisor took the number, or reviewed the shoe.
                HouseOutcome::Outdated | HouseOutcome::NameTaken => {}
                HouseOutcome::Refused(refusal) => {
                    return Err(HouseRefusal::by_ledger(&refusal).into());
                }
            }
        }
        Err(StoreFailure::outrun("the list of reviews").into())
    }

    async fn reviewed(&self, table: TableId, shoe_no: u32) -> Result<Option<Reviewed>, Failure> {
        let name = ShoeReview::name(table, shoe_no);
        let entry = self.context.store.entity_named(EntityKind::ShoeReview, name).await?;
        Ok(entry.and_then(reviewed_by))
    }

    /// Whether two supervisors noted that the count of a shoe differs. That comes after its last round.
    async fn count_was_noted(&self, table: TableId, shoe_no: u32) -> Result<bool, Failure> {
        let rounds = self.rounds(table, shoe_no).await?;
        let Some(last) = rounds.last() else { return Ok(false) };
        Ok(has_noted_count(&self.context.store.round_events(table, last.round).await?))
    }
}

fn reviewed_by(RecordedEntry { at, event, .. }: RecordedEntry) -> Option<Reviewed> {
    match event {
        HouseEvent::Changed { by: Actor::Staff(by), why: note, .. } => Some(Reviewed { by, at, note }),
        _ => None,
    }
}

/// Whether a count that differs was noted among these events of one round.
fn has_noted_count(events: &[RecordedEvent]) -> bool {
    let mut differs = None;
    events.iter().any(|RecordedEvent { seq, event, .. }| {
        match event {
            Event::Live(LiveEvent::FindingRaised { code: FindingCode::Composition, .. }) => {
                differs = Some(*seq);
            }
            Event::Live(LiveEvent::FindingResolved { finding_no, how: How::Note, .. }) => {
                return differs == Some(*finding_no);
            }
            _ => {}
        }
        false
    })
}
