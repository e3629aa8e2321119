//! Double-entry accounts and immutable transfers.
//!
//! Every movement debits one account and credits another by the same amount, so all balances of a currency
//! always add up to zero. A stake is first *held* (moved out of the patron's cash), then *captured* for the
//! house or *released* to where it came from, in parts if need be; a *reversal* moves back exactly what a
//! transfer moved. What a patron cannot give back at once is lent by their *receivable*, and paid back from it
//! later; how much is judged against the book. Bonus money is staked only when no cash is left. Transfers are never
//! changed; their ids are made by the caller, and a repeat changes nothing.
//!
//! [`judge`] decides what a slice of postings does to any [`Book`]; the in-memory [`Ledger`] is the reference
//! book that every store is tested against.
//!
//! This crate knows no baccarat, no storage and no clock.
//!
//! ```
//! use money::{Amount, Currency};
//! use punto_ledger::{Account, Action, Ledger, Posted, TransferRequest, TransferId};
//!
//! let (play, hundred) = (Currency::PLAY, Amount::new(100)?);
//! let (issue, patron) = (Account::issue(play), Account::patron_cash(7, play));
//! let gift = TransferRequest { id: TransferId(1), action: Action::Move { from: issue, to: patron, amount: hundred } };
//!
//! let mut ledger = Ledger::default();
//! assert_eq!(ledger.post(&[gift]), Ok(vec![Posted::New]));
//! assert_eq!(ledger.post(&[gift]), Ok(vec![Posted::Exists]));
//! assert_eq!((ledger.balance(patron), ledger.balance(issue)), (100, -100));
//! # Ok::<(), money::AmountError>(())
//! ```
#![deny(clippy::arithmetic_side_effects, clippy::float_arithmetic)]

mod account;
mod bounds;
mod judge;
mod model;
mod refusal;
mod transfer_request;

pub use account::{Account, AccountKind};
pub use bounds::{Asked, within_bounds};
pub use judge::{Book, Changes, Judged, judge};
pub use model::Ledger;
pub use refusal::TransferRefusal;
pub use transfer_request::{Action, ActionKind, Posted, Transfer, TransferId, TransferRequest};
