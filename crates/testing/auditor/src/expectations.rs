//! What the auditor is given for an audit: the tables and their rules, the record before, the moment. Judges nothing.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use crate::record::Record;
use crate::rules::Rules;

/// A table as the auditor knows it.
#[derive(Clone, Debug)]
pub struct Table {
    /// The house rules it is played by.
    pub rules: Rules,
    /// The code of the currency it is played in.
    pub currency: String,
    /// How the operator set it up at first, by field, if that is known.
    pub setup: Option<Map<String, Value>>,
}

/// How much may be expected of a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Something failed or was killed; rounds may be under way.
    Midway,
    /// Everybody had time to finish, and nothing failed since.
    AtRest,
}

/// What the auditor is given for an audit.
#[derive(Clone, Copy, Debug)]
pub struct Expectations<'a> {
    /// The tables by number.
    pub tables: &'a BTreeMap<u32, Table>,
    /// What the store held the last time it was read.
    pub before: &'a Record,
    /// When the store was read.
    pub moment: Moment,
}
