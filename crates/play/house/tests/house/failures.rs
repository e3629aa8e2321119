//! A store that fails, before it wrote or after it wrote and before it answered: nobody can tell which. A store
//! that is slow, and one that holds what this program cannot go on with.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use baccarat::Card;
use punto_house::ports::{
    Adjustment, Call, CommitStore as _, HouseOutcome, Layer, PortFuture, Store, StoreFailure, Unit,
    UnitOutcome,
};
use punto_house::{HouseRefusal, Purse, Rejection, StartError, default_tables};
use store::MemoryStore;
use table::{
    CorrectionRequest, Event, PatronId, ProposalStatus, PublicEvent, RecordedEvent, RequestId, RoundEnd,
    RoundRef, TableId,
};

use crate::corrections::{ONE, TWO, played, void};
use crate::test_house::{
    GIFT, GOLD, SALON, START, TestHouse, adjust_elsewhere, adjustment, amount, code, first_shoe, next_frame,
};

type Like = fn(&PublicEvent) -> bool;

#[derive(Clone, Copy, Debug)]
enum Fault {
    BeforeWriting,
    AfterWriting,
    /// Another server runs the table now.
    TakenOver,
    /// No failure, only slow, by so many milliseconds.
    Slow(u64),
}

/// A store whose next commit fails in the way that is set.
#[derive(Default)]
struct Faulty {
    store: Arc<MemoryStore>,
    next: Mutex<Option<Fault>>,
    /// What moves elsewhere while a wallet is looked at: one just before that, one just after it, and so on.
    meanwhile: Mutex<VecDeque<Adjustment>>,
    /// How many times the corrections of a shoe were read.
    shoes_read: AtomicU32,
    /// Whether it can no longer be read how shoes began.
    shoes_lost: AtomicBool,
    /// The next shoe that is opened is written and not answered for, and its seed cannot be read at first.
    lose_opening: AtomicBool,
    lose_seed: AtomicBool,
}

impl Faulty {
    fn fail_next(&self, fault: Fault) {
        *self.next.lock().expect("no test holds it in a panic") = Some(fault);
    }

    /// So much is put into a patron's cash, or taken out of it, while their wallet is looked at.
    fn move_meanwhile(&self, patron: PatronId, changes: &[i64]) {
        let changes = (1_000..).zip(changes);
        let changes = changes.map(|(id, change)| adjustment(patron, Purse::Cash, *change, id));
        self.meanwhile.lock().expect("no test holds it in a panic").extend(changes);
    }

    async fn move_one(&self) -> Result<(), StoreFailure> {
        let change = self.meanwhile.lock().expect("no test holds it in a panic").pop_front();
        if let Some(change) = change {
            let put = adjust_elsewhere(&*self.store, &change).await?;
            assert!(matches!(put, HouseOutcome::Appended { .. }), "{put:?}");
        }
        Ok(())
    }
}

impl Layer for Faulty {
    fn inner(&self) -> &dyn Store {
        &*self.store
    }

    fn pass<'a, T: Send + 'a>(
        &'a self,
        call: Call,
        go: impl FnOnce() -> PortFuture<'a, T> + Send + 'a,
    ) -> PortFuture<'a, T> {
        let lost = |why: &str| StoreFailure::Storage(why.to_owned());
        let failure = match call {
            Call::Read("shoe_seed") if self.lose_seed.swap(false, Ordering::Relaxed) => {
                Some(lost("nothing can be read"))
            }
            Call::RoundEvents(RoundRef { round_no: 0, .. }) if self.shoes_lost.load(Ordering::Relaxed) => {
                Some(lost("the disk is gone"))
            }
            _ => None,
        };
        if call == Call::Read("shoe_corrections") {
            self.shoes_read.fetch_add(1, Ordering::Relaxed);
        }
        let is_wallet = call == Call::Read("wallet");
        Box::pin(async move {
            if let Some(failure) = failure {
                return Err(failure);
            }
            if !is_wallet {
                return go().await;
            }
            self.move_one().await?;
            let wallet = go().await?;
            self.move_one().await?;
            Ok(wallet)
        })
    }

    fn pass_commit(&self, table: TableId, seq: u64, units: Vec<Unit>) -> PortFuture<'_, Vec<UnitOutcome>> {
        let opens = units.iter().any(|unit| unit.shoe_seed.is_some());
        let lost = opens && self.lose_opening.swap(false, Ordering::Relaxed);
        self.lose_seed.fetch_or(lost, Ordering::Relaxed);
        let fault = self.next.lock().expect("no test holds it in a panic").take();
        let fault = if lost { Some(Fault::AfterWriting) } else { fault };
        let broken = || StoreFailure::Storage("the disk is gone".to_owned());
        Box::pin(async move {
            match fault {
                None => self.store.commit(table, seq, units).await,
                Some(Fault::Slow(ms)) => {
                    tokio::time::sleep(Duration::from_millis(ms)).await;
                    self.store.commit(table, seq, units).await
                }
                Some(Fault::BeforeWriting) => Err(broken()),
                Some(Fault::TakenOver) => Err(StoreFailure::TakenOver { table }),
                Some(Fault::AfterWriting) => self.store.commit(table, seq, units).await.and(Err(broken())),
            }
        })
    }
}

