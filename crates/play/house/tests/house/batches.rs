//! Many slips at once: each is taken or refused by itself, and none sinks another.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use baccarat::Spot;
use ledger::{Account, TransferRefusal};
use money::Currency;
use punto_house::ports::{
    CommitStore as _, Layer, PortFuture, Store, StoreFailure, Unit, UnitOutcome, Wallet,
};
use punto_house::{HouseRefusal, Rejection, TakenBack, default_tables};
use store::MemoryStore;
use table::{Event, PatronId, PublicEvent, RequestId, SpotLimits, TableId};
use tokio::sync::Notify;

use crate::test_house::{GIFT, SALON, TestHouse, amount, code, drain, written};

#[tokio::test(start_paused = true)]
async fn a_slip_sent_twice_counts_once_at_any_time() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let send = || test.place_in(patron, SALON, round, 1, "player 100", test.house.now());
    let (first, second) = tokio::join!(send(), send());
    let repeated = [first.unwrap().repeated, second.unwrap().repeated];
    assert_eq!(repeated, [false, true]);
    test.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    assert!(send().await.unwrap().repeated, "betting is closed");
    test.end(SALON).await;
    assert!(send().await.unwrap().repeated, "the round is over");
    test.betting(SALON).await;
    let receipt = send().await.unwrap();
    assert_eq!((receipt.round, receipt.repeated), (round, true), "another round is open");
    assert_eq!(test.history(patron).await[0].wagers.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_clear_sent_twice_counts_once_at_any_time() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    let other = test.guest("Noor").await;
    test.place(patron, SALON, 1, "player 100").await.unwrap();
    let clear = |whose, id| test.house.clear_wagers(whose, SALON, round, RequestId(id), test.house.now());
    let back = |repeated, minor| TakenBack { repeated, returned: amount(minor) };
    assert_eq!(clear(patron, 7).await, Ok(back(false, 100)));
    assert_eq!(clear(patron, 7).await, Ok(back(true, 0)));
    let refused = async |code_now: &str| {
        assert_eq!(clear(patron, 7).await, Ok(back(true, 0)), "{code_now}");
        for (whose, id) in [(patron, 8), (other, 7)] {
            assert_eq!(code(&clear(whose, id).await.unwrap_err()), code_now);
        }
    };
    test.until(SALON, |event| *event == PublicEvent::BettingClosed).await;
    refused("betting_closed").await;
    test.end(SALON).await;
    refused("betting_closed").await;
    test.betting(SALON).await;
    refused("round_not_open").await;
}

#[tokio::test(start_paused = true)]
async fn a_poor_patron_sinks_nobody() {
    let test = TestHouse::with(SALON).await;
    let (rich, poor, last) = (test.guest("Mara").await, test.guest("Noor").await, test.guest("Otto").await);
    test.betting(SALON).await;
    test.place(poor, SALON, 1, "player 500000 banker 490000").await.unwrap();
    let (rich_slip, poor_slip, last_slip) = tokio::join!(
        test.place(rich, SALON, 2, "player 100"),
        test.place(poor, SALON, 3, "tie 6000 player_pair 5000"),
        test.place(last, SALON, 4, "banker 100"),
    );
    assert!(rich_slip.is_ok() && last_slip.is_ok());
    let refusal = HouseRefusal::InsufficientFunds {
        available: amount(10_000),
        bonus: amount(0),
        stake: amount(11_000),
    };
    assert_eq!(poor_slip, Err(Rejection::Refused(refusal)), "the refusal has the stake of the whole slip");
    assert_eq!(test.balance(poor).await, 10_000, "nothing of a refused slip is held");
    let view = test.house.patron_view(poor, SALON).await.unwrap();
    assert_eq!(written(&view.wagers), "player 500000 banker 490000");
    test.end(SALON).await;
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn slips_of_one_patron_are_judged_one_after_the_other() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    let (first, second, third) = tokio::join!(
        test.place(patron, SALON, 1, "tie 30000"),
        test.place(patron, SALON, 2, "tie 20000"),
        test.place(patron, SALON, 3, "tie 100"),
    );
    assert_eq!(first.unwrap().staked, amount(30_000));
    assert_eq!(second.unwrap().staked, amount(50_000));
    let refusal = third.unwrap_err();
    assert_eq!(
        refusal.to_string(),
        "the limit on Tie is 50000; 50000 already lies there (minor units), a limit of the table",
        "the second slip counts towards the limit of the third"
    );
}

