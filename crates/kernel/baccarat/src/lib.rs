//! The rules of punto banco, and nothing else.
//!
//! The modules are in the order a card meets them: [`card`], [`shoe`], [`deal`], [`coup`]; then what is wagered
//! on it: [`spot`], [`paytable`], [`rules`], [`slip`], [`mod@settle`]; and how rounds and shoes are written:
//! [`bead`], [`shoe_file`], [`words`].
//!
//! ```
//! use punto_baccarat::{Coup, HouseRules, RawWager, Wagers, settle};
//!
//! let rules = HouseRules::builtin("live-commission").ok_or("built in")?;
//! let coup: Coup = "9h Kd 4s 7c 5h".parse()?;
//! let slip = [RawWager { spot: "player", stake: money::Stake::new(10_000) }];
//! let limit = |spot| rules.spot(spot).expect("only the spots of these rules").limit(2);
//! let wagers = rules.judge(1, slip, &Wagers::new(), limit)?;
//! assert_eq!(settle(&coup, &wagers, rules).paid.minor(), 20_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate knows no clock, no randomness, no patron and no account. Its callers draw the cards, and nothing here
//! takes a winner as input.
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

pub mod bead;
pub mod card;
pub mod coup;
pub mod deal;
pub mod paytable;
pub mod rules;
#[cfg(feature = "serde")]
mod serial;
pub mod settle;
pub mod shoe;
pub mod shoe_file;
pub mod side;
pub mod slip;
pub mod spot;
pub mod words;

pub use bead::Bead;
pub use card::{Card, Points, Rank, Suit};
pub use coup::{Coup, CoupRecord, Hand, IllegalCoup, Illegality};
pub use deal::{Deal, Step};
pub use paytable::{Facts, Pays, Paytable, Resolution};
pub use rules::{HouseRules, Limit, SpotRules};
pub use settle::{SettledWager, Settlement, settle, settle_facts};
pub use shoe::{Burn, COUP_CARDS, Shoe, ShoeEnd, ShoeError};
pub use shoe_file::ShoeFile;
pub use side::{BySide, Outcome, Side};
pub use slip::{RawWager, SlipRefusal, Wager, Wagers};
pub use spot::Spot;
