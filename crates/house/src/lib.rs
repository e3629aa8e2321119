//! The house: the commit loop between tables and a store.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod ports;
