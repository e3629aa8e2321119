//! Simulation: coups and shoes dealt by chance, reproducible from a seed at any number of threads.
//!
//! What is dealt here is never played for: no table takes a card from this crate, and it knows no patron, no clock and
//! no source of seeds. Whoever wants a run brings its seed, and gets the same run again.
//!
//! - [`fixed`]: a fixed number of coups of each shoe, at full speed, to be held against the exact law of a coup.
#![deny(unsafe_op_in_unsafe_fn)]

pub mod fixed;
