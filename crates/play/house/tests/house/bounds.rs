//! The bounds of money: what is refused at them, with which bound, and that everything else goes on.

use std::sync::Arc;

use baccarat::Spot;
use ledger::{Account, Action, TransferId, TransferRefusal, TransferRequest};
use money::{Currency, bounds};
use punto_house::ports::{CommitStore as _, HouseOutcome, Unit};
use punto_house::{HouseRefusal, Purse, Rejection, StartError, default_tables};
use store::MemoryStore;
use table::{PatronId, RequestId, Settings, SpotLimits};

use crate::by_hand::patron;
use crate::corrections::ONE;
use crate::test_house::{
    GIFT, GOLD, SALON, START, TestHouse, adjust_elsewhere, adjustment, amount, code, first_shoe,
};

const PURSE: u64 = bounds::PURSE.minor();
/// What one patron may stake on Player or on Banker at [`high`].
const HIGH: u64 = 900_000_000_000_000;

/// The salon with limits near the bounds.
fn high() -> Vec<Settings> {
    let others = [Spot::Tie, Spot::PlayerPair, Spot::BankerPair, Spot::Big, Spot::Small];
    let limits =
        SpotLimits::none().with(&[Spot::Player, Spot::Banker], amount(1), amount(HIGH)).without(&others);
    vec![Settings { limits, exposure: None, ..default_tables().remove(0) }]
}

/// A house with a patron who has this much in cash.
async fn with_cash(minor: u64) -> (TestHouse, PatronId) {
    let store = Arc::new(MemoryStore::new());
    let patron = patron(&store).await;
    let change = minor.cast_signed() - GIFT.cast_signed();
    let put = adjust_elsewhere(&*store, &adjustment(patron, Purse::Cash, change, 1 << 100)).await;
    assert!(matches!(put, Ok(HouseOutcome::Appended { .. })), "{put:?}");
    let test = TestHouse::open_on(high(), store.clone(), store, TestHouse::clock(), Arc::default()).await;
    test.connect(patron);
    test.betting(SALON).await;
    test.sit(patron, SALON).await.expect("there is a seat");
    (test, patron)
}

/// Puts money into a purse as a program without bounds once did.
async fn put_without_bounds(store: &MemoryStore, patron: PatronId, minor: u64) {
    let (from, to) = (Account::issue(Currency::PLAY), Account::patron_cash(patron.0, Currency::PLAY));
    let action = Action::Move { from, to, amount: amount(minor) };
    let mut unit: Unit = first_shoe(fair::ALGORITHM);
    unit.postings.push(TransferRequest { id: TransferId(1), action });
    store.commit(SALON, 0, vec![unit]).await.expect("a store");
}

#[tokio::test(start_paused = true)]
async fn an_adjustment_is_bounded_and_says_by_what() {
    let (test, patron) = with_cash(PURSE - 10).await;
    let most = bounds::ADJUSTMENT.signed();
    for (id, (change, expected)) in (1..).zip([
        (i64::MAX, Some("bad_amount")),
        (i64::MIN, Some("bad_amount")),
        (i64::MIN + 1, Some("bad_amount")),
        (most + 1, Some("bad_amount")),
        (-most - 1, Some("bad_amount")),
        (11, Some("purse_full")),
        (most, Some("purse_full")),
        (10, None),
        (1, Some("purse_full")),
        (-most, None),
        (most, None),
    ]) {
        let adjusted = test.adjust_by_two(patron, Purse::Cash, change, id).await;
        assert_eq!(adjusted.as_ref().err().map(code), expected, "{change}");
        if let Err(Rejection::Refused(refusal)) = adjusted {
            let bound =
                if code(&refusal.clone().into()) == "bad_amount" { most.unsigned_abs() } else { PURSE };
            assert!(refusal.to_string().contains(&bound.to_string()), "{refusal}");
        }
    }
    assert_eq!((test.balance(patron).await, test.audit().await), (PURSE, 0));
}

