//! Law: the house counts the time for which a patron who limits it has a seat, and forgets none that is on record. It
//! accepts no slip that puts more at risk once a limit on time is reached or a reality check is due. The time is
//! counted from the seats, over all tables, while the house runs.
//!
//! The house learns of a seat when it is durable, and of a limit when it reads it. What that may take is left out: the
//! slip is given the benefit.

use std::collections::BTreeMap;

use super::in_force::ON_ITS_WAY_MS;
use super::limits::start_of;
use super::protection::{Kept, kept};
use crate::event::TableEvent;
use crate::floor::{FloorObservations, Life};
use crate::observations::{CheckAnswered, PatronObservations};
use crate::play_time::PlayTime;
use crate::protection::ProtectionState;
use crate::record::{Entry, Record};
use crate::round_history::{RoundHistory, Slip};

/// How far a count may be off for each seat that was taken or given up, and for each opening of the house.
const EACH_MS: i64 = 15_000;

const MINUTE_MS: i64 = 60_000;

/// The kinds of limits for which the house counts time.
const TIMES: [(&str, &str); 2] = [("time_day_minutes", "day"), ("time_week_minutes", "week")];
const CHECK: &str = "reality_check_minutes";

pub(super) fn check(
    record: &Record,
    history: &RoundHistory,
    patrons: &[&PatronObservations],
    observed: &FloorObservations,
) -> Vec<String> {
    // Without lives nobody says when the house ran.
    if observed.lives.is_empty() {
        return Vec::new();
    }
    let (protected, seats, counted) = (kept(record), seats(record), counted(record));
    let mut flaws = Vec::new();
    for (patron, changes) in &protected {
        let own = patrons.iter().find(|own| own.patron == Some(*patron));
        let time = Time {
            lives: &observed.lives,
            changes,
            seats: seats.get(patron).map(Vec::as_slice).unwrap_or_default(),
            counted: counted.get(patron).map(Vec::as_slice).unwrap_or_default(),
            checks: own.map(|own| own.checks.as_slice()).unwrap_or_default(),
        };
        let named = |what| format!("patron {patron}: {what}");
        flaws.extend(time.counts().into_iter().map(named));
        for (_, slip) in history.slips().filter(|(_, slip)| slip.patron == *patron) {
            let at = record.event(slip.event).map(|event| event.at);
            let sent = own.and_then(|own| own.slips.get(&slip.id)).and_then(|sent| sent.received_at);
            let wrong = at.and_then(|at| time.judge(slip, sent, at));
            flaws.extend(wrong.map(|what| {
                format!("{}: slip {} of patron {patron} was accepted, and {what}", slip.event, slip.id)
            }));
        }
    }
    flaws
}

/// When each patron had a seat at any table, in order; those that overlap are one.
fn seats(record: &Record) -> BTreeMap<u32, Vec<Life>> {
    let (mut open, mut all) = (BTreeMap::new(), BTreeMap::<u32, Vec<Life>>::new());
    for event in &record.events {
        match &event.what {
            TableEvent::SeatTaken { patron } => _ = open.insert((event.id.table, *patron), event.at),
            TableEvent::SeatLeft { patron, .. } => {
                if let Some(from) = open.remove(&(event.id.table, *patron)) {
                    all.entry(*patron).or_default().push(Life { from, to: event.at });
                }
            }
            _ => {}
        }
    }
    for ((_, patron), from) in open {
        all.entry(patron).or_default().push(Life { from, to: i64::MAX });
    }
    for seats in all.values_mut() {
        seats.sort_by_key(|seat| seat.from);
        let mut merged = Vec::<Life>::new();
        for seat in seats.drain(..) {
            match merged.last_mut().filter(|last| seat.from < last.to) {
                Some(last) => last.to = last.to.max(seat.to),
                None => merged.push(seat),
            }
        }
        *seats = merged;
    }
    all
}

/// What the house counted of each patron, in order.
fn counted(record: &Record) -> BTreeMap<u32, Vec<PlayTime>> {
    let mut all = BTreeMap::<u32, Vec<PlayTime>>::new();
    for entry in record.house.values() {
        if let Entry::Changed { entity, .. } = entry
            && let Some(time) = entity.play_time
        {
            all.entry(entity.id).or_default().push(time);
        }
    }
    all
}

/// The time of one patron.
struct Time<'a> {
    lives: &'a [Life],
    /// Of their protection.
    changes: &'a [Kept<'a>],
    seats: &'a [Life],
    counted: &'a [PlayTime],
    /// The reality checks that they acknowledged.
    checks: &'a [CheckAnswered],
}

