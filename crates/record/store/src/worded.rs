//! A unit with its events as they are stored. Whoever asks for the commit puts them into words, because the one who
//! writes has no time. Knows no SQL.

use house::ports::{StoreFailure, Unit};
use journal::to_json;
use table::{Event, Timestamp};

/// A unit on its way to a writer.
pub(crate) struct Worded {
    pub(crate) unit: Unit,
    /// The body of each event.
    bodies: Vec<String>,
}

impl Worded {
    /// All of these, in order.
    pub(crate) fn all(units: Vec<Unit>) -> Result<Vec<Self>, StoreFailure> {
        units.into_iter().map(Self::new).collect()
    }

    fn new(unit: Unit) -> Result<Self, StoreFailure> {
        let bodies = unit.events.iter().map(|(_, event)| to_json(event)).collect::<Result<_, _>>()?;
        Ok(Self { unit, bodies })
    }

    /// Each event, when it happened, and its body.
    pub(crate) fn events(&self) -> impl Iterator<Item = (Timestamp, &Event, &str)> {
        let events = self.unit.events.iter().zip(&self.bodies);
        events.map(|((at, event), body)| (*at, event, body.as_str()))
    }
}
