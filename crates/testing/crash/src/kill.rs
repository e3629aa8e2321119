//! What is killed and when: choices from a seed, and the wait for the moment. Kills nothing.

use std::net::SocketAddr;
use std::time::Duration;

use auditor::Dice;
use tokio::time::{Instant, sleep_until, timeout};

use crate::spectator::betting_closes;

/// How long anything may take while nobody is killed.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// Within how many milliseconds of its start a server is killed: two rounds of a table, and some.
const KILL_WITHIN_MS: u64 = 4_500;
/// How many milliseconds after the close of betting a round is dealt, settled and over, and some.
const DEAL_MS: u64 = 350;

/// In one cycle of so many PostgreSQL itself is killed.
const DATABASE_EVERY: u32 = 4;

/// The moment of a kill. It may fall anywhere, on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// So long after the server was started, listening or not.
    Any(Duration),
    /// So long after betting has closed at a table: the deal and the settlement are short, and matter most.
    InTheDeal { table: u32, delay: Duration },
}

impl Moment {
    /// Two in three fall anywhere, the others in the deal of one of these tables.
    pub(crate) fn of(dice: &mut Dice, tables: &[u32]) -> Self {
        let anywhere = dice.per_mille(670);
        if anywhere {
            return Self::Any(Duration::from_millis(dice.within(0..=KILL_WITHIN_MS)));
        }
        Self::in_the_deal(dice, tables)
    }

    pub(crate) fn in_the_deal(dice: &mut Dice, tables: &[u32]) -> Self {
        let table = dice.pick(tables).copied().unwrap_or(1);
        Self::InTheDeal { table, delay: Duration::from_millis(dice.within(0..=DEAL_MS)) }
    }

    /// Waits for it. Answers whether the table came so far; a server that does not answer is no reason to wait
    /// longer.
    pub(crate) async fn come(self, start: Instant, server: Option<SocketAddr>) -> bool {
        match (self, server) {
            (Self::Any(after), _) => sleep_until(start + after).await,
            (Self::InTheDeal { .. }, None) => std::future::pending().await,
            (Self::InTheDeal { table, delay }, Some(server)) => {
                let closed = timeout(PATIENCE, betting_closes(server, table)).await;
                sleep_until(Instant::now() + delay).await;
                return matches!(closed, Ok(Ok(())));
            }
        }
        true
    }
}

/// Who is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Victim {
    /// The server.
    Server,
    /// The server and PostgreSQL at once.
    Both,
    /// PostgreSQL, which then comes back; the server lives on, and is killed later.
    Database,
}

impl Victim {
    /// With a database that can be killed, one cycle in four kills it.
    pub(crate) fn of(dice: &mut Dice, cycle: u32, database: bool) -> Self {
        match (database && cycle.is_multiple_of(DATABASE_EVERY), dice.per_mille(500)) {
            (false, _) => Self::Server,
            (true, true) => Self::Both,
            (true, false) => Self::Database,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn victims(database: bool) -> Vec<Victim> {
        (1..=400)
            .map(|cycle| Victim::of(&mut Dice::part(7, "kill", u64::from(cycle)), cycle, database))
            .collect()
    }

    #[test]
    fn a_database_is_killed_in_a_quarter_of_the_cycles_with_and_without_the_server() {
        let count = |victim| victims(true).iter().filter(|it| **it == victim).count();
        let (server, both, database) = (count(Victim::Server), count(Victim::Both), count(Victim::Database));
        assert_eq!((server, both + database), (300, 100));
        assert!(both > 30 && database > 30, "{both} and {database}");
        assert!(victims(false).iter().all(|victim| *victim == Victim::Server));
    }

    #[test]
    fn moments_fall_anywhere_and_in_the_deal() {
        let of = |cycle| Moment::of(&mut Dice::part(7, "kill", cycle), &[1, 2]);
        let moments: Vec<_> = (0..300).map(of).collect();
        let anywhere = moments.iter().filter(|moment| matches!(moment, Moment::Any(_))).count();
        assert!((150..250).contains(&anywhere), "{anywhere}");
    }
}
