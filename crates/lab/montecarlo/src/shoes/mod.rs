//! Whole shoes as tables deal them, counted: rounds, spots, streaks, marks, and what betting schemes made of them.
//!
//! Where a shoe ends by its cut card, its coups do not quite follow the law of a fresh shoe: see
//! [`Comparison`](crate::figures::Comparison).

mod dealt;
mod run;
mod spots;
mod tally;

pub use dealt::{ALGORITHM, DealtShoe, Round, shoe_seed};
pub use run::ShoeRun;
pub use spots::SpotTally;
pub use tally::{Marks, Tally};
