//! The notary signs a checkpoint of all logs for every day that had entries, and whenever the house asks for one.
//!
//! It reads the heads of the logs and single entries through [`Checkpoints`]; an audit reads whole logs.

use std::collections::BTreeMap;
use std::sync::Arc;

use house::ports::{PortFuture, StoreFailure};
use table::{TableId, Timestamp};

use crate::checkpoint::{Checkpoint, Head};
use crate::digest::Digest;
use crate::signature::{Signed, Signer};
use house::day::Day;

/// The notary's port to a store.
pub trait Checkpoints: Send + Sync + 'static {
    /// The head of every log that has entries, by ascending log. All of it is durable.
    fn heads(&self) -> PortFuture<'_, Vec<Head>>;

    /// The time and the digest of an entry; none when there is no such entry.
    fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>>;

    /// The latest checkpoint and its number, counted from 1.
    fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>>;

    /// Stores a checkpoint under this number, and returns when it is durable; false when another one has the number.
    fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool>;
}

/// Signs the checkpoints of a store.
pub struct Notary {
    store: Arc<dyn Checkpoints>,
    signer: Signer,
}

/// What the next checkpoint follows: the latest one, or nothing.
struct Last {
    /// 0 before the first.
    number: u64,
    digest: Digest,
    at: Timestamp,
    heads: Vec<Head>,
}

impl Notary {
    /// A notary for this store.
    pub fn new(store: Arc<dyn Checkpoints>, signer: Signer) -> Self {
        Self { store, signer }
    }

    /// The public key that verifies its checkpoints.
    pub fn key(&self) -> [u8; 32] {
        self.signer.key()
    }

    /// Signs a checkpoint for each day before that of `now` that has entries without one: the heads at the day's end.
    /// Returns the number of checkpoints.
    ///
    /// # Errors
    /// [`StoreFailure`]; [`StoreFailure::Corrupt`] when a log does not continue the latest checkpoint. Then nothing
    /// more is signed, because a checkpoint would vouch for the changed log.
    pub async fn close_days(&self, now: Timestamp) -> Result<usize, StoreFailure> {
        let mut signed = 0_usize;
        loop {
            let last = self.last().await?;
            let heads = self.store.heads().await?;
            let Some(day) = self.first_open(&last, &heads).await?.filter(|day| *day < Day::of(now)) else {
                return Ok(signed);
            };
            let mut then = Vec::with_capacity(heads.len());
            for head in heads {
                then.extend(self.by(&head, day.end()).await?);
            }
            if self.write(&last, day.end(), then).await? {
                signed = signed.saturating_add(1);
            }
        }
    }

    /// Signs the present heads, unless the latest checkpoint has them already. Returns whether it signed.
    ///
    /// # Errors
    /// As [`Notary::close_days`].
    pub async fn sign(&self, now: Timestamp) -> Result<bool, StoreFailure> {
        loop {
            let last = self.last().await?;
            let heads = self.store.heads().await?;
            if self.first_open(&last, &heads).await?.is_none() {
                return Ok(false);
            }
            if self.write(&last, now.max(last.at), heads).await? {
                return Ok(true);
            }
        }
    }

    async fn last(&self) -> Result<Last, StoreFailure> {
        let Some((number, signed)) = self.store.latest_checkpoint().await? else {
            let at = Timestamp(i64::MIN);
            return Ok(Last { number: 0, digest: Checkpoint::FIRST, at, heads: Vec::new() });
        };
        let checkpoint = signed.text.parse::<Checkpoint>();
        let checkpoint = checkpoint
            .map_err(|error| StoreFailure::Corrupt(format!("checkpoint {number}, the latest: {error}")))?;
        Ok(Last { number, digest: checkpoint.digest(), at: checkpoint.at, heads: checkpoint.heads })
    }

    /// The first day without a checkpoint of its end that has entries after the latest checkpoint; none without such.
    async fn first_open(&self, last: &Last, heads: &[Head]) -> Result<Option<Day>, StoreFailure> {
        let mut covered: BTreeMap<TableId, &Head> = last.heads.iter().map(|head| (head.log, head)).collect();
        let mut first = None::<Timestamp>;
        for head in heads {
            let known = covered.remove(&head.log);
            if let Some(known) = known {
                self.must_continue(last.number, known, head).await?;
            }
            let seq = known.map_or(0, |known| known.seq);
            if head.seq > seq {
                let (at, _) = self.entry(head.log, seq.saturating_add(1)).await?;
                first = Some(first.map_or(at, |first| first.min(at)));
            }
        }
        match covered.into_values().find(|known| known.seq > 0) {
            Some(known) => Err(cut(last.number, known, 0)),
            None => Ok(first.map(|first| Day::of(first).max(last.open_day()))),
        }
    }

