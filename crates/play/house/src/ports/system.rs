//! The clock and the entropy that the house needs.

use table::Timestamp;

use super::failure::StoreFailure;

/// The server's clock. Time enters the system here and nowhere else.
pub trait Clock: Send + Sync + 'static {
    /// The time now.
    fn now(&self) -> Timestamp;

    /// The time now, as other machines have it: what a clock follows that does not jump when the machine's is set.
    fn wall(&self) -> Timestamp {
        self.now()
    }
}

/// Randomness that nobody can predict.
pub trait Entropy: Send + Sync + 'static {
    /// 256 fresh bits.
    ///
    /// # Errors
    /// When the source is not available; no weaker one is ever used instead.
    fn seed(&self) -> Result<[u8; 32], StoreFailure>;
}
