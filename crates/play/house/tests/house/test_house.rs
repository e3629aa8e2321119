//! A house for tests: on a store in memory, with a clock tied to tokio's paused time and known seeds.
#![allow(clippy::panic, reason = "a house that cannot go on is a failed test")]

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use baccarat::{Card, HouseRules};
use ledger::{Account, AccountKind};
use money::{Amount, Currency, Stake};
use punto_house::by_hand::MoneyStaff;
use punto_house::log::HouseEvent;
use punto_house::people::Role;
use punto_house::ports::search::PatronRoundSearch;
use punto_house::ports::{
    Clock, Entropy, HouseEntry, HouseOutcome, PatronRound, ReadStore as _, ShoeSeed, Store, StoreFailure,
    Unit,
};
use punto_house::{
    Adjustment, Connection, CorrectionReceipt, Frame, Frames, House, Notice, NumberedNotice, Pass,
    ProposalReceipt, Purse, Rejection, SeatReceipt, SlipReceipt, StartError, default_tables,
};
use store::MemoryStore;
use table::{
    CorrectionRequest, Event, PatronId, PublicEvent, RawWager, RequestId, RoundRef, Ruling, Settings,
    StaffId, TableId, Timestamp,
};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::corrections::{ONE, TWO};

/// Under `live-commission`: a patron who leaves leaves the wagers.
pub(crate) const SALON: TableId = TableId(1);
/// Under `gold-card`: a patron who leaves takes them back.
pub(crate) const GOLD: TableId = TableId(2);
/// What a guest begins with.
pub(crate) const GIFT: u64 = punto_house::patrons::GIFT;

pub(crate) const START: Timestamp = Timestamp(1_700_000_000_000);

#[derive(Clone)]
pub(crate) struct TestClock(Instant);

impl Clock for TestClock {
    fn now(&self) -> Timestamp {
        let elapsed = i64::try_from(self.0.elapsed().as_millis()).expect("tests are short");
        Timestamp(START.0 + elapsed)
    }
}

/// Seeds that are all of one byte: 1, 2, 3 and so on.
#[derive(Default)]
pub(crate) struct CountingEntropy(AtomicU8);

impl Entropy for CountingEntropy {
    fn seed(&self) -> Result<[u8; 32], StoreFailure> {
        Ok([self.0.fetch_add(1, Ordering::Relaxed) + 1; 32])
    }
}

pub(crate) struct TestHouse {
    pub(crate) house: House,
    pub(crate) store: Arc<MemoryStore>,
    clock: TestClock,
    entropy: Arc<CountingEntropy>,
    tables: Vec<Settings>,
    lines: Mutex<BTreeMap<PatronId, Connection>>,
}

impl TestHouse {
    /// A house with one of the two default tables.
    pub(crate) async fn with(table: TableId) -> Self {
        let tables = default_tables().into_iter().filter(|settings| settings.id == table).collect();
        Self::open(tables).await
    }

    /// A house with one of the two default tables, a guest in it, and the round that takes wagers.
    pub(crate) async fn with_guest(table: TableId) -> (Self, PatronId, RoundRef) {
        let test = Self::with(table).await;
        let (patron, round) = (test.guest("Mara").await, test.betting(table).await);
        (test, patron, round)
    }

    /// A house with the salon, where no patron loses a seat for making no wager, a guest in it, and the round that
    /// takes wagers.
    pub(crate) async fn patient_with_guest() -> (Self, PatronId, RoundRef) {
        let mut salon = default_tables().remove(0);
        salon.seating.idle_limit = 0;
        let test = Self::open(vec![salon]).await;
        let (patron, round) = (test.guest("Mara").await, test.betting(SALON).await);
        (test, patron, round)
    }

    /// A house with the salon alone, on this store.
    pub(crate) async fn salon_on(store: Arc<MemoryStore>) -> Self {
        let tables = default_tables().into_iter().take(1).collect();
        Self::open_on(tables, store.clone(), store, Self::clock(), Arc::default()).await
    }

    /// Why no house is opened with these tables on this store.
    pub(crate) async fn refused(store: Arc<MemoryStore>, tables: Vec<Settings>) -> StartError {
        let (clock, entropy) = (Arc::new(Self::clock()), Arc::new(CountingEntropy::default()));
        House::start(store, clock, entropy, tables).await.expect_err("it is not opened")
    }

    pub(crate) async fn open(tables: Vec<Settings>) -> Self {
        let store = Arc::new(MemoryStore::new());
        Self::open_on(tables, store.clone(), store, TestClock(Instant::now()), Arc::default()).await
    }

