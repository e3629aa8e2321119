//! The shoes that a table gives up when it is loaded, because the key of their secrets is lost, or because the store was
//! restored from a back-up.

use table::event::VoidReason;
use table::{Bytes32, Command, Event, ProofStage, RecordedEvent, ShoeEnding};
use tracing::warn;

use crate::ports::StoreFailure;
use crate::proofs::order;
use crate::tables::not_done::NotDone;
use crate::tables::runner::Runner;

impl Runner {
    /// The shoes of these events whose secrets do not open; none unless the operator says that their key is lost.
    /// Refuses to go on with another key than that of the shoes that are open or committed, or with none. A committed
    /// shoe is not lost alone: the key that opens the shoe before it is the right one, and its own row is damaged.
    pub(crate) async fn locked_shoes(&self, events: &[RecordedEvent]) -> Result<Vec<u32>, StoreFailure> {
        let (id, store) = (self.table.settings().id, &*self.context.store);
        let shoes = unfinished(events);
        let Some(keys) = self.context.keys.as_ref().filter(|_| !shoes.is_empty()) else {
            return if shoes.is_empty() { Ok(Vec::new()) } else { Err(no_keys(id.0)) };
        };
        let (mut locked, mut opened) = (Vec::new(), false);
        for shoe_no in shoes {
            match order::secret(store, keys, id, shoe_no).await {
                Ok(_) => opened = true,
                Err(StoreFailure::LockedShoe { .. }) if self.recovery.key_lost && !opened => locked.push(shoe_no),
                Err(failure) => return Err(failure),
            }
        }
        Ok(locked)
    }

    /// Gives up the shoes that the operator said: a round under way is voided first, and the table goes on with a new
    /// shoe.
    pub(crate) async fn give_up_shoes(&mut self) -> Result<(), StoreFailure> {
        let (recovery, locked) = (std::mem::take(&mut self.recovery), std::mem::take(&mut self.locked_out));
        let open = self.table.proof().filter(|open| open.stage != ProofStage::Finished);
        let open = open.map(|_| self.table.shoe_no());
        let committed = self.table.committed().map(|next| next.shoe_no);
        for shoe_no in open.into_iter().chain(committed) {
            let ending = match (locked.contains(&shoe_no), recovery.restored) {
                (true, _) => ShoeEnding::KeyLost,
                (false, true) => ShoeEnding::Restored,
                (false, false) => continue,
            };
            if open == Some(shoe_no) && self.table.phase().round_under_way() {
                self.give_up(&Command::VoidRound { reason: VoidReason::Interrupted, by: None }).await?;
            }
            let secret = self.secret_of(shoe_no, ending).await?;
            self.give_up(&Command::FinishShoe { shoe_no, ending, secret }).await?;
            self.shoe = None;
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

    async fn give_up(&mut self, command: &Command) -> Result<(), StoreFailure> {
        self.carry_out(command, None).await.map_err(NotDone::into_failure)
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

fn no_keys(table: u32) -> StoreFailure {
    StoreFailure::Storage(format!(
        "table {table} deals provable shoes, and this server has no keys for them: give it --audit-key"
    ))
}
