//! What a patron has staked and lost in the present day, week and month, and whether a slip keeps to their limits.
//! Pure.
//!
//! A round counts when it ends, a correction when it is made, each in its own day of UTC. A stake counts once, when its
//! round is settled first: at its end, or by a correction of its void. Nothing takes it off again, so a limit is never
//! loosened by a correction. What is at risk counts as staked, and as lost until the round ends.

use money::Amount;
use strum::VariantArray as _;
use table::{Event, PatronId, RecordedEvent, Timestamp};

use super::limit::{LimitKind, Period};
use super::refusal::ProtectionRefusal;
use super::state::Protection;
use crate::ports::StatementLine;
use crate::reports::statement::CauseKind;

/// Stakes and net loss of some time, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The stakes of rounds that were settled.
    pub staked: i64,
    /// What was staked less what was paid: below zero after winning.
    pub lost: i64,
}

/// What a patron has staked and lost in the present periods, as far as their statement was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent {
    now: Timestamp,
    periods: [Played; 3],
    sitting_since: Option<Timestamp>,
    sitting: Played,
    cursor: u64,
}

/// What a slip would add to, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtRisk {
    /// The patron's stakes that are held, at all tables.
    pub held: Amount,
    /// Those of them that are in the round of the slip.
    pub in_round: Amount,
    /// What the slip stakes.
    pub new: Amount,
}

impl Played {
    /// Adds what a line of the statement says about a round. `settled_first`: the stakes that count by a correction.
    pub fn add(&mut self, line: &StatementLine, settled_first: Amount) {
        let lost = line.sums.staked.saturating_sub(line.sums.paid);
        match line.cause.kind {
            CauseKind::Posted => {}
            CauseKind::Voided => self.lost = self.lost.saturating_add(lost),
            CauseKind::Settled => {
                self.staked = self.staked.saturating_add(line.sums.staked);
                self.lost = self.lost.saturating_add(lost);
            }
            // The line of a correction says nothing of stakes. A stake counts once: when its round is settled first.
            CauseKind::Corrected => {
                self.staked = self.staked.saturating_add(settled_first.signed());
                self.lost = self.lost.saturating_add(lost);
            }
        }
    }
}

/// The stakes of a patron in a round that was voided at its end, if this revision settles it first; nothing otherwise.
/// `round`: the events of the round, with its corrections.
pub(crate) fn settled_first(patron: PatronId, revision: u16, round: &[RecordedEvent]) -> Amount {
    for recorded in round {
        match &recorded.event {
            Event::RoundSettled { .. } => return Amount::ZERO,
            Event::RoundCorrected { agreed, .. } => {
                let own = agreed.patrons.iter().find(|own| own.patron == patron);
                if let Some(own) = own.filter(|own| !own.after.is_empty()) {
                    return if agreed.revision == revision { own.staked } else { Amount::ZERO };
                }
            }
            _ => {}
        }
    }
    Amount::ZERO
}

impl Spent {
    /// Of a patron whose statement is to be read from the beginning of the present month on.
    pub const fn nothing(now: Timestamp) -> Self {
        let none = Played { staked: 0, lost: 0 };
        Self { now, periods: [none; 3], sitting_since: None, sitting: none, cursor: 0 }
    }

    /// Counts apart what is staked and lost since the patron sat down.
    pub fn sit(&mut self, since: Option<Timestamp>) {
        if self.sitting_since != since {
            (self.sitting_since, self.sitting) = (since, Played::default());
        }
    }

    /// What was staked and lost since the patron sat down.
    pub const fn since_sitting(&self) -> Played {
        self.sitting
    }

    /// The newest line of the statement that is counted; 0 for none.
    pub const fn cursor(&self) -> u64 {
        self.cursor
    }

    /// From when on lines of the statement count: from the earliest beginning of a present period.
    pub fn since(&self) -> Timestamp {
        let starts = Period::VARIANTS.iter().map(|period| period.start(self.now));
        starts.chain(self.sitting_since).min().unwrap_or(self.now)
    }

    /// Moves on to a later moment. Periods that are over by then count from zero again.
    pub fn move_to(&mut self, now: Timestamp) {
        for (period, played) in Period::VARIANTS.iter().zip(&mut self.periods) {
            if period.start(now) > period.start(self.now) {
                *played = Played::default();
            }
        }
        self.now = self.now.max(now);
    }

