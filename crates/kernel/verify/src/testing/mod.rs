//! Plays shoes from the primitives and writes their proof files, for tests: honest ones, and crooked ones that a house
//! with its own keys could sign. Nothing is random: the same plan gives the same file.

mod plan;
mod table;
mod values;

pub use plan::{Plan, Stage};
pub use table::{Played, TestTable};
pub use values::{house_key, test_pairing, test_value};