#[tokio::test(start_paused = true)]
async fn exposure_is_judged_again_over_the_accepted_slips() {
    let mut settings = default_tables().remove(0);
    settings.exposure = Some(amount(1_000));
    settings.limits =
        SpotLimits::none().with(&[Spot::Player, Spot::Banker], amount(1), amount(1_000_000_000));
    let test = TestHouse::open(vec![settings]).await;
    let (one, two, three) = (test.guest("Mara").await, test.guest("Noor").await, test.guest("Otto").await);
    test.betting(SALON).await;
    // The first slip is not covered; if it counted, it would use up what the second needs.
    let (broke, takes, offsets) = tokio::join!(
        test.place(one, SALON, 1, "player 2000000 banker 1999000"),
        test.place(two, SALON, 2, "player 1000"),
        test.place(three, SALON, 3, "banker 2000"),
    );
    assert_eq!(code(&broke.unwrap_err()), "insufficient_funds");
    takes.unwrap();
    offsets.unwrap();
    let refusal = test.place(one, SALON, 4, "banker 1").await.unwrap_err();
    assert_eq!(code(&refusal), "exposure_limit");
    assert_eq!(refusal.to_string(), "the table can take 0 more on Banker in this round (minor units)");
}

#[tokio::test(start_paused = true)]
async fn a_hundred_patrons_at_once_are_all_answered() {
    let test = std::sync::Arc::new(TestHouse::with(SALON).await);
    let mut patrons = Vec::new();
    for number in 0..100 {
        patrons.push(test.guest(&format!("Patron {number}")).await);
    }
    test.betting(SALON).await;
    let slips: Vec<_> = patrons
        .iter()
        .map(|patron| {
            let (test, patron) = (std::sync::Arc::clone(&test), *patron);
            tokio::spawn(async move { test.place(patron, SALON, 1, "player 100 banker 100").await })
        })
        .collect();
    for slip in slips {
        slip.await.unwrap().unwrap();
    }
    assert_eq!(test.audit().await, 200);
    test.end(SALON).await;
    assert_eq!(test.audit().await, 0);
    for patron in patrons {
        let [round] = test.history(patron).await.try_into().unwrap();
        let paid: u64 = round.wagers.iter().map(|wager| wager.payout.minor()).sum();
        assert_eq!(test.balance(patron).await, GIFT - 200 + paid);
    }
}

#[tokio::test(start_paused = true)]
async fn each_patron_gets_their_own_notices_only() {
    let test = TestHouse::with(SALON).await;
    let (one, two) = (test.guest("Mara").await, test.guest("Noor").await);
    let (mut to_one, mut to_two) = (test.house.notices(one), test.house.notices(two));
    test.betting(SALON).await;
    test.place(one, SALON, 1, "player 100").await.unwrap();
    assert_eq!((drain(&mut to_one).len(), drain(&mut to_two).len()), (1, 0));
    test.end(SALON).await;
    assert_eq!((drain(&mut to_one).len(), drain(&mut to_two).len()), (1, 0));
}

/// A store whose ledger refuses so many commits of slips although the wallet covers them.
struct Refusing {
    store: Arc<MemoryStore>,
    left: AtomicU32,
}

