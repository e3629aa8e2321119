//! Bulletins: the public record of a table, one chain of numbered texts, each signed by the house.
//!
//! ```text
//! punto bulletin 1
//! house d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a
//! table 7
//! no 8
//! at 1692806381100
//! previous 5b...
//! closed 41 1
//! wagers 3 369dae0bcdf06f9fb01877e1ece30f8cdea20e0aa999470afae365782c57955f
//! ```
//!
//! Six lines are the same for all; the others depend on the kind. The digest of a bulletin is the SHA-256 of its
//! bytes, and `previous` is the digest of the one before, so that the last signature covers all of them. A text is read
//! only as it is written here: any other spelling is refused.

mod chain;
mod lines;
mod notice;
mod read;
mod read_scanned;
pub mod scanned;
mod write;
mod write_scanned;

pub use chain::ChainError;
pub use lines::BulletinError;
pub use notice::{
    Abandonment, Algorithm, Bulletin, Burned, Closed, Committed, Corrected, Drawn, Ended, Finished, Listed,
    Notice, Opened, Places, RoundResult, Sealed, VoidReason,
};
