//! The certificate of a house-rules document: its exact figures, and a digest of them.
//!
//! This crate knows no table, no patron, no file and no time: the same document always has the same certificate, byte
//! for byte.
//!
//! # What it holds
//!
//! [`Certificate::of`] takes the text of a document. [`Certificate::to_html`] is a page for people,
//! [`Certificate::to_json`] the same for machines: one object on one line.
//!
//! | member | what it is |
//! |---|---|
//! | `certificate` | everything below, and what the digest is of |
//! | `digest` | SHA-256 over `certificate` in canonical JSON, 64 hex digits |
//! | `program` | `name`, `version` and `command` of what made it; no part of the digest |
//!
//! Canonical JSON is that of RFC 8785: UTF-8, no blanks, the members of every object in the order of their names. So
//! `jq -cjS .certificate FILE | sha256sum` gives the digest, without this crate.
//!
//! | in `certificate` | what it is |
//! |---|---|
//! | `format` | [`FORMAT`]: another number, other digests |
//! | `rules` | [`RulesFacts`]: `id`, `title`, `version`, `document`, the whole `text` and its `sha256` |
//! | `shoe` | [`conduct::ShoeFacts`]: `decks`, `cards`, `draws`, `burn` and `end` with their `kind` |
//! | `coup` | [`coup::CoupFacts`]: `outcomes`, `cards`, `naturals`, `pairs`: lists of an `event` and its chance; `totals` |
//! | `spots` | [`spot::SpotFacts`], one for each spot in layout order |
//! | `slip` | [`slip::SlipFacts`]: the largest `payout` and `profit` of one slip with `equal_stakes`, with `maximum_stakes` |
//! | `bonus_money` | [`bonus::BonusFacts`]: `stake_share`, `win_chance`, `breaching_sets`, `complete`; or null |
//! | `conduct` | [`conduct::ConductFacts`]: what may happen at the table, by the names of the document |
//! | `sources` | lists of a `table` of the document, or one fact of it such as `odds.rounding`, and its `source` |
//! | `notes` | what all this does not say, in words |
//!
//! Counts of draws are decimal strings, of ordered draws of six cards; `shoe.draws` are all there are. Amounts are
//! `minor`, whole minor units of a currency with two decimals, and `major`, the same as text. The other figures come in
//! three shapes, [`figures::Share`], [`figures::Chance`] and [`figures::Figure`]:
//!
//! | member | what it is |
//! |---|---|
//! | `count` | a number of draws; only where there is one |
//! | `exact` | the fraction in lowest terms, `n/d`, or a whole number |
//! | `decimal` | with ten decimals (a share) or six, the nearest |
//! | `percent` | of a share: in hundredths, with five decimals, the nearest |
//!
//! A spot has `spot`, `title`, `lines` (each a `resolution`, `when` it holds, the `odds`, as they are `shown`, and its
//! chance), `hit`, `push`, `loss`, `return_to_patron`, `house_edge`, `house_edge_without_pushes`, `variance`,
//! `standard_deviation`, `closed_from_round`, `minimum`, `maximum`, `rounding` and `worst_case`.
//!
//! # The record
//!
//! A [`Record`] says which certificates were agreed on: a digest for each id of rules. That of the built-in rules is in
//! `record/builtin.txt`; an operator keeps one for others. [`Record::check`] refuses every other certificate.

pub mod bonus;
mod certificate;
pub mod conduct;
pub mod coup;
mod digest;
pub mod figures;
mod html;
mod json;
mod notes;
mod record;
pub mod slip;
pub mod spot;
mod svg;

pub use certificate::{Certificate, FORMAT, RulesFacts};
pub use digest::{Digest, DigestError};
pub use record::{NotOnRecord, Record, RecordError, put_on_record};
