//! A store whose commits are counted and timed.

use std::sync::Arc;
use std::time::Instant;

use house::ports::{Layer, PortFuture, Store, Unit, UnitOutcome};
use table::TableId;

use super::counts::Metrics;

/// A store in front of another one, which counts and times its commits.
pub struct MeteredStore {
    inner: Arc<dyn Store>,
    metrics: Arc<Metrics>,
}

impl MeteredStore {
    /// Counts the commits of this store.
    pub fn new(inner: Arc<dyn Store>, metrics: Arc<Metrics>) -> Self {
        Self { inner, metrics }
    }
}

impl Layer for MeteredStore {
    fn inner(&self) -> &dyn Store {
        &*self.inner
    }

    fn pass_commit(
        &self,
        table: TableId,
        expected_seq: u64,
        units: Vec<Unit>,
    ) -> PortFuture<'_, Vec<UnitOutcome>> {
        let (counts, begun) = (&self.metrics.store, Instant::now());
        counts.units.observe(u64::try_from(units.len()).unwrap_or(u64::MAX));
        let commit = self.inner.commit(table, expected_seq, units);
        Box::pin(async move {
            let outcome = commit.await;
            counts.time_us.observe(u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX));
            if outcome.is_err() {
                counts.failed.one();
            }
            outcome
        })
    }
}
