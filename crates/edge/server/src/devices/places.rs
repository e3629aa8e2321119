//! Which devices have a session now: one line for each device, and one device for each table. Knows no socket.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use house::live::Speaker;
use scanner::frame::SessionId;
use scanner::server::Line;
use table::{DeviceId, Timestamp};
use tokio::sync::watch;

use super::condition::{Condition, ConditionChange};

/// How long a line that is not alive any more has to store what it was handed, before another one takes its place.
const PATIENCE: Duration = Duration::from_secs(3);

/// The places of all devices that have a session, and how the line of each was when it left.
#[derive(Debug, Default)]
pub(crate) struct DevicePlaces {
    inner: Mutex<Inner>,
    /// Counts how often a device began or ceased to say by its beats that it has a fault.
    faults: watch::Sender<u64>,
}

#[derive(Debug, Default)]
struct Inner {
    taken: HashMap<DeviceId, Arc<Place>>,
    lines: HashMap<DeviceId, Line>,
    /// Until when the latest line of a device that has none now was alive, in milliseconds of the server's clock.
    alive_until: HashMap<DeviceId, u64>,
    /// The code of the latest alarm of each device, and when it came.
    alarms: HashMap<DeviceId, (&'static str, Timestamp)>,
    /// How each device is, by its records.
    conditions: HashMap<DeviceId, Condition>,
    /// Since when the beats of a connected device say that it has a fault.
    faulty: HashMap<DeviceId, Timestamp>,
}

/// The place of one session.
#[derive(Debug)]
struct Place {
    speaker: Speaker,
    /// The name of the session, once the device is welcome.
    session: OnceLock<SessionId>,
    /// Until when no other line takes the place, in milliseconds of the server's clock.
    alive_until: AtomicU64,
    /// Whether another line wants the place.
    wanted: watch::Sender<bool>,
    /// Whether the place is free.
    free: watch::Sender<bool>,
}

/// Why a line gets no place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Taken {
    /// By a line of the same device.
    BySame,
    /// By another device of the table.
    ByOther,
}

/// A place that a session has until it is dropped.
#[derive(Debug)]
pub(super) struct OwnPlace {
    places: Arc<DevicePlaces>,
    place: Arc<Place>,
    wanted: watch::Receiver<bool>,
    line: Option<Line>,
    /// The end of the time for which its last beat or record kept it alive.
    was_alive_until: Option<u64>,
}

impl DevicePlaces {
    /// Takes the place of a device at its table until `alive_until`. A line that is not alive any more leaves first.
    ///
    /// # Errors
    /// [`Taken`].
    pub(super) async fn take(
        self: &Arc<Self>,
        speaker: Speaker,
        now: u64,
        alive_until: u64,
    ) -> Result<OwnPlace, Taken> {
        loop {
            let other = match self.try_take(speaker, alive_until) {
                Ok(place) => return Ok(place),
                Err(other) => other,
            };
            let taken = if other.speaker.device == speaker.device { Taken::BySame } else { Taken::ByOther };
            if now < other.alive_until.load(Ordering::Relaxed) {
                return Err(taken);
            }
            other.wanted.send_replace(true);
            let mut free = other.free.subscribe();
            let freed = tokio::time::timeout(PATIENCE, free.wait_for(|free| *free)).await;
            if freed.is_err() {
                return Err(taken);
            }
        }
    }

    /// How the line of a device was when it left; none when it had none since the server started.
    pub(super) fn line(&self, device: DeviceId) -> Option<Line> {
        self.lock().lines.get(&device).copied()
    }

    /// When a device was heard last, if it was since the server started: now, while it is connected. A line is alive
    /// for `lost_ms` after the device was heard.
    pub(crate) fn seen_at(&self, device: DeviceId, lost_ms: u64, now: u64) -> Option<u64> {
        let inner = self.lock();
        let left = inner.alive_until.get(&device).map(|until| until.saturating_sub(lost_ms).min(now));
        if inner.taken.contains_key(&device) { Some(now) } else { left }
    }

    /// Who speaks in the session of this name, whose device is welcome and alive.
    pub(crate) fn speaker_in(&self, session: &SessionId, now: u64) -> Option<Speaker> {
        let inner = self.lock();
        let is_it = |place: &&Arc<Place>| {
            place.session.get() == Some(session) && now < place.alive_until.load(Ordering::Relaxed)
        };
        inner.taken.values().find(is_it).map(|place| place.speaker)
    }

