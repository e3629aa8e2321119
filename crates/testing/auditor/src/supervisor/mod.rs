//! Simulated supervisors of the fault simulator and the kill test: what they do next, what they are
//! answered, and what they observe. The laws do not use them, and nothing is sent here.

mod action;
mod choices;
mod observer;
#[cfg(test)]
mod tests;

pub use action::{Action, ActionAnswer, ByTwoAnswer, CorrectionAnswer, WHY, is_manager};
pub use choices::{ActionGenerator, PastRound, Rounds};
