//! What every store must do with bonus money: what a supervisor adjusts counts once, and it is staked when no cash is
//! left. Knows the port alone.

use house::ports::{HouseOutcome, Store, Wallet};
use house::{Adjustment, Purse};
use ledger::{Account, Action, TransferRefusal};
use money::Amount;
use table::{PatronId, StaffId};

use crate::conformance::{committed, refused_with};
use crate::entries::appended;
use crate::support::*;

/// A supervisor gives so much to a purse, or takes it when below zero.
fn adjusted(patron: PatronId, purse: Purse, change: i64) -> Adjustment {
    let (by, why, request_id) = (StaffId(3), "goodwill".to_owned(), fresh_slip());
    Adjustment { patron, purse, currency: PLAY, change, by, why, request_id, at: AT }
}

async fn purses(store: &impl Store, patron: PatronId) -> (u64, u64) {
    let wallet = store.wallet(patron).await.unwrap().wallet;
    (wallet.cash.minor(), wallet.bonus.minor())
}

pub(crate) async fn what_is_adjusted_counts_once(store: &impl Store) {
    let patron = patron_with(store, 100).await;
    let granted = adjusted(patron, Purse::Bonus, 50);
    appended(adjust(store, &granted).await);
    assert_eq!(purses(store, patron).await, (100, 50));
    let exists = HouseOutcome::Refused(TransferRefusal::ExistsDifferent { id: granted.posting().id });
    for other in [
        granted.clone(),
        Adjustment { change: 51, ..granted.clone() },
        Adjustment { purse: Purse::Cash, ..granted.clone() },
        Adjustment { by: StaffId(4), ..granted.clone() },
        Adjustment { why: "a bet lost".to_owned(), ..granted.clone() },
        Adjustment { at: AT.plus_ms(1), ..granted.clone() },
    ] {
        assert_eq!(adjust(store, &other).await, exists);
    }
    assert_eq!(purses(store, patron).await, (100, 50));
    appended(adjust(store, &adjusted(patron, Purse::Cash, -60)).await);
    let (account, available) = (Account::patron_cash(patron.0, PLAY), amount(40));
    let too_much = TransferRefusal::InsufficientFunds { account, available, wanted: amount(41) };
    let refused = adjust(store, &adjusted(patron, Purse::Cash, -41)).await;
    assert_eq!(refused, HouseOutcome::Refused(too_much));
    appended(adjust(store, &adjusted(patron, Purse::Bonus, -50)).await);
    assert_eq!(purses(store, patron).await, (40, 0));
    assert_eq!(store.patron(patron).await.unwrap().map(|patron| patron.nickname), Some("Ann".to_owned()));
    assert_eq!(store.patron(PatronId(u32::MAX)).await, Ok(None));
}

pub(crate) async fn bonus_money_is_staked_when_no_cash_is_left(store: &impl Store) {
    let table = fresh_table();
    let patron = patron_with(store, 30).await;
    appended(adjust(store, &adjusted(patron, Purse::Bonus, 70)).await);
    let from_bonus = |minor| {
        let (from, held) = (Account::patron_bonus(patron.0, PLAY), Account::stakes_held(table.0, PLAY));
        request(Action::Hold { from, held, amount: amount(minor) })
    };
    let refused = |refusal, cash, bonus| {
        let wallet = Wallet { cash: amount(cash), bonus: amount(bonus), owed: Amount::ZERO };
        Ok(vec![refused_with(refusal, patron, wallet)])
    };
    let account = Account::patron_cash(patron.0, PLAY);
    let too_early = unit([shoe_opened(1)], [from_bonus(20)]);
    let cash_left = TransferRefusal::CashLeft { account, left: amount(30) };
    assert_eq!(store.outcomes(table, 0, vec![too_early]).await, refused(cash_left, 30, 70));
    let (cash, bonus) = (hold(table, patron, 30), from_bonus(20));
    let slip = unit([shoe_opened(1)], [cash, bonus]);
    assert_eq!(store.outcomes(table, 0, vec![slip]).await, Ok(vec![committed(1)]));
    assert_eq!((purses(store, patron).await, store.held(patron).await), ((0, 50), Ok(amount(50))));
    // Alone, with nothing of the cash in the same transaction.
    let more = from_bonus(10);
    assert_eq!(
        store.outcomes(table, 1, vec![unit([card_drawn("9h")], [more])]).await,
        Ok(vec![committed(2)])
    );
    let back = [release(cash, 30), release(bonus, 20), capture(table, more, 10)];
    assert_eq!(store.outcomes(table, 2, vec![unit([card_drawn("Kd")], back)]).await, Ok(vec![committed(3)]));
    assert_eq!((purses(store, patron).await, store.held(patron).await), ((30, 60), Ok(Amount::ZERO)));
    let too_early = unit([card_drawn("4s")], [from_bonus(1)]);
    assert_eq!(store.outcomes(table, 3, vec![too_early]).await, refused(cash_left, 30, 60));
}
