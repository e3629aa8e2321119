//! Who sits at a table, and what the table keeps for each seat. A seat is taken and given up by events of its table;
//! the opening of a shoe carries on those that are taken. Knows no wallet, no password and no connection.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::ids::{PatronId, RoundRef};

/// The seats of a table, by patron.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats(BTreeMap<PatronId, Seat>);

/// What a table keeps for a patron who sits at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// The first round in which the patron could wager since they sat down.
    pub since: RoundRef,
    /// In how many rounds in a row, up to the last one, they had no wager at its end. Void rounds do not count, nor do
    /// rounds whose betting was closed when they sat down.
    pub idle_rounds: u16,
}

/// A seat that is still taken when a shoe is opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CarriedSeat {
    /// Whose.
    pub patron: PatronId,
    /// In how many rounds in a row the patron had no wager.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub idle_rounds: u16,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_zero(rounds: &u16) -> bool {
    *rounds == 0
}

/// Why a patron no longer has their seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum LeaveReason {
    /// They left.
    Left,
    /// They had no connection for longer than the grace time.
    Absent,
    /// They made no wager for too many rounds.
    Idle,
    /// The house removed them.
    Removed,
}

impl LeaveReason {
    /// Its name in data: `left`, `absent`, `idle` or `removed`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Seats {
    /// The seats that the opening of a shoe carries on; none when a patron is among them twice.
    pub(crate) fn carried_on(carried: &[CarriedSeat], shoe_no: u32) -> Option<Self> {
        let since = RoundRef { shoe_no, round_no: 1 };
        let seat = |own: &CarriedSeat| (own.patron, Seat { since, idle_rounds: own.idle_rounds });
        let seats: BTreeMap<_, _> = carried.iter().map(seat).collect();
        (seats.len() == carried.len()).then_some(Self(seats))
    }

    /// What the opening of the next shoe carries on, by ascending patron.
    pub fn carried(&self) -> Vec<CarriedSeat> {
        self.iter().map(|(patron, seat)| CarriedSeat { patron, idle_rounds: seat.idle_rounds }).collect()
    }

    /// The seat of a patron, if they have one.
    pub fn of(&self, patron: PatronId) -> Option<&Seat> {
        self.0.get(&patron)
    }

    /// Every seat that is taken, by ascending patron.
    pub fn iter(&self) -> impl Iterator<Item = (PatronId, &Seat)> {
        self.0.iter().map(|(patron, seat)| (*patron, seat))
    }

    /// How many seats are taken.
    pub fn count(&self) -> u32 {
        u32::try_from(self.0.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn take(&mut self, patron: PatronId, since: RoundRef) {
        self.0.insert(patron, Seat { since, idle_rounds: 0 });
    }

    /// Counts a round that was settled: `had_wagers` says of whom there were any.
    pub(crate) fn count_round(&mut self, round: RoundRef, had_wagers: impl Fn(PatronId) -> bool) {
        for (patron, seat) in &mut self.0 {
            if had_wagers(*patron) {
                seat.idle_rounds = 0;
            } else if seat.since <= round {
                seat.idle_rounds = seat.idle_rounds.saturating_add(1);
            }
        }
    }

    pub(crate) fn give_up(&mut self, patron: PatronId) {
        self.0.remove(&patron);
    }
}
