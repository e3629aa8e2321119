//! A seat and the patron who sits there: what they know and what they observed. Chooses and sends nothing.

use std::sync::Arc;

use auditor::{PatronObservations, Planner};
use house::{Connection, HouseRefusal, NumberedNotice, Rejection};
use table::PatronId;
use tokio::sync::broadcast;

use crate::sim_house::SimHouse;

/// A seat and how its patron plays.
pub(crate) struct Player {
    pub(crate) sim: Arc<SimHouse>,
    pub(crate) seat: usize,
    pub(crate) planner: Planner,
    pub(crate) pause_ms: u64,
    /// Whether the patron protects themselves.
    pub(crate) is_careful: bool,
}

/// A patron at a seat, whom the house knows.
pub(super) struct Patron {
    pub(super) at: Player,
    pub(super) id: PatronId,
    pub(super) record: house::ports::Patron,
    pub(super) notices: broadcast::Receiver<NumberedNotice>,
    /// None while the connection is lost.
    pub(super) connection: Option<Connection>,
    /// Whether the house sent a reality check that was not acknowledged since.
    pub(super) is_check_seen: bool,
}

impl Player {
    /// The patron of this record takes the seat.
    pub(super) fn seat(self, record: house::ports::Patron) -> Patron {
        let house = &self.sim.house;
        let (notices, connection) = (house.notices(record.id), Some(house.connected(record.id)));
        Patron { id: record.id, notices, connection, record, at: self, is_check_seen: false }
    }
}

impl Patron {
    /// Notes something that the patron observed.
    pub(super) fn observe<T>(&self, note: impl FnOnce(&mut PatronObservations) -> T) -> T {
        note(self.at.sim.shared.observed().of(self.id.0))
    }
}

/// The code of a refusal, or that it failed.
pub(crate) fn code(no: &Rejection) -> &'static str {
    match no {
        Rejection::Refused(refusal) => HouseRefusal::code(refusal),
        Rejection::Failed(_) => "failed",
    }
}
