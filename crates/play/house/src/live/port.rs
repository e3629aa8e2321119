//! The port between the socket of devices and the live tables of a house. Knows no socket.

use std::fmt;
use std::future::{Future, pending};
use std::pin::Pin;

use fair::{Digest, PublicKey};
use scanner::frame::{Gate, Refusal};
use scanner::server::{Arrival, Ending, Notice};
use table::{DeviceId, RecordRef, TableId};

use super::delivery::{Delivery, LastRecord};
use super::status::LiveStatus;
use crate::answer::{Failure, Rejection};
use crate::house::House;

/// A device that speaks for a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speaker {
    /// The device.
    pub device: DeviceId,
    /// Its table.
    pub table: TableId,
    /// The public key with which it signs.
    pub key: PublicKey,
}

/// News of a device for its table, for supervisors and screens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// Its session says this.
    Session(Notice),
    /// Its line is gone, with the reason if the session gave one.
    Left(Option<Ending>),
}

/// What a live table answers a device.
pub type DeviceFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, Failure>> + Send + 'a>>;

/// The live tables, as the socket of devices knows them.
pub trait DevicePort: fmt::Debug + Send + Sync + 'static {
    /// Reads the last stored record of a device that wants to speak for a table. Returns none when the table takes no
    /// device, or waits for another one.
    fn admit(&self, speaker: Speaker) -> DeviceFuture<'_, Option<LastRecord>>;

    /// Stores a record with all that follows from it. Records of a device come one after the other, in their order.
    fn deliver(&self, speaker: Speaker, arrival: Arrival) -> DeviceFuture<'_, Delivery>;

    /// The digest of a record that is stored.
    fn digest(&self, record: RecordRef) -> DeviceFuture<'_, Option<Digest>>;

    /// Takes news. The answer comes when the table knows them, so that records follow the news before them.
    fn tell(&self, speaker: Speaker, news: News) -> DeviceFuture<'_, ()>;

    /// Waits until the lamp of the device is to show something other than this.
    fn next_gate(
        &self,
        table: TableId,
        shown: Option<Gate>,
    ) -> Pin<Box<dyn Future<Output = Gate> + Send + '_>>;
}

impl DevicePort for House {
    fn admit(&self, Speaker { device, table, .. }: Speaker) -> DeviceFuture<'_, Option<LastRecord>> {
        Box::pin(async move {
            let Some(status) = self.live_status(table).and_then(|status| status.borrow().clone()) else {
                return Ok(None);
            };
            if status.dealt_by.is_some_and(|other| other != device) {
                return Ok(None);
            }
            self.last_record(device).await.map(Some)
        })
    }

    fn deliver(&self, speaker: Speaker, arrival: Arrival) -> DeviceFuture<'_, Delivery> {
        Box::pin(async move {
            match self.deliver(speaker, &arrival).await {
                Ok(delivery) => Ok(delivery),
                Err(Rejection::Failed(failure)) => Err(failure),
                Err(Rejection::Refused(refusal)) => {
                    tracing::info!(device = speaker.device.0, %refusal, "a table takes no record of a device");
                    Ok(Delivery::Refused { code: Refusal::NotHere, expect: None })
                }
            }
        })
    }

    fn digest(&self, record: RecordRef) -> DeviceFuture<'_, Option<Digest>> {
        Box::pin(self.record_digest(record))
    }

    fn tell(&self, Speaker { device, table, .. }: Speaker, news: News) -> DeviceFuture<'_, ()> {
        Box::pin(async move {
            let told = match news {
                News::Session(Notice::Joined) => self.device_joined(table, device).await,
                News::Left(ending) => self.device_lost(table, device, word(ending)).await,
                News::Session(Notice::Changed { .. } | Notice::Slow { .. } | Notice::Alarm(_)) => {
                    return Ok(());
                }
            };
            match told {
                Ok(_) => Ok(()),
                Err(Rejection::Failed(failure)) => Err(failure),
                // The table is not a live one any more: it has no device.
                Err(Rejection::Refused(refusal)) => {
                    tracing::info!(device = device.0, %refusal, "a table takes no news of a device");
                    Ok(())
                }
            }
        })
    }

    fn next_gate(
        &self,
        table: TableId,
        shown: Option<Gate>,
    ) -> Pin<Box<dyn Future<Output = Gate> + Send + '_>> {
        Box::pin(async move {
            let Some(mut status) = self.live_status(table) else { return pending().await };
            loop {
                let gate = status.borrow_and_update().as_ref().map(LiveStatus::gate_frame);
                if let Some(gate) = gate.filter(|gate| Some(*gate) != shown) {
                    return gate;
                }
                if status.changed().await.is_err() {
                    return pending().await;
                }
            }
        })
    }
}

/// Why a device is lost, in a word for the log of its table.
fn word(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "line",
        Some(Ending::NoHello) => "no_hello",
        Some(Ending::Lost) => "silent",
        Some(Ending::Refused(code)) => code.code(),
    }
}
