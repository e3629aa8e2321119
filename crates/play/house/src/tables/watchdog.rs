//! Alarms when a table does not go on, once a minute as long as that lasts, and says when it goes on again.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use table::{TableId, Timestamp};
use tokio::sync::watch;
use tracing::{error, info};

use crate::ports::Clock;
use crate::tables::pulse::{Pulses, StoppedTable};

/// How often the tables are looked at.
const EVERY: Duration = Duration::from_secs(1);
/// How long after an alarm the next one of the same table comes, in milliseconds.
const AGAIN_MS: u32 = 60_000;

/// Looks at the tables until the house closes.
pub(crate) async fn watch_tables(
    pulses: Arc<Pulses>,
    clock: Arc<dyn Clock>,
    mut stop: watch::Receiver<bool>,
) {
    let mut alarms = Alarms::default();
    loop {
        tokio::select! {
            biased;
            _ = stop.changed() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        let now = clock.now();
        let News { raised, cleared } = alarms.look(&pulses.stopped(now), now);
        for StoppedTable { table, why } in raised {
            error!(target: "alarm", table = table.0, code = why.code(), %why, "a table does not go on");
        }
        for table in cleared {
            info!(target: "alarm", table = table.0, "the table goes on");
        }
    }
}

/// The tables that do not go on, each with the time of its latest alarm.
#[derive(Debug, Default)]
struct Alarms(BTreeMap<TableId, Timestamp>);

/// What there is to say after a look at the tables.
#[derive(Debug, PartialEq, Eq)]
struct News {
    raised: Vec<StoppedTable>,
    cleared: Vec<TableId>,
}

impl Alarms {
    fn look(&mut self, stopped: &[StoppedTable], now: Timestamp) -> News {
        let goes_on = |table: &TableId| !stopped.iter().any(|one| one.table == *table);
        let cleared: Vec<TableId> = self.0.keys().copied().filter(goes_on).collect();
        for table in &cleared {
            self.0.remove(table);
        }
        let is_due =
            |one: &&StoppedTable| self.0.get(&one.table).is_none_or(|latest| now >= latest.plus_ms(AGAIN_MS));
        let raised: Vec<StoppedTable> = stopped.iter().filter(is_due).cloned().collect();
        self.0.extend(raised.iter().map(|one| (one.table, now)));
        News { raised, cleared }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::pulse::StopReason;

    #[test]
    fn an_alarm_comes_once_a_minute_and_ends_when_the_table_goes_on() {
        let stopped = |table| StoppedTable { table: TableId(table), why: StopReason::Ended };
        let mut alarms = Alarms::default();
        for (second, now_stopped, raised, cleared) in [
            (0, vec![], vec![], vec![]),
            (1, vec![1], vec![1], vec![]),
            (2, vec![1, 2], vec![2], vec![]),
            (60, vec![1, 2], vec![], vec![]),
            (61, vec![1, 2], vec![1], vec![]),
            (62, vec![1], vec![], vec![2]),
            (63, vec![1, 2], vec![2], vec![]),
            (64, vec![], vec![], vec![1, 2]),
            (65, vec![], vec![], vec![]),
        ] {
            let all = |tables: Vec<u32>| tables.into_iter().map(stopped).collect::<Vec<_>>();
            let news = alarms.look(&all(now_stopped), Timestamp(second * 1_000));
            let cleared = cleared.into_iter().map(TableId).collect();
            assert_eq!(news, News { raised: all(raised), cleared }, "second {second}");
        }
    }
}
