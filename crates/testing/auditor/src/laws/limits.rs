//! Law: no slip is accepted that puts more at risk while its patron has paused or is excluded, or that takes what they
//! staked or lost over a limit that counts, over all tables together. Computed from the slips and the ends of rounds.
//!
//! Tables have logs of their own, so only the dates tell what came before at another table. Where they leave it open,
//! the slip is given the benefit.

use std::collections::BTreeMap;

use super::protection::{Kept, kept};
use crate::ids::{EventId, RoundId};
use crate::protection::{DAY_MS, ProtectionState};
use crate::record::Record;
use crate::round_history::{Outcome, RoundHistory, Slip};

/// What may have come while a slip was on its way to its table, in milliseconds: it is judged by what was before.
pub(super) const ON_ITS_WAY_MS: i64 = 30_000;

/// What a patron did, in the order of the dates as far as they tell.
#[derive(Default)]
struct Played<'a> {
    slips: Vec<Placed<'a>>,
    ends: Vec<Ended>,
}

/// A slip of the patron.
struct Placed<'a> {
    round: RoundId,
    at: At,
    /// When its stakes were not held any more.
    over: Option<At>,
    slip: &'a Slip,
}

/// An event and its date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct At {
    event: EventId,
    at: i64,
}

/// What the end of a round, or its correction, came to for the patron.
struct Ended {
    at: At,
    /// What counts as staked, and as lost.
    staked: i64,
    lost: i64,
    is_correction: bool,
}

impl At {
    /// Whether this is before `other` for sure.
    const fn is_before(self, other: Self) -> bool {
        if self.event.table == other.event.table {
            self.event.seq < other.event.seq
        } else {
            self.at < other.at
        }
    }

    /// Whether this may be before `other`, or is the same.
    const fn may_be_before(self, other: Self) -> bool {
        if self.event.table == other.event.table {
            self.event.seq <= other.event.seq
        } else {
            self.at <= other.at
        }
    }
}

pub(super) fn check(record: &Record, history: &RoundHistory) -> Vec<String> {
    let protected = kept(record);
    let mut flaws = Vec::new();
    for (patron, played) in gather(record, history, &protected) {
        let Some(changes) = protected.get(&patron) else { continue };
        for placed in &played.slips {
            let named = |what| {
                let (event, id) = (placed.at.event, &placed.slip.id);
                format!("{event}: slip {id} of patron {patron} was accepted, and {what}")
            };
            flaws.extend(played.judge(placed, changes).map(named));
        }
    }
    flaws
}

fn gather<'a>(
    record: &Record,
    history: &'a RoundHistory,
    protected: &BTreeMap<u32, Vec<Kept<'_>>>,
) -> BTreeMap<u32, Played<'a>> {
    let dated = |event: EventId| record.event(event).map(|found| At { event, at: found.at });
    let mut patrons = BTreeMap::<u32, Played<'a>>::new();
    for (id, round) in &history.rounds {
        for slip in round.slips.iter().filter(|slip| protected.contains_key(&slip.patron)) {
            let Some(at) = dated(slip.event) else { continue };
            let over = slip.ended_by.and_then(dated);
            patrons.entry(slip.patron).or_default().slips.push(Placed { round: *id, at, over, slip });
        }
        let stakes: BTreeMap<u32, i64> = round
            .final_stakes()
            .into_iter()
            .filter(|(patron, _)| protected.contains_key(patron))
            .map(|(patron, spots)| (patron, spots.values().map(|stake| stake.all).sum()))
            .collect();
        for (patron, staked) in stakes {
            let mut paid_before = None;
            for end in &round.ends {
                let Some(at) = dated(end.event) else { continue };
                let paid = end.outcome.paid().get(&patron).copied().unwrap_or_default();
                let is_correction = paid_before.is_some();
                let lost = paid_before.unwrap_or(staked) - paid;
                paid_before = Some(paid);
                // Whether a round counts as staked is decided when it ends at first.
                let counts = !is_correction && !matches!(end.outcome, Outcome::Voided { .. });
                let staked = if counts { staked } else { 0 };
                patrons.entry(patron).or_default().ends.push(Ended { at, staked, lost, is_correction });
            }
        }
    }
    patrons
}

