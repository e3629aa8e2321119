//! Attacks on a session, each as the attacker would make it.
#![allow(
    clippy::unwrap_used,
    clippy::arithmetic_side_effects,
    reason = "in a test it says: this cannot fail here"
)]

#[path = "../common/mod.rs"]
mod common;
mod forged;
mod forks;
mod helpers;
mod noise;
mod repeated;
mod time;
