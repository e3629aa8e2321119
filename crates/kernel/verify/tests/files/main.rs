//! Proof files of test shoes: honest ones, attacked ones, and what the second verifier says of them.

mod attacks;
mod common;
mod corpus;
mod counted;
mod drawn;
mod flips;
mod odd;
mod scanned;
mod second;
mod shoes;