async fn salon() -> (TestHouse, Arc<Faulty>) {
    on(Faulty::default(), SALON).await
}

async fn gold_room() -> (TestHouse, Arc<Faulty>) {
    on(Faulty::default(), GOLD).await
}

/// The gold room with a guest in it while it takes wagers.
async fn with_guest() -> (TestHouse, Arc<Faulty>, PatronId) {
    let (test, faulty) = gold_room().await;
    let patron = test.guest("Mara").await;
    test.betting(GOLD).await;
    (test, faulty, patron)
}

/// One of the two default tables on a store that may fail.
async fn on(faulty: Faulty, table: TableId) -> (TestHouse, Arc<Faulty>) {
    let faulty = Arc::new(faulty);
    let store = Arc::clone(&faulty.store);
    let tables = default_tables().into_iter().filter(|settings| settings.id == table).collect();
    let test = TestHouse::open_on(tables, faulty.clone(), store, TestHouse::clock(), Arc::default()).await;
    (test, faulty)
}

#[tokio::test(start_paused = true)]
async fn a_slip_that_failed_is_sent_again_and_counts_once() {
    for (fault, repeated) in [(Fault::BeforeWriting, false), (Fault::AfterWriting, true)] {
        let (test, faulty, patron) = with_guest().await;
        faulty.fail_next(fault);
        let failed = test.place(patron, GOLD, 1, "player 100").await.unwrap_err();
        assert_eq!(code(&failed), "failed", "{fault:?}");
        let receipt = test.place(patron, GOLD, 1, "player 100").await.unwrap();
        assert_eq!(receipt.repeated, repeated, "{fault:?}");
        assert_eq!(test.balance(patron).await, GIFT - 100, "{fault:?}");
        test.end(GOLD).await;
        assert_eq!(test.audit().await, 0, "{fault:?}");
    }
}

/// With bonus money, a slip is split by the wallet as it was looked at; its commit may find another one.
#[tokio::test(start_paused = true)]
async fn a_slip_is_paid_from_the_wallet_that_its_commit_found() {
    for (change, stake, purses) in
        [(-50, 500, Ok((0, 150))), (50, 500, Ok((0, 250))), (-150, 600, Err((50, 500)))]
    {
        let (test, faulty, patron) = with_guest().await;
        test.place(patron, GOLD, 1, "player 500000 banker 499900").await.expect("100 are left");
        test.house.adjust(patron, Purse::Bonus, 500, ONE, "welcome", RequestId(1)).await.unwrap();
        // There are 200 in cash when it is looked at.
        faulty.move_meanwhile(patron, &[100, change]);
        let placed = test.place(patron, GOLD, 2, &format!("tie {stake}")).await;
        let wallet = test.house.wallet(patron).await.unwrap();
        let left = (wallet.cash.minor(), wallet.bonus.minor());
        match (placed, purses) {
            (Ok(receipt), Ok(purses)) => assert_eq!((receipt.repeated, left), (false, purses), "{change}"),
            (Err(refused), Err((cash, bonus))) => {
                let (available, bonus, stake) = (amount(cash), amount(bonus), amount(stake));
                let expected = HouseRefusal::InsufficientFunds { available, bonus, stake };
                assert_eq!(refused, Rejection::Refused(expected), "{change}");
            }
            (placed, _) => panic!("{change}: {placed:?}"),
        }
        test.audit().await;
    }
}

