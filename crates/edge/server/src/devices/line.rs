//! One line of a device: it carries out what the session asks for, and ends it when the device may not speak any more.

use std::collections::VecDeque;
use std::future::{Future, pending};
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use house::Failure;
use house::devices::{KnownDevice, Standing as OnRecord};
use house::live::{Delivery, News, Speaker};
use scanner::frame::{DeviceState, Gate, Hello, Refusal, SessionId};
use scanner::server::{Alarm, Arrival, Claim, Effect, Ending, Enrolled, Notice, Standing};
use scanner::{ServerFrame, ServerSession};
use table::{RecordRef, TableId, Timestamp};
use tokio::sync::watch;
use tokio::time::{MissedTickBehavior, interval};
use websocket::{Encoded, Received};

use super::condition::ConditionChange;
use super::places::{OwnPlace, Taken};
use super::recall::recall;
use crate::app::App;
use crate::doors::SocketPlace;
use crate::hub::{End, Outbox};
use crate::rate_limit::Bucket;
use crate::socket::reader::Reader;

/// How often the standing of a connected device is looked up: another server on the same store may have changed it.
const LOOK: Duration = Duration::from_millis(500);
/// How long the server waits before it tells a table again that its device left.
const AGAIN: Duration = Duration::from_secs(1);

/// A record on its way to the store, and what becomes of it.
type Storing = Pin<Box<dyn Future<Output = Stored> + Send>>;

/// What became of a record.
struct Stored {
    /// Its number.
    n: u64,
    /// What it says of the condition of its device.
    change: Option<ConditionChange>,
    outcome: Result<Delivery, Failure>,
}

/// One line of a device.
pub(super) struct DeviceLine {
    app: Arc<App>,
    outbox: Arc<Outbox>,
    session: ServerSession,
    /// The name of the session.
    id: SessionId,
    /// Its place, once its key is known and enrolled.
    place: Option<OwnPlace>,
    /// Records that the session handed over and that are not stored yet, in order.
    handed: VecDeque<Arrival>,
    storing: Option<Storing>,
    /// What the lamp of the device shows; none before it shows anything.
    shown: Option<Gate>,
    /// Tells of every change of a device.
    changes: watch::Receiver<u64>,
    bucket: Bucket,
    ending: Option<Ending>,
}

impl DeviceLine {
    /// Begins the session of this name: the challenge goes out.
    pub(super) fn begin(app: Arc<App>, outbox: Arc<Outbox>, id: SessionId) -> Self {
        // Before the first look at the store, so that no change in between is missed.
        let changes = app.house.device_changes();
        let (session, challenge) = ServerSession::begin(id, app.config.device_timing, now(&app));
        if let Effect::Send(frame) = challenge {
            outbox.push(Encoded::text(&frame.write()));
            outbox.flush();
        }
        Self {
            app,
            outbox,
            session,
            id,
            place: None,
            handed: VecDeque::new(),
            storing: None,
            shown: None,
            changes,
            bucket: Bucket::default(),
            ending: None,
        }
    }