    /// A house on `port`, which writes into `store`, perhaps with faults.
    pub(crate) async fn open_on(
        tables: Vec<Settings>,
        port: Arc<dyn Store>,
        store: Arc<MemoryStore>,
        clock: TestClock,
        entropy: Arc<CountingEntropy>,
    ) -> Self {
        let opened = House::start(port, Arc::new(clock.clone()), entropy.clone(), tables.clone()).await;
        let house = opened.unwrap_or_else(|error| panic!("{error}"));
        // Each table draws its first seed before any guest draws one.
        while house.tables().iter().any(|snapshot| snapshot.view.shoe_no == 0) {
            tokio::task::yield_now().await;
        }
        Self { house, store, clock, entropy, tables, lines: Mutex::default() }
    }

    pub(crate) fn clock() -> TestClock {
        TestClock(Instant::now())
    }

    /// Closes the house, lets `ms` pass and opens it on the same store. Who was connected connects again.
    pub(crate) async fn restart_after(self, ms: u64) -> Self {
        self.house.shutdown().await;
        let Self { store, clock, entropy, tables, lines, .. } = self;
        tokio::time::advance(Duration::from_millis(ms)).await;
        let opened = Self::open_on(tables, store.clone(), store, clock, entropy).await;
        let connected = lines.into_inner().expect("no test panicked with it");
        for patron in connected.keys() {
            opened.connect(*patron);
        }
        opened
    }

    /// Closes the house and opens it on the same store, with its tables under the house rules of this document.
    pub(crate) async fn restart_under(mut self, document: &str) -> Self {
        let rules = Arc::new(document.parse::<HouseRules>().unwrap_or_else(|errors| panic!("{errors}")));
        self.tables.iter_mut().for_each(|settings| settings.rules = Arc::clone(&rules));
        self.restart_after(1).await
    }

    /// Closes the house and opens it on the same store without one of its tables.
    pub(crate) async fn restart_without(mut self, table: TableId) -> Self {
        self.tables.retain(|settings| settings.id != table);
        self.restart_after(1).await
    }

    /// A guest who is connected and has a seat at every table.
    pub(crate) async fn guest(&self, nickname: &str) -> PatronId {
        let patron = self.stranger(nickname).await;
        self.connect(patron);
        for settings in &self.tables {
            self.sit(patron, settings.id).await.unwrap_or_else(|no| panic!("{no}"));
        }
        patron
    }

    /// A guest without a seat.
    pub(crate) async fn stranger(&self, nickname: &str) -> PatronId {
        self.house.new_guest(nickname).await.unwrap_or_else(|no| panic!("{no}")).0.id
    }

    /// Gives a patron a connection, in place of the one they had.
    pub(crate) fn connect(&self, patron: PatronId) {
        self.lines().insert(patron, self.house.connected(patron));
    }

    /// Ends a patron's connection.
    pub(crate) fn disconnect(&self, patron: PatronId) {
        drop(self.lines().remove(&patron).expect("they are connected"));
    }

