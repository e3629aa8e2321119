//! The one batch drafter of all stores. It judges a batch against the facts that a backend gives, with what the batch
//! itself changes laid over them, and returns the rows that the backend writes. Pure; knows no database.

mod batch;
mod credentials;
mod drafted;
mod encoded;
mod entries;
mod facts;
mod lookup;
mod orders;
mod projection;

pub(crate) use credentials::{CredentialRows, session};
pub(crate) use drafted::Drafted;
pub(crate) use encoded::EncodedUnit;
pub(crate) use facts::{Facts, Missing, NotJudged};
pub(crate) use lookup::{DuplicateCheck, Lookup};
#[cfg(test)]
pub(crate) use orders::Answer;
pub(crate) use orders::{Answered, Job, Order, Orders, ordered};
pub(crate) use projection::{EventRow, PatronRoundRow, Projection, RoundStateRow, Rows, TransferRow};
