//! How live tables were set up over time, as the house's own log has it. Knows no reading.

use std::collections::BTreeMap;

use house::log::Entity;
use table::live::ScannerSettings;
use table::{Event, TableId, Timestamp};

use crate::deviation::{Deviation, Place, refuse};

/// The settings of scanners so far.
#[derive(Debug, Default)]
pub(crate) struct Setups {
    /// Those of each table, each from a time on.
    scanners: BTreeMap<TableId, Vec<(Timestamp, ScannerSettings)>>,
    /// Those of a table whose settings are not on record, before its first shoe.
    built_in: ScannerSettings,
}

impl Setups {
    /// Takes in a change of the house's own log.
    pub(crate) fn changed(&mut self, at: Timestamp, entity: &Entity) {
        if let Entity::Table(record) = entity
            && let Some(scanner) = &record.scanner
        {
            self.scanners.entry(record.id).or_default().push((at, scanner.clone()));
        }
    }

    /// How a table is run when this event happens; none for one that the clock deals. A shoe has its settings with it.
    pub(crate) fn scanner<'a>(
        &'a self,
        table: TableId,
        at: Timestamp,
        event: &'a Event,
        is_live: bool,
    ) -> Option<&'a ScannerSettings> {
        if let Event::ShoeOpened { live: Some(live), .. } = event {
            return Some(&live.scanner);
        }
        let known = self.scanners.get(&table);
        let in_force = known.and_then(|all| all.iter().rev().find(|(since, _)| *since <= at));
        let begins = matches!(event, Event::Live(_)) && !is_live;
        in_force.map(|(_, scanner)| scanner).or_else(|| begins.then_some(&self.built_in))
    }

    /// Refuses a shoe with settings of its scanner that the table never had, if those of the table are on record.
    pub(crate) fn check(&self, place: Place, table: TableId, event: &Event) -> Result<(), Deviation> {
        let Event::ShoeOpened { live: Some(live), .. } = event else { return Ok(()) };
        match self.scanners.get(&table) {
            Some(known) if known.iter().all(|(_, scanner)| *scanner != live.scanner) => {
                refuse(place, "settings of the scanner that the table had", format!("{:?}", live.scanner))
            }
            _ => Ok(()),
        }
    }
}
