//! Money by hand: little of it alone, more by two persons of whom one is a manager, each request once.

use std::sync::Arc;
use std::time::Duration;

use ledger::{Account, Action};
use money::{Currency, bounds};
use punto_house::by_hand::{AdjustmentLimits, AdjustmentState, ByHandRefusal, MoneyStaff};
use punto_house::ports::ReadStore as _;
use punto_house::{Purse, Rejection};
use table::{PatronId, RequestId, StaffId};

use crate::corrections::{ONE, TWO};
use crate::test_house::{GIFT, SALON, TestHouse, amount, code, manager, supervisor};

const MANY: i64 = 200_000;

async fn open() -> (TestHouse, PatronId) {
    let test = TestHouse::with(SALON).await;
    let patron = test.guest("Mara").await;
    (test, patron)
}

/// How many transfers of adjustments there are.
fn moved(test: &TestHouse) -> usize {
    let fund = Account::adjustments(Currency::PLAY);
    let is_adjusted = |from: Account, to: Account| from == fund || to == fund;
    let ledger = test.store.ledger();
    ledger
        .transfers()
        .iter()
        .filter(|made| matches!(made.action, Action::Move { from, to, .. } if is_adjusted(from, to)))
        .count()
}

#[tokio::test(start_paused = true)]
async fn one_supervisor_adjusts_so_much_at_once_and_on_a_day() {
    let (test, patron) = open().await;
    let adjust =
        |by, change, id| test.house.adjust(patron, Purse::Cash, change, by, "put right", RequestId(id));
    let above = |left| {
        let refusal = ByHandRefusal::AboveLimit { each: amount(100_000), left: amount(left) };
        Err(Rejection::from(refusal))
    };
    assert_eq!(adjust(ONE, 100_001, 1).await, above(500_000));
    for id in 1..=5 {
        let change = if id % 2 == 0 { -100_000 } else { 100_000 };
        assert!(!adjust(ONE, change, id).await.unwrap().repeated);
        assert!(adjust(ONE, change, id).await.unwrap().repeated, "a repeat is not counted again");
    }
    assert_eq!(adjust(ONE, 1, 6).await, above(0), "ups and downs are added up");
    adjust(TWO, 100_000, 7).await.expect("another supervisor has a day of their own");
    assert!(adjust(ONE, 100_000, 5).await.unwrap().repeated, "a repeat is answered at the limit, too");
    tokio::time::advance(Duration::from_hours(24)).await;
    adjust(ONE, 100_000, 8).await.expect("the next day");
    assert_eq!((test.balance(patron).await, moved(&test)), (GIFT + 300_000, 7));
    test.audit().await;
}

#[tokio::test(start_paused = true)]
async fn requests_of_one_moment_are_added_up() {
    let (test, patron) = open().await;
    let adjust = |id| test.house.adjust(patron, Purse::Bonus, 50_000, ONE, "welcome", RequestId(id));
    let answers: [_; 6] =
        tokio::join!(adjust(1), adjust(2), adjust(3), adjust(4), adjust(5), adjust(6)).into();
    assert_eq!(answers.iter().filter(|answer| answer.is_ok()).count(), 5, "250,000 minor units a day");
    assert_eq!(test.house.wallet(patron).await.unwrap().bonus, amount(250_000));
}

#[tokio::test(start_paused = true)]
async fn above_the_limit_money_moves_when_a_second_person_approves_and_once() {
    let (test, patron) = open().await;
    let house = &test.house;
    let propose =
        |by, change| house.propose_adjustment(patron, Purse::Cash, change, by, " paid in ", RequestId(9));
    let first = propose(supervisor(1), MANY).await.unwrap();
    assert_eq!((first.repeated, first.proposal.number), (false, 1));
    assert_eq!((test.balance(patron).await, moved(&test)), (GIFT, 0), "a proposal moves nothing");
    let again = propose(supervisor(1), MANY).await.unwrap();
    assert_eq!((again.repeated, &again.proposal), (true, &first.proposal));
    for other in [propose(supervisor(1), MANY + 1).await, propose(supervisor(2), MANY).await] {
        assert_eq!(code(&other.unwrap_err()), "request_id_used");
    }
    let alone = house.adjust(patron, Purse::Cash, 5, ONE, "paid in", RequestId(9)).await;
    assert_eq!(code(&alone.unwrap_err()), "request_id_used");
    for (by, expected) in
        [(supervisor(1), "same_person"), (manager(1), "same_person"), (supervisor(2), "needs_manager")]
    {
        assert_eq!(code(&house.approve_adjustment(1, by).await.unwrap_err()), expected, "{by:?}");
    }
    assert_eq!((test.balance(patron).await, moved(&test)), (GIFT, 0), "nor does a refused approval");
    for repeated in [false, true, true] {
        let approved = house.approve_adjustment(1, manager(3)).await.unwrap();
        assert_eq!((approved.repeated, approved.proposal.state.id()), (repeated, "approved"));
    }
    assert_eq!((test.balance(patron).await, moved(&test)), (GIFT + MANY.unsigned_abs(), 1));
    assert_eq!(code(&house.approve_adjustment(1, manager(4)).await.unwrap_err()), "adjustment_decided");
    let late = house.withdraw_adjustment(1, supervisor(1), "too late").await;
    assert_eq!(code(&late.unwrap_err()), "adjustment_decided");
    assert_eq!(propose(supervisor(1), MANY).await.unwrap().proposal.state.id(), "approved");
    let line = test.store.statement(patron, None, 1).await.unwrap().remove(0);
    assert_eq!(line.balance, GIFT.cast_signed() + MANY, "the statement has it");
    test.audit().await;
}

