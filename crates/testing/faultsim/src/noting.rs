//! A layer in front of a store in memory. It notes what caused each transfer, because such a store does not keep it.
//! Knows nothing of faults.

use std::sync::Arc;

use auditor::{Entry, Purse};
use house::ports::{Adjustment, Call, Layer, NewPatron, Patron, PortFuture, Store, Unit, UnitOutcome};
use ledger::{Posted, TransferId, TransferRefusal, TransferRequest};
use store::MemoryStore;
use table::{TableId, Timestamp};

use crate::memory::Causes;

/// The store, and the notes beside it.
pub(crate) struct NotingStore {
    inner: Arc<MemoryStore>,
    causes: Arc<Causes>,
}

impl NotingStore {
    pub(crate) const fn new(inner: Arc<MemoryStore>, causes: Arc<Causes>) -> Self {
        Self { inner, causes }
    }
}

impl Layer for NotingStore {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        _call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        go()
    }

    fn pass_commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        let transfers: Vec<Vec<TransferId>> = units.iter().map(|unit| ids(&unit.postings)).collect();
        Box::pin(async move {
            let outcomes = self.inner().commit(table, expected_seq, units).await?;
            for (outcome, transfers) in outcomes.iter().zip(transfers) {
                if let UnitOutcome::Committed { first_seq } = outcome {
                    self.causes.note_unit(table, *first_seq, &transfers);
                }
            }
            Ok(outcomes)
        })
    }

    fn pass_create_patron(&self, new: NewPatron) -> PortFuture<'_, Patron> {
        Box::pin(async move {
            let patron = self.inner().create_patron(new.clone()).await?;
            let gift: Vec<TransferRequest> = new.gift_to(patron.id).into_iter().collect();
            self.causes.note_entry(Entry::PatronCreated {}, &ids(&gift));
            Ok(patron)
        })
    }

    fn pass_post(
        &self,
        at: Timestamp,
        postings: Vec<TransferRequest>,
    ) -> PortFuture<'_, Result<(), TransferRefusal>> {
        Box::pin(async move {
            let transfers = ids(&postings);
            let posted = self.inner().post(at, postings).await?;
            if posted.is_ok() && !transfers.is_empty() {
                self.causes.note_entry(Entry::MoneyPosted, &transfers);
            }
            Ok(posted)
        })
    }

    fn pass_adjust(&self, adjustment: Adjustment) -> PortFuture<'_, Result<Posted, TransferRefusal>> {
        Box::pin(async move {
            let (entry, transfer) = (adjusted(&adjustment), adjustment.posting().id);
            let posted = self.inner().adjust(adjustment).await?;
            if posted == Ok(Posted::New) {
                self.causes.note_entry(entry, &[transfer]);
            }
            Ok(posted)
        })
    }
}

fn ids(postings: &[TransferRequest]) -> Vec<TransferId> {
    postings.iter().map(|posting| posting.id).collect()
}

/// An adjustment as an entry of the house's own log.
fn adjusted(adjustment: &Adjustment) -> Entry {
    let purse = match adjustment.purse {
        house::Purse::Cash => Purse::Cash,
        house::Purse::Bonus => Purse::Bonus,
    };
    Entry::MoneyAdjusted {
        patron: adjustment.patron.0,
        purse,
        change: adjustment.change,
        by: adjustment.by.0,
        why: adjustment.why.clone(),
        request_id: adjustment.request_id.to_string(),
    }
}