    /// Notes why supervisors must look at a device.
    pub(super) fn note_alarm(&self, device: DeviceId, code: &'static str, at: Timestamp) {
        self.lock().alarms.insert(device, (code, at));
    }

    /// The code of the latest alarm of a device since the server started, and when it came.
    pub(crate) fn alarm(&self, device: DeviceId) -> Option<(&'static str, Timestamp)> {
        self.lock().alarms.get(&device).copied()
    }

    /// Notes what a stored record says of the condition of its device.
    pub(super) fn note_condition(&self, device: DeviceId, change: ConditionChange) {
        self.lock().conditions.entry(device).or_default().note(change);
    }

    /// Whether it is known how a device is.
    pub(super) fn knows(&self, device: DeviceId) -> bool {
        self.lock().conditions.contains_key(&device)
    }

    /// Takes how a device was before the server started, unless its records said more meanwhile.
    pub(super) fn recall(&self, device: DeviceId, condition: Condition) {
        self.lock().conditions.entry(device).or_insert(condition);
    }

    /// How a device is, by its records.
    pub(crate) fn condition(&self, device: DeviceId) -> Condition {
        self.lock().conditions.get(&device).cloned().unwrap_or_default()
    }

    /// Notes whether the beats of a connected device say that it has a fault.
    pub(super) fn note_faulty(&self, device: DeviceId, is_faulty: bool, at: Timestamp) {
        let mut inner = self.lock();
        let was_faulty = inner.faulty.contains_key(&device);
        if is_faulty {
            inner.faulty.entry(device).or_insert(at);
        } else {
            inner.faulty.remove(&device);
        }
        drop(inner);
        if was_faulty != is_faulty {
            self.faults.send_modify(|faults| *faults = faults.wrapping_add(1));
        }
    }

    /// Since when the beats of a device say that it has a fault; none while they do not, and while it is gone.
    pub(crate) fn faulty_since(&self, device: DeviceId) -> Option<Timestamp> {
        self.lock().faulty.get(&device).copied()
    }

    /// Tells when a device begins or ceases to say by its beats that it has a fault.
    pub(crate) fn faults(&self) -> watch::Receiver<u64> {
        self.faults.subscribe()
    }

    /// The devices that gave an alarm or told a fault since then, those whose beats say now that they have one, and of
    /// those that may speak each whose lid is open.
    pub(crate) fn alarms_since(&self, since: Timestamp, may_speak: impl Fn(DeviceId) -> bool) -> usize {
        let inner = self.lock();
        let of_line = inner.alarms.iter().filter(|(_, (_, at))| *at >= since).map(|(device, _)| *device);
        let of_itself = inner.conditions.iter().filter(|(device, condition)| {
            let is_broken = condition.fault.as_ref().is_some_and(|fault| fault.at >= since);
            is_broken || (condition.lid_open_at.is_some() && may_speak(**device))
        });
        let of_beats = inner.faulty.keys().copied();
        of_line.chain(of_itself.map(|(device, _)| *device)).chain(of_beats).collect::<HashSet<_>>().len()
    }

