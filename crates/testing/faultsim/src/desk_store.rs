//! The failing store for those who cannot let time pass while they wait: it fails, loses answers and crashes the house
//! at once, and is never slow.

use std::sync::Arc;

use house::ports::{Call, Layer, PortFuture, Store};

use crate::faults::FaultyStore;

/// The store.
pub(crate) struct DeskStore(Arc<FaultyStore>);

impl DeskStore {
    /// Puts the same faults in front of the store of a house.
    pub(crate) const fn new(store: Arc<FaultyStore>) -> Self {
        Self(store)
    }
}

impl Layer for DeskStore {
    fn inner(&self) -> &dyn Store {
        self.0.inner()
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        let answer = self.0.at_once(matches!(call, Call::Write(_)), go);
        Box::pin(async { answer })
    }
}
