//! Follows one table of the house and keeps its channel without gaps.

use std::sync::Arc;

use house::House;
use tokio::sync::broadcast::error::RecvError;

use super::channel::Channel;

/// Hands every frame of a table to its channel, until the table stops.
pub(super) async fn follow(house: Arc<House>, channel: Arc<Channel>) {
    let Some(mut frames) = house.subscribe(channel.id()) else { return };
    catch_up(&house, &channel);
    loop {
        match frames.recv().await {
            Ok(frame) if channel.publish(&frame) => {}
            Ok(_) | Err(RecvError::Lagged(_)) => catch_up(&house, &channel),
            Err(RecvError::Closed) => return,
        }
    }
}

/// Brings a channel that missed frames to where its table is: by the frames, or whole if they are gone.
fn catch_up(house: &House, channel: &Channel) {
    let missed = house.frames_since(channel.id(), channel.seq());
    if missed.is_some_and(|missed| missed.iter().all(|frame| channel.publish(frame))) {
        return;
    }
    if let Some(snapshot) = house.snapshot(channel.id()) {
        channel.start_again(snapshot.into(), house.now());
    }
}
