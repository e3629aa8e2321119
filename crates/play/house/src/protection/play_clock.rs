//! The running time of one patron who limits their time or asked for reality checks. Pure.

use table::Timestamp;

use super::limit::LimitKind;
use super::play_time::{PlayTime, RECORD_MS};
use super::refusal::ProtectionRefusal;
use super::state::Protection;

/// The time of a patron at tables, and what of it is on record and was said.
#[derive(Clone, Debug)]
pub(crate) struct PlayClock {
    /// Up to the latest change.
    time: PlayTime,
    /// The limits that it is held to.
    protection: Protection,
    /// The number of the entry that has it; 0 for none.
    seq: u64,
    /// Up to when it is on record.
    recorded: Timestamp,
    /// How often a seat was taken or given up, or a check acknowledged.
    changes: u64,
    /// How many of these changes are on record.
    recorded_changes: u64,
    /// Whether the patron was sent the reality check that is due.
    is_check_sent: bool,
    /// The limit that is reached and that the house has followed: the patron gets up.
    followed: Option<ProtectionRefusal>,
}

/// The time of a patron to be put on record.
#[derive(Clone, Debug)]
pub(crate) struct ToRecord {
    /// The number of the entry that it follows; 0 for none.
    pub(crate) expected: u64,
    /// How many changes it has.
    changes: u64,
    pub(crate) time: PlayTime,
}

impl PlayClock {
    /// A clock that goes on from what is on record. The time until now does not count.
    pub(crate) fn resumed(stored: Option<(u64, PlayTime)>, protection: Protection, now: Timestamp) -> Self {
        let (seq, mut time) = stored.unwrap_or_else(|| (0, PlayTime::none(protection.patron, now)));
        time.skip_to(now);
        Self {
            time,
            protection,
            seq,
            recorded: now,
            changes: 0,
            recorded_changes: 0,
            is_check_sent: false,
            followed: None,
        }
    }

    /// Holds it to other limits from now on.
    pub(crate) fn limit(&mut self, protection: Protection, now: Timestamp) {
        self.time.move_to(now);
        self.protection = protection;
    }

    /// The patron has a seat now, or none.
    pub(crate) fn seat(&mut self, has_seat: bool, now: Timestamp) {
        match (has_seat, self.time.sitting.is_some()) {
            (true, false) => self.time.sit_down(now),
            (false, true) => {
                self.time.get_up(now);
                self.is_check_sent = false;
            }
            _ => return,
        }
        self.changes = self.changes.saturating_add(1);
    }

    /// The patron acknowledges a reality check.
    pub(crate) fn acknowledge(&mut self, now: Timestamp) {
        self.time.acknowledge(now);
        self.is_check_sent = false;
        self.changes = self.changes.saturating_add(1);
    }

    /// The time up to now.
    pub(crate) fn time(&self, now: Timestamp) -> PlayTime {
        let mut time = self.time.clone();
        time.move_to(now);
        time
    }

    /// Judges whether the patron may go on playing.
    pub(crate) fn judge(&self, now: Timestamp) -> Result<(), ProtectionRefusal> {
        self.time(now).judge(&self.protection)
    }

    /// Whether a reality check waits for the patron's answer.
    pub(crate) fn is_check_due(&self, now: Timestamp) -> bool {
        self.time(now).is_check_due(&self.protection)
    }

    /// Whether the patron is to be sent the reality check that is due.
    pub(crate) fn has_check_to_send(&self, now: Timestamp) -> bool {
        self.is_check_due(now) && !self.is_check_sent
    }

    /// The reality check that is due was sent.
    pub(crate) fn check_sent(&mut self) {
        self.is_check_sent = true;
    }

    /// The house has followed what the limits say now.
    pub(crate) fn follow(&mut self, now: Timestamp) {
        self.followed = self.judge(now).err();
    }

    /// The time to put on record now, if it is to be.
    pub(crate) fn to_record(&self, now: Timestamp) -> Option<ToRecord> {
        let is_old = self.time.sitting.is_some() && self.recorded.ms_until(now) >= RECORD_MS;
        let (expected, changes) = (self.seq, self.changes);
        (is_old || self.has_changed()).then(|| ToRecord { expected, changes, time: self.time(now) })
    }

    /// It is on record, in the entry of this number. What changed meanwhile is not.
    pub(crate) fn recorded(&mut self, seq: u64, on_record: &ToRecord) {
        (self.seq, self.recorded) = (seq, on_record.time.as_of);
        self.recorded_changes = on_record.changes;
    }

    const fn has_changed(&self) -> bool {
        self.recorded_changes != self.changes
    }

    /// In how many milliseconds something is to be done; none while the patron has no seat and all is on record.
    pub(crate) fn due_in(&self, now: Timestamp) -> Option<u64> {
        if self.has_changed() {
            return Some(0);
        }
        let time = self.time(now);
        time.sitting?;
        let reached = time.judge(&self.protection).err();
        if reached.is_some() && reached != self.followed {
            return Some(0);
        }
        let check = time.until_check(&self.protection).filter(|_| !self.is_check_sent);
        let limits = LimitKind::TIMES.iter().filter_map(|(limit, _)| {
            let minutes = self.protection.limit(*limit)?;
            let played = if *limit == LimitKind::TimeDayMinutes { time.day_ms } else { time.week_ms };
            Some(minutes.saturating_mul(60_000).saturating_sub(played)).filter(|left| *left > 0)
        });
        let record = RECORD_MS.saturating_sub(self.recorded.ms_until(now));
        check.into_iter().chain(limits).chain([record]).min()
    }
}