    /// Carries out the session until it ends. Gives the reason.
    pub(super) async fn run(&mut self, reader: &mut Reader<'_>, visitor: &SocketPlace) -> End {
        let mut looks = interval(LOOK);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            let wait =
                self.session.deadline().map(|at| Duration::from_millis(at.saturating_sub(now(&self.app))));
            let welcomed = self.place.as_ref().filter(|_| self.session.line().is_some());
            let table = welcomed.map(|place| place.speaker().table);
            let done = tokio::select! {
                biased;
                () = wanted(&mut self.place) => Err(End::Lost),
                _ = self.changes.changed() => self.look().await,
                _ = looks.tick() => self.look().await,
                stored = next(&mut self.storing) => self.stored(stored).await,
                gate = next_gate(&self.app, table, self.shown) => {
                    self.shown = Some(gate);
                    self.send(ServerFrame::Gate(gate));
                    Ok(())
                }
                (at, received) = reader.next() => self.received(received, at, visitor).await,
                () = sleep(wait) => {
                    let effects = self.session.tick(now(&self.app));
                    self.carry_out(effects).await
                }
            };
            self.note();
            if let Err(end) = done {
                return end;
            }
            self.store_next();
            self.outbox.flush();
        }
    }

    /// Waits for the record that is being stored, gives up the others, and leaves the place.
    pub(super) async fn leave(mut self) {
        if let Some(storing) = self.storing.take() {
            // If it is durable, the device sends it again and hears so.
            let Stored { n, change, outcome } = storing.await;
            tracing::debug!(n, ?outcome, "the server stored the last record of a device that left");
            self.note_condition(change, &outcome);
        }
        let Some(place) = self.place.take() else { return };
        let speaker = place.speaker();
        tracing::info!(device = speaker.device.0, ending = ?self.ending, "a device left");
        self.app.device_places.note_faulty(speaker.device, false, self.app.house.now());
        // The next line takes the place afterwards, so that the table does not lose that one.
        while let Err(failure) = self.app.live_tables.tell(speaker, News::Left(self.ending)).await {
            tracing::warn!(device = speaker.device.0, %failure, "a table does not know that its device left");
            if matches!(failure, Failure::NotRunning { .. }) {
                break;
            }
            tokio::select! {
                () = sleep(Some(AGAIN)) => {}
                () = self.app.readiness.stopping() => break,
            }
        }
        drop(place);
    }

    /// Notes for the next line how this one is.
    fn note(&mut self) {
        let line = self.session.line();
        let alive_until = line.and_then(|_| self.session.deadline());
        if let Some(place) = &mut self.place {
            if line.is_some() {
                place.welcome(self.id);
            }
            place.note(alive_until, line);
        }
    }

    async fn received(
        &mut self,
        received: Result<Received, End>,
        at: Timestamp,
        visitor: &SocketPlace,
    ) -> Result<(), End> {
        let received = received?;
        let (rate, moment) = (self.app.config.limits.messages, Instant::now());
        if self.bucket.take(rate, moment).is_err() || visitor.take_message(moment).is_err() {
            return Err(End::Flood);
        }
        let at = ms(at);
        let effects = match received {
            Received::Text(text) => self.session.receive(&text, at),
            // No frame of the protocol is binary, as no text is empty.
            Received::Binary => self.session.receive("", at),
            Received::Close => return Err(End::Gone),
            Received::Fragment | Received::Ping | Received::Pong => Vec::new(),
        };
        self.carry_out(effects).await
    }

    async fn stored(&mut self, Stored { n, change, outcome }: Stored) -> Result<(), End> {
        self.storing = None;
        self.note_condition(change, &outcome);
        let effects = match outcome {
            Ok(Delivery::Durable { .. }) => self.session.stored(n),
            Ok(Delivery::Refused { code, .. }) => self.session.revoke(code),
            Err(failure) => {
                tracing::warn!(n, %failure, "a record of a device was not stored");
                return Err(End::Failed);
            }
        };
        self.carry_out(effects).await
    }

    /// Notes what a record says of the condition of its device, once it is durable.
    fn note_condition(&self, change: Option<ConditionChange>, outcome: &Result<Delivery, Failure>) {
        if let (Some(change), Ok(Delivery::Durable { .. }), Some(place)) = (change, outcome, &self.place) {
            self.app.device_places.note_condition(place.speaker().device, change);
        }
    }

    /// Hands the next record to the tables, one at a time.
    fn store_next(&mut self) {
        if self.storing.is_some() {
            return;
        }
        let Some(place) = &self.place else { return };
        let Some(arrival) = self.handed.pop_front() else { return };
        let (port, speaker, n) =
            (Arc::clone(&self.app.live_tables), place.speaker(), arrival.signed.head().n);
        let came = Timestamp(i64::try_from(arrival.received_at).unwrap_or(i64::MAX));
        let change = ConditionChange::by(&arrival.signed.record().what, came);
        self.storing =
            Some(Box::pin(
                async move { Stored { n, change, outcome: port.deliver(speaker, arrival).await } },
            ));
    }

    async fn carry_out(&mut self, effects: Vec<Effect>) -> Result<(), End> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                Effect::Send(frame) => self.send(frame),
                Effect::Identify(hello) => {
                    let standing = self.standing(&hello).await.map_err(|failure| failed(&failure))?;
                    let effects_of_hello = self.session.admit(standing, now(&self.app));
                    effects.extend(effects_of_hello);
                }
                Effect::Store(arrival) => self.handed.push_back(*arrival),
                Effect::Compare(claim) => effects.extend(self.compare(claim).await?),
                Effect::Tell(notice) => self.tell(notice).await?,
                Effect::End(ending) => {
                    self.ending = Some(ending);
                    return Err(end_of(ending));
                }
            }
        }
        Ok(())
    }

    /// What is known of the key that said hello. Takes the place of the device, if it may speak.
    async fn standing(&mut self, hello: &Hello) -> Result<Standing, Failure> {
        let app = Arc::clone(&self.app);
        let Some(KnownDevice { device, .. }) = app.house.device_of_key(&hello.key).await? else {
            return Ok(Standing::Unknown);
        };
        if let Some(refused) = refused(device.standing) {
            return Ok(refused);
        }
        let (speaker, now) =
            (Speaker { device: device.number, table: device.table, key: device.key }, now(&app));
        let alive_until = now.saturating_add(app.config.device_timing.lost_ms.into());
        let place = match app.device_places.take(speaker, now, alive_until).await {
            Ok(place) => place,
            Err(Taken::BySame) => {
                alarm(&app, speaker, Alarm::AlreadyConnected);
                app.live_tables.tell(speaker, News::Session(Notice::Alarm(Alarm::AlreadyConnected))).await?;
                return Ok(Standing::AlreadyConnected);
            }
            Err(Taken::ByOther) => return Ok(Standing::NotHere),
        };
        let Some(stored) = app.live_tables.admit(speaker).await? else { return Ok(Standing::NotHere) };
        recall(&app, speaker.device).await?;
        self.place = Some(place);
        let line = app.device_places.line(speaker.device).or(stored.line);
        Ok(Standing::Enrolled(Enrolled { table: speaker.table.0, head: stored.head, line }))
    }

    async fn compare(&mut self, claim: Claim) -> Result<Vec<Effect>, End> {
        let Some(place) = &self.place else { return Ok(Vec::new()) };
        let device = place.speaker().device;
        match self.app.live_tables.digest(RecordRef { device, n: claim.n }).await {
            Ok(Some(digest)) => Ok(self.session.compared(claim, digest)),
            Ok(None) => {
                tracing::error!(device = device.0, n = claim.n, "an acknowledged record is not stored");
                Err(End::Failed)
            }
            Err(failure) => Err(failed(&failure)),
        }
    }

    /// Tells whom it concerns. A key that signed two histories is suspended.
    async fn tell(&mut self, notice: Notice) -> Result<(), End> {
        let Some(place) = &self.place else { return Ok(()) };
        let speaker = place.speaker();
        match notice {
            Notice::Alarm(of) => alarm(&self.app, speaker, of),
            Notice::Changed { state: DeviceState::Fault, .. } => {
                tracing::warn!(
                    device = speaker.device.0,
                    table = speaker.table.0,
                    "a device says that it has a fault"
                );
            }
            notice => tracing::info!(
                device = speaker.device.0,
                table = speaker.table.0,
                ?notice,
                "a device reported a change"
            ),
        }
        if let Notice::Changed { state, .. } = notice {
            let is_faulty = state == DeviceState::Fault;
            self.app.device_places.note_faulty(speaker.device, is_faulty, self.app.house.now());
        }
        if let Notice::Alarm(Alarm::Forked { .. }) = notice
            && let Err(rejection) = self.app.house.suspend_forked_device(speaker.device).await
        {
            tracing::error!(device = speaker.device.0, %rejection, "a key with two histories was not suspended");
        }
        let told = self.app.live_tables.tell(speaker, News::Session(notice)).await;
        told.map_err(|failure| failed(&failure))
    }

    /// Looks whether the device may still speak for its table, and ends the session if not.
    async fn look(&mut self) -> Result<(), End> {
        let Some(speaker) = self.place.as_ref().map(OwnPlace::speaker) else { return Ok(()) };
        let known = match self.app.house.device(speaker.device).await {
            Ok(known) => known,
            // The store does not answer: the next look follows soon.
            Err(failure) => {
                tracing::debug!(%failure, "the standing of a device is not known");
                return Ok(());
            }
        };
        let code = known.map_or(Some(Refusal::UnknownDevice), |known| {
            code(known.device.standing, known.device.table, speaker)
        });
        let effects = code.map(|code| self.session.revoke(code)).unwrap_or_default();
        self.carry_out(effects).await
    }

    fn send(&self, frame: ServerFrame) {
        self.outbox.push(Encoded::text(&frame.write()));
    }
}

