//! Waits for a store's answer without letting go of the thread, so that simulated time stands still meanwhile and
//! no other task of the runtime runs. Knows nothing of stores.

use std::future::Future;

/// What the future answers. It must be driven by other threads: what waits for this one waits for ever.
pub(crate) fn wait<T>(future: impl Future<Output = T>) -> T {
    // Without this, tokio would ask the future to give way to other tasks, which never run.
    pollster::block_on(tokio::task::unconstrained(future))
}
