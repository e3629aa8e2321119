//! The turnover of one patron, by the rule of the house's. A fold over their rounds; pure.

use std::collections::BTreeMap;

use baccarat::Spot;
use money::Currency;
use table::{PatronId, RecordedEvent, TableId, Timestamp};

use crate::ports::{DayTurnover, PatronRound};
use crate::reports::turnover::{Counted, Turnover, counted_if, day_of};

/// The turnover of one patron, gathered from their rounds by the rule that a house's is.
#[derive(Clone, Debug)]
pub struct PatronTurnover {
    patron: PatronId,
    days: BTreeMap<(Timestamp, TableId, Spot, bool), Turnover>,
}

impl PatronTurnover {
    /// Of somebody without rounds.
    pub const fn new(patron: PatronId) -> Self {
        Self { patron, days: BTreeMap::new() }
    }

    /// Adds the present result of a round. False for a corrected round, whose events the caller adds instead: its
    /// earlier results count on their own days.
    pub fn add(&mut self, round: &PatronRound) -> bool {
        if round.revision > 1 {
            return false;
        }
        let mut counted = Counted::default();
        round.wagers.iter().for_each(|wager| counted.add(wager));
        self.count(round.at, round.table, &counted);
        true
    }

    /// Adds what an event of a round at a table counts of the patron.
    pub fn follow(&mut self, table: TableId, recorded: &RecordedEvent) {
        if let Some(counted) = counted_if(&recorded.event, |whose| whose == self.patron) {
            self.count(recorded.at, table, &counted);
        }
    }

    fn count(&mut self, at: Timestamp, table: TableId, counted: &Counted) {
        for (spot, sums) in &counted.spots {
            let sum = self.days.entry((day_of(at), table, *spot, counted.corrected)).or_default();
            *sum = sum.plus(*sums);
        }
    }

    /// By day, table and spot, settlements before corrections, in the currency of the patron's wallet.
    pub fn lines(self, currency: Currency) -> Vec<DayTurnover> {
        let line = |((day, table, spot, corrected), sums)| DayTurnover {
            day,
            table,
            spot,
            currency,
            corrected,
            sums,
        };
        self.days.into_iter().map(line).collect()
    }
}

/// The turnover of one patron by day, of all tables and spots together, from a day on. A store gathers it.
#[derive(Clone, Debug)]
pub struct DailyTurnover {
    patron: PatronId,
    since: Timestamp,
    days: BTreeMap<Timestamp, Turnover>,
}

impl DailyTurnover {
    /// Of somebody without rounds. `since` is the first moment of a day.
    pub const fn new(patron: PatronId, since: Timestamp) -> Self {
        Self { patron, since, days: BTreeMap::new() }
    }

    /// Adds what rounds that ended at a moment count, of which none was corrected.
    pub fn add(&mut self, at: Timestamp, sums: Turnover) {
        if at >= self.since && sums != Turnover::default() {
            let sum = self.days.entry(day_of(at)).or_default();
            *sum = sum.plus(sums);
        }
    }

    /// Adds what the events of a corrected round count of the patron: each on its own day.
    pub fn follow(&mut self, round: &[RecordedEvent]) {
        for recorded in round {
            let counted = counted_if(&recorded.event, |whose| whose == self.patron);
            let spots = counted.iter().flat_map(|counted| counted.spots.values());
            self.add(recorded.at, spots.fold(Turnover::default(), |sum, sums| sum.plus(*sums)));
        }
    }

    /// What each day counts, by day.
    pub fn lines(self) -> Vec<(Timestamp, Turnover)> {
        self.days.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reports::turnover::DAY_MS;
    use crate::reports::turnover::tests::{banker_won, corrected, tie};
    use table::event::PatronSettlement;
    use table::{Event, RoundRef};

    #[test]
    fn of_one_patron_only_theirs_counts() {
        let settled = |patron, wagers| PatronSettlement { patron: PatronId(patron), wagers };
        let patrons = vec![settled(1, tie()), settled(2, banker_won())];
        let first = Event::RoundSettled { revision: 1, patrons };
        let second = corrected(tie(), banker_won());
        let mut turnover = PatronTurnover::new(PatronId(1));
        for (seq, event) in [
            (1, &first),
            (2, &second),
            (3, &Event::BettingClosed { wagers: None, draw: None, squeeze: None }),
        ] {
            let at = Timestamp(DAY_MS * i64::try_from(seq).unwrap());
            turnover.follow(TableId(3), &RecordedEvent { seq, at, event: event.clone() });
        }
        let mut current = PatronTurnover::new(PatronId(1));
        let mut round = PatronRound {
            cursor: 1,
            table: TableId(3),
            round: RoundRef { shoe_no: 1, round_no: 1 },
            at: Timestamp(DAY_MS),
            revision: 1,
            cards: Vec::new(),
            wagers: tie(),
            voided: None,
        };
        assert!(current.add(&round));
        round.revision = 2;
        assert!(!current.add(&round), "its events say what counted when");
        let lines = turnover.lines(Currency::PLAY);
        let settled = lines.iter().filter(|line| !line.corrected).copied().collect::<Vec<_>>();
        assert_eq!(settled, current.lines(Currency::PLAY));
        let effective =
            lines.iter().map(|line| (line.day.0 / DAY_MS, line.spot, line.corrected, line.sums.effective));
        let expected = [
            (1, Spot::Player, false, 0),
            (1, Spot::Tie, false, 10),
            (2, Spot::Player, true, 100),
            (2, Spot::Tie, true, 0),
        ];
        assert_eq!(effective.collect::<Vec<_>>(), expected);
    }
}