#[tokio::test(start_paused = true)]
async fn two_approvals_of_one_moment_move_money_once() {
    let (test, patron) = open().await;
    let propose = test.house.propose_adjustment(patron, Purse::Cash, MANY, manager(1), "x", RequestId(1));
    assert_eq!(propose.await.unwrap().proposal.number, 1);
    let approve = |by: MoneyStaff| test.house.approve_adjustment(1, by);
    let (two, three) = tokio::join!(approve(supervisor(2)), approve(supervisor(3)));
    assert_eq!([two.is_ok(), three.is_ok()].iter().filter(|done| **done).count(), 1);
    assert_eq!((test.balance(patron).await, moved(&test)), (GIFT + MANY.unsigned_abs(), 1));
}

#[tokio::test(start_paused = true)]
async fn a_proposal_is_withdrawn_by_its_author_and_refused_by_others() {
    let (test, patron) = open().await;
    let house = &test.house;
    for (number, by, expected) in [(1, supervisor(1), "withdrawn"), (2, supervisor(2), "refused")] {
        let id = RequestId(number.into());
        let proposed =
            house.propose_adjustment(patron, Purse::Bonus, MANY, supervisor(1), "welcome", id).await;
        assert_eq!(proposed.unwrap().proposal.number, number);
        assert_eq!(code(&house.withdraw_adjustment(number, by, " ").await.unwrap_err()), "no_reason");
        assert_eq!(house.open_proposals().await.unwrap().adjustments, 1);
        for repeated in [false, true] {
            let ended = house.withdraw_adjustment(number, by, "a mistake").await.unwrap();
            assert_eq!((ended.repeated, ended.proposal.state.id()), (repeated, expected));
        }
        let late = house.approve_adjustment(number, manager(3)).await.unwrap_err();
        assert_eq!(code(&late), "adjustment_decided");
    }
    assert_eq!(house.open_proposals().await.unwrap().adjustments, 0);
    let unknown = house.approve_adjustment(3, manager(3)).await.unwrap_err();
    assert_eq!((code(&unknown), moved(&test)), ("unknown_adjustment", 0));
    let states: Vec<_> = house.proposed_adjustments(None, 9).await.unwrap();
    let states: Vec<_> = states.iter().map(|one| (one.number, one.state.id())).collect();
    assert_eq!(states, [(2, "refused"), (1, "withdrawn")]);
    assert_eq!(house.proposed_adjustments(Some(2), 9).await.unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn an_approval_that_the_purse_does_not_allow_moves_nothing_and_can_be_tried_again() {
    let (test, patron) = open().await;
    let house = &test.house;
    let taken = -GIFT.cast_signed();
    house.propose_adjustment(patron, Purse::Cash, taken, supervisor(1), "x", RequestId(1)).await.unwrap();
    house.adjust(patron, Purse::Cash, -1, ONE, "x", RequestId(2)).await.unwrap();
    assert_eq!(code(&house.approve_adjustment(1, manager(2)).await.unwrap_err()), "not_so_much");
    house.adjust(patron, Purse::Cash, 1, ONE, "x", RequestId(3)).await.unwrap();
    let approved = house.approve_adjustment(1, manager(2)).await.unwrap();
    assert!(matches!(approved.proposal.state, AdjustmentState::Approved(_)) && !approved.repeated);
    assert_eq!(test.balance(patron).await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_manager_changes_what_supervisors_adjust_alone() {
    let (test, patron) = open().await;
    let house = &test.house;
    let limits = AdjustmentLimits { cash_each: 1, cash_day: 2, bonus_each: 0, bonus_day: 0 };
    let change = |limits, why: &'static str| house.change_adjustment_limits(limits, StaffId(9), why);
    assert_eq!(code(&change(limits, "").await.unwrap_err()), "no_reason");
    let wrong = AdjustmentLimits { cash_day: 0, ..limits };
    assert_eq!(code(&change(wrong, "x").await.unwrap_err()), "bad_limits");
    assert_eq!(house.settings().await.unwrap().adjustments, AdjustmentLimits::default());
    assert_eq!(change(limits, "an audit").await.unwrap().adjustments, limits);
    assert_eq!(house.settings().await.unwrap().adjustments, limits);
    let adjust = |purse, change, id| house.adjust(patron, purse, change, ONE, "x", RequestId(id));
    adjust(Purse::Cash, 100, 1).await.unwrap();
    assert_eq!(code(&adjust(Purse::Cash, 101, 2).await.unwrap_err()), "above_limit");
    assert_eq!(code(&adjust(Purse::Bonus, 1, 3).await.unwrap_err()), "above_limit");
    let huge = bounds::ADJUSTMENT.signed() + 1;
    let more = house.propose_adjustment(patron, Purse::Cash, huge, supervisor(1), "x", RequestId(4)).await;
    assert_eq!(code(&more.unwrap_err()), "bad_amount");
}

#[tokio::test(start_paused = true)]
async fn proposals_are_numbered_without_gaps_also_at_one_moment() {
    let (test, patron) = open().await;
    let house = Arc::new(&test.house);
    for first in [1_u128, 4, 7] {
        let propose =
            |id| house.propose_adjustment(patron, Purse::Cash, MANY, supervisor(1), "x", RequestId(id));
        let (a, b, c) = tokio::join!(propose(first), propose(first + 1), propose(first + 2));
        assert!(a.is_ok() && b.is_ok() && c.is_ok());
    }
    let numbers: Vec<_> =
        house.proposed_adjustments(None, 99).await.unwrap().iter().map(|it| it.number).collect();
    assert_eq!(numbers, (1..=9).rev().collect::<Vec<_>>());
}
