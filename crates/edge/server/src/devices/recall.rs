//! What a server that starts again knows of devices: their latest records say how they are.

use house::Failure;
use table::DeviceId;

use super::condition::Condition;
use crate::app::App;

/// How many of the latest records of a device say how it is, once the server starts again.
const LATEST: usize = 8;

/// Learns how a device is from its latest records, the first time that somebody asks or it comes.
pub(crate) async fn recall(app: &App, device: DeviceId) -> Result<(), Failure> {
    if !app.device_places.knows(device) {
        let records = app.house.latest_records(device, LATEST).await?;
        app.device_places.recall(device, Condition::after(&records));
    }
    Ok(())
}
