//! A fixed number of coups of each shoe: the same on every path, done again from its description, frozen, and held
//! against the exact law by a check that catches what it should.
#![allow(clippy::unwrap_used, reason = "in a test it says: this cannot fail here")]

mod again;
mod biased;
mod covariance;
mod paths;
mod support;
