//! Bonus money: granted by hand, staked when no cash is left, and refused where it would be staked on near-certainties.

use std::sync::Arc;

use baccarat::{HouseRules, Spot};
use ledger::{Account, AccountKind, Action};
use money::{Amount, Currency};
use punto_house::ports::{HouseOutcome, NumberedWallet, Wallet};
use punto_house::{HouseRefusal, Notice, Purse, Rejection, default_tables};
use table::event::PlacedWager;
use table::{Event, PatronId, RequestId, SpotLimits, StaffId, TableId};

use crate::test_house::{GIFT, TestHouse, adjust_elsewhere, adjustment, amount, code, next};

/// Under `three-bet`, which has the rule.
const ROOM: TableId = TableId(7);
/// Under `live-commission`, which has not.
const FREE: TableId = TableId(8);
const BOSS: StaffId = StaffId(3);

async fn bonus_house() -> TestHouse {
    let settings = |id, rules| {
        let rules = Arc::new(HouseRules::builtin(rules).expect("built in").clone());
        let limits = SpotLimits::none();
        table::Settings { id, rules, limits, exposure: None, ..default_tables().remove(0) }
    };
    TestHouse::open(vec![settings(ROOM, "three-bet"), settings(FREE, "live-commission")]).await
}

/// A guest with so much cash and bonus money, in minor units.
async fn patron(test: &TestHouse, cash: u64, bonus: u64) -> PatronId {
    let patron = test.guest("Mara").await;
    let taken = cash.cast_signed() - GIFT.cast_signed();
    for (purse, change, id) in [(Purse::Cash, taken, 1), (Purse::Bonus, bonus.cast_signed(), 2)] {
        test.adjust_by_two(patron, purse, change, id).await.expect("adjusted");
    }
    patron
}

async fn purses(test: &TestHouse, patron: PatronId) -> (u64, u64) {
    let Wallet { cash, bonus, .. } = test.house.wallet(patron).await.expect("the store");
    (cash.minor(), bonus.minor())
}

/// What the latest slip at a table says of its wagers: spot, stake, bonus money.
fn accepted(test: &TestHouse, table: TableId) -> Vec<(Spot, u64, u64)> {
    let wagers = test.store.events(table).into_iter().rev().find_map(|recorded| match recorded.event {
        Event::SlipAccepted { wagers, .. } => Some(wagers),
        _ => None,
    });
    let parts = |wager: &PlacedWager| (wager.spot, wager.stake.minor(), wager.bonus.minor());
    wagers.expect("a slip was accepted").iter().map(parts).collect()
}

#[tokio::test(start_paused = true)]
async fn cash_pays_first_and_bonus_money_for_what_is_missing() {
    let test = bonus_house().await;
    let patron = patron(&test, 15_000, 10_000).await;
    test.betting(ROOM).await;
    test.place(patron, ROOM, 10, "player 10000").await.unwrap();
    assert_eq!(purses(&test, patron).await, (5_000, 10_000));
    test.place(patron, ROOM, 11, "tie 3000 player 4000").await.unwrap();
    assert_eq!(accepted(&test, ROOM), [(Spot::Tie, 3_000, 0), (Spot::Player, 4_000, 2_000)]);
    assert_eq!((purses(&test, patron).await, test.audit().await), ((0, 8_000), 4));
    let again = test.place(patron, ROOM, 11, "player 4000 tie 3000").await.unwrap();
    assert!(again.repeated);
    let no = test.place(patron, ROOM, 12, "tie 8001").await.unwrap_err();
    let (available, bonus, stake) = (amount(0), amount(8_000), amount(8_001));
    assert_eq!(no, HouseRefusal::InsufficientFunds { available, bonus, stake }.into());
    let round = test.house.snapshot(ROOM).and_then(|snapshot| snapshot.view.round).expect("a round");
    let cleared =
        test.house.clear_wagers(patron, ROOM, round, RequestId(13), test.house.now()).await.unwrap();
    assert_eq!(cleared.returned, amount(17_000));
    assert_eq!((purses(&test, patron).await, test.audit().await), ((15_000, 10_000), 0));
}

#[tokio::test(start_paused = true)]
async fn a_profit_goes_to_the_purses_that_staked_for_it() {
    let test = bonus_house().await;
    let patron = patron(&test, 1_001, 9_000).await;
    // Banker wins the fourth round of this shoe.
    for _ in 0..3 {
        test.end(ROOM).await;
    }
    test.betting(ROOM).await;
    test.place(patron, ROOM, 10, "tie 1000").await.unwrap();
    // One minor unit of cash is left: the other two are bonus money.
    test.place(patron, ROOM, 11, "banker 3").await.unwrap();
    test.end(ROOM).await;
    let settled = test.history(patron).await.remove(0).wagers;
    let settled: Vec<_> = settled.iter().map(|line| (line.spot, line.payout.minor())).collect();
    assert_eq!(settled, [(Spot::Tie, 0), (Spot::Banker, 5)], "2.85 of profit are 2");
    // Two thirds of the profit are 1.33 of bonus money, rounded down; the rest is cash.
    assert_eq!(purses(&test, patron).await, (1 + 1, 8_998 + 2 + 1));
}