    /// Whether a line of the statement is newer than all that are counted.
    pub const fn is_new(&self, line: &StatementLine) -> bool {
        line.cursor > self.cursor
    }

    /// Counts a line of the statement that is newer than all before it. `settled_first`: the stakes that count by a
    /// correction.
    pub fn add(&mut self, line: &StatementLine, settled_first: Amount) {
        if !self.is_new(line) {
            return;
        }
        self.cursor = line.cursor;
        for (period, played) in Period::VARIANTS.iter().zip(&mut self.periods) {
            if line.cause.at >= period.start(self.now) {
                played.add(line, settled_first);
            }
        }
        if self.sitting_since.is_some_and(|since| line.cause.at >= since) {
            self.sitting.add(line, settled_first);
        }
    }

    /// What was staked and lost in a present period.
    pub fn of(&self, period: Period) -> Played {
        match period {
            Period::Day => self.periods[0],
            Period::Week => self.periods[1],
            Period::Month => self.periods[2],
        }
    }

    /// Judges whether a slip keeps to the limits on money.
    ///
    /// # Errors
    /// [`ProtectionRefusal::StakeLimit`], else [`ProtectionRefusal::LossLimit`], each with the limit that leaves least.
    pub fn judge(&self, protection: &Protection, slip: AtRisk) -> Result<(), ProtectionRefusal> {
        let of_stakes = LimitKind::STAKES.iter().filter_map(|(limit, period)| {
            let maximum = amount(protection.limit(*limit)?);
            let used = match period {
                Some(period) => self.of(*period).staked.saturating_add(slip.held.signed()),
                None => slip.in_round.signed(),
            };
            let until = period.map(|period| period.end(self.now));
            Some((left(maximum, used), *limit, maximum, until))
        });
        if let Some((left, limit, maximum, until)) = tightest(of_stakes, slip.new) {
            return Err(ProtectionRefusal::StakeLimit { limit, maximum, left, until });
        }
        let of_losses = LimitKind::LOSSES.iter().filter_map(|(limit, period)| {
            let maximum = amount(protection.limit(*limit)?);
            let used = self.of(*period).lost.saturating_add(slip.held.signed());
            Some((left(maximum, used), *limit, maximum, period.end(self.now)))
        });
        match tightest(of_losses, slip.new) {
            Some((left, limit, maximum, until)) => {
                Err(ProtectionRefusal::LossLimit { limit, maximum, left, until })
            }
            None => Ok(()),
        }
    }
}

/// The limit that leaves least, if a slip exceeds one.
fn tightest<T>(
    limits: impl Iterator<Item = (Amount, LimitKind, Amount, T)>,
    new: Amount,
) -> Option<(Amount, LimitKind, Amount, T)> {
    limits.filter(|(left, ..)| *left < new).min_by_key(|(left, ..)| *left)
}

/// What a limit leaves. More than the limit after winning.
fn left(maximum: Amount, used: i64) -> Amount {
    Amount::try_from(maximum.signed().saturating_sub(used)).unwrap_or_default()
}

fn amount(value: u64) -> Amount {
    Amount::new(value).unwrap_or(Amount::MAX)
}

#[cfg(test)]
mod tests {
    use money::Currency;

    use super::*;
    use crate::day::Day;
    use crate::reports::statement::{Cause, Sums};

    fn at(day: &str) -> Timestamp {
        day.parse::<Day>().expect(day).start()
    }

    fn line(cursor: u64, day: &str, kind: CauseKind, staked: i64, paid: i64) -> StatementLine {
        let cause = Cause { kind, ..Cause::posted(at(day)) };
        let sums = Sums { staked, paid, ..Sums::default() };
        StatementLine { cursor, currency: Currency::PLAY, cause, sums, balance: 0, owed: 0 }
    }

    fn minor(value: u64) -> Amount {
        Amount::new(value).unwrap()
    }

