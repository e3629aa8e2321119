//! Answers shoes with the exact odds of every spot of house rules. Counts nothing itself.

mod data;
mod lines;
mod named;
mod query;

pub use data::answer;
pub use lines::Answerer;
pub use query::{OddsQuery, Refusal};
