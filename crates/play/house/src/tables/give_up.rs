//! The shoes that a table gives up: when it is loaded, because the key of their secrets is lost or the store was
//! restored from a back-up; and when it is closed.

use table::event::VoidReason;
use table::{Bytes32, Command, Event, LiveEvent, ProofStage, RecordedEvent, ShoeEnding, StaffId};
use tracing::warn;

use crate::ports::StoreFailure;
use crate::proofs::order;
use crate::tables::not_done::NotDone;
use crate::tables::runner::Runner;
use crate::tables::source::Source;

impl Runner {
    /// The shoes of these events whose secrets do not open; none unless the operator says that their key is lost.
    /// Refuses to go on with another key than that of the shoes that are open or committed, or with none. A committed
    /// shoe is not lost alone: the key that opens the shoe before it is the right one, and its own row is damaged.
    pub(crate) async fn locked_shoes(&self, events: &[RecordedEvent]) -> Result<Vec<u32>, StoreFailure> {
        let (id, store) = (self.table.settings().id, &*self.context.store);
        let shoes = unfinished(events);
        if self.context.keys.is_none() && has_open_record(events) {
            return Err(no_keys(id.0));
        }
        let Some(keys) = self.context.keys.as_ref().filter(|_| !shoes.is_empty()) else {
            return if shoes.is_empty() { Ok(Vec::new()) } else { Err(no_keys(id.0)) };
        };
        let (mut locked, mut opened) = (Vec::new(), false);
        for shoe_no in shoes {
            match order::secret(store, keys, id, shoe_no).await {
                Ok(_) => opened = true,
                Err(StoreFailure::LockedShoe { .. }) if self.recovery.key_lost && !opened => {
                    locked.push(shoe_no);
                }
                Err(failure) => return Err(failure),
            }
        }
        Ok(locked)
    }

    /// Gives up the shoes that the operator said: a round under way is voided first, and the table goes on with a new
    /// shoe.
    pub(crate) async fn give_up_shoes(&mut self) -> Result<(), StoreFailure> {
        let (recovery, locked) = (std::mem::take(&mut self.recovery), std::mem::take(&mut self.locked_out));
        let ending = |shoe_no| match (locked.contains(&shoe_no), recovery.restored) {
            (true, _) => Some(ShoeEnding::KeyLost),
            (false, true) => Some(ShoeEnding::Restored),
            (false, false) => None,
        };
        self.end_shoes(ending, None).await.map_err(NotDone::into_failure)
    }

    /// Whether a shoe of a closed table still has a secret to show.
    pub(crate) fn has_secrets(&self) -> bool {
        self.context.keys.is_some() && (self.open_shoe().is_some() || self.table.committed().is_some())
    }

    /// Gives up the shoes of a closed table, so that its public record is complete.
    pub(crate) async fn close_shoes(&mut self) -> Result<(), NotDone> {
        self.end_shoes(|_| Some(ShoeEnding::TableClosed), None).await
    }

    /// The provable shoe on the table, until its secret is shown.
    fn open_shoe(&self) -> Option<u32> {
        let open = self.table.proof().filter(|open| open.stage != ProofStage::Finished);
        open.map(|_| self.table.shoe_no())
    }

    /// Ends the shoe on the table and the committed one, each if it has an ending.
    pub(crate) async fn end_shoes(
        &mut self,
        ending: impl Fn(u32) -> Option<ShoeEnding> + Send,
        by: Option<StaffId>,
    ) -> Result<(), NotDone> {
        let (open, committed) = (self.open_shoe(), self.table.committed().map(|next| next.shoe_no));
        for shoe_no in open.into_iter().chain(committed) {
            let Some(ending) = ending(shoe_no) else { continue };
            if open == Some(shoe_no) && self.table.phase().round_under_way() {
                let void = Command::VoidRound { reason: VoidReason::Interrupted, by: None };
                self.carry_out(&void, None).await?;
            }
            let secret = self.secret_of(shoe_no, ending).await?;
            self.carry_out(&Command::FinishShoe { shoe_no, ending, secret, by }, None).await?;
            self.source = Source::None;
            warn!(table = self.table.settings().id.0, shoe_no, ?ending, "the shoe is given up");
        }
        Ok(())
    }

    /// The secret that a shoe ends with; none when its key is lost.
    async fn secret_of(&self, shoe_no: u32, ending: ShoeEnding) -> Result<Option<Bytes32>, StoreFailure> {
        let id = self.table.settings().id;
        if ending == ShoeEnding::KeyLost {
            return Ok(None);
        }
        let keys = self.context.keys.as_ref().ok_or_else(|| no_keys(id.0))?;
        let secret = order::secret(&*self.context.store, keys, id, shoe_no).await?;
        Ok(Some(Bytes32(secret.reveal().0)))
    }
}

/// The shoes of these events that are open or committed and have not ended, the open one first.
fn unfinished(events: &[RecordedEvent]) -> Vec<u32> {
    let mut shoes = Vec::new();
    for recorded in events {
        match &recorded.event {
            Event::ShoeOpened { shoe_no, proof: Some(_), .. } | Event::ShoeCommitted { shoe_no, .. } => {
                shoes.retain(|known| known != shoe_no);
                shoes.push(*shoe_no);
            }
            Event::ShoeFinished { shoe_no, .. } => shoes.retain(|known| known != shoe_no),
            _ => {}
        }
    }
    shoes
}

/// Whether the shoe of these events has a public record that is not complete: each step of it wants a signature.
fn has_open_record(events: &[RecordedEvent]) -> bool {
    let opened = events.iter().any(|recorded| {
        matches!(&recorded.event, Event::ShoeOpened { live: Some(live), .. } if live.proof.is_some())
    });
    let is_finish =
        |recorded: &RecordedEvent| matches!(recorded.event, Event::Live(LiveEvent::ShoeFinished { .. }));
    opened && !events.iter().any(is_finish)
}

fn no_keys(table: u32) -> StoreFailure {
    StoreFailure::Storage(format!(
        "table {table} deals provable shoes, and this server has no keys for them: give it --audit-key"
    ))
}
