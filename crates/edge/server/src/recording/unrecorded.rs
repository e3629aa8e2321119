//! Which live tables begin rounds without a recording, and why.

use std::collections::BTreeMap;

use house::House;
use house::floor::TableStatus;
use house::live::LiveStatus;
use table::TableId;

use super::cameras::Cameras;

/// The live tables that begin rounds without a recording.
#[derive(Clone, Debug)]
pub(super) enum Unrecorded {
    /// Those without a camera.
    WithoutCamera,
    /// These, each for a reason.
    Only(BTreeMap<TableId, String>),
}

impl Unrecorded {
    /// Why the table begins rounds without a recording; none if it does not.
    pub(super) fn why(&self, table: TableId, cameras: &Cameras) -> Option<&str> {
        match self {
            Self::WithoutCamera => (!cameras.contains_key(&table)).then_some("it has no camera"),
            Self::Only(tables) => tables.get(&table).map(String::as_str),
        }
    }
}

/// The tables that a dealer deals, but for those that are closed.
pub(super) fn live_tables(house: &House) -> impl Iterator<Item = TableId> {
    let is_live = |table: &TableId| {
        let status = house.live_status(*table);
        let is_open = |live: &LiveStatus| live.status != TableStatus::Closed;
        status.is_some_and(|status| status.borrow().as_ref().is_some_and(is_open))
    };
    house.tables().into_iter().map(|table| table.view.table).filter(is_live)
}
