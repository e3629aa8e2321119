//! The way into live tables for the endpoint of devices and for the consoles of dealers and supervisors. Decides
//! nothing: the task of the table does.

use fair::Digest;
use scanner::frame::Refusal;
use scanner::server::Arrival;
use scanner::{SignedRecord, What, envelope};
use table::{DeviceId, LiveCommand, RecordRef, RequestId, StaffId, TableId, Timestamp};
use tokio::sync::watch;

use super::checked_people::CheckedPeople;
use super::commands::{Asked, DealerCommand, LiveOrder, LiveReceipt, SupervisorCommand};
use super::delivery::{Delivery, LastRecord, record_of};
use super::port::Speaker;
use super::reading::what_of;
use super::status::LiveStatus;
use crate::answer::{Failure, Rejection};
use crate::house::House;
use crate::log::Actor;
use crate::people::{SignedInAgain, StaffMember};
use crate::tables::request::{Request, Unbatched};

impl House {
    /// Follows the status of a live table. A table that the clock deals has no status. Returns none when there is no
    /// such table.
    pub fn live_status(&self, table: TableId) -> Option<watch::Receiver<Option<LiveStatus>>> {
        self.floor.with(table, |running| running.live.clone())
    }

    /// Reads the last stored record of a device. Whether its key may speak, [`device`](House::device) says.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn last_record(&self, device: DeviceId) -> Result<LastRecord, Failure> {
        let last = self.context.store.last_record(device).await?;
        Ok(LastRecord::of(last.as_ref())?)
    }

    /// When the last stored record of a device came; none before the first.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn last_record_at(&self, device: DeviceId) -> Result<Option<Timestamp>, Failure> {
        Ok(self.context.store.last_record(device).await?.map(|record| record.received_at))
    }

    /// What the latest stored records of a device say and when each came, newest first, so many at most.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn latest_records(
        &self,
        device: DeviceId,
        most: usize,
    ) -> Result<Vec<(What, Timestamp)>, Failure> {
        let (mut said, mut next) = (Vec::new(), self.context.store.last_record(device).await?);
        while let Some(record) = next.take() {
            said.push((what_of(&record)?, record.received_at));
            if said.len() < most
                && let Some(n) = record.n.checked_sub(1).filter(|n| *n > 0)
            {
                next = self.context.store.device_record(RecordRef { device, n }).await?;
            }
        }
        Ok(said)
    }

    /// The digest of a stored record, to be compared with one that came again; none when there is no such record.
    ///
    /// # Errors
    /// A failure of the store.
    pub async fn record_digest(&self, record: RecordRef) -> Result<Option<Digest>, Failure> {
        let stored = self.context.store.device_record(record).await?;
        Ok(stored.map(|stored| envelope::digest(&stored.body)))
    }

    /// Delivers a record that the session of an admitted device handed over. The answer comes when the record is
    /// durable with all that follows from it. Of one device, one record is delivered after the other.
    ///
    /// # Errors
    /// [`Rejection`]: there is no such table, it is not a live one, or nobody knows whether the record was stored. Then
    /// the device sends it again.
    pub async fn deliver(
        &self,
        Speaker { device, table, key }: Speaker,
        arrival: &Arrival,
    ) -> Result<Delivery, Rejection> {
        // A session that took the key of another device for this one would put words into its mouth.
        if SignedRecord::verify(arrival.signed.envelope().clone(), &key).is_err() {
            return Ok(Delivery::Refused { code: Refusal::BadSignature, expect: None });
        }
        let record = Box::new(record_of(device, arrival));
        self.ask(table, |reply| Request::Unbatched(Unbatched::Deliver { record, reply })).await
    }

    /// A device of a live table was let in, and speaks for the table from now on.
    ///
    /// # Errors
    /// [`Rejection`].
    pub async fn device_joined(&self, table: TableId, device: DeviceId) -> Result<LiveReceipt, Rejection> {
        self.live(table, (Asked::Command(LiveCommand::JoinDevice { device }), None), None, None).await
    }

    /// The session of a device ended, for a reason in a word.
    ///
    /// # Errors
    /// [`Rejection`].
    pub async fn device_lost(
        &self,
        table: TableId,
        device: DeviceId,
        why: &str,
    ) -> Result<LiveReceipt, Rejection> {
        let why = why.to_owned();
        self.live(table, (Asked::Command(LiveCommand::LoseDevice { device, why }), None), None, None).await
    }

    /// Tells a live table whether it is recorded. One that need not be counts as recorded. While it is to be recorded
    /// and is not, it begins no round, unless a supervisor allows it.
    ///
    /// # Errors
    /// [`Rejection`]; `not_live` when the clock deals the table.
    pub async fn recording(&self, table: TableId, runs: bool) -> Result<LiveReceipt, Rejection> {
        self.live(table, (Asked::Recording { runs }, None), None, None).await
    }

    /// Carries out what a dealer does at a table.
    ///
    /// # Errors
    /// [`Rejection`]; `out_of_date` when the table has gone on since the dealer saw it, `not_independent` when a
    /// supervisor who has to agree chose their PIN.
    pub async fn deal(
        &self,
        table: TableId,
        LiveOrder { by, command, seen, request_id }: LiveOrder<DealerCommand>,
    ) -> Result<LiveReceipt, Rejection> {
        let checked = self.check_two_people(table, by, command.answers()).await?;
        self.know_staff().await;
        self.live(table, (command.asked(by), checked), seen, request_id).await
    }

    /// Carries out what a supervisor does at a live table.
    ///
    /// # Errors
    /// [`Rejection`]; `out_of_date` when the table has gone on since the supervisor saw it, `no_reason` when a shoe is
    /// ended without one, `not_independent` when they chose the PIN of the dealer who has to agree,
    /// `request_id_used` when that id was used for another order.
    pub async fn supervise(
        &self,
        table: TableId,
        LiveOrder { by, command, seen, request_id }: LiveOrder<SupervisorCommand>,
    ) -> Result<LiveReceipt, Rejection> {
        let command = command.with_reason()?;
        let checked = self.check_two_people(table, by, command.answers()).await?;
        self.know_staff().await;
        self.live(table, (command.asked(by), checked), seen, request_id).await
    }

    /// Ends the shoe after the round, as a supervisor who proves again who they are. `seen` and `request_id` are as in
    /// [`LiveOrder`].
    ///
    /// # Errors
    /// `no_reason`, [`PeopleRefusal`](crate::people::PeopleRefusal) of the proof, or another [`Rejection`];
    /// `out_of_date` when the table has gone on since the supervisor saw it.
    pub async fn end_shoe(
        &self,
        table: TableId,
        (why, seen, request_id): (&str, Option<u64>, Option<RequestId>),
        by: &SignedInAgain<'_>,
    ) -> Result<LiveReceipt, Rejection> {
        let command = SupervisorCommand::EndShoe { why: why.to_owned() };
        self.supervise_again(table, (command, seen, request_id), by).await
    }

    /// Allows rounds without a recording for an hour, as a supervisor who proves again who they are. `seen` and
    /// `request_id` are as in [`LiveOrder`].
    ///
    /// # Errors
    /// As for [`end_shoe`](Self::end_shoe).
    pub async fn allow_unrecorded(
        &self,
        table: TableId,
        (why, seen, request_id): (&str, Option<u64>, Option<RequestId>),
        by: &SignedInAgain<'_>,
    ) -> Result<LiveReceipt, Rejection> {
        let command = SupervisorCommand::AllowUnrecorded { why: why.to_owned() };
        self.supervise_again(table, (command, seen, request_id), by).await
    }

    async fn supervise_again(
        &self,
        table: TableId,
        (command, seen, request_id): (SupervisorCommand, Option<u64>, Option<RequestId>),
        by: &SignedInAgain<'_>,
    ) -> Result<LiveReceipt, Rejection> {
        // A proof is not used up for what is refused in any case.
        let command = command.with_reason()?;
        let by = self.proved_again(by).await?;
        self.supervise(table, LiveOrder { by, command, seen, request_id }).await
    }

    /// Gives a member of staff another display name, or none, by which everybody at a table reads them at once. Their
    /// sessions go on.
    ///
    /// # Errors
    /// [`PeopleRefusal`](crate::people::PeopleRefusal), or a [`Failure`](crate::Failure).
    pub async fn set_display_name(
        &self,
        by: Actor,
        id: StaffId,
        display_name: Option<&str>,
    ) -> Result<StaffMember, Rejection> {
        let member = self.people().set_display_name(by, id, display_name).await;
        self.know_staff().await;
        self.floor.every(|table| table.feed.name_dealer());
        member
    }

    /// Learns the display names of staff, so that everybody reads the one who sits down. An order does not wait for it.
    async fn know_staff(&self) {
        match self.people().all_names().await {
            Ok(staff) => self.context.presence.note_staff(staff.changes, staff.display_names),
            Err(failure) => tracing::warn!(%failure, "the names of staff could not be read"),
        }
    }

    async fn live(
        &self,
        table: TableId,
        (asked, checked): (Asked, Option<CheckedPeople>),
        seen: Option<u64>,
        request_id: Option<RequestId>,
    ) -> Result<LiveReceipt, Rejection> {
        let live = |reply| Unbatched::Live { asked, checked, seen, request_id, reply };
        self.ask(table, |reply| Request::Unbatched(live(reply))).await
    }
}