impl Played<'_> {
    /// What is wrong with a slip under every protection that may have counted then.
    fn judge(&self, placed: &Placed<'_>, changes: &[Kept<'_>]) -> Option<String> {
        let Placed { round, at, slip, .. } = *placed;
        let new = slip.staked();
        if slip.replaced.is_some_and(|replaced| new <= replaced.returned) || new == 0 {
            return None;
        }
        let counted = changes.iter().rfind(|change| change.at < at.at).map(|change| change.state);
        let nothing = ProtectionState::default();
        let latest = changes.iter().filter(|change| change.at == at.at).map(|change| change.state);
        let mut wrong = None;
        for state in latest.chain([counted.unwrap_or(&nothing)]) {
            wrong = Some(self.over(state, round, at, new)?);
        }
        wrong
    }

    /// What a slip breaks of a protection.
    fn over(&self, state: &ProtectionState, round: RoundId, at: At, new: i64) -> Option<String> {
        if state.is_closed(at.at) {
            return Some(format!("they may not wager: {state:?}"));
        }
        state.limits.iter().find_map(|(kind, limit)| {
            let limit = i64::try_from(*limit).unwrap_or(i64::MAX);
            let used = match kind.as_str() {
                "stake_round" => self.held(at, Some(round)),
                _ => self.used(kind, at)?,
            };
            (used.saturating_add(new) > limit).then(|| format!("{used} + {new} is over {kind} {limit}"))
        })
    }

    /// What counted towards a limit just before a slip, at least; none if the limit is not about money.
    fn used(&self, kind: &str, at: At) -> Option<i64> {
        let (what, period) = kind.split_once('_')?;
        let held = self.held(at, None);
        // It may have been judged just before the next period began.
        let starts = [at.at, at.at.saturating_sub(ON_ITS_WAY_MS)].map(|at| start_of(period, at));
        let of = |start: i64| {
            let counted = self.ends.iter().filter(|end| end.at.at >= start && end.counts_for(at));
            let sum: i64 = counted.map(|end| if what == "stake" { end.staked } else { end.lost }).sum();
            held.saturating_add(sum)
        };
        let [now, before] = starts;
        (what == "stake" || what == "loss").then_some(of(now?).min(of(before?)))
    }

    /// The stakes at risk just before a slip, at least: all, or those in one round.
    fn held(&self, at: At, round: Option<RoundId>) -> i64 {
        let in_round = self.slips.iter().filter(|own| round.is_none_or(|round| round == own.round));
        let open = in_round.filter(|own| {
            let is_over = own.over.is_some_and(|over| over.may_be_before(at));
            own.at.is_before(at) && !is_over
        });
        open.map(|own| own.slip.staked()).sum()
    }
}

impl Ended {
    /// Whether it counts for a slip at that moment: for sure, or because it makes less of what counts.
    const fn counts_for(&self, slip: At) -> bool {
        if self.is_correction && self.lost > 0 {
            let before = At { at: slip.at - ON_ITS_WAY_MS, ..slip };
            return self.at.at < before.at;
        }
        self.at.may_be_before(slip)
    }
}

/// The first moment of the period of that name that holds this moment, by the calendar of UTC.
pub(super) fn start_of(period: &str, at: i64) -> Option<i64> {
    let day = at.div_euclid(DAY_MS);
    let first = match period {
        "day" => day,
        // The first day of the epoch was a Thursday.
        "week" => day - (day + 3).rem_euclid(7),
        "month" => day - day_of_month(day),
        _ => return None,
    };
    Some(first * DAY_MS)
}

/// How many days of its month are over before a day, which is counted from 1970-01-01.
fn day_of_month(day: i64) -> i64 {
    let is_leap = |year: i64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let (mut year, mut left) = (1970, day);
    while left >= 365 + i64::from(is_leap(year)) {
        left -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + i64::from(is_leap(year));
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if left < length {
            break;
        }
        left -= length;
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn periods_begin_by_the_calendar() {
        // 2026-03-01 was a Sunday, day 20 513 of the epoch; 2024-02-29 was day 19 782.
        for (period, day, first) in [
            ("day", 20_513, 20_513),
            ("week", 20_513, 20_507),
            ("week", 20_514, 20_514),
            ("month", 20_513, 20_513),
            ("month", 20_512, 20_485),
            ("month", 19_782, 19_754),
            ("month", 0, 0),
        ] {
            assert_eq!(start_of(period, day * DAY_MS + 5), Some(first * DAY_MS), "{period} {day}");
        }
        assert_eq!(start_of("day_minutes", 0), None);
    }
}
