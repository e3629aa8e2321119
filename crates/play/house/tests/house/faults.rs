//! A store for tests that fails or delays the calls that a test names.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use punto_house::ports::{Call, Layer, PortFuture, Store, StoreFailure};
use store::MemoryStore;

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// It fails, and nothing is written.
    Fails,
    /// It is done and not answered.
    IsLost,
    /// It is done at once, and answered after so many milliseconds.
    TakesMs(u64),
}

/// A store in memory, some of whose calls do not succeed.
#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) store: Arc<MemoryStore>,
    coming: Mutex<Vec<Coming>>,
    failed: AtomicU32,
}

/// What happens to the next calls of one kind.
struct Coming {
    call: Call,
    times: u32,
    fault: Fault,
}

impl Faults {
    /// The next so many calls of this kind go this way.
    pub(crate) fn next(&self, call: Call, times: u32, fault: Fault) {
        lock(&self.coming).push(Coming { call, times, fault });
    }

    /// How many calls did not go their usual way so far.
    pub(crate) fn failed(&self) -> u32 {
        self.failed.load(Ordering::Relaxed)
    }

    fn fault_of(&self, call: Call) -> Option<Fault> {
        let mut coming = lock(&self.coming);
        let next = coming.iter_mut().find(|next| next.call == call && next.times > 0)?;
        next.times -= 1;
        self.failed.fetch_add(1, Ordering::Relaxed);
        Some(next.fault)
    }
}

impl Layer for Faults {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        let broken = || StoreFailure::Storage("the disk is gone".to_owned());
        match self.fault_of(call) {
            None => go(),
            Some(Fault::Fails) => Box::pin(async move { Err(broken()) }),
            Some(Fault::IsLost) => Box::pin(async move { go().await.and(Err(broken())) }),
            Some(Fault::TakesMs(ms)) => Box::pin(async move {
                let done = go().await;
                tokio::time::sleep(Duration::from_millis(ms)).await;
                done
            }),
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no test holds it in a panic")
}
