//! The cards of a shoe, and what proves them: shuffle, commitment, keys, tree, wagers, bulletins. All of it is pure.
//!
//! The modules are in the order in which a shoe passes through them:
//!
//! | module | gives |
//! |---|---|
//! | [`secret`] | the secret of a shoe and its commitment |
//! | [`locked`] | the secret as it is stored, encrypted |
//! | [`nonces`] | the numbers of patrons, and their pledges |
//! | [`shoe`] | the order of the cards and their salts, from the secret and from what outsiders gave |
//! | [`shuffle`](mod@shuffle) | the order from a seed |
//! | [`draw`] | which cards of a sealed row a round gets, from a number that comes after its betting |
//! | [`Course`] | which index of a sealed order comes out next |
//! | [`tree`] | one root over many digests, and a path from each |
//! | [`wagers`] | the leaf of a patron's wagers |
//! | [`choices`](mod@choices) | among how many shoes the house could choose |
//! | [`bulletin`] | the signed public record |
//! | [`lab`] | numbered shoes and their raw bytes, for test laboratories |
//!
//! `docs/FAIRNESS.md` gives the exact bytes. This crate takes random numbers and times from its caller, and knows no
//! patron but by number, no table but by number, no money but as whole minor units, and no store.
//!
//! ```
//! let shoe = punto_fair::shuffle(&[7; 32], 8);
//! assert_eq!(shoe.len(), 416);
//! assert_eq!(shoe, punto_fair::shuffle(&[7; 32], 8));
//! ```
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod bulletin;
mod bytes;
pub mod choices;
mod course;
pub mod draw;
mod hash;
pub mod lab;
pub mod locked;
pub mod nonces;
pub mod secret;
pub mod shoe;
pub mod shuffle;
mod signature;
pub mod tree;
pub mod wagers;

pub use bulletin::{Bulletin, Notice};
pub use bytes::{Bytes, Digest, HexError};
pub use choices::choices;
pub use course::Course;
pub use hash::TaggedHash;
pub use secret::Secret;
pub use shoe::{Inputs, ProvableShoe};
pub use shuffle::{ALGORITHM, shuffle};
pub use signature::{HouseKey, PublicKey, Signature, SignatureError, verify};
