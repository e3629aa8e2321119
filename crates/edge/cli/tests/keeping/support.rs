//! A house that plays, and the program beside it. Asserts nothing about either.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use house::ports::{Store, StoreFailure};
use house::{House, OsEntropy, SystemClock, default_tables};
use journal::Record;
use money::Stake;
use serde_json::{Value, json};
use table::{RawWager, RequestId, TableId, Timings};

const TABLE: TableId = TableId(1);

/// A house in which one guest places a slip in every round.
pub(crate) struct Playing {
    stop: Arc<AtomicBool>,
    taken: Arc<Mutex<BTreeSet<u128>>>,
    thread: JoinHandle<()>,
}

impl Playing {
    /// Plays on a store, with slips numbered from `first`.
    pub(crate) fn start(store: Arc<dyn Store>, first: u128) -> Self {
        let (stop, taken) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(BTreeSet::new())));
        let (report, noted) = (stop.clone(), taken.clone());
        let thread = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.unwrap().block_on(play(store, first, &report, &noted));
        });
        Self { stop, taken, thread }
    }

    /// Waits until that many slips are acknowledged; returns all of them.
    pub(crate) fn acknowledged(&self, at_least: usize) -> BTreeSet<u128> {
        loop {
            let taken = self.taken.lock().unwrap().clone();
            if taken.len() >= at_least {
                return taken;
            }
            assert!(!self.thread.is_finished(), "it plays");
            std::thread::yield_now();
        }
    }

    /// Closes the house; returns the acknowledged slips.
    pub(crate) fn stop(self) -> BTreeSet<u128> {
        self.stop.store(true, Ordering::Relaxed);
        self.thread.join().unwrap();
        Arc::into_inner(self.taken).unwrap().into_inner().unwrap()
    }
}

async fn play(store: Arc<dyn Store>, first: u128, stop: &AtomicBool, taken: &Mutex<BTreeSet<u128>>) {
    let mut tables = default_tables();
    for table in &mut tables {
        table.timings = Timings { betting_ms: 20, drain_ms: 0, card_ms: 0, result_ms: 0, shuffle_ms: 0 };
    }
    let house = House::start(store, Arc::new(SystemClock), Arc::new(OsEntropy), tables).await.unwrap();
    let (ann, _) = house.new_guest("Ann \"é\"").await.unwrap();
    let mut id = first;
    while !stop.load(Ordering::Relaxed) {
        let wagers = ["player", "tie"]
            .map(|spot| RawWager { spot: spot.to_owned(), stake: Some(Stake::new(1_000).unwrap()) });
        if let Some(round) = house.snapshot(TABLE).unwrap().view.round {
            let placed = house.place_slip(ann.id, TABLE, round, RequestId(id), wagers.into(), house.now());
            if placed.await.is_ok() {
                taken.lock().unwrap().insert(id);
                id += 1;
            }
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    house.shutdown().await;
}

/// The ids of the slips that a store holds.
pub(crate) fn slips(
    records: impl FnOnce(&mut dyn FnMut(Record) -> bool) -> Result<(), StoreFailure>,
) -> BTreeSet<u128> {
    let mut slips = BTreeSet::new();
    let mut each = |record| {
        if let Record::Slip(slip) = record {
            slips.insert(slip.slip.0);
        }
        true
    };
    records(&mut each).unwrap();
    slips
}

pub(crate) fn punto<'a>(args: impl IntoIterator<Item = &'a str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_punto"));
    let output = command.args(args).stdin(Stdio::null()).output().unwrap();
    assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
    output
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The status and the JSON of an audit with these arguments.
pub(crate) fn audited(args: &[&str]) -> (Option<i32>, Value) {
    let output = punto(["audit", "--json"].iter().chain(args).copied());
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or(json!(stderr(&output))))
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