    /// Refuses a log that lacks the entry that the latest checkpoint vouches for.
    async fn must_continue(&self, number: u64, known: &Head, head: &Head) -> Result<(), StoreFailure> {
        if known.seq > head.seq {
            return Err(cut(number, known, head.seq));
        }
        if known.seq == 0 || self.entry(known.log, known.seq).await?.1 == known.digest {
            return Ok(());
        }
        let Head { log: TableId(log), seq, .. } = known;
        let message = format!("entry {seq} of log {log} is not the one that checkpoint {number} vouches for");
        Err(StoreFailure::Corrupt(message))
    }

    async fn entry(&self, log: TableId, seq: u64) -> Result<(Timestamp, Digest), StoreFailure> {
        let entry = self.store.entry(log, seq).await?;
        entry.ok_or_else(|| StoreFailure::Corrupt(format!("entry {seq} of log {} is not there", log.0)))
    }

    /// The head of the log at that moment; none when it had no entry. Times never decrease in a log.
    async fn by(&self, head: &Head, moment: Timestamp) -> Result<Option<Head>, StoreFailure> {
        if self.entry(head.log, head.seq).await?.0 <= moment {
            return Ok(Some(*head));
        }
        // The last entry that is not later is at `early` or after it, and before `late`.
        let (mut early, mut late, mut last) = (0_u64, head.seq, None);
        while late.saturating_sub(early) > 1 {
            let seq = early.midpoint(late);
            let (at, digest) = self.entry(head.log, seq).await?;
            if at <= moment {
                (early, last) = (seq, Some(Head { log: head.log, seq, digest }));
            } else {
                late = seq;
            }
        }
        Ok(last)
    }

    /// Signs and stores the next checkpoint; false when another notary was first.
    async fn write(&self, last: &Last, at: Timestamp, heads: Vec<Head>) -> Result<bool, StoreFailure> {
        let signed = self.signer.sign(&Checkpoint { day: Day::of(at), at, previous: last.digest, heads });
        self.store.add_checkpoint(last.number.saturating_add(1), signed).await
    }
}

impl Last {
    /// The first day that has no checkpoint of its end.
    fn open_day(&self) -> Day {
        let day = Day::of(self.at);
        if self.at < day.end() { day } else { Day::of(Timestamp(self.at.0.saturating_add(1))) }
    }
}

