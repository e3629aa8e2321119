//! Tests of commands on stores: servers, staff, audits, checkpoints, books, back-ups of a running house, and
//! moves between stores.
#![allow(clippy::unwrap_used, clippy::panic, reason = "in a test both say: this cannot fail here")]

mod audit;
mod audit_rules;
mod backup;
mod before;
mod books;
mod checkpoints;
mod configuration;
mod demonstration;
mod door;
mod export;
mod faults;
mod operations;
mod played;
mod proofs;
mod reports;
mod restored;
mod scanner;
mod scanner_faults;
mod serial;
mod serial_bridge;
mod serial_line;
mod serve;
mod simulated;
mod staff;
mod stolen;
mod studio;
mod support;
mod tables;
