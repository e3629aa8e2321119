//! Relays the frames of one table from the house to its channel.

use std::sync::Arc;

use house::{Frame, House};
use tokio::sync::broadcast::{Receiver, error::RecvError};

use super::channel::Channel;

/// Publishes every frame of a table on its channel, until the table stops.
pub(super) async fn relay(mut frames: Receiver<Arc<Frame>>, house: Arc<House>, channel: Arc<Channel>) {
    loop {
        match frames.recv().await {
            Ok(frame) if channel.publish(&frame) => {}
            Ok(_) | Err(RecvError::Lagged(_)) => {
                if let Some(snapshot) = house.snapshot(channel.id()) {
                    channel.reset(snapshot, house.now());
                }
            }
            Err(RecvError::Closed) => return,
        }
    }
}