    fn try_take(self: &Arc<Self>, speaker: Speaker, alive_until: u64) -> Result<OwnPlace, Arc<Place>> {
        let mut inner = self.lock();
        let Speaker { device, table, .. } = speaker;
        let same = inner.taken.get(&device);
        let other = same.or_else(|| inner.taken.values().find(|place| place.speaker.table == table));
        if let Some(other) = other {
            return Err(Arc::clone(other));
        }
        let (wanted, watched) = watch::channel(false);
        let alive_until = AtomicU64::new(alive_until);
        let place = Arc::new(Place {
            speaker,
            session: OnceLock::new(),
            alive_until,
            wanted,
            free: watch::Sender::new(false),
        });
        inner.taken.insert(device, Arc::clone(&place));
        Ok(OwnPlace { places: Arc::clone(self), place, wanted: watched, line: None, was_alive_until: None })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OwnPlace {
    /// Whose place it is.
    pub(super) fn speaker(&self) -> Speaker {
        self.place.speaker
    }

    /// The device is welcome in the session of this name.
    pub(super) fn welcome(&self, session: SessionId) {
        self.place.session.get_or_init(|| session);
    }

    /// Notes how the session is: until when it is alive, and how its line is while it is.
    pub(super) fn note(&mut self, alive_until: Option<u64>, line: Option<Line>) {
        self.place.alive_until.store(alive_until.unwrap_or_default(), Ordering::Relaxed);
        self.line = line.or(self.line);
        self.was_alive_until = alive_until.or(self.was_alive_until);
    }

    /// Waits until another line wants the place.
    pub(super) async fn wanted(&mut self) {
        // The sender is in the place, which this holds.
        let _ = self.wanted.wait_for(|wanted| *wanted).await;
    }
}

impl Drop for OwnPlace {
    fn drop(&mut self) {
        let device = self.place.speaker.device;
        let mut inner = self.places.lock();
        inner.taken.remove(&device);
        inner.lines.extend(self.line.map(|line| (device, line)));
        inner.alive_until.extend(self.was_alive_until.map(|until| (device, until)));
        drop(inner);
        self.place.free.send_replace(true);
    }
}

#[cfg(test)]
mod tests {
    use fair::Bytes;
    use table::TableId;

    use super::*;

    const fn speaker(device: u32, table: u32) -> Speaker {
        Speaker { device: DeviceId(device), table: TableId(table), key: Bytes([7; 32]) }
    }

    #[tokio::test]
    async fn a_line_that_is_alive_keeps_its_place_and_its_table() {
        let places = Arc::new(DevicePlaces::default());
        let mut first = places.take(speaker(1, 9), 0, 100).await.unwrap();
        for (other, taken) in
            [(speaker(1, 9), Taken::BySame), (speaker(1, 8), Taken::BySame), (speaker(2, 9), Taken::ByOther)]
        {
            assert_eq!(places.take(other, 99, 200).await.unwrap_err(), taken, "{other:?}");
        }
        places.take(speaker(2, 8), 0, 100).await.expect("another table is free");
        let line = Line { heard_at: 7, offset: -3 };
        first.note(Some(150), Some(line));
        assert_eq!(places.take(speaker(1, 9), 149, 200).await.unwrap_err(), Taken::BySame);
        first.note(None, None);
        assert_eq!(places.line(DeviceId(1)), None);
        let next = tokio::spawn({
            let places = Arc::clone(&places);
            async move { places.take(speaker(1, 9), 150, 200).await.map(|place| place.speaker()) }
        });
        first.wanted().await;
        drop(first);
        assert_eq!(next.await.unwrap(), Ok(speaker(1, 9)));
        assert_eq!(places.line(DeviceId(1)), Some(line), "the next session knows how the line was");
    }

    #[tokio::test]
    async fn a_session_has_a_speaker_while_its_device_is_welcome_and_alive() {
        let places = Arc::new(DevicePlaces::default());
        let session = fair::Bytes([7; 16]);
        let mut own = places.take(speaker(1, 9), 0, 100).await.unwrap();
        assert_eq!(places.speaker_in(&session, 50), None, "nobody is welcome yet");
        own.welcome(session);
        own.note(Some(100), None);
        assert_eq!(places.speaker_in(&session, 99), Some(speaker(1, 9)));
        assert_eq!(places.speaker_in(&fair::Bytes([8; 16]), 99), None);
        assert_eq!(places.speaker_in(&session, 100), None, "it does not beat");
        own.note(Some(200), None);
        assert_eq!(places.speaker_in(&session, 100), Some(speaker(1, 9)));
        own.note(None, None);
        assert_eq!(places.speaker_in(&session, 100), None, "it has ended");
        own.note(Some(200), None);
        drop(own);
        assert_eq!(places.speaker_in(&session, 100), None, "it left");
    }

    #[tokio::test(start_paused = true)]
    async fn a_line_that_does_not_leave_keeps_its_place() {
        let places = Arc::new(DevicePlaces::default());
        let first = places.take(speaker(1, 9), 0, 0).await.unwrap();
        assert_eq!(places.take(speaker(1, 9), 50, 200).await.unwrap_err(), Taken::BySame);
        drop(first);
        places.take(speaker(1, 9), 50, 200).await.expect("it is free");
    }
}