#[tokio::test(start_paused = true)]
async fn no_server_adjusts_beyond_the_bounds_of_the_store() {
    let store = MemoryStore::new();
    let patron = patron(&store).await;
    for (id, change) in
        (1..).zip([i64::MAX, PURSE.cast_signed(), PURSE.cast_signed() - GIFT.cast_signed() + 1])
    {
        let put = adjust_elsewhere(&store, &adjustment(patron, Purse::Cash, change, id)).await.unwrap();
        let HouseOutcome::Refused(refused) = put else { panic!("{change}: {put:?}") };
        assert!(
            matches!(refused, TransferRefusal::AboveBound { bound, .. } if bound == bounds::PURSE)
                || matches!(refused, TransferRefusal::Overflow { .. }),
            "{change}: {refused}"
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_win_beyond_the_bound_is_paid_and_then_nothing_is_staked_from_the_purse() {
    let (test, patron) = with_cash(PURSE).await;
    test.sit(patron, SALON).await.unwrap();
    test.betting(SALON).await;
    // The first shoe that is shuffled gives Player the first round.
    test.place(patron, SALON, 1, &format!("player {HIGH}")).await.unwrap();
    test.end(SALON).await;
    assert_eq!(test.balance(patron).await, PURSE + HIGH);
    test.betting(SALON).await;
    let full = Rejection::from(HouseRefusal::PurseFull { bound: bounds::PURSE });
    assert_eq!(test.place(patron, SALON, 2, "player 1").await, Err(full.clone()));
    let adjust = |change, id| test.adjust_by_two(patron, Purse::Cash, change, id);
    assert_eq!(adjust(1, 1).await, Err(full), "not even by two persons");
    let (most, mut id) = (bounds::ADJUSTMENT.signed(), 1);
    while test.balance(patron).await > PURSE {
        id += 1;
        adjust(-most, id).await.unwrap();
    }
    test.place(patron, SALON, 3, "player 1").await.unwrap();
    test.end(SALON).await;
    test.audit().await;
}

#[tokio::test(start_paused = true)]
async fn a_store_from_before_there_were_bounds_is_opened_and_can_be_put_in_order() {
    let store = Arc::new(MemoryStore::new());
    let patron = patron(&store).await;
    let huge = 4 * bounds::HOUSE.minor() / 3;
    put_without_bounds(&store, patron, huge).await;
    let test = TestHouse::open_on(high(), store.clone(), store, TestHouse::clock(), Arc::default()).await;
    test.betting(SALON).await;
    assert_eq!(code(&test.place(patron, SALON, 1, "player 100").await.unwrap_err()), "purse_full");
    let taken = -bounds::ADJUSTMENT.signed();
    test.adjust_by_two(patron, Purse::Cash, taken, 1).await.unwrap();
    assert_eq!(test.balance(patron).await, huge + GIFT - bounds::ADJUSTMENT.minor());
    test.end(SALON).await;
}

#[tokio::test(start_paused = true)]
async fn no_guest_comes_in_when_there_is_no_play_money_left_to_give() {
    let test = TestHouse::with(SALON).await;
    let (from, to) = (Account::issue(Currency::PLAY), Account::house_table(9, Currency::PLAY));
    let action = Action::Move { from, to, amount: bounds::HOUSE };
    test.store.post(START, vec![TransferRequest { id: TransferId(1), action }]).await.unwrap().unwrap();
    let full = Rejection::from(HouseRefusal::HouseFull { account: "issue", bound: bounds::HOUSE });
    assert_eq!(test.house.new_guest("Mara").await.unwrap_err(), full);
    let nobody = test.house.patron(PatronId(1)).await;
    assert_eq!((nobody, test.store.ledger().transfers().len()), (Ok(None), 1), "nothing was written");
}

#[tokio::test(start_paused = true)]
async fn a_table_whose_round_could_pay_too_much_is_not_opened() {
    let with = |maximum: u64| {
        let mut tables = high();
        let limits = tables[0].limits.clone();
        tables[0].limits = limits.with(&[Spot::Player, Spot::Banker], amount(1), amount(maximum));
        tables
    };
    let store = || Arc::new(MemoryStore::new());
    // Two stakes on each side come back, so each side may hold a quarter of what may be paid.
    for (maximum, expected) in [
        (bounds::PAYOUT.minor() / 4 + 1, "a spot may hold 10,000,000,000,000.00 at most"),
        (bounds::STAKE.minor() + 1, "a spot may hold 10,000,000,000,000.00 at most"),
    ] {
        let error = TestHouse::refused(store(), with(maximum)).await;
        assert!(matches!(error, StartError::Limits(_)), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
    let mut two = with(HIGH);
    two.push(Settings { id: GOLD, ..two[0].clone() });
    let error = TestHouse::refused(store(), two).await.to_string();
    assert!(
        error.starts_with("the limits of tables 1, 2 let one patron be paid 7200000000000000"),
        "{error}"
    );
}

#[tokio::test(start_paused = true)]
async fn ids_that_are_the_same_on_purpose_lead_to_refusals_and_nothing_else() {
    let (test, one) = with_cash(GIFT + 1_000).await;
    let two = test.guest("Noor").await;
    test.sit(one, SALON).await.unwrap();
    test.betting(SALON).await;
    for id in [0, 1, u128::MAX] {
        let adjust = |patron| test.house.adjust(patron, Purse::Cash, 100, ONE, "once", RequestId(id));
        assert!(!adjust(one).await.unwrap().repeated && adjust(one).await.unwrap().repeated, "{id}");
        assert_eq!(code(&adjust(two).await.unwrap_err()), "request_id_used", "{id}");
        test.place(one, SALON, id, "player 100").await.unwrap();
        test.place(two, SALON, id, "banker 100").await.expect("another patron's ids are others");
        let other = test.place(one, SALON, id, "player 101").await.unwrap_err();
        assert_eq!(code(&other), "slip_id_used", "{id}");
    }
    let round = test.betting(SALON).await;
    let clear = |patron| test.house.clear_wagers(patron, SALON, round, RequestId(1), test.house.now());
    assert_eq!(clear(one).await.unwrap().returned, amount(300));
    assert!(clear(one).await.unwrap().repeated);
    assert_eq!(clear(two).await.unwrap().returned, amount(300));
    test.end(SALON).await;
    assert_eq!((test.balance(one).await, test.balance(two).await), (GIFT + 1_300, GIFT));
    assert_eq!((test.audit().await, test.house.stopped_tables()), (0, Vec::new()));
}