    fn lines(&self) -> MutexGuard<'_, BTreeMap<PatronId, Connection>> {
        self.lines.lock().expect("no test panicked with it")
    }

    pub(crate) async fn sit(&self, patron: PatronId, table: TableId) -> Result<SeatReceipt, Rejection> {
        self.house.take_seat(patron, table, Pass::default()).await
    }

    /// The round that takes wagers at a table, once one does.
    pub(crate) async fn betting(&self, table: TableId) -> RoundRef {
        let mut frames = self.subscribe(table);
        let view = self.house.snapshot(table).expect("the table is there").view;
        if view.phase.id() == "betting" {
            return view.round.expect("a round is open");
        }
        loop {
            let frame = next_frame(&mut frames).await;
            if frame.public.event == PublicEvent::BettingOpened {
                return frame.view.round.expect("a round is open");
            }
        }
    }

    /// The frame in which the round under way ends, once it does.
    pub(crate) async fn end(&self, table: TableId) -> Arc<Frame> {
        self.until(table, |event| {
            matches!(event, PublicEvent::RoundSettled { .. } | PublicEvent::RoundVoided { .. })
        })
        .await
    }

    /// The next frame of that kind.
    pub(crate) async fn until(&self, table: TableId, like: impl Fn(&PublicEvent) -> bool) -> Arc<Frame> {
        let mut frames = self.subscribe(table);
        loop {
            let frame = next_frame(&mut frames).await;
            if like(&frame.public.event) {
                return frame;
            }
        }
    }

    pub(crate) fn subscribe(&self, table: TableId) -> Frames {
        self.house.subscribe(table).expect("the table is there")
    }

    /// A correction at the salon, proposed with an id that no other has.
    pub(crate) async fn propose(
        &self,
        round: RoundRef,
        ruling: Ruling,
        by: StaffId,
        why: &str,
    ) -> Result<CorrectionReceipt, Rejection> {
        static IDS: AtomicU64 = AtomicU64::new(1);
        let id = RequestId(IDS.fetch_add(1, Ordering::Relaxed).into());
        self.house.propose_correction(SALON, round, CorrectionRequest::new(ruling, by, why, id)).await
    }

    /// Corrects a round at the salon: one supervisor proposes it, another approves.
    pub(crate) async fn correct(&self, round: RoundRef, ruling: Ruling) -> CorrectionReceipt {
        let proposed = self.propose(round, ruling, ONE, "misread").await.unwrap_or_else(|no| panic!("{no}"));
        let approved = self.house.approve_correction(SALON, proposed.correction_no, TWO).await;
        assert!(approved.is_ok_and(|approved| !approved.repeated), "it is approved once");
        proposed
    }

    /// An adjustment of any amount: a supervisor proposes it, and a manager approves.
    pub(crate) async fn adjust_by_two(
        &self,
        patron: PatronId,
        purse: Purse,
        change: i64,
        id: u128,
    ) -> Result<ProposalReceipt, Rejection> {
        let (one, two) = (supervisor(1), manager(2));
        let id = RequestId(id);
        let proposed = self.house.propose_adjustment(patron, purse, change, one, "put right", id).await?;
        self.house.approve_adjustment(proposed.proposal.number, two).await
    }

    /// A slip received now.
    pub(crate) async fn place(
        &self,
        patron: PatronId,
        table: TableId,
        slip_id: u128,
        wagers: &str,
    ) -> Result<SlipReceipt, Rejection> {
        let round = self.house.snapshot(table).and_then(|snapshot| snapshot.view.round);
        let round = round.unwrap_or(RoundRef { shoe_no: 0, round_no: 0 });
        self.place_in(patron, table, round, slip_id, wagers, self.house.now()).await
    }

    pub(crate) async fn place_in(
        &self,
        patron: PatronId,
        table: TableId,
        round: RoundRef,
        slip_id: u128,
        wagers: &str,
        received_at: Timestamp,
    ) -> Result<SlipReceipt, Rejection> {
        let slip_id = RequestId(slip_id);
        self.house.place_slip(patron, table, round, slip_id, raw_wagers(wagers), received_at).await
    }

    pub(crate) async fn balance(&self, patron: PatronId) -> u64 {
        self.house.wallet(patron).await.unwrap_or_else(|failure| panic!("{failure}")).cash.minor()
    }

    /// The latest hundred of a patron's finished rounds.
    pub(crate) async fn history(&self, patron: PatronId) -> Vec<PatronRound> {
        let found = self.house.history(patron, PatronRoundSearch::default(), None, 100).await;
        found.unwrap_or_else(|failure| panic!("{failure}")).found
    }

    /// Holds the ledger to its laws; answers how many holds are open.
    pub(crate) async fn audit(&self) -> u64 {
        let trial = self.house.trial_balance().await.unwrap_or_else(|failure| panic!("{failure}"));
        assert!(trial.sums.iter().all(|(_, sum)| *sum == 0), "{trial:?}");
        assert!(trial.lowest_patron_balance >= 0, "{trial:?}");
        self.audit_books().await;
        trial.open_holds
    }

    /// What a table won on all days is what its account has, and a statement ends with what the wallet has.
    async fn audit_books(&self) {
        let ledger = self.store.ledger();
        let days = self.store.turnover(Timestamp(0), Timestamp(i64::MAX), None).await.expect("the turnover");
        for (account, balance) in ledger.balances() {
            match account.kind {
                AccountKind::HouseTable => {
                    let own = days.iter().filter(|line| line.table.0 == account.owner);
                    let won: i64 = own.map(|line| line.sums.house_result()).sum();
                    assert_eq!(won, *balance, "table {}", account.owner);
                }
                AccountKind::PatronCash => {
                    let patron = PatronId(account.owner);
                    let lines = self.store.statement(patron, None, 1).await.expect("a statement");
                    let last = lines.first().expect("every patron begins with a gift");
                    let held = self.store.held(patron).await.expect("what is held").signed();
                    let bonus = ledger.balance(Account::patron_bonus(patron.0, account.currency));
                    let owed = ledger.balance(Account::receivable(patron.0, account.currency));
                    assert_eq!((last.balance, last.owed), (balance + bonus + held, -owed), "{patron:?}");
                }
                _ => {}
            }
        }
    }

    /// The cards of shoe `shoe_no` in the order they come out, if it was the `seed`th to be shuffled.
    pub(crate) fn shuffled(seed: u8) -> Vec<Card> {
        fair::shuffle(&[seed; 32], 8)
    }
}

