//! What proves the cards of shuffled shoes: secrets, bulletins and roots, computed by `fair` from what happened at the
//! tables.

pub(crate) mod beacon;
pub(crate) mod bulletins;
pub(crate) mod heads;
pub mod notices;
pub(crate) mod order;
pub mod wagers;

mod keys;
mod own;
mod publish;
mod recovery;
mod results;
pub mod row;
mod scanned_notices;

pub use heads::{NotedHead, NotedHeads};
pub use keys::ShoeKeys;
pub use own::OwnFile;
pub use publish::{MOST_BULLETINS, ShoeFile, SignedText};
pub use recovery::Recovery;
pub use row::DealtRow;
