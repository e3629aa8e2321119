//! Tells live tables whether they are recorded. The house knows no camera: this is all it hears.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use house::{House, Rejection};
use table::TableId;
use tokio::sync::watch::Receiver;
use tokio::time::sleep;
use video::Status;

use super::cameras::Cameras;
use super::unrecorded::{Unrecorded, live_tables};

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

/// Tells each live table whose camera does not tell it: one that needs no recording that it is as good as recorded, and
/// one without a camera that nothing records it, until the server stops. Tables that open later hear of it, too.
pub(super) async fn the_others(house: Arc<House>, cameras: Arc<Cameras>, unrecorded: Unrecorded) {
    let mut known = BTreeMap::new();
    loop {
        for table in live_tables(&house).collect::<Vec<_>>() {
            let why = unrecorded.why(table, &cameras);
            if why.is_none() && cameras.contains_key(&table) {
                continue;
            }
            if !known.contains_key(&table) {
                note(table, why);
            }
            // An allowance to play without a recording ends, so only a table that needs none is done with.
            if known.get(&table) != Some(&true) {
                let is_told = tell(&house, table, why.is_some()).await;
                known.insert(table, is_told && why.is_some());
            }
        }
        sleep(AGAIN).await;
    }
}

fn note(table: TableId, why: Option<&str>) {
    if let Some(why) = why {
        tracing::info!(table = table.0, why, "this live table begins rounds without a recording");
    } else {
        let what = "this live table has no camera, so it begins no round";
        let remedy = "name its camera in the file of recordings, or why it needs none";
        tracing::error!(target: "alarm", table = table.0, "{what}; {remedy}");
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
