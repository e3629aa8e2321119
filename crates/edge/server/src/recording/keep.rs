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
                tracing::error!(table = table.0, %error, "the server could not close or delete hours of a recording");
            }
        }
        if let Err(error) = glances.look(&house, &cameras).await {
            tracing::error!(%error, "the server could not compare recordings with their digests");
        }
    }
}

/// Closes hours before any is deleted, and deletes even where none could be closed: that makes room.
async fn look_after(house: &House, table: TableId, camera: &TableCamera) -> io::Result<()> {
    let closed = close(house, table, camera).await;
    expire(house, table, camera).await.and(closed)
}

async fn expire(house: &House, table: TableId, camera: &TableCamera) -> io::Result<()> {
    let (now, keep_days, room) = (house.now().0, camera.keep_days, camera.status.borrow().room);
    for hour in camera.work(move |archive| archive.expire(keep_days, room, now)).await? {
        tracing::info!(table = table.0, %hour, keep_days, "the server deleted an hour older than keep_days");
    }
    Ok(())
}

async fn close(house: &House, table: TableId, camera: &TableCamera) -> io::Result<()> {
    let now = house.now().0;
    for closed in camera.work(move |archive| archive.to_close(now)).await? {
        let ClosedHour { hour, segments, digest } = closed;
        let noted = house.recording_closed(table, hour.to_string(), segments, hex::text(&digest)).await;
        noted.map_err(io::Error::other)?;
        camera.work(move |archive| archive.close(&closed)).await?;
        tracing::info!(table = table.0, %hour, segments, "the server recorded the digest of an hour");
    }
    Ok(())
}
