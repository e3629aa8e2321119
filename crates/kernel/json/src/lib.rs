//! JSON of known shape: read into one type of value, taken apart field by field, and written in one spelling.
//!
//! A module that a page loads must be small. One type of value is read by code that is there once, where `serde` writes
//! code for each struct and each way to fail; and numbers are whole, so nothing here converts a floating-point number.
//!
//! ```
//! use punto_json::{Node, Wrong, read, write};
//!
//! fn round(node: Node<'_>) -> Result<(u16, Vec<String>), Wrong> {
//!     node.record(|it| Ok((it.get("round")?.number()?, it.get("spots")?.texts()?)))
//! }
//! let (round_no, spots) = read(r#"{"round":3,"spots":["banker"]}"#, round).unwrap();
//! assert_eq!((round_no, spots.as_slice()), (3, ["banker".to_owned()].as_slice()));
//! let wrong = read(r#"{"round":3,"spots":[7]}"#, round).unwrap_err();
//! assert_eq!(wrong.to_string(), "spots[0]: a text was expected");
//!
//! let text = write(|to| to.record(|it| it.field("round").number(3_u16)));
//! assert_eq!(text, r#"{"round":3}"#);
//! ```
//!
//! This crate knows no file of the system, no `serde` and no fractions.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod node;
mod reader;
mod value;
mod writer;
mod wrong;

pub use node::{Node, Record, read};
pub use writer::{Fields, Place, write};
pub use wrong::Wrong;
