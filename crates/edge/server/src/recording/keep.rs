//! What is done with recordings each minute: the digests of hours that are over go on record, hours whose time is over
//! are deleted, and one hour of each table is held against its digest.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use house::House;
use table::TableId;
use tokio::time::interval;
use video::ClosedHour;
use video::segment::hex;

use super::cameras::{Cameras, TableCamera};
use super::glances::Glances;

/// Looks after all recordings until it is ended.
pub(super) async fn each_minute(house: Arc<House>, cameras: Arc<Cameras>) {
    let mut minutes = interval(Duration::from_mins(1));
    let mut glances = Glances::default();
    loop {
        minutes.tick().await;
        for (table, camera) in &*cameras {
            if let Err(error) = look_after(&house, *table, camera).await {
                tracing::error!(table = table.0, %error, "the recording of a table cannot be looked after");
            }
        }
        if let Err(error) = glances.look(&house, &cameras).await {
            tracing::error!(%error, "recordings cannot be held against the log");
        }
    }
}

async fn look_after(house: &House, table: TableId, camera: &TableCamera) -> io::Result<()> {
    let now = house.now().0;
    for ClosedHour { hour, segments, digest } in camera.work(move |archive| archive.to_close(now)).await? {
        let noted = house.recording_closed(table, hour.to_string(), segments, hex::text(&digest)).await;
        noted.map_err(io::Error::other)?;
        camera.work(move |archive| archive.close(hour)).await?;
        tracing::info!(table = table.0, %hour, segments, "the digest of an hour of a recording is on record");
    }
    let (keep_days, room) = (camera.keep_days, camera.status.borrow().room);
    for hour in camera.work(move |archive| archive.expire(keep_days, room, now)).await? {
        tracing::info!(table = table.0, %hour, keep_days, "an hour of a recording was deleted; its time was over");
    }
    Ok(())
}
