//! A unit with its events as JSON. The caller's task encodes them, because the writer is the bottleneck. Knows no SQL.

use house::ports::{StoreFailure, Unit};
use journal::to_json;
use table::{Event, Timestamp};

/// A unit on its way to a writer.
pub(crate) struct EncodedUnit {
    pub(crate) unit: Unit,
    /// The body of each event.
    bodies: Vec<String>,
}

impl EncodedUnit {
    /// Encodes units, in order.
    pub(crate) fn all(units: Vec<Unit>) -> Result<Vec<Self>, StoreFailure> {
        let encode = |unit: Unit| {
            let bodies = unit.events.iter().map(|(_, event)| to_json(event)).collect::<Result<_, _>>()?;
            Ok(Self { unit, bodies })
        };
        units.into_iter().map(encode).collect()
    }

    /// Each event with its time and its body.
    pub(crate) fn events(&self) -> impl Iterator<Item = (Timestamp, &Event, &str)> {
        let events = self.unit.events.iter().zip(&self.bodies);
        events.map(|((at, event), body)| (*at, event, body.as_str()))
    }
}
