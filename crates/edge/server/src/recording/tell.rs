//! Tells live tables whether they are recorded. The house knows no camera: this is all it hears.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use house::{House, Rejection};
use table::TableId;
use tokio::sync::watch::Receiver;
use tokio::time::sleep;
use video::Status;

use super::cameras::Cameras;

/// How often a table is told again. An allowance to play without a recording ends by that, and a table that could not
/// be told hears of it.
const AGAIN: Duration = Duration::from_secs(5);

/// Tells a table that is to be recorded whether it is, until the server stops.
pub(super) async fn whether_recorded(house: Arc<House>, table: TableId, mut status: Receiver<Status>) {
    let mut told = None;
    loop {
        let records = status.borrow_and_update().records();
        if told != Some(true) || !records {
            told = tell(&house, table, records).await.then_some(records);
        }
        tokio::select! {
            changed = status.changed() => if changed.is_err() { return },
            () = sleep(AGAIN) => {}
        }
    }
}

/// Tells the live tables that need no recording so, once: another configuration may have left them waiting for one.
/// Warns of those without a camera.
pub(super) async fn the_others(house: Arc<House>, cameras: Arc<Cameras>, required: BTreeSet<TableId>) {
    let mut left = Vec::new();
    let tables = house.tables().into_iter().map(|table| table.view.table);
    for table in tables.filter(|table| !required.contains(table)) {
        let is_live = house.live_status(table).is_some_and(|status| status.borrow().is_some());
        if is_live && !cameras.contains_key(&table) {
            tracing::warn!(
                table = table.0,
                "no camera records this live table; name its camera in the file of recordings"
            );
        }
        if is_live {
            left.push(table);
        }
    }
    while !left.is_empty() {
        let mut again = Vec::new();
        for table in left {
            if !tell(&house, table, true).await {
                again.push(table);
            }
        }
        left = again;
        sleep(AGAIN).await;
    }
}

/// Tells a table; whether it knows now. A table that the clock deals needs no recording.
async fn tell(house: &House, table: TableId, records: bool) -> bool {
    match house.recording(table, records).await {
        Ok(_) | Err(Rejection::Refused(_)) => true,
        Err(Rejection::Failed(error)) => {
            tracing::warn!(table = table.0, %error, "a table could not be told whether it is recorded");
            false
        }
    }
}
