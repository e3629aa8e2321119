//! What moves between accounts: the postings of events, the ids of transfers, what pays for a slip, adjustments.

mod adjustments;
mod correction_postings;
pub(crate) mod funding;
pub(crate) mod limits;
pub mod postings;
pub(crate) mod purse;
mod stakes;
mod transfer_id;
