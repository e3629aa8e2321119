//! The floor as the house's own log keeps it, the tables and the ranges of patrons; and what managers sent and received
//! about it. Kept outside the system, where no crash reaches it. Judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::attempts::Attempts;

/// A table or the range of a patron, after one entry of the house's own log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Everything that the entry says of it, by field.
    pub fields: Map<String, Value>,
    pub(crate) terms: Terms,
}

/// What the laws ask of a setup. A range has spots alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Terms {
    /// `open`, `halted` or `closed`.
    pub(crate) status: String,
    /// By spot. A spot that is not in it is not limited.
    #[serde(alias = "limits")]
    pub(crate) spots: BTreeMap<String, Bounds>,
    /// The largest difference between the sides, in minor units.
    pub(crate) exposure: Option<i64>,
    pub(crate) timings: Timings,
    pub(crate) entry: EntryTerms,
    pub(crate) seating: Seating,
}

/// What one patron may have on a spot, in minor units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct Bounds {
    pub(crate) minimum: i64,
    #[serde(default)]
    pub(crate) maximum: Option<i64>,
}

/// How long things take, as far as the laws ask.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Timings {
    pub(crate) betting_ms: i64,
}

/// Who may take a seat.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct EntryTerms {
    /// In minor units.
    pub(crate) ante: Option<i64>,
    pub(crate) password_hash: Option<String>,
    pub(crate) invitation: Option<Invitation>,
    pub(crate) capacity: Option<usize>,
}

/// Who is invited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Invitation {
    pub(crate) patrons: BTreeSet<u32>,
}

/// When a seat is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(crate) struct Seating {
    /// After how many rounds without a wager; 0 for never.
    pub(crate) idle_limit: u16,
}

impl Setup {
    /// A setup from its text, as the house stores it.
    ///
    /// # Errors
    /// When the text is no setup.
    pub fn read(state: Value) -> Result<Self, serde_json::Error> {
        let terms = serde_json::from_value(state.clone())?;
        let mut fields: Map<String, Value> = serde_json::from_value(state)?;
        fields.remove("kind");
        Ok(Self { fields, terms })
    }
}

/// What managers sent and received about tables and the ranges of patrons.
#[derive(Clone, Debug, Default)]
pub struct FloorObservations {
    /// The changes, by the ids that stand in their reasons.
    pub requests: BTreeMap<String, FloorRequest>,
    /// When the house ran, in order.
    pub lives: Vec<Life>,
}

/// A time for which the house ran, in milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Life {
    /// When it was open: everything on record by then counts.
    pub from: i64,
    /// When it was closed or lost; the largest number while it runs.
    pub to: i64,
}

/// A change of a table or a range.
#[derive(Clone, Debug)]
pub struct FloorRequest {
    /// Which.
    pub subject: FloorSubject,
    /// Whether it is to be created.
    pub is_new: bool,
    /// The fields that it is to have then; null for one that is to go. The others stay.
    pub fields: Map<String, Value>,
    /// The member of staff.
    pub by: u32,
    /// When it was sent first, in milliseconds since the Unix epoch.
    pub sent_at: i64,
    /// When it was acknowledged first.
    pub done_at: Option<i64>,
    /// How often it was sent.
    pub attempts: Attempts,
}

/// A table or the range of a patron.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FloorSubject {
    /// The table of that number.
    Table(u32),
    /// The range of the patron of that number.
    Range(u32),
}

impl FloorSubject {
    /// What it is before anybody sets it: the range of every patron allows everything, and there is no table.
    pub(crate) fn unset(self) -> Option<Map<String, Value>> {
        let Self::Range(patron) = self else { return None };
        let fields = [("patron", Value::from(patron)), ("spots", Value::Object(Map::new()))];
        Some(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl FloorRequest {
    /// Whether this is what the request makes of what was there before.
    pub(crate) fn makes(&self, before: Option<&Map<String, Value>>, after: &Map<String, Value>) -> bool {
        let before = before.cloned().or_else(|| self.subject.unset());
        let is_new = before.is_none();
        let mut expected = before.unwrap_or_default();
        for (name, value) in &self.fields {
            if value.is_null() {
                expected.remove(name);
            } else {
                expected.insert(name.clone(), value.clone());
            }
        }
        self.is_new == is_new && expected == *after
    }

    /// Whether the request changes nothing of this.
    pub(crate) fn is_so(&self, now: &Map<String, Value>) -> bool {
        self.fields.iter().all(|(name, value)| now.get(name).unwrap_or(&Value::Null) == value)
    }
}

impl FloorObservations {
    /// Notes that the house is gone: it answers nothing that is in flight.
    pub fn lose_all(&mut self) {
        self.requests.values_mut().for_each(|request| request.attempts.lose_all());
    }
}
