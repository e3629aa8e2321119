//! Deviations: where a stored value differs from what it should be.

use core::fmt;

use baccarat::Spot;
use house::log::EntityRef;
use journal::HouseEvent;
use ledger::{Account, TransferId};
use table::{DeviceId, PatronId, RoundRef, TableId, Timestamp};

/// A place in a store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Place {
    /// An entry of a log, by its number.
    Entry(TableId, u64),
    /// A transfer.
    Transfer(TransferId),
    /// What is left of a hold.
    Hold(TransferId),
    /// An account.
    Account(Account),
    /// A patron.
    Patron(PatronId),
    /// The seed of a table's shoe.
    Seed(TableId, u32),
    /// The locked secret of a shoe of a table.
    Secret(TableId, u32),
    /// A bulletin of a table, by its number.
    Bulletin(TableId, u64),
    /// A record of a device, by its number among those that a table took.
    Record(TableId, u64),
    /// The records of a device.
    Device(DeviceId),
    /// The state of a round.
    Round(TableId, RoundRef),
    /// How a round ended for a patron.
    PatronRound(PatronId, TableId, RoundRef),
    /// A round in which a patron took all wagers back.
    ClearedRound(PatronId, TableId, RoundRef),
    /// A line of a patron's statement, counted from 1.
    Statement(PatronId, u64),
    /// The turnover of a table and a spot on the day that begins then.
    Turnover(Timestamp, TableId, Spot),
    /// The row of an entity.
    Entity(EntityRef),
    /// A checkpoint, counted from 1; 0 for one that was kept elsewhere.
    Checkpoint(usize),
}

impl Place {
    /// The log and the number of an entry; none when it is no entry.
    pub const fn entry(self) -> Option<(TableId, u64)> {
        match self {
            Self::Entry(log, seq) => Some((log, seq)),
            _ => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(HouseEvent::LOG, seq) => write!(f, "house event {seq}"),
            Self::Entry(TableId(log), seq) => write!(f, "table {log}, event {seq}"),
            Self::Transfer(id) => write!(f, "transfer {id}"),
            Self::Hold(id) => write!(f, "hold {id}"),
            Self::Account(account) => write!(f, "account {account}"),
            Self::Patron(PatronId(patron)) => write!(f, "patron {patron}"),
            Self::Seed(TableId(table), shoe_no) => write!(f, "table {table}, seed of shoe {shoe_no}"),
            Self::Secret(TableId(table), shoe_no) => write!(f, "table {table}, secret of shoe {shoe_no}"),
            Self::Bulletin(TableId(table), no) => write!(f, "table {table}, bulletin {no}"),
            Self::Record(TableId(table), no) => write!(f, "table {table}, record {no}"),
            Self::Device(DeviceId(device)) => write!(f, "device {device}"),
            Self::Round(TableId(table), round) => write!(f, "table {table}, round {round}"),
            Self::PatronRound(patron, table, round) => {
                write!(f, "table {}, round {round} of patron {}", table.0, patron.0)
            }
            Self::ClearedRound(patron, table, round) => {
                write!(f, "table {}, round {round} cleared by patron {}", table.0, patron.0)
            }
            Self::Statement(PatronId(patron), number) => {
                write!(f, "line {number} of the statement of patron {patron}")
            }
            Self::Turnover(day, TableId(table), spot) => {
                write!(f, "table {table}, turnover of {} on the day from {} ms on", spot.id(), day.0)
            }
            Self::Entity(entity) => write!(f, "{} {}", entity.kind.as_ref(), entity.number),
            Self::Checkpoint(0) => f.write_str("the checkpoint kept elsewhere"),
            Self::Checkpoint(number) => write!(f, "checkpoint {number}"),
        }
    }
}

/// The first stored value that differs from what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {expected} was expected, and there is {stored}")]
pub struct Deviation {
    /// The place.
    pub place: Place,
    /// What the store should have there.
    pub expected: String,
    /// What the store has there.
    pub stored: String,
}

impl Deviation {
    /// A deviation with the expected and the stored value.
    pub(crate) fn new(place: Place, expected: impl Into<String>, stored: impl Into<String>) -> Self {
        Self { place, expected: expected.into(), stored: stored.into() }
    }
}

/// Returns the deviation at a place as an error.
pub(crate) fn refuse<T>(
    place: Place,
    expected: impl Into<String>,
    stored: impl Into<String>,
) -> Result<T, Deviation> {
    Err(Deviation::new(place, expected, stored))
}

/// Refuses a stored value that differs from the expected one.
pub(crate) fn same<T: PartialEq + fmt::Debug>(
    place: Place,
    expected: &T,
    stored: &T,
) -> Result<(), Deviation> {
    if expected == stored { Ok(()) } else { refuse(place, format!("{expected:?}"), format!("{stored:?}")) }
}