#[tokio::test(start_paused = true)]
async fn a_proposal_and_an_approval_that_failed_are_sent_again_and_count_once() {
    for (fault, repeated) in [(Fault::BeforeWriting, false), (Fault::AfterWriting, true)] {
        let (test, faulty) = salon().await;
        let (patron, round) = played(&test).await;
        let id = RequestId(7);
        let request = CorrectionRequest::new(void(), ONE, "misread", id);
        let propose = || test.house.propose_correction(SALON, round, request.clone());
        faulty.fail_next(fault);
        assert_eq!(code(&propose().await.unwrap_err()), "failed", "{fault:?}");
        let proposed = propose().await.unwrap();
        assert_eq!(proposed.repeated, repeated, "{fault:?}");
        faulty.fail_next(fault);
        let approve = || test.house.approve_correction(SALON, proposed.correction_no, TWO);
        assert_eq!(code(&approve().await.unwrap_err()), "failed", "{fault:?}");
        assert_eq!(approve().await.unwrap().repeated, repeated, "{fault:?}");
        assert_eq!(test.balance(patron).await, GIFT, "{fault:?}");
        assert_eq!(test.house.snapshot(SALON).unwrap().view.beads.len(), 0, "{fault:?}");
        let record = test.house.round(SALON, round).await.unwrap().unwrap();
        assert_eq!((record.proposals().count(), test.audit().await), (1, 0), "{fault:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_proposal_is_repeated_though_its_shoe_is_unreadable() {
    let (test, faulty) = salon().await;
    let (_, round) = played(&test).await;
    let request = |id| CorrectionRequest::new(void(), ONE, "misread", RequestId(id));
    let propose = |id| test.house.propose_correction(SALON, round, request(id));
    let first = propose(7).await.unwrap();
    faulty.shoes_lost.store(true, Ordering::Relaxed);
    let again = propose(7).await.unwrap();
    assert_eq!((again.repeated, again.correction_no), (true, first.correction_no));
    assert_eq!(code(&propose(8).await.unwrap_err()), "failed", "a new one needs it");
}

#[tokio::test(start_paused = true)]
async fn what_became_of_proposals_is_read_once_a_shoe() {
    let (test, faulty) = salon().await;
    let (_, first) = played(&test).await;
    test.end(SALON).await;
    let second = RoundRef { round_no: first.round_no + 1, ..first };
    let mut numbers = Vec::new();
    for round in [first, second, second] {
        numbers.push(test.propose(round, void(), ONE, "misread").await.unwrap().correction_no);
    }
    let entries = test.house.corrections(SALON, None, 9).await.unwrap();
    assert_eq!(test.house.statuses(SALON, &entries).await, Ok(BTreeMap::new()), "all are open");
    assert_eq!(faulty.shoes_read.swap(0, Ordering::Relaxed), 1);
    test.house.withdraw_correction(SALON, numbers[0], ONE).await.unwrap();
    test.house.approve_correction(SALON, numbers[2], TWO).await.unwrap();
    let expected = [
        (numbers[0], ProposalStatus::Withdrawn),
        (numbers[1], ProposalStatus::Outdated),
        (numbers[2], ProposalStatus::Approved { by: TWO }),
    ];
    let statuses = test.house.statuses(SALON, &entries).await.unwrap();
    assert_eq!(statuses, BTreeMap::from(expected), "decisions later than the entries are known");
    assert_eq!(faulty.shoes_read.swap(0, Ordering::Relaxed), 1);
    let newest = test.house.statuses(SALON, &entries[..1]).await.unwrap();
    assert_eq!(newest, BTreeMap::from([expected[2]]), "and nothing else");
    assert_eq!(faulty.shoes_read.swap(0, Ordering::Relaxed), 1);
    let decisions = test.house.corrections(SALON, None, 2).await.unwrap();
    assert_eq!(
        test.house.statuses(SALON, &decisions).await,
        Ok(BTreeMap::new()),
        "none of these is a proposal"
    );
    assert_eq!(faulty.shoes_read.load(Ordering::Relaxed), 0);
}

fn drawn(events: &[RecordedEvent]) -> Vec<Card> {
    let card = |recorded: &RecordedEvent| match recorded.event {
        Event::CardDrawn { card, .. } => Some(card),
        _ => None,
    };
    events.iter().filter_map(card).collect()
}

#[tokio::test(start_paused = true)]
async fn a_failed_step_is_done_once_and_published_once() {
    let steps: [(&str, Like); 4] = [
        ("opening", |event| matches!(event, PublicEvent::RoundSettled { .. })),
        ("closing", |event| *event == PublicEvent::BettingOpened),
        ("first card", |event| *event == PublicEvent::BettingClosed),
        ("second card", |event| matches!(event, PublicEvent::CardDrawn { .. })),
    ];
    for (name, just_before) in steps {
        for fault in [Fault::BeforeWriting, Fault::AfterWriting] {
            let (test, faulty) = gold_room().await;
            let mut frames = test.subscribe(GOLD);
            test.until(GOLD, just_before).await;
            faulty.fail_next(fault);
            for _ in 0..2 {
                test.end(GOLD).await;
            }
            let mut seen = next_frame(&mut frames).await.public.seq;
            while seen < test.house.snapshot(GOLD).unwrap().view.seq {
                let frame = next_frame(&mut frames).await;
                seen += 1;
                assert_eq!(frame.public.seq, seen, "{name}, {fault:?}");
            }
            let drawn = drawn(&faulty.store.events(GOLD));
            assert_eq!(drawn, TestHouse::shuffled(1)[8..8 + drawn.len()], "{name}, {fault:?}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn a_shoe_whose_opening_was_lost_twice_is_played_and_no_other() {
    let (test, faulty) = gold_room().await;
    faulty.lose_opening.store(true, Ordering::Relaxed);
    test.until(GOLD, |event| *event == PublicEvent::ShoeOpened).await;
    test.end(GOLD).await;
    let events = faulty.store.events(GOLD);
    let opened = |recorded: &RecordedEvent| matches!(recorded.event, Event::ShoeOpened { .. });
    assert_eq!(events.iter().filter(|recorded| opened(recorded)).count(), 2);
    let second = events.iter().rposition(opened).unwrap();
    let drawn = drawn(&events[second..]);
    assert_eq!(drawn, TestHouse::shuffled(2)[8..8 + drawn.len()]);
}

#[tokio::test(start_paused = true)]
async fn a_round_that_is_voided_just_when_a_card_is_due_gets_none() {
    let (test, faulty) = gold_room().await;
    let first = test.betting(GOLD).await;
    faulty.fail_next(Fault::Slow(600_000));
    // Betting is being closed by then, and the void waits with the first card right behind it.
    tokio::time::sleep(Duration::from_mins(5)).await;
    assert_eq!(test.house.snapshot(GOLD).unwrap().view.phase.id(), "betting", "nothing was published yet");
    test.house.void_this_round(GOLD, first, ONE).await.unwrap();
    let second = RoundRef { round_no: 2, ..first };
    assert_eq!(test.betting(GOLD).await, second, "the shoe goes on");
    let end = test.end(GOLD).await;
    assert!(matches!(&end.view.phase, table::Phase::Settled { end: RoundEnd::Coup(_) }));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_somebody_else_wrote_to_is_read_again() {
    let (test, faulty, patron) = with_guest().await;
    let seq = faulty.store.events(GOLD).last().unwrap().seq;
    let closed = Unit::new(
        vec![(test.house.now(), Event::BettingClosed { wagers: None, draw: None, squeeze: None })],
        vec![],
    );
    faulty.store.commit(GOLD, seq, vec![closed]).await.unwrap();
    let failed = test.place(patron, GOLD, 1, "player 100").await.unwrap_err();
    assert_eq!(code(&failed), "failed");
    let again = test.place(patron, GOLD, 1, "player 100").await.unwrap_err();
    assert_eq!(code(&again), "betting_closed");
    test.end(GOLD).await;
    assert_eq!(test.balance(patron).await, GIFT);
}

#[tokio::test(start_paused = true)]
async fn a_slow_store_makes_no_slip_late() {
    let (test, faulty) = gold_room().await;
    let (one, two) = (test.guest("Mara").await, test.guest("Noor").await);
    let round = test.betting(GOLD).await;
    tokio::time::advance(Duration::from_millis(14_990)).await;
    let received_at = test.house.now();
    faulty.fail_next(Fault::Slow(5_000));
    let first = test.place_in(one, GOLD, round, 1, "player 100", received_at);
    let second = async {
        tokio::time::sleep(Duration::from_secs(4)).await;
        test.place_in(two, GOLD, round, 2, "player 100", received_at).await
    };
    let (first, second) = tokio::join!(first, second);
    first.unwrap();
    second.expect("it was received in time and waited for the table");
}

#[tokio::test(start_paused = true)]
async fn a_shoe_of_another_shuffle_is_not_dealt_from() {
    let faulty = Faulty::default();
    faulty.store.commit(GOLD, 0, vec![first_shoe("punto-shuffle-0")]).await.unwrap();
    let (test, _) = on(faulty, GOLD).await;
    assert_eq!(test.betting(GOLD).await, RoundRef { shoe_no: 2, round_no: 1 });
}

#[tokio::test(start_paused = true)]
async fn a_table_that_was_taken_over_stops_and_says_so() {
    let (test, faulty, patron) = with_guest().await;
    faulty.fail_next(Fault::TakenOver);
    let failed = test.place(patron, GOLD, 1, "player 100").await.unwrap_err();
    assert!(failed.to_string().contains("taken over by another server"), "{failed}");
    let stopped = test.place(patron, GOLD, 1, "player 100").await.unwrap_err();
    assert!(stopped.to_string().contains("is not running"), "{stopped}");
    assert_eq!(test.house.running(), 0);
    assert_eq!(test.balance(patron).await, GIFT);
}

#[tokio::test(start_paused = true)]
async fn a_house_is_not_opened_on_a_history_that_cannot_have_been() {
    let store = Arc::new(MemoryStore::new());
    let mut unit = first_shoe(fair::ALGORITHM);
    unit.events.push((START, Event::BettingClosed { wagers: None, draw: None, squeeze: None }));
    store.commit(GOLD, 0, vec![unit]).await.unwrap();
    let error = TestHouse::refused(store, default_tables()).await;
    let expected = "the log of table 2: event 2 cannot follow event 1 of its table: no wagers are taken";
    assert_eq!(error, StartError::Store(StoreFailure::Corrupt(expected.to_owned())));
}