impl Time<'_> {
    /// How long the patron had a seat while the house ran.
    fn seated(&self, from: i64, to: i64) -> i64 {
        let common = |seat: &Life, life: &Life| {
            let (from, to) = (from.max(seat.from).max(life.from), to.min(seat.to).min(life.to));
            to.saturating_sub(from).max(0)
        };
        self.seats.iter().flat_map(|seat| self.lives.iter().map(move |life| common(seat, life))).sum()
    }

    /// By how much a count of this time may be off.
    fn slack(&self, from: i64, to: i64) -> i64 {
        let is_in = |at: i64| (from.saturating_sub(EACH_MS)..=to).contains(&at);
        let ends = self.seats.iter().chain(self.lives).flat_map(|own| [own.from, own.to]);
        let ends = i64::try_from(ends.filter(|at| is_in(*at)).count()).unwrap_or(i64::MAX);
        EACH_MS.saturating_mul(ends.saturating_add(1))
    }

    /// How much of this time the house counted at least.
    fn surely(&self, from: i64, to: i64) -> i64 {
        self.seated(from, to).saturating_sub(self.slack(from, to)).max(0)
    }

    /// Since when the house has counted time without a break, up to that moment: since it was opened and a limit asked
    /// for it.
    fn since(&self, at: i64) -> Option<i64> {
        let life = self.lives.iter().rfind(|life| life.from <= at)?;
        let counts = |own: &&Kept<'_>| own.state.limits.keys().any(|kind| is_of_time(kind));
        let until = self.changes.iter().rev().skip_while(|own| own.at > at);
        let first = until.take_while(counts).last()?;
        Some(life.from.max(first.at))
    }

    /// What is wrong with what the house counted.
    fn counts(&self) -> Vec<String> {
        let mut before = PlayTime { as_of: 0, day_ms: 0, week_ms: 0, sitting: None };
        let mut flaws = Vec::new();
        for now in self.counted {
            let since = self.since(now.as_of);
            for (_, period) in TIMES {
                let Some(start) = start_of(period, now.as_of) else { continue };
                let base = if before.as_of >= start { before.of(period) } else { 0 };
                let from = start.max(before.as_of);
                let slack = self.slack(from, now.as_of);
                let most = base.saturating_add(self.seated(from, now.as_of)).saturating_add(slack);
                let least =
                    base.saturating_add(since.map_or(0, |since| self.surely(from.max(since), now.as_of)));
                if !(least..=most).contains(&now.of(period)) {
                    let what =
                        format!("{now:?} follows {before:?}, and the {period} has {least} to {most} ms");
                    flaws.push(what);
                }
            }
            before = *now;
        }
        flaws
    }

    /// What is wrong with a slip of that date under every protection that may have counted then. `sent`: when it was
    /// received first, if the patron sent it.
    fn judge(&self, slip: &Slip, sent: Option<i64>, at: i64) -> Option<String> {
        let staked = slip.staked();
        if staked == 0 || slip.replaced.is_some_and(|replaced| staked <= replaced.returned) {
            return None;
        }
        let mut states = self.changes.iter().filter(|change| change.at == at).map(|change| change.state);
        let counted = self.changes.iter().rfind(|change| change.at < at)?.state;
        let on_its_way = at.saturating_sub(ON_ITS_WAY_MS);
        let judged_at = sent.map_or(on_its_way, |sent| sent.clamp(on_its_way, at));
        let found = self.over(counted, judged_at, at)?;
        states.all(|state| self.over(state, judged_at, at).is_some()).then_some(found)
    }

    /// Which limit on time was reached, or which reality check was due, for sure.
    fn over(&self, state: &ProtectionState, judged_at: i64, at: i64) -> Option<String> {
        let reached = TIMES.into_iter().find_map(|(kind, period)| {
            let limit = minutes(state, kind)?;
            let played = self.played(period, judged_at, at)?;
            (played >= limit).then(|| format!("{played} ms at tables are over {kind} {limit} ms"))
        });
        reached.or_else(|| {
            let limit = minutes(state, CHECK)?;
            let unchecked = self.unchecked(judged_at, at)?;
            (unchecked >= limit)
                .then(|| format!("{unchecked} ms without a reality check are over {limit} ms"))
        })
    }

    /// What the house had counted of the period of a slip, at least, when it was judged.
    fn played(&self, period: &str, judged_at: i64, at: i64) -> Option<i64> {
        let start = start_of(period, at)?;
        let before = self.counted.iter().rfind(|own| own.as_of <= judged_at && own.as_of >= start);
        let from = start.max(before.map_or(0, |own| own.as_of));
        let since = self.since(at).map_or(i64::MAX, |since| since.max(from));
        Some(before.map_or(0, |own| own.of(period)).saturating_add(self.surely(since, judged_at)))
    }

    /// What the house had counted since the latest reality check, at least, when a slip was judged; none without a seat
    /// for all of the time from then on.
    fn unchecked(&self, judged_at: i64, at: i64) -> Option<i64> {
        let seat = self.seats.iter().find(|seat| seat.from <= judged_at && at <= seat.to)?;
        let before = self.counted.iter().rfind(|own| own.as_of <= judged_at && own.as_of >= seat.from);
        let done =
            self.checks.iter().filter(|check| check.sent_at <= at).map(|check| self.done(*check)).max();
        let done = done.unwrap_or_default();
        let sitting = before.and_then(|own| own.sitting).filter(|own| own.since >= seat.from - EACH_MS);
        let base = sitting.filter(|_| before.is_some_and(|own| own.as_of > done));
        let from = seat.from.max(before.map_or(0, |own| own.as_of)).max(done);
        let since = self.since(at).map_or(i64::MAX, |since| since.max(from));
        Some(base.map_or(0, |own| own.unchecked_ms).saturating_add(self.surely(since, judged_at)))
    }

    /// By when a reality check was acknowledged: by its answer, or by the end of the house that never answered.
    fn done(&self, check: CheckAnswered) -> i64 {
        let life = || self.lives.iter().rfind(|life| life.from <= check.sent_at).map(|life| life.to);
        check.done_at.or_else(life).unwrap_or(i64::MAX)
    }
}

impl PlayTime {
    fn of(&self, period: &str) -> i64 {
        if period == "day" { self.day_ms } else { self.week_ms }
    }
}

/// A limit on time, in milliseconds.
fn minutes(state: &ProtectionState, kind: &str) -> Option<i64> {
    let minutes = state.limits.get(kind)?;
    Some(i64::try_from(*minutes).unwrap_or(i64::MAX).saturating_mul(MINUTE_MS))
}

fn is_of_time(kind: &str) -> bool {
    kind == CHECK || TIMES.iter().any(|(time, _)| *time == kind)
}
