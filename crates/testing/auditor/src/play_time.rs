//! The time of a patron at tables as the house's own log keeps it. Judges nothing.

use serde::Deserialize;

/// The time of a patron at tables, after one entry of the house's own log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct PlayTime {
    /// Up to when it is counted, in milliseconds since the Unix epoch.
    pub as_of: i64,
    /// In the day of `as_of`, in milliseconds.
    pub day_ms: i64,
    /// In the week of `as_of`, in milliseconds.
    pub week_ms: i64,
    /// Since the patron sat down, while they have a seat.
    #[serde(default)]
    pub sitting: Option<Sitting>,
}

/// The time since a patron sat down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Sitting {
    /// When they took the first of the seats that they have.
    pub since: i64,
    /// How much of the time is since the latest reality check that they acknowledged, in milliseconds.
    pub unchecked_ms: i64,
}
