//! A live table in its task: stores each record of a device, and carries out what dealers and supervisors ask. It
//! stores a record even if the table refuses what follows from it.

use scanner::envelope;
use scanner::frame::Refusal as DeviceRefusal;
use table::live::{How, LiveRefusal, SCANNER_ALGORITHM};
use table::{
    Bytes32, Command, Decision, DeviceId, Event, LiveCommand, RecordRef, RequestId, StaffId, WagerKey, decide,
};
use tracing::{debug, error, info};

use crate::answer::{HouseRefusal, Rejection};
use crate::devices::known_of;
use crate::floor::record::TableStatus;
use crate::floor::refusal::FloorRefusal;
use crate::live::checked_people::CheckedPeople;
use crate::live::commands::{Asked, LiveReceipt};
use crate::live::delivery::Delivery;
use crate::live::reading::reading_of;
use crate::live::status::LiveStatus;
use crate::log::{EntityKind, EntityRef};
use crate::ports::{DeviceRecord, StoreFailure};
use crate::tables::not_done::NotDone;
use crate::tables::runner::Runner;

/// For how long a supervisor allows rounds without a recording, in milliseconds.
const UNRECORDED_MS: u32 = 3_600_000;

impl Runner {
    /// Whether a dealer draws the cards of this table.
    pub(crate) fn is_live(&self) -> bool {
        self.setup.settings.dealer.scanner().is_some()
    }

    /// Sends the status of a live table to its dealer, supervisors and device, if it changed.
    pub(crate) fn tell_staff(&self) {
        if self.is_live() {
            let status = LiveStatus::of(&self.table, self.status);
            self.told.send_if_modified(|told| {
                let changes = *told != status;
                *told = status;
                changes
            });
        }
    }

    /// Takes the record of a device: stores it with all that follows from it.
    pub(crate) async fn deliver(&mut self, record: DeviceRecord) -> Result<Delivery, Rejection> {
        if !self.is_live() {
            return Err(HouseRefusal::Table(LiveRefusal::NotLive.into()).into());
        }
        if let Some(delivery) = self.out_of_order(&record).await? {
            return Ok(delivery);
        }
        let (n, events) = (record.n, self.follows(&record)?);
        debug!(device = record.device.0, n, events = events.len(), "a record came");
        match self.take(record.clone(), events).await {
            // The money of what follows is refused, and will be when the table does it by itself.
            Err(NotDone::Refused(refusal)) => {
                error!(device = record.device.0, n, %refusal, "what follows from a record is refused");
                self.take(record, Vec::new()).await?;
            }
            Err(NotDone::Repeated) => return Ok(self.compared(&record).await?),
            done => done?,
        }
        Ok(Delivery::Durable { n })
    }

    /// What becomes of a record that is not the next one of its device. A device may have been at another table.
    async fn out_of_order(&self, record: &DeviceRecord) -> Result<Option<Delivery>, StoreFailure> {
        let here = self.table.live().heads().find(|head| head.device == record.device);
        if here.is_some_and(|head| record.n == head.n.saturating_add(1)) {
            return Ok(None);
        }
        let last = self.context.store.last_record(record.device).await?.map_or(0, |last| last.n);
        let expect = last.saturating_add(1);
        Ok(match record.n {
            n if n == expect => None,
            n if n > expect => Some(Delivery::Refused { code: DeviceRefusal::Gap, expect: Some(expect) }),
            _ => Some(self.compared(record).await?),
        })
    }

    /// What becomes of a record whose number is stored: it is the same one, or the key has two histories.
    async fn compared(&self, record: &DeviceRecord) -> Result<Delivery, StoreFailure> {
        let stored = self.context.store.device_record(record.record_ref()).await?;
        let same =
            stored.is_some_and(|stored| envelope::digest(&stored.body) == envelope::digest(&record.body));
        let n = record.n;
        Ok(if same {
            Delivery::Durable { n }
        } else {
            Delivery::Refused { code: DeviceRefusal::Forked, expect: None }
        })
    }

    /// What follows from a record. If the table refuses that, which is a bug, the reading waits.
    fn follows(&self, record: &DeviceRecord) -> Result<Vec<Event>, StoreFailure> {
        let reading = reading_of(record)?;
        match decide(&self.table, &Command::Live(LiveCommand::Read(reading))) {
            Ok(Decision::Accepted(events)) => Ok(events),
            Ok(Decision::Duplicate) => Ok(Vec::new()),
            Err(refusal) => {
                error!(n = record.n, %refusal, "the table refuses what follows from a record; it waits");
                Ok(Vec::new())
            }
        }
    }

    async fn take(&mut self, record: DeviceRecord, events: Vec<Event>) -> Result<(), NotDone> {
        let unit = self.unit_of_record(record, events)?;
        self.commit_alone(unit).await?;
        self.log_phase();
        Ok(())
    }

    /// Carries out what somebody at a live table asks, once for each id that the caller gives.
    pub(crate) async fn carry_out_once(
        &mut self,
        (asked, checked): (Asked, Option<CheckedPeople>),
        seen: Option<u64>,
        request_id: Option<RequestId>,
    ) -> Result<LiveReceipt, Rejection> {
        let known = request_id.map(|id| self.orders.answer(id, &asked)).transpose()?.flatten();
        if let Some(known) = known {
            return Ok(known);
        }
        if let Some(checked) = checked
            && LiveStatus::of(&self.table, self.status).is_some_and(|live| !checked.still_hold(&live))
        {
            return Err(HouseRefusal::OutOfDate { seq: self.table.public_seq() }.into());
        }
        let Some(id) = request_id else { return self.carry_out_asked(asked, seen).await };
        let receipt = self.carry_out_asked(asked.clone(), seen).await?;
        self.orders.note(id, asked, receipt);
        Ok(receipt)
    }

