//! The five road maps of baccarat, folded one bead at a time.
//!
//! [`Roads`] is the fold: [`Roads::push`] adds the bead of a finished round and never rebuilds the rest. It holds
//! *streaks* ([`big_road`]) and *marks* ([`derived`]). [`layout`] places them, and [`window`] selects what a screen
//! shows. [`sheets`] says how wide the sheets of roads are that clear. [`good_road`] names the patterns that a lobby
//! points out, and says that they predict nothing.
//!
//! This crate knows outcomes and pair flags, nothing else: no cards, no money, no pixels, no colours but the
//! two of a mark. Nothing here can tell what the next round will be.
//!
//! ```
//! use punto_roads::{DerivedRoad, Mark, Roads, Side};
//!
//! let mut roads = Roads::new();
//! for round in ["B", "Bb", "T", "P", "Pp", "B"] {
//!     roads.push(round.parse()?);
//! }
//!
//! let streaks: Vec<_> = roads.big_road().streaks().map(|streak| (streak.side, streak.len())).collect();
//! assert_eq!(streaks, [(Side::Banker, 2), (Side::Player, 2), (Side::Banker, 1)]);
//!
//! // The second Player repeats the second Banker, and the two columns ended equal: red twice.
//! assert_eq!(roads.derived(DerivedRoad::BigEyeBoy).entries(), [Mark::Red, Mark::Red]);
//!
//! // Asking changes nothing, and a started road answers the two sides with opposite marks.
//! let marks = roads.asks().map(|ask| ask.derived.big_eye_boy.unwrap().mark);
//! assert_eq!((marks.banker, marks.player), (Mark::Red, Mark::Blue));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod big_road;
pub mod derived;
pub mod good_road;
pub mod layout;
pub mod road;
pub mod roads;
pub mod sheets;
pub mod window;

pub use baccarat::{Bead, BySide, Outcome, Side};
pub use big_road::{BigRoad, Streak, Win};
pub use derived::{ByDerived, DerivedRoad, Mark};
pub use good_road::{GOOD_ROADS, GoodRoad, PREDICT_NOTHING, Pattern};
pub use layout::{Cell, ROWS};
pub use road::Road;
pub use roads::{Ask, AskMark, Roads, Totals};
pub use sheets::{SHEETS, Sheets};
pub use window::{Shown, WhenFull, Window};

/// The README's example is compiled and run with the other documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
