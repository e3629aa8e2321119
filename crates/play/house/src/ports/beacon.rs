//! Public random numbers of a third party, which nobody knows before their time.

use std::fmt;
use std::future::Future;
use std::pin::Pin;

use fair::shoe::BeaconValue;

/// A source of the rounds of drand's quicknet. It hands over no value that it has not checked.
pub trait Beacon: fmt::Debug + Send + Sync + 'static {
    /// The value of a round.
    fn value(&self, round: u64) -> BeaconFuture<'_>;
}

/// The future of a [`Beacon`].
pub type BeaconFuture<'a> = Pin<Box<dyn Future<Output = Result<BeaconValue, NoValue>> + Send + 'a>>;

/// The value cannot be had now. It may be later: a round has one value for ever.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the beacon gave no value: {0}")]
pub struct NoValue(pub String);
