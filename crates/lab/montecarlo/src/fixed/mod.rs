//! A fixed number of coups of each shoe, tallied so that every spot can be held against its exact law.
//!
//! Knows no burn and no cut card: where a shoe ends may depend on its cards, and that shifts what its coups come to.
//! When the number of coups is fixed in advance, each of them follows the law of a coup from a full shoe: its six cards
//! are the next six of a random order, and nothing depended on them before.
//!
//! ```
//! use std::num::NonZeroUsize;
//!
//! use baccarat::HouseRules;
//! use odds::Composition;
//! use punto_montecarlo::fixed::{Checks, Run};
//!
//! let rules = HouseRules::builtin("live-commission").ok_or("built in")?;
//! let shoe = Composition::of_rules(rules)?;
//! let checks = Checks::of_rules(rules, &shoe)?;
//! let run = Run::new(&shoe, 60, checks.detail(), 1)?;
//! let tally = run.all(500, NonZeroUsize::MIN, |_| ());
//! assert_eq!(tally.coups(), 30_000);
//! for check in checks.of_tally(&tally)? {
//!     assert!(check.z().ok_or("coups were dealt")?.abs() < 4.0);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How to do it again
//!
//! [`ALGORITHM`] `punto-fixed-1` deals any shoe of any run without the others. Shoe `s` of a run is shoe `s mod 16384`
//! of block `s div 16384`. Of block `k`, with `s` the number of the shoe in it:
//!
//! 1. *Key stream.* `ChaCha8` as in RFC 8439, but of eight rounds. The key is the seed as eight bytes, little-endian,
//!    then `punto-fixed-1` in ASCII, then zero bytes. The nonce is `k` as eight bytes, little-endian, then four zero
//!    bytes. A word is the next four bytes of a 64-byte block, as a little-endian number.
//! 2. *A number for two cards.* Shoe `s` is lane `l = s mod 32` of group `g = s div 32`; coup `c`, from 0, is coup
//!    `c mod 8` of part `p = c div 8`, of `P` parts a shoe (the number of coups over 8, rounded up). Each part takes 48
//!    blocks and has 48 rows; row `r` of a group's part are the words `r mod 16` of the blocks
//!    `48 (g P + p) + 16 (r div 16)` and the fifteen that follow. In a row, lane `l` has word `l div 2`, of which the
//!    low half if `l` is even, else the high half. For its cards `2 i` and `2 i + 1` (from 0) a coup takes the two rows
//!    `6 (c mod 8) + 2 i` and the next: the first gives the low half of a number of 32 bits, the second the high half.
//! 3. *Two places.* With `a` cards left in front of the two and `n = a (a - 1)`, let `x` be the number and
//!    `x n = m 2^32 + r`. If `r` is less than `2^32 mod n`, a new `x` is taken. The first card is at place
//!    `m div (a - 1)`, the second at `m mod (a - 1)`, from 0, each among the cards then left. `a` is four less for the
//!    last two than for the first two, whether or not the coup takes both.
//! 4. *A new number.* Let `d = 3 (C s + c) + i`, with `C` coups a shoe. Attempt `t`, from 0, is word `t mod 16` of
//!    block `d` of the same stream, but with a nonce that ends in `1 + t div 16` as four bytes, little-endian.
//! 5. *The card.* The cards left in a shoe lie by points, 0 to 9; those of the same points by rank, `T J Q K`; those of
//!    the same rank by suit, `s h d c`. A card that is dealt is taken out. A coup that ends before its sixth card
//!    leaves the rest in the shoe. A [`Detail`] changes what is counted of the coups, not the coups.
//!
//! [`draws`] proves that the places are exactly uniform; [`check`] says what standard errors are worth when coups of
//! one shoe are counted.
#![allow(
    clippy::inline_always,
    reason = "what is compiled for one instruction set must be one function: nothing else is compiled for it"
)]
#![allow(
    clippy::needless_range_loop,
    reason = "in the hot loop an index is what is surely compiled into it; a closure may not be"
)]
#![allow(rustdoc::private_intra_doc_links, reason = "who reads proofs reads the source")]

mod block;
mod check;
mod detail;
mod draws;
mod fit;
mod lanes;
mod path;
mod run;
mod stream;
mod tally;
#[cfg(test)]
mod vectors;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use check::{Check, Checks, TooCoarse};
pub use detail::Detail;
pub use fit::Fit;
pub use path::Path;
pub use run::{ALGORITHM, Run, RunError};
pub use tally::Tally;