    async fn carry_out_asked(&mut self, asked: Asked, seen: Option<u64>) -> Result<LiveReceipt, Rejection> {
        let seq = self.table.public_seq();
        if seen.is_some_and(|seen| seen != seq) {
            return Err(HouseRefusal::OutOfDate { seq }.into());
        }
        if self.is_live() && begins(&asked) {
            self.may_begin()?;
            self.unseat_before().await?;
        }
        let command = self.command_of(asked).await?;
        let repeated = match decide(&self.table, &command)? {
            Decision::Accepted(events) => {
                let now = command.now().unwrap_or_else(|| self.context.clock.now());
                self.commit_at(now, events, None).await?;
                self.log_phase();
                false
            }
            Decision::Duplicate => true,
        };
        Ok(LiveReceipt { table: self.table.settings().id, seq: self.table.public_seq(), repeated })
    }

    /// A table that is halted or closed begins no round and no shoe.
    fn may_begin(&self) -> Result<(), HouseRefusal> {
        let table = self.table.settings().id;
        match self.status {
            TableStatus::Halted => Err(FloorRefusal::TableHalted { table }.into()),
            TableStatus::Closed => Err(FloorRefusal::TableClosed { table }.into()),
            TableStatus::Open => Ok(()),
        }
    }

    /// Gives up the seats of idle patrons before somebody begins a round or a shoe, as the clock does: if the store
    /// failed when that was due, it is still to be done.
    async fn unseat_before(&mut self) -> Result<(), Rejection> {
        if !self.table.idle_patrons().is_empty() {
            self.unseat_idle().await?;
        }
        Ok(())
    }

    /// The command that does what somebody asks.
    async fn command_of(&self, asked: Asked) -> Result<Command, Rejection> {
        Ok(match asked {
            Asked::Command(command) => Command::Live(command),
            Asked::Begin(by) => Command::Live(by.at(self.context.clock.now())),
            Asked::Recording { runs } => {
                Command::Live(LiveCommand::NoteRecording { runs, now: self.context.clock.now() })
            }
            Asked::Unrecorded { by, why } => {
                let until = self.context.clock.now().plus_ms(UNRECORDED_MS);
                Command::Live(LiveCommand::AllowUnrecorded { by, why, until })
            }
            Asked::OpenShoe { dealer } => self.command_to_open(dealer).await?,
        })
    }

    /// The command that opens the shoe that is loaded, with a public record where the house has a key to sign it.
    async fn command_to_open(&self, dealer: StaffId) -> Result<Command, Rejection> {
        if !self.is_live() {
            return Err(HouseRefusal::Table(LiveRefusal::NotLive.into()).into());
        }
        if self.table.live().dealer() != Some(dealer) {
            return Err(HouseRefusal::Table(LiveRefusal::NotDealer.into()).into());
        }
        let rules = Some(self.setup.rules.clone());
        let device = self.table.live().loaded().map(|loaded| loaded.device);
        let Some(device) = device.filter(|_| self.context.keys.is_some()) else {
            return Ok(Command::OpenShoe { algorithm: SCANNER_ALGORITHM.to_owned(), rules, proof: None });
        };
        let key = self.key_of_device(device).await?;
        let wager_key = WagerKey(Bytes32(self.context.entropy.seed()?));
        Ok(Command::Live(LiveCommand::OpenShoe { rules, key, wager_key }))
    }

    async fn key_of_device(&self, device: DeviceId) -> Result<Bytes32, StoreFailure> {
        let place = EntityRef { kind: EntityKind::Device, number: device.0 };
        let entry = self.context.store.entity(place).await?;
        let known = entry.as_ref().and_then(known_of).map(|known| Bytes32(known.device.key.0));
        known.ok_or_else(|| StoreFailure::Corrupt(format!("device {} is not on record", device.0)))
    }

    /// Completes the public record of the shoe on the table, which is over with that record of its device.
    pub(crate) async fn finish_record(&mut self, last: RecordRef) -> Result<(), NotDone> {
        let stored = self.context.store.device_record(last).await?;
        let missing = || StoreFailure::Corrupt(format!("record {} of the device is not stored", last.n));
        let digest = Bytes32(envelope::digest(&stored.ok_or_else(missing)?.body).0);
        self.carry_out(&Command::Live(LiveCommand::FinishShoe { digest }), None).await
    }

    /// Takes note that no device is connected to a table that runs again.
    pub(crate) async fn lose_device(&mut self) -> Result<(), StoreFailure> {
        let Some(device) = self.table.live().device().filter(|_| self.is_live()) else { return Ok(()) };
        info!(device = device.0, "the device was connected when the house ended");
        let lost = Command::Live(LiveCommand::LoseDevice { device, why: "restart".to_owned() });
        self.carry_out(&lost, None).await.map_err(NotDone::into_failure)
    }
}

/// Whether what somebody asks begins a round or a shoe, if it is carried out.
const fn begins(asked: &Asked) -> bool {
    matches!(
        asked,
        Asked::Begin(_)
            | Asked::OpenShoe { .. }
            | Asked::Command(LiveCommand::Resolve { how: How::FreeHand, .. })
    )
}
