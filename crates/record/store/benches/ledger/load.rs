//! Patrons at their tables. In the closed loop each patron places the next wager when the last is answered; in the open
//! loop wagers come at a fixed rate, and each answer is timed from the moment the wager was due. A table does what the
//! house's does: it takes all wagers that wait and commits them together. The load is the same for every store.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use house::ports::{NewPatron, Store, UnitOutcome};
use money::Currency;
use table::{PatronId, RoundRef, TableId, Timestamp};
use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinSet, spawn_blocking};

use crate::report::micros;
use crate::units::{Ids, Round, Wager, amount, shoe};

/// How many sit at a table.
const SEATS: usize = 50;
/// How many slips a patron may send in a round before the next one opens.
const SLIPS: u32 = 8;
/// For how long after the beginning nothing is counted: accounts are opened, and caches fill.
const WARM_UP: Duration = Duration::from_millis(500);
/// Enough for any run.
const MONEY: u64 = 1_000_000_000_000;

/// Patrons with money, and tables with an open round.
pub(crate) struct Workload {
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
struct Pending {
    patron: PatronId,
    /// Gets the moment at which the wager was durable.
    reply: oneshot::Sender<Instant>,
}

/// The table's inbox.
type Inbox = mpsc::Sender<Pending>;

/// One wager's latency.
#[derive(Clone, Copy)]
pub(crate) struct Answered {
    /// When the patron sent it; in the open loop, when it was due.
    pub(crate) sent: Instant,
    pub(crate) took: Duration,
}

/// The answers of one run.
pub(crate) struct Load {
    answers: Vec<Answered>,
    lasted: Duration,
}

impl Workload {
    /// Creates the patrons and opens the tables.
    pub(crate) async fn create(store: &Arc<dyn Store>, patrons: usize) -> Self {
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
        for table in (1..).map(TableId).take(patrons.div_ceil(SEATS)) {
            let round = Round { table, round: RoundRef { shoe_no: 1, round_no: 1 } };
            let mut table = Table { round, seq: 0, ids: Ids::of(table), slips: HashMap::new() };
            table.commit(&**store, vec![shoe(1), table.round.open()]).await;
            tables.push(table);
        }
        Self { patrons: all, tables }
    }

    /// So many wagers of each patron.
    pub(crate) fn wagers(&self, each: u32) -> Vec<Wager> {
        let of_all = |place| self.patrons.iter().map(move |patron| Wager { patron: *patron, place });
        (0..each).flat_map(of_all).collect()
    }

    /// Lets every patron wager for so long, one wager after the other.
    pub(crate) async fn closed_loop(&mut self, store: &Arc<dyn Store>, time: Duration) -> Load {
        let begin = Instant::now() + WARM_UP;
        let end = begin + time;
        let mut playing = JoinSet::new();
        let (serving, inboxes) = self.serve(store);
        for (inbox, patrons) in inboxes.into_iter().zip(self.patrons.chunks(SEATS)) {
            for patron in patrons {
                playing.spawn(wager_until(end, *patron, inbox.clone()));
            }
        }
        let answers = playing.join_all().await.into_iter().flatten().collect();
        self.finish(serving, begin, answers).await
    }

    /// Sends so many wagers a second for so long, from one patron after the other, whether or not earlier ones are
    /// answered.
    pub(crate) async fn open_loop(
        &mut self,
        store: &Arc<dyn Store>,
        per_second: u32,
        time: Duration,
    ) -> Load {
        let begin = Instant::now() + WARM_UP;
        let end = begin + time;
        let (serving, inboxes) = self.serve(store);
        let seats: Vec<(PatronId, Inbox)> = (self.patrons.chunks(SEATS).zip(&inboxes))
            .flat_map(|(patrons, inbox)| patrons.iter().map(|patron| (*patron, inbox.clone())))
            .collect();
        drop(inboxes);
        let interval = Duration::from_secs(1) / per_second;
        let sent = spawn_blocking(move || send_at_rate(&seats, interval, end)).await.expect("no panic");
        let mut answers = Vec::with_capacity(sent.len());
        for (due, answer) in sent {
            let durable = answer.await.expect("the wager is taken");
            answers.push(Answered { sent: due, took: durable.saturating_duration_since(due) });
        }
        self.finish(serving, begin, answers).await
    }

