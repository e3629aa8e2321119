//! Betting schemes: a small set of the ones people believe in, played to the letter. A scheme says where to wager and
//! how much, from what came before; it knows no card. None changes what a stake costs, and showing that is what they
//! are here for.

mod progression;
mod scheme;
mod session;
mod tally;
mod terms;

pub use progression::{Ladder, Progression};
pub use scheme::{Pick, SCHEMES, Scheme};
pub use session::Session;
pub use tally::SchemeTally;
pub use terms::{Bet, Terms, TermsError};