#[tokio::test(start_paused = true)]
async fn a_slip_that_breaches_the_rule_is_refused_whole_and_names_the_spots() {
    let test = bonus_house().await;
    let patron = patron(&test, 1_000, 9_000).await;
    test.betting(ROOM).await;
    let breach: Rejection = HouseRefusal::BonusRule { spots: vec![Spot::Player, Spot::Banker] }.into();
    assert_eq!(test.place(patron, ROOM, 10, "banker 1500 player 1500 tie 100").await, Err(breach.clone()));
    assert_eq!(purses(&test, patron).await, (1_000, 9_000));
    // Exactly half may be bonus money; and one minor unit more may not, with what already lies there.
    test.place(patron, ROOM, 11, "banker 1000 player 1000").await.unwrap();
    assert_eq!(test.place(patron, ROOM, 12, "tie 100").await, Err(breach));
    assert_eq!(purses(&test, patron).await, (0, 8_000));
    test.betting(FREE).await;
    test.place(patron, FREE, 13, "banker 1500 player 1500")
        .await
        .expect("these house rules have no such rule");
}

#[tokio::test(start_paused = true)]
async fn bonus_money_granted_elsewhere_is_seen_when_cash_is_short() {
    let test = bonus_house().await;
    let patron = test.guest("Mara").await;
    let granted = adjust_elsewhere(&*test.store, &adjustment(patron, Purse::Bonus, 5_000, 1)).await.unwrap();
    assert!(matches!(granted, HouseOutcome::Appended { .. }), "{granted:?}");
    test.betting(FREE).await;
    let stake = GIFT + 5_000;
    test.place(patron, FREE, 10, &format!("tie {stake}")).await.unwrap();
    assert_eq!(accepted(&test, FREE), [(Spot::Tie, stake, 5_000)]);
    // What was seen as bonus money is gone; cash that came back since is staked as cash.
    test.house.adjust(patron, Purse::Cash, 700, BOSS, "put right", RequestId(2)).await.unwrap();
    test.place(patron, FREE, 11, "tie 700").await.unwrap();
    assert_eq!(accepted(&test, FREE), [(Spot::Tie, 700, 0)]);
    assert_eq!(code(&test.place(patron, FREE, 12, "tie 1").await.unwrap_err()), "insufficient_funds");
}

#[tokio::test(start_paused = true)]
async fn a_grant_counts_once_and_has_a_notice() {
    let test = bonus_house().await;
    let patron = test.guest("Mara").await;
    let mut notices = test.house.notices(patron);
    let house = &test.house;
    for repeated in [false, true] {
        let given = house.adjust(patron, Purse::Bonus, 500, BOSS, " welcome ", RequestId(9)).await;
        let receipt = given.unwrap();
        assert_eq!((receipt.patron, receipt.repeated), (patron, repeated));
        assert_eq!(receipt.wallet.bonus, amount(500));
    }
    let (cash, owed) = (amount(GIFT), Amount::ZERO);
    let state = |bonus, number| {
        Notice::Wallet(NumberedWallet { wallet: Wallet { cash, bonus: amount(bonus), owed }, number })
    };
    assert_eq!(next(&mut notices).await.notice, state(500, 2), "a gift and a grant");
    house.adjust(patron, Purse::Bonus, -500, BOSS, "by mistake", RequestId(10)).await.unwrap();
    test.betting(ROOM).await;
    assert_eq!(next(&mut notices).await.notice, state(0, 3));
    let ledger = test.store.ledger();
    assert_eq!(ledger.balance(Account::adjustments(Currency::PLAY)), 0);
    let moves = ledger.transfers().iter().filter(|made| matches!(made.action, Action::Move { .. }));
    assert_eq!(moves.filter(|made| made.to.kind == AccountKind::PatronBonus).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn adjustments_are_refused_in_order_and_leave_no_wallet_below_zero() {
    let test = bonus_house().await;
    let patron = test.guest("Mara").await;
    let house = &test.house;
    let stranger = PatronId(99);
    let adjust = |who, change, why, id| house.adjust(who, Purse::Cash, change, BOSS, why, RequestId(id));
    adjust(patron, 5, "a rounding", 1).await.unwrap();
    let most = 50_000 - GIFT.cast_signed();
    test.adjust_by_two(patron, Purse::Cash, most, 7).await.unwrap();
    for (who, change, why, id, expected) in [
        (stranger, 0, "", 1, "unknown_patron"),
        (patron, 0, "", 1, "bad_amount"),
        (patron, i64::MIN, "x", 2, "bad_amount"),
        (patron, 5, "  ", 1, "no_reason"),
        (patron, 6, "other", 1, "request_id_used"),
        (patron, most, "put right", 7, "request_id_used"),
        (patron, -100_001, "too much", 2, "above_limit"),
        (patron, -50_006, "too much", 2, "not_so_much"),
        (patron, i64::MAX, "too much", 3, "bad_amount"),
    ] {
        let no = adjust(who, change, why, id).await.unwrap_err();
        assert_eq!(code(&no), expected, "{change} {why}");
    }
    assert_eq!(purses(&test, patron).await, (50_005, 0));
}