    /// Starts the tables, and gives the inbox of each.
    fn serve(&mut self, store: &Arc<dyn Store>) -> (JoinSet<Table>, Vec<Inbox>) {
        let (mut serving, mut inboxes) = (JoinSet::new(), Vec::new());
        for mut table in self.tables.drain(..) {
            let (inbox, pending) = mpsc::channel(SEATS);
            inboxes.push(inbox);
            let store = Arc::clone(store);
            serving.spawn(async move {
                table.serve(&*store, pending).await;
                table
            });
        }
        (serving, inboxes)
    }

    /// Takes the tables back when they are done, and drops the answers of the warm-up.
    async fn finish(&mut self, serving: JoinSet<Table>, begin: Instant, mut answers: Vec<Answered>) -> Load {
        let lasted = begin.elapsed();
        answers.retain(|answer| answer.sent >= begin);
        self.tables = serving.join_all().await;
        self.tables.sort_by_key(|table| table.round.table);
        Load { answers, lasted }
    }
}

/// One wager after the other, until the time is over.
async fn wager_until(end: Instant, patron: PatronId, table: Inbox) -> Vec<Answered> {
    let mut answers = Vec::new();
    while Instant::now() < end {
        let (reply, answer) = oneshot::channel();
        let sent = Instant::now();
        table.send(Pending { patron, reply }).await.unwrap_or_else(|_| unreachable!("the table serves on"));
        answer.await.expect("the wager is taken");
        answers.push(Answered { sent, took: sent.elapsed() });
    }
    answers
}

/// A wager at each interval until the end: when it was due, and where its answer comes. A thread of its own keeps the
/// rate, because timers of the runtime are a millisecond wide.
fn send_at_rate(
    seats: &[(PatronId, Inbox)],
    interval: Duration,
    end: Instant,
) -> Vec<(Instant, oneshot::Receiver<Instant>)> {
    let mut sent = Vec::new();
    let mut due = Instant::now();
    for (patron, inbox) in seats.iter().cycle() {
        while let Some(early) = due.checked_duration_since(Instant::now()).filter(|early| !early.is_zero()) {
            std::thread::park_timeout(early);
        }
        if due >= end {
            break;
        }
        let (reply, answer) = oneshot::channel();
        inbox
            .blocking_send(Pending { patron: *patron, reply })
            .unwrap_or_else(|_| unreachable!("it serves on"));
        sent.push((due, answer));
        due += interval;
    }
    sent
}

async fn patron(store: &dyn Store, number: usize) -> PatronId {
    let mut token_hash = [0; 32];
    token_hash[..8].copy_from_slice(&number.to_be_bytes());
    let (nickname, currency, gift) = (format!("Patron {number}"), Currency::PLAY, amount(MONEY));
    let new = NewPatron { nickname, token_hash, currency, gift, at: Timestamp(0) };
    store.create_patron(new).await.expect("a patron").id
}

impl Table {
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

    async fn serve(&mut self, store: &dyn Store, mut inbox: mpsc::Receiver<Pending>) {
        let mut pending = Vec::new();
        while inbox.recv_many(&mut pending, SEATS).await > 0 {
            let mut units = Vec::with_capacity(pending.len() + 1);
            for Pending { patron, .. } in &pending {
                if self.slips.get(patron) == Some(&SLIPS) {
                    units.push(self.next_round().open());
                }
                let slips = self.slips.entry(*patron).or_default();
                units.push(self.round.slip(Wager { patron: *patron, place: *slips }, self.ids.next()));
                *slips += 1;
            }
            self.commit(store, units).await;
            let durable = Instant::now();
            for Pending { reply, .. } in pending.drain(..) {
                reply.send(durable).expect("the patron waits");
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

    /// The median and the 99th percentile, in microseconds.
    pub(crate) fn p50_and_p99(&self) -> [u64; 2] {
        let mut times: Vec<Duration> = self.answers.iter().map(|answer| answer.took).collect();
        [500, 990].map(|per_mille| micros(quantile(&mut times, per_mille)))
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