impl Layer for Refusing {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass_commit(&self, table: TableId, seq: u64, units: Vec<Unit>) -> PortFuture<'_, Vec<UnitOutcome>> {
        let slip = units.iter().flat_map(|unit| &unit.events).find_map(|(_, event)| match event {
            Event::SlipAccepted { patron, .. } => Some(*patron),
            _ => None,
        });
        let left = self.left.load(Ordering::Relaxed);
        let (Some(patron), 1..) = (slip, left) else { return self.store.commit(table, seq, units) };
        self.left.store(left - 1, Ordering::Relaxed);
        let (account, available, wanted) =
            (Account::patron_cash(patron.0, Currency::PLAY), amount(GIFT), amount(100));
        let refusal = TransferRefusal::InsufficientFunds { account, available, wanted };
        let wallet = Wallet { cash: amount(GIFT), ..Wallet::default() };
        let refused = UnitOutcome::Refused { refusal, wallet: Some((patron, wallet)) };
        Box::pin(std::future::ready(Ok(vec![refused; units.len()])))
    }
}

#[tokio::test(start_paused = true)]
async fn a_slip_that_the_ledger_refuses_without_end_fails_and_the_table_goes_on() {
    let store = Arc::new(MemoryStore::new());
    let refusing = Arc::new(Refusing { store: store.clone(), left: AtomicU32::new(0) });
    let salon = vec![default_tables().remove(0)];
    let test = TestHouse::open_on(salon, refusing.clone(), store, TestHouse::clock(), Arc::default()).await;
    let patron = test.guest("Mara").await;
    test.betting(SALON).await;
    refusing.left.store(8, Ordering::Relaxed);
    test.place(patron, SALON, 1, "player 100").await.expect("the wallet changed a few times");
    refusing.left.store(1_000, Ordering::Relaxed);
    let failed = test.place(patron, SALON, 2, "player 100").await.unwrap_err();
    assert!(matches!(failed, Rejection::Failed(_)), "{failed}");
    assert_eq!(refusing.left.swap(0, Ordering::Relaxed), 1_000 - 9, "it was judged again a few times");
    test.place(patron, SALON, 2, "player 100").await.expect("sent again with the same id");
    test.end(SALON).await;
    assert_eq!(test.audit().await, 0);
}

/// A store that commits slips one batch at a time, when it is told to, and notes what happens.
#[derive(Default)]
pub(crate) struct Stepwise {
    store: Arc<MemoryStore>,
    steps: Notify,
    log: Mutex<Vec<String>>,
    /// Whether the next commit of slips fails.
    pub(crate) fails: AtomicBool,
}

impl Stepwise {
    pub(crate) fn note(&self, what: String) {
        self.log.lock().expect("nobody panics here").push(what);
    }

    /// Lets the store go on with one commit, and everybody with what follows from it.
    pub(crate) async fn step(&self) {
        self.steps.notify_one();
        settle().await;
    }
}

impl Layer for Stepwise {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass_commit(&self, table: TableId, seq: u64, units: Vec<Unit>) -> PortFuture<'_, Vec<UnitOutcome>> {
        let slips: Vec<_> = units
            .iter()
            .flat_map(|unit| &unit.events)
            .filter_map(|(_, event)| match event {
                Event::SlipAccepted { slip_id, .. } => Some(slip_id.0.to_string()),
                _ => None,
            })
            .collect();
        if slips.is_empty() {
            return self.store.commit(table, seq, units);
        }
        Box::pin(async move {
            self.note(format!("begins {}", slips.join(" ")));
            self.steps.notified().await;
            if self.fails.swap(false, Ordering::Relaxed) {
                return Err(StoreFailure::Storage("a test".to_owned()));
            }
            self.store.commit(table, seq, units).await
        })
    }
}

/// Lets every task run until all of them wait.
pub(crate) async fn settle() {
    for _ in 0..50 {
        tokio::task::yield_now().await;
    }
}

