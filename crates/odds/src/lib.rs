//! Exact odds: the law of a coup from any shoe, as integer counts, and what each spot is worth.
//!
//! This crate knows no table, no patron and no chance: nothing is drawn here, everything is counted.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod composition;

pub use composition::{Composition, CompositionError, Full, NoneLeft, TooFewCards};