    #[test]
    fn each_period_counts_its_own_days_and_each_line_once() {
        // A Wednesday.
        let mut spent = Spent::nothing(at("2026-03-11"));
        assert_eq!(spent.since(), at("2026-03-01"));
        let lines = [
            line(1, "2026-02-28", CauseKind::Settled, 1, 0),
            line(2, "2026-03-01", CauseKind::Settled, 10, 0),
            line(3, "2026-03-09", CauseKind::Settled, 100, 195),
            line(4, "2026-03-11", CauseKind::Settled, 1_000, 0),
            line(5, "2026-03-11", CauseKind::Voided, 5_000, 5_000),
            line(6, "2026-03-11", CauseKind::Corrected, 0, -95),
            line(7, "2026-03-11", CauseKind::Posted, 0, 9_000),
        ];
        for line in lines.iter().chain(&lines) {
            spent.add(line, Amount::ZERO);
        }
        let played = |staked, lost| Played { staked, lost };
        assert_eq!(spent.of(Period::Day), played(1_000, 1_095));
        assert_eq!(spent.of(Period::Week), played(1_100, 1_000));
        assert_eq!(spent.of(Period::Month), played(1_110, 1_010));
        spent.move_to(at("2026-03-16"));
        assert_eq!(spent.of(Period::Day), Played::default());
        assert_eq!(spent.of(Period::Week), Played::default());
        assert_eq!(spent.of(Period::Month), played(1_110, 1_010));
        spent.move_to(at("2026-03-15"));
        spent.add(&line(8, "2026-03-16", CauseKind::Settled, 7, 0), Amount::ZERO);
        assert_eq!((spent.of(Period::Day), spent.cursor()), (played(7, 7), 8));
    }

    #[test]
    fn a_slip_is_refused_for_the_limit_that_leaves_least() {
        let mut spent = Spent::nothing(at("2026-03-11"));
        spent.add(&line(1, "2026-03-11", CauseKind::Settled, 300, 100), Amount::ZERO);
        let until = at("2026-03-12");
        let month = at("2026-04-01");
        let stake = |limit, maximum, left, until| {
            Err(ProtectionRefusal::StakeLimit { limit, maximum: minor(maximum), left: minor(left), until })
        };
        let loss = |limit, maximum, left, until| {
            Err(ProtectionRefusal::LossLimit { limit, maximum: minor(maximum), left: minor(left), until })
        };
        for (limits, held, in_round, new, expected) in [
            (&[(LimitKind::StakeDay, 450)][..], 100, 0, 50, Ok(())),
            (&[(LimitKind::StakeDay, 450)], 100, 0, 51, stake(LimitKind::StakeDay, 450, 50, Some(until))),
            (&[(LimitKind::StakeDay, 200)], 0, 0, 1, stake(LimitKind::StakeDay, 200, 0, Some(until))),
            (&[(LimitKind::StakeRound, 100)], 500, 60, 40, Ok(())),
            (&[(LimitKind::StakeRound, 100)], 500, 60, 41, stake(LimitKind::StakeRound, 100, 40, None)),
            (&[(LimitKind::LossDay, 250)], 20, 0, 30, Ok(())),
            (&[(LimitKind::LossDay, 250)], 20, 0, 31, loss(LimitKind::LossDay, 250, 30, until)),
            (
                &[(LimitKind::LossDay, 250), (LimitKind::LossMonth, 220)],
                0,
                0,
                60,
                loss(LimitKind::LossMonth, 220, 20, month),
            ),
            (
                &[(LimitKind::LossDay, 200), (LimitKind::StakeMonth, 310)],
                0,
                0,
                60,
                stake(LimitKind::StakeMonth, 310, 10, Some(month)),
            ),
        ] {
            let mut protection = Protection::none(PatronId(1));
            protection.limits.extend(limits.iter().copied());
            let slip = AtRisk { held: minor(held), in_round: minor(in_round), new: minor(new) };
            assert_eq!(spent.judge(&protection, slip), expected, "{limits:?} {slip:?}");
        }
    }

    #[test]
    fn winnings_can_be_staked_again_under_a_limit_on_losses() {
        let mut spent = Spent::nothing(at("2026-03-11"));
        spent.add(&line(1, "2026-03-11", CauseKind::Settled, 100, 900), Amount::ZERO);
        let mut protection = Protection::none(PatronId(1));
        protection.limits.insert(LimitKind::LossDay, 50);
        let slip = |new| AtRisk { new: minor(new), ..AtRisk::default() };
        assert_eq!(spent.judge(&protection, slip(850)), Ok(()));
        assert!(spent.judge(&protection, slip(851)).is_err());
    }
}