fn cut(number: u64, known: &Head, seq: u64) -> StoreFailure {
    StoreFailure::Corrupt(format!(
        "log {} ends at entry {seq}, and checkpoint {number} vouches for entry {}",
        known.log.0, known.seq
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::task::{Context, Poll, Waker};

    /// Times of entries, by log, and the checkpoints.
    #[derive(Default)]
    struct Store {
        logs: Mutex<BTreeMap<TableId, Vec<Timestamp>>>,
        kept: Mutex<Vec<Signed>>,
    }

    fn digest(log: TableId, seq: u64) -> Digest {
        let mut bytes = [0; 32];
        bytes[..4].copy_from_slice(&log.0.to_be_bytes());
        bytes[4..12].copy_from_slice(&seq.to_be_bytes());
        Digest(bytes)
    }

    impl Store {
        fn log(&self, log: u32, hours: &[i64]) {
            let times = hours.iter().map(|at| hour(*at));
            self.logs.lock().unwrap().entry(TableId(log)).or_default().extend(times);
        }
    }

    fn ready<T: Send + 'static>(value: T) -> PortFuture<'static, T> {
        Box::pin(std::future::ready(Ok(value)))
    }

    impl Checkpoints for Store {
        fn heads(&self) -> PortFuture<'_, Vec<Head>> {
            let logs = self.logs.lock().unwrap();
            let head = |(log, times): (&TableId, &Vec<Timestamp>)| {
                let seq = u64::try_from(times.len()).unwrap();
                Head { log: *log, seq, digest: digest(*log, seq) }
            };
            ready(logs.iter().map(head).collect())
        }

        fn entry(&self, log: TableId, seq: u64) -> PortFuture<'_, Option<(Timestamp, Digest)>> {
            let place = usize::try_from(seq).unwrap() - 1;
            let at = self.logs.lock().unwrap().get(&log).and_then(|times| times.get(place).copied());
            ready(at.map(|at| (at, digest(log, seq))))
        }

        fn latest_checkpoint(&self) -> PortFuture<'_, Option<(u64, Signed)>> {
            let kept = self.kept.lock().unwrap();
            ready(kept.last().map(|last| (u64::try_from(kept.len()).unwrap(), last.clone())))
        }

        fn add_checkpoint(&self, number: u64, signed: Signed) -> PortFuture<'_, bool> {
            let mut kept = self.kept.lock().unwrap();
            let next = u64::try_from(kept.len()).unwrap() + 1 == number;
            kept.extend(next.then_some(signed));
            ready(next)
        }
    }

    /// The result of a future that waits for nothing.
    fn now<T>(future: impl Future<Output = T>) -> T {
        match Box::pin(future).as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(done) => done,
            Poll::Pending => panic!("it waits"),
        }
    }

    const fn hour(hour: i64) -> Timestamp {
        Timestamp(hour * 3_600_000)
    }

    /// Day and seqs of each checkpoint, each of which follows the one before.
    fn kept(store: &Store) -> Vec<(String, Vec<u64>)> {
        let mut previous = Checkpoint::FIRST;
        let read = |signed: &Signed| {
            let checkpoint: Checkpoint = signed.text.parse().unwrap();
            assert_eq!(checkpoint.previous, previous);
            previous = checkpoint.digest();
            (checkpoint.day.to_string(), checkpoint.heads.iter().map(|head| head.seq).collect())
        };
        store.kept.lock().unwrap().iter().map(read).collect()
    }

    #[test]
    fn every_day_in_which_something_happened_is_closed_once() {
        let store = Arc::new(Store::default());
        let notary = Notary::new(store.clone(), Signer::new([1; 32]));
        assert_eq!(now(notary.close_days(hour(500))), Ok(0), "nothing ever happened");
        store.log(1, &[1, 2, 23, 24, 25, 96, 120]);
        store.log(2, &[30]);
        assert_eq!(now(notary.close_days(hour(121))), Ok(3));
        let expected = [("1970-01-01", vec![3]), ("1970-01-02", vec![5, 1]), ("1970-01-05", vec![6, 1])];
        assert_eq!(kept(&store), expected.map(|(day, seqs)| (day.to_owned(), seqs)));
        assert_eq!(now(notary.close_days(hour(121))), Ok(0));
        // What was made before midnight and written after the checkpoint is in the next one.
        store.log(2, &[119, 122]);
        assert_eq!(now(notary.close_days(hour(145))), Ok(1));
        assert_eq!(kept(&store)[3], ("1970-01-06".to_owned(), vec![7, 3]));
    }

    #[test]
    fn a_day_that_was_signed_in_its_middle_is_closed_when_more_happened_in_it() {
        let store = Arc::new(Store::default());
        let notary = Notary::new(store.clone(), Signer::new([1; 32]));
        store.log(1, &[1]);
        assert_eq!(now(notary.sign(hour(2))), Ok(true));
        assert_eq!(now(notary.sign(hour(3))), Ok(false), "nothing happened since");
        assert_eq!(now(notary.close_days(hour(30))), Ok(0), "nothing happened since");
        store.log(1, &[4, 26]);
        assert_eq!(now(notary.close_days(hour(30))), Ok(1));
        // A clock that was set back.
        assert_eq!(now(notary.sign(hour(5))), Ok(true));
        let expected = [("1970-01-01", vec![1]), ("1970-01-01", vec![2]), ("1970-01-01", vec![3])];
        assert_eq!(kept(&store), expected.map(|(day, seqs)| (day.to_owned(), seqs)));
    }

    #[test]
    fn nothing_is_signed_over_a_log_that_was_cut_or_changed() {
        let store = Arc::new(Store::default());
        let notary = Notary::new(store.clone(), Signer::new([1; 32]));
        store.log(1, &[1, 2]);
        store.log(2, &[1]);
        now(notary.sign(hour(3))).unwrap();
        let refused = |why: &str| {
            let failure = now(notary.sign(hour(9))).unwrap_err().to_string();
            assert!(failure.contains(why), "{failure}");
        };
        store.logs.lock().unwrap().get_mut(&TableId(1)).unwrap().pop();
        refused("log 1 ends at entry 1, and checkpoint 1 vouches for entry 2");
        store.logs.lock().unwrap().remove(&TableId(1));
        refused("log 1 ends at entry 0");
        store.log(1, &[1, 2, 3]);
        let mut text = store.kept.lock().unwrap()[0].clone();
        text.text = text.text.replace("log 1 2 00000001", "log 1 2 00000009");
        store.kept.lock().unwrap()[0] = text;
        refused("entry 2 of log 1 is not the one");
        store.kept.lock().unwrap()[0].text.push('x');
        refused("checkpoint 1, the latest");
    }
}
