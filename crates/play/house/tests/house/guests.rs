//! Guests: who they are, what they are given, what they may not ask for.

use std::sync::Arc;

use futures_util::future::join_all;
use money::Currency;
use punto_house::people::{Known, Role, Roles};
use punto_house::ports::search::{Found, PatronRoundSearch};
use punto_house::ports::{Call, Patron};
use punto_house::{HouseRefusal, Notice, Purse, Rejection, StartError, default_tables};
use table::{RequestId, StaffId, TableId};

use crate::corrections::ONE;
use crate::faults::{Fault, Faults};
use crate::test_house::{GIFT, SALON, TestHouse, amount, code, next};

#[tokio::test(start_paused = true)]
async fn a_guest_is_known_by_the_token_alone() {
    let test = TestHouse::with(SALON).await;
    let (patron, token) = test.house.new_guest("  Mara 金 ").await.unwrap();
    assert_eq!((patron.nickname.as_str(), patron.currency), ("Mara 金", Currency::PLAY));
    let known = test.house.people().authenticate(token.secret()).await.unwrap().unwrap();
    assert_eq!((&known.known, &known.roles), (&Known::Patron(patron.clone()), &Roles::from([Role::Guest])));
    for wrong in ["", "x", &token.secret()[1..], &format!("{} ", token.secret())] {
        assert!(test.house.people().authenticate(wrong).await.unwrap().is_none(), "{wrong:?}");
    }
    let (other, _) = test.house.new_guest("Mara 金").await.unwrap();
    assert_ne!(other.id, patron.id);
    assert_eq!(test.balance(patron.id).await, GIFT);
    assert_eq!(test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn nicknames_are_checked() {
    let test = TestHouse::with(SALON).await;
    for bad in ["", "a", "123456789012345678901", "\u{fe0f}\u{fe0f}", "\u{202e}live", "P\u{430}yPal"] {
        let refusal = test.house.new_guest(bad).await.unwrap_err();
        assert!(matches!(refusal, Rejection::Refused(HouseRefusal::BadNickname(_))), "{bad:?}: {refusal}");
        assert_eq!(code(&refusal), "bad_nickname");
    }
    for good in ["ab", "12345678901234567890", "贵宾", "علیرضا"] {
        test.house.new_guest(good).await.unwrap();
    }
}

#[tokio::test(start_paused = true)]
async fn play_money_is_given_again_only_when_little_is_left() {
    let test = TestHouse::with(SALON).await;
    let (patron, _) = test.house.new_guest("Mara").await.unwrap();
    test.connect(patron.id);
    test.sit(patron.id, SALON).await.unwrap();
    let mut notices = test.house.notices(patron.id);
    assert_eq!(code(&test.house.top_up(&patron).await.unwrap_err()), "balance_not_low");
    test.betting(SALON).await;
    // Player wins with five cards.
    let lost = "banker 500000 small 200000 tie 50000 player_pair 50000 banker_pair 50000";
    test.place(patron.id, SALON, 1, lost).await.unwrap();
    test.end(SALON).await;
    test.betting(SALON).await;
    test.place(patron.id, SALON, 2, "player 148000").await.unwrap();
    let staked = test.house.top_up(&patron).await.unwrap_err();
    let (balance, below) = (amount(150_000), amount(10_000));
    assert_eq!(
        staked,
        Rejection::Refused(HouseRefusal::BalanceNotLow { balance, below }),
        "it may come back"
    );
    test.end(SALON).await;
    // Bonus money is something to play with, too.
    let give = |change, id| test.house.adjust(patron.id, Purse::Bonus, change, ONE, "welcome", RequestId(id));
    give(8_000, 1).await.unwrap();
    let lying = test.house.top_up(&patron).await.unwrap_err();
    assert_eq!(lying, HouseRefusal::BalanceNotLow { balance: below, below }.into());
    give(-1, 2).await.unwrap();
    let wallet = test.house.top_up(&patron).await.unwrap();
    assert_eq!((wallet.wallet.cash, wallet.wallet.bonus), (amount(2_000 + GIFT), amount(7_999)));
    while next(&mut notices).await.notice != Notice::Wallet(wallet) {}
    assert_eq!(test.audit().await, 0);
    let stranger = Patron { currency: Currency::new("EUR", 2).unwrap(), ..patron };
    assert_eq!(code(&test.house.top_up(&stranger).await.unwrap_err()), "not_play_money");
}

#[tokio::test(start_paused = true)]
async fn requests_for_play_money_at_once_are_one_gift() {
    for slow in ["wallet", "statement"] {
        let faults = Arc::new(Faults::default());
        let house = |tables| {
            let store = Arc::clone(&faults.store);
            TestHouse::open_on(tables, faults.clone(), store, TestHouse::clock(), Arc::default())
        };
        let (here, there) = (house(vec![default_tables().remove(0)]).await, house(Vec::new()).await);
        let (patron, _) = here.house.new_guest("Mara").await.unwrap();
        let all = i64::try_from(GIFT).unwrap();
        here.adjust_by_two(patron.id, Purse::Cash, 100 - all, 1).await.unwrap();
        (1..=20).for_each(|ms| faults.next(Call::Read(slow), 1, Fault::TakesMs(ms)));
        let asked = [&here, &there].into_iter().cycle().take(20).map(|test| test.house.top_up(&patron));
        for answer in join_all(asked).await {
            assert!(answer.is_ok() || answer.is_err_and(|no| code(&no) == "balance_not_low"), "{slow}");
        }
        assert_eq!(here.balance(patron.id).await, GIFT + 100, "{slow}");
        assert_eq!(here.audit().await, 0);
    }
}

#[tokio::test(start_paused = true)]
async fn a_balance_that_could_not_be_read_is_sent_later() {
    let faults = Arc::new(Faults::default());
    let (salon, store) = (vec![default_tables().remove(0)], Arc::clone(&faults.store));
    let test = TestHouse::open_on(salon, faults.clone(), store, TestHouse::clock(), Arc::default()).await;
    let patron = test.guest("Mara").await;
    let mut notices = test.house.notices(patron);
    faults.next(Call::Read("wallets"), 3, Fault::Fails);
    test.house.adjust(patron, Purse::Cash, -100, StaffId(3), "put right", RequestId(1)).await.unwrap();
    let is_less = |notice| matches!(notice, Notice::Wallet(read) if read.wallet.cash == amount(GIFT - 100));
    while !is_less(next(&mut notices).await.notice) {}
    assert_eq!(faults.failed(), 3, "it was read again until it could be");
}

#[tokio::test(start_paused = true)]
async fn history_goes_back_page_by_page() {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    for slip in 1..=3 {
        test.betting(SALON).await;
        test.place(patron, SALON, slip, "player 100").await.unwrap();
        test.end(SALON).await;
    }
    let page = async |before| {
        let all = PatronRoundSearch::default();
        test.house.history(patron, all, before, 2).await.unwrap()
    };
    let newest = page(None).await;
    let rounds: Vec<_> = newest.found.iter().map(|round| round.round.round_no).collect();
    assert_eq!(rounds, [3, 2]);
    let Found { found: rest, next } = page(newest.next).await;
    assert_eq!(next, None);
    assert_eq!(rest.iter().map(|round| round.round.round_no).collect::<Vec<_>>(), [1]);
    assert!(rest[0].cards.len() >= 4 && rest[0].wagers.len() == 1);
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_not_there_is_refused() {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    assert_eq!(code(&test.place(patron, TableId(9), 1, "player 100").await.unwrap_err()), "unknown_table");
    assert!(test.house.snapshot(TableId(9)).is_none() && test.house.subscribe(TableId(9)).is_none());
}

#[tokio::test(start_paused = true)]
async fn a_house_is_not_opened_with_bad_table_ids() {
    for ids in [[1, 1], [1, 0], [1, 1_048_576]] {
        let tables = ids.map(|id| table::Settings { id: TableId(id), ..default_tables().remove(0) });
        let refused = TestHouse::refused(std::sync::Arc::default(), tables.to_vec()).await;
        assert_eq!(refused, StartError::TableId(TableId(ids[1])), "{ids:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_closed_house_says_so() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    assert_eq!(test.house.running(), 1);
    test.house.shutdown().await;
    assert_eq!(test.house.running(), 0);
    assert_eq!(code(&test.place(patron, SALON, 1, "player 100").await.unwrap_err()), "failed");
}
