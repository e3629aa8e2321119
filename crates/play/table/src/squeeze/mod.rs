//! The squeeze with withheld cards: a patron turns the cards of a side, and nobody sees them before.
//!
//! Where a table is set up for it, its cards fall face down as soon as somebody has a large enough stake on a side.
//! The truth stays in the table, and its [`Phase`](crate::Phase) and [`TableView`](crate::TableView) do not have it;
//! a settlement waits for the last card that is shown. Knows no connection and no message: how far a card is lifted is
//! for those who look, and in no log.

pub(crate) mod apply;
pub(crate) mod decide;
pub mod edge;
pub(crate) mod fallen;
pub mod holders;
pub mod seen;
pub mod shown;
pub(crate) mod state;
pub mod terms;
pub(crate) mod view;

pub use edge::EdgeClass;
pub use seen::SeenCards;
pub use shown::{ShownCard, SqueezeView};
pub use terms::{HeldRound, RevealedBy, SqueezeProblem, SqueezeRefusal, SqueezeTerms};
