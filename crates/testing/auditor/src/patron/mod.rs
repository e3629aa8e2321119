//! Simulated patrons of the fault simulator and the kill test: what they do next and what they send
//! again. The laws do not use them, and nothing is sent here.

mod choices;
mod protection;
mod requests;

pub use choices::{PatronAction, Planner, SeenTable, SpotLimit};
pub use protection::protect;
pub use requests::PatronRequest;