/// The refusal of a device that may not speak; none for one that may.
const fn refused(standing: OnRecord) -> Option<Standing> {
    match standing {
        OnRecord::Enrolled => None,
        OnRecord::Waiting => Some(Standing::Unknown),
        OnRecord::Suspended { .. } => Some(Standing::Suspended),
        OnRecord::Revoked { .. } => Some(Standing::Revoked),
    }
}

/// Why a device that spoke for a table may not any more; none when it may.
fn code(standing: OnRecord, table: TableId, speaker: Speaker) -> Option<Refusal> {
    match standing {
        OnRecord::Enrolled => (table != speaker.table).then_some(Refusal::NotHere),
        OnRecord::Waiting => Some(Refusal::UnknownDevice),
        OnRecord::Suspended { .. } => Some(Refusal::Suspended),
        OnRecord::Revoked { .. } => Some(Refusal::Revoked),
    }
}

const fn end_of(ending: Ending) -> End {
    match ending {
        Ending::NoHello => End::NoHello,
        Ending::Lost => End::Lost,
        Ending::Refused(_) => End::Refused,
    }
}

/// Tells supervisors, by the log and by the list of devices, that they must look at one.
fn alarm(app: &App, Speaker { device, table, .. }: Speaker, alarm: Alarm) {
    app.device_places.note_alarm(device, alarm.into(), app.house.now());
    let (device, table) = (device.0, table.0);
    tracing::warn!(target: "security", device, table, ?alarm, "a device raised an alarm; check it");
}

fn failed(failure: &dyn std::fmt::Display) -> End {
    tracing::warn!(%failure, "the session of a device ended");
    End::Failed
}

/// The server's time in milliseconds since 1970.
fn now(app: &App) -> u64 {
    ms(app.house.now())
}

fn ms(at: Timestamp) -> u64 {
    u64::try_from(at.0).unwrap_or_default()
}

/// Waits until another line wants the place; for ever without one.
async fn wanted(place: &mut Option<OwnPlace>) {
    match place {
        Some(place) => place.wanted().await,
        None => pending().await,
    }
}

/// What became of the record that is being stored; never comes when there is none.
async fn next(storing: &mut Option<Storing>) -> Stored {
    match storing {
        Some(storing) => storing.await,
        None => pending().await,
    }
}

/// What the lamp is to show next, other than what it shows; never comes without a table.
async fn next_gate(app: &App, table: Option<TableId>, shown: Option<Gate>) -> Gate {
    match table {
        Some(table) => app.live_tables.next_gate(table, shown).await,
        None => pending().await,
    }
}

async fn sleep(wait: Option<Duration>) {
    match wait {
        Some(wait) => tokio::time::sleep(wait).await,
        None => pending().await,
    }
}
