//! Patrons at their tables, each placing one wager after the other as soon as the last is answered. A table does what
//! the house's does: it takes everything that waits and commits it together. Knows no kind of store.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use house::ports::{NewPatron, Store, UnitOutcome};
use money::Currency;
use table::{PatronId, RoundRef, TableId, Timestamp};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinSet;

use crate::units::{Ids, Round, Wager, amount, shoe};

/// How many sit at a table.
const SEATS: usize = 50;
/// How many slips a patron may send in a round before the next one opens.
const SLIPS: u32 = 8;
/// For how long after the beginning nothing is counted: accounts are opened, and caches fill.
const WARM_UP: Duration = Duration::from_millis(500);
/// Enough for any run.
const MONEY: u64 = 1_000_000_000_000;

/// Patrons with money, and tables.
pub(crate) struct Hall {
    pub(crate) patrons: Vec<PatronId>,
    pub(crate) tables: Vec<Table>,
}

/// A table that takes slips.
pub(crate) struct Table {
    pub(crate) round: Round,
    pub(crate) seq: u64,
    pub(crate) ids: Ids,
    /// How many slips each patron has in the round.
    slips: HashMap<PatronId, u32>,
}

/// A wager on its way to its table.
struct Asked {
    patron: PatronId,
    reply: oneshot::Sender<()>,
}

/// An answer.
#[derive(Clone, Copy)]
pub(crate) struct Answered {
    pub(crate) asked: Instant,
    pub(crate) took: Duration,
}

/// What came of a load.
pub(crate) struct Load {
    answers: Vec<Answered>,
    lasted: Duration,
}

impl Hall {
    /// Makes the patrons and opens the tables.
    pub(crate) async fn furnish(store: &Arc<dyn Store>, patrons: usize) -> Self {
        let mut all = Vec::with_capacity(patrons);
        let numbers: Vec<usize> = (0..patrons).collect();
        for some in numbers.chunks(500) {
            let mut made = JoinSet::new();
            for number in some {
                let (store, number) = (Arc::clone(store), *number);
                made.spawn(async move { patron(&*store, number).await });
            }
            all.extend(made.join_all().await);
        }
        all.sort();
        let mut tables = Vec::new();
        for number in (1..).take(patrons.div_ceil(SEATS)) {
            let mut table = Table::new(TableId(number));
            table.commit(&**store, vec![shoe(1), table.round.open()]).await;
            tables.push(table);
        }
        Self { patrons: all, tables }
    }

    /// Lets everybody play for so long.
    pub(crate) async fn play(&mut self, store: &Arc<dyn Store>, time: Duration) -> Load {
        let begin = Instant::now() + WARM_UP;
        let end = begin + time;
        let (mut serving, mut playing) = (JoinSet::new(), JoinSet::new());
        for (mut table, patrons) in self.tables.drain(..).zip(self.patrons.chunks(SEATS)) {
            let (inbox, asked) = mpsc::channel(SEATS);
            for patron in patrons {
                playing.spawn(wager_until(end, *patron, inbox.clone()));
            }
            let store = Arc::clone(store);
            serving.spawn(async move {
                table.serve(&*store, asked).await;
                table
            });
        }
        let mut answers: Vec<Answered> = playing.join_all().await.into_iter().flatten().collect();
        answers.retain(|answer| answer.asked >= begin);
        self.tables = serving.join_all().await;
        self.tables.sort_by_key(|table| table.round.table);
        Load { answers, lasted: begin.elapsed() }
    }
}

/// One wager after the other, until the time is over.
async fn wager_until(end: Instant, patron: PatronId, table: mpsc::Sender<Asked>) -> Vec<Answered> {
    let mut answers = Vec::new();
    while Instant::now() < end {
        let (reply, answer) = oneshot::channel();
        let asked = Instant::now();
        table.send(Asked { patron, reply }).await.unwrap_or_else(|_| unreachable!("the table serves on"));
        answer.await.expect("the wager is taken");
        answers.push(Answered { asked, took: asked.elapsed() });
    }
    answers
}

async fn patron(store: &dyn Store, number: usize) -> PatronId {
    let mut token_hash = [0; 32];
    token_hash[..8].copy_from_slice(&number.to_be_bytes());
    let (nickname, currency, gift) = (format!("Patron {number}"), Currency::PLAY, amount(MONEY));
    let new = NewPatron { nickname, token_hash, currency, gift, at: Timestamp(0) };
    store.create_patron(new).await.expect("a patron").id
}

impl Table {
    fn new(table: TableId) -> Self {
        let round = Round { table, round: RoundRef { shoe_no: 1, round_no: 1 } };
        Self { round, seq: 0, ids: Ids::of(table), slips: HashMap::new() }
    }

    /// Commits units that must all be taken.
    pub(crate) async fn commit(&mut self, store: &dyn Store, units: Vec<house::ports::Unit>) {
        let events: usize = units.iter().map(|unit| unit.events.len()).sum();
        let outcomes = store.commit(self.round.table, self.seq, units).await.expect("the store works");
        let taken = outcomes.iter().all(|outcome| matches!(outcome, UnitOutcome::Committed { .. }));
        assert!(taken, "a unit was not taken: {outcomes:?}");
        self.seq += u64::try_from(events).expect("few events");
    }

    /// The next round, with nobody's slips.
    pub(crate) fn next_round(&mut self) -> Round {
        self.slips.clear();
        self.round.round.round_no += 1;
        self.round
    }

    async fn serve(&mut self, store: &dyn Store, mut inbox: mpsc::Receiver<Asked>) {
        let mut asked = Vec::new();
        while inbox.recv_many(&mut asked, SEATS).await > 0 {
            let mut units = Vec::with_capacity(asked.len() + 1);
            if asked.iter().any(|asked| self.slips.get(&asked.patron) == Some(&SLIPS)) {
                units.push(self.next_round().open());
            }
            for Asked { patron, .. } in &asked {
                let slips = self.slips.entry(*patron).or_default();
                units.push(self.round.slip(Wager { patron: *patron, place: *slips }, self.ids.next()));
                *slips += 1;
            }
            self.commit(store, units).await;
            for Asked { reply, .. } in asked.drain(..) {
                reply.send(()).expect("the patron waits");
            }
        }
    }
}

impl Load {
    pub(crate) fn per_second(&self) -> u64 {
        let nanos = self.lasted.as_nanos().max(1);
        let wagers = u128::try_from(self.answers.len()).expect("not so many");
        u64::try_from(wagers * 1_000_000_000 / nanos).expect("not so many")
    }

    /// Within which time so many of a thousand answers came.
    pub(crate) fn answered_within(&self, per_mille: usize) -> Duration {
        quantile(&mut self.answers.iter().map(|answer| answer.took).collect::<Vec<_>>(), per_mille)
    }

    pub(crate) fn longest(&self) -> Answered {
        *self.answers.iter().max_by_key(|answer| answer.took).expect("some answers")
    }
}

/// The time that so many of a thousand do not exceed.
pub(crate) fn quantile(times: &mut [Duration], per_mille: usize) -> Duration {
    times.sort_unstable();
    let place = (times.len() * per_mille / 1_000).min(times.len().saturating_sub(1));
    times.get(place).copied().unwrap_or_default()
}
