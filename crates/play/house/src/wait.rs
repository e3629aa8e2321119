//! Waiting for what is due.

use std::time::Duration;

/// Waits for so many milliseconds; without a number, for good.
pub(crate) async fn sleep(ms: Option<u64>) {
    match ms {
        Some(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
        None => std::future::pending().await,
    }
}