/// A house on a store that commits step by step.
pub(crate) struct Steps {
    pub(crate) test: Arc<TestHouse>,
    pub(crate) store: Arc<Stepwise>,
    pub(crate) patrons: Vec<PatronId>,
}

impl Steps {
    /// Four patrons at a salon with this limit on its exposure, whose betting is open.
    pub(crate) async fn new(exposure: u64) -> Self {
        let mut settings = default_tables().remove(0);
        settings.exposure = Some(amount(exposure));
        settings.limits =
            SpotLimits::none().with(&[Spot::Player, Spot::Banker], amount(1), amount(1_000_000_000));
        let store = Arc::new(Stepwise::default());
        let memory = Arc::clone(&store.store);
        let test =
            TestHouse::open_on(vec![settings], store.clone(), memory, TestHouse::clock(), Arc::default());
        let test = Arc::new(test.await);
        let mut patrons = Vec::new();
        for name in ["Mara", "Noor", "Otto", "Pia"] {
            patrons.push(test.guest(name).await);
        }
        test.betting(SALON).await;
        Self { test, store, patrons }
    }

    /// Sends a slip of a patron; its answer is noted in the log.
    pub(crate) async fn send(&self, patron: usize, slip: u128, wagers: &'static str) {
        let (test, store, patron) = (Arc::clone(&self.test), Arc::clone(&self.store), self.patrons[patron]);
        tokio::spawn(async move {
            let answer = match test.place(patron, SALON, slip, wagers).await {
                Ok(receipt) => format!("{slip} is taken at {}", receipt.staked.minor()),
                Err(Rejection::Failed(_)) => format!("{slip} fails"),
                Err(refused) => format!("{slip} {}", code(&refused)),
            };
            store.note(answer);
        });
        settle().await;
    }

    pub(crate) fn log(&self) -> Vec<String> {
        std::mem::take(&mut *self.store.log.lock().expect("nobody panics here"))
    }
}

#[tokio::test(start_paused = true)]
async fn the_store_begins_the_next_batch_before_the_one_before_is_answered() {
    let steps = Steps::new(1_000_000).await;
    steps.send(0, 1, "player 100").await;
    steps.send(1, 2, "player 100").await;
    steps.send(2, 3, "player 100").await;
    // A patron's next slip waits until the one before is part of the table.
    steps.send(0, 4, "player 50").await;
    assert_eq!(steps.log(), ["begins 1"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 2 3", "1 is taken at 100"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 4", "2 is taken at 100", "3 is taken at 100"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["4 is taken at 150"]);
    steps.test.end(SALON).await;
    assert_eq!(steps.test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn slips_count_the_exposure_of_the_batch_before() {
    let steps = Steps::new(1_000).await;
    steps.send(0, 1, "player 700").await;
    steps.send(1, 2, "player 200").await;
    steps.send(2, 3, "player 200").await;
    steps.send(3, 4, "banker 500").await;
    steps.store.step().await;
    // The third slip waits until it is known what the ones before it came to.
    assert_eq!(steps.log(), ["begins 1", "begins 2", "1 is taken at 700"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 4", "2 is taken at 200", "3 exposure_limit"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["4 is taken at 500"]);
}

#[tokio::test(start_paused = true)]
async fn a_batch_that_fails_takes_none_before_or_after_it_along() {
    let steps = Steps::new(1_000_000).await;
    steps.send(0, 1, "player 100").await;
    steps.send(1, 2, "player 100").await;
    steps.store.step().await;
    steps.send(2, 3, "player 100").await;
    assert_eq!(steps.log(), ["begins 1", "begins 2", "1 is taken at 100"]);
    steps.store.fails.store(true, Ordering::Relaxed);
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 3", "2 fails"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["3 is taken at 100"]);
    steps.send(1, 2, "player 100").await;
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 2", "2 is taken at 100"], "sent again with the same id");
    steps.test.end(SALON).await;
    assert_eq!(steps.test.audit().await, 0);
}
