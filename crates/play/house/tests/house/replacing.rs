//! Slips that replace what their patron has in the round, and undo: the money, the answers, the ids.

use std::sync::Arc;

use money::Currency;
use punto_house::ports::HouseOutcome;
use punto_house::{HouseRefusal, Notice, Purse, Rejection, SlipReceipt, default_tables};
use table::{PatronId, RequestId, RoundRef, SpotLimits};

use crate::test_house::{
    GIFT, SALON, TestHouse, adjust_elsewhere, adjustment, amount, code, drain, raw_wagers, written,
};

/// A house with the salon without limits, a guest in it, and the round that takes wagers.
async fn unlimited() -> (TestHouse, PatronId, RoundRef) {
    let mut tables = default_tables();
    tables.truncate(1);
    for settings in &mut tables {
        settings.limits = SpotLimits::none();
    }
    let test = TestHouse::open(tables).await;
    let (patron, round) = (test.guest("Mara").await, test.betting(SALON).await);
    (test, patron, round)
}

async fn replace(
    test: &TestHouse,
    patron: PatronId,
    round: RoundRef,
    id: u128,
    wagers: &str,
) -> Result<SlipReceipt, Rejection> {
    let (id, now) = (RequestId(id), test.house.now());
    test.house.replace_wagers(patron, SALON, round, id, raw_wagers(wagers), now).await
}

async fn undo(
    test: &TestHouse,
    patron: PatronId,
    round: RoundRef,
    id: u128,
) -> Result<SlipReceipt, Rejection> {
    test.house.undo_last(patron, SALON, round, RequestId(id), test.house.now()).await
}

#[tokio::test(start_paused = true)]
async fn a_replaced_stake_pays_for_the_new_one_in_the_same_commit() {
    let (test, patron, round) = unlimited().await;
    test.place(patron, SALON, 1, &format!("player {GIFT}")).await.unwrap();
    assert_eq!(test.balance(patron).await, 0);
    let mut notices = test.house.notices(patron);
    let half = GIFT / 2;
    let receipt = replace(&test, patron, round, 2, &format!("banker {half} tie {half}")).await.unwrap();
    assert_eq!(written(&receipt.wagers), format!("banker {half} tie {half}"));
    assert_eq!((test.balance(patron).await, test.audit().await), (0, 2));
    let [Notice::SlipAccepted { wagers, staked, .. }] = &drain(&mut notices)[..] else {
        panic!("one notice")
    };
    assert_eq!((written(wagers), *staked), (format!("banker {half} tie {half}"), amount(GIFT)));

    let too_much = replace(&test, patron, round, 3, &format!("player {}", GIFT + 1)).await.unwrap_err();
    let (available, bonus, stake) = (amount(GIFT), amount(0), amount(GIFT + 1));
    assert_eq!(too_much, HouseRefusal::InsufficientFunds { available, bonus, stake }.into());
    assert_eq!(
        written(&test.house.patron_view(patron, SALON).await.unwrap().wagers),
        written(&receipt.wagers)
    );

    assert!(replace(&test, patron, round, 2, &format!("tie {half} banker {half}")).await.unwrap().repeated);
    let cleared = replace(&test, patron, round, 4, "").await.unwrap();
    assert_eq!((cleared.wagers, cleared.staked), (vec![], amount(0)));
    assert_eq!((test.balance(patron).await, test.audit().await), (GIFT, 0));
    assert_eq!(code(&replace(&test, patron, round, 5, "").await.unwrap_err()), "nothing_to_clear");
}

#[tokio::test(start_paused = true)]
async fn undo_goes_back_slip_by_slip_with_the_money_and_counts_once() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 500").await.unwrap();
    test.place(patron, SALON, 2, "player 500 tie 200").await.unwrap();
    replace(&test, patron, round, 3, "banker 9000").await.unwrap();
    for (id, stands, staked) in [(4, "player 1000 tie 200", 1_200), (5, "player 500", 500), (6, "", 0)] {
        for repeated in [false, true] {
            let receipt = undo(&test, patron, round, id).await.unwrap();
            assert_eq!((written(&receipt.wagers), receipt.repeated), (stands.to_owned(), repeated));
            assert_eq!(test.balance(patron).await, GIFT - staked);
        }
    }
    assert_eq!(test.audit().await, 0);
    assert_eq!(code(&undo(&test, patron, round, 7).await.unwrap_err()), "nothing_to_undo");
    test.end(SALON).await;
    assert!(undo(&test, patron, round, 5).await.unwrap().repeated, "also after the round");
    assert_eq!(code(&replace(&test, patron, round, 5, "").await.unwrap_err()), "slip_id_used");
    assert_eq!(code(&undo(&test, patron, round, 3).await.unwrap_err()), "slip_id_used");
}

#[tokio::test(start_paused = true)]
async fn undo_knows_the_slips_after_a_restart() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 500").await.unwrap();
    test.place(patron, SALON, 2, "tie 200").await.unwrap();
    let test = test.restart_after(1).await;
    let receipt = undo(&test, patron, round, 3).await.unwrap();
    assert_eq!(written(&receipt.wagers), "player 500");
    assert_eq!(test.audit().await, 1);
}

#[tokio::test(start_paused = true)]
async fn cash_that_comes_back_is_staked_before_bonus_money() {
    let (test, patron, round) = unlimited().await;
    let grant = adjustment(patron, Purse::Bonus, 5_000, 77);
    let granted = adjust_elsewhere(&*test.store, &grant).await.unwrap();
    assert!(matches!(granted, HouseOutcome::Appended { .. }), "{granted:?}");
    let bonus = async || test.house.wallet(patron).await.unwrap().bonus.minor();
    test.place(patron, SALON, 1, &format!("player {GIFT}")).await.unwrap();
    test.place(patron, SALON, 2, "banker 1000 tie 500").await.unwrap();
    assert_eq!((test.balance(patron).await, bonus().await), (0, 3_500));
    // All together is staked: the cash first, in the order of the wagers.
    let all = replace(&test, patron, round, 3, &format!("tie 5000 player {GIFT}")).await.unwrap();
    let split: Vec<_> = all.wagers.iter().map(|wager| wager.bonus.minor()).collect();
    assert_eq!((split, bonus().await), (vec![0, 5_000], 0));
    let less = replace(&test, patron, round, 4, "tie 600").await.unwrap();
    assert_eq!((less.wagers[0].bonus.minor(), bonus().await), (0, 5_000));
    assert_eq!(test.balance(patron).await, GIFT - 600);
    let again = undo(&test, patron, round, 5).await.unwrap();
    assert_eq!(again.wagers, all.wagers);
    assert_eq!((test.balance(patron).await, bonus().await), (0, 0));
    let ledger = Arc::clone(&test.store).ledger();
    let held = ledger::Account::stakes_held(SALON.0, Currency::PLAY);
    assert_eq!(ledger.balance(held).unsigned_abs(), GIFT + 5_000);
}
