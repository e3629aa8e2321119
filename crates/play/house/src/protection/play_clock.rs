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
    pub(crate) seq: u64,
    /// Up to when it is on record.
    recorded: Timestamp,
    /// Whether a seat was taken or given up, or a check acknowledged, since it was put on record.
    has_changed: bool,
    /// Whether the patron was sent the reality check that is due.
    is_check_sent: bool,
}

impl PlayClock {
    /// A clock that goes on from what is on record. The time until now does not count.
    pub(crate) fn resumed(stored: Option<(u64, PlayTime)>, protection: Protection, now: Timestamp) -> Self {
        let (seq, mut time) = stored.unwrap_or_else(|| (0, PlayTime::none(protection.patron, now)));
        time.skip_to(now);
        Self { time, protection, seq, recorded: now, has_changed: false, is_check_sent: false }
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
        self.has_changed = true;
    }

    /// The patron acknowledges a reality check.
    pub(crate) fn acknowledge(&mut self, now: Timestamp) {
        self.time.acknowledge(now);
        (self.is_check_sent, self.has_changed) = (false, true);
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

    /// Whether the patron is to be sent the reality check that is due. Once for each.
    pub(crate) fn takes_check(&mut self, now: Timestamp) -> bool {
        let is_new = self.is_check_due(now) && !self.is_check_sent;
        self.is_check_sent |= is_new;
        is_new
    }

    /// The time to put on record now, if it is to be.
    pub(crate) fn to_record(&self, now: Timestamp) -> Option<PlayTime> {
        let is_old = self.time.sitting.is_some() && self.recorded.ms_until(now) >= RECORD_MS;
        (is_old || self.has_changed).then(|| self.time(now))
    }

    /// The time up to then is on record, in the entry of this number.
    pub(crate) fn recorded(&mut self, seq: u64, time: &PlayTime) {
        (self.seq, self.recorded, self.has_changed) = (seq, time.as_of, false);
    }

    /// In how many milliseconds something is to be done; none while the patron has no seat and all is on record.
    pub(crate) fn due_in(&self, now: Timestamp) -> Option<u64> {
        if self.has_changed {
            return Some(0);
        }
        let time = self.time(now);
        time.sitting?;
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