/// The member of staff of that number, as a supervisor.
pub(crate) const fn supervisor(id: u32) -> MoneyStaff {
    MoneyStaff { id: StaffId(id), role: Role::Supervisor }
}

/// The member of staff of that number, as a manager.
pub(crate) const fn manager(id: u32) -> MoneyStaff {
    MoneyStaff { id: StaffId(id), role: Role::Manager }
}

/// An adjustment of a purse as another server makes it.
pub(crate) fn adjustment(patron: PatronId, purse: Purse, change: i64, id: u128) -> Adjustment {
    let (currency, by, why, request_id) = (Currency::PLAY, ONE, "elsewhere".to_owned(), RequestId(id));
    Adjustment { patron, purse, currency, change, by, why, request_id, at: START }
}

/// Has another server append an adjustment to the log.
pub(crate) async fn adjust_elsewhere(
    store: &dyn Store,
    adjustment: &Adjustment,
) -> Result<HouseOutcome, StoreFailure> {
    let (event, postings) = (HouseEvent::adjusted(adjustment, None), vec![adjustment.posting()]);
    let entry = HouseEntry { at: adjustment.at, event, expected: 0, postings, credentials: Vec::new() };
    store.append_entry(entry).await
}

/// The opening of a table's first shoe, shuffled by this algorithm, under house rules that it does not name.
pub(crate) fn first_shoe(algorithm: &str) -> Unit {
    let opened = Event::ShoeOpened {
        shoe_no: 1,
        algorithm: algorithm.to_owned(),
        rules: None,
        seats: None,
        public_seq: None,
        proof: None,
        withheld: vec![],
        live: None,
    };
    let shoe_seed = Some(ShoeSeed { shoe_no: 1, seed: [7; 32] });
    Unit { shoe_seed, ..Unit::new(vec![(START, opened)], vec![]) }
}

/// The frame that is received next, within an hour of the paused time.
pub(crate) async fn next_frame(frames: &mut Frames) -> Arc<Frame> {
    let received = tokio::time::timeout(Duration::from_hours(1), frames.recv()).await;
    received.expect("a frame within the hour").unwrap_or_else(|error| panic!("{error}"))
}

/// What is received next, within an hour of the paused time.
pub(crate) async fn next<T: Clone>(receiver: &mut broadcast::Receiver<T>) -> T {
    let received = tokio::time::timeout(Duration::from_hours(1), receiver.recv()).await;
    received.expect("a message within the hour").unwrap_or_else(|error| panic!("{error}"))
}

/// Takes the notices that were sent so far, except balances and that a seat was taken.
pub(crate) fn drain(notices: &mut broadcast::Receiver<NumberedNotice>) -> Vec<Notice> {
    let all = std::iter::from_fn(|| notices.try_recv().ok()).map(|sent| sent.notice);
    all.filter(|notice| !matches!(notice, Notice::Wallet(_) | Notice::SeatTaken { .. })).collect()
}

pub(crate) fn code(rejection: &Rejection) -> &'static str {
    match rejection {
        Rejection::Refused(refusal) => refusal.code(),
        Rejection::Failed(_) => "failed",
    }
}

/// `9h Kd Ks 3c` as what a round is to be settled by.
pub(crate) fn cards(text: &str) -> Ruling {
    Ruling::cards(text.split(' ').map(|card| card.parse().expect("a card")).collect())
}

/// `player 100 tie 50` as the wagers of a slip.
pub(crate) fn raw_wagers(text: &str) -> Vec<RawWager> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let wager = |pair: &[&str]| RawWager {
        spot: pair[0].to_owned(),
        stake: pair[1].parse().ok().and_then(|minor| Stake::new(minor).ok()),
    };
    words.chunks(2).map(wager).collect()
}

pub(crate) fn amount(minor: u64) -> Amount {
    Amount::new(minor).expect("a small amount")
}

/// `player 150 tie 10` for active wagers.
pub(crate) fn written(wagers: &[table::event::PlacedWager]) -> String {
    let wager = |w: &table::event::PlacedWager| format!("{} {}", w.spot.id(), w.stake);
    wagers.iter().map(wager).collect::<Vec<_>>().join(" ")
}
