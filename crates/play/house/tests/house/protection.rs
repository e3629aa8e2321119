//! Limits, pauses and exclusions as the house enforces them: before each slip, at all tables together, and after
//! settlements, corrections and restarts.

#![allow(clippy::panic, reason = "a test that finds something else has failed")]

use std::collections::BTreeMap;

use money::Amount;
use punto_house::log::{Actor, HouseEvent};
use punto_house::protection::{LimitKind, Period, ProtectionRefusal, Wanted};
use punto_house::{HouseRefusal, Pass, Purse, Rejection, default_tables};
use table::event::VoidReason;
use table::{PatronId, RequestId, Ruling, StaffId, Timestamp};

use crate::test_house::{GOLD, SALON, START, TestHouse, amount, code, raw_wagers};

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

fn wanted<const N: usize>(limits: [(LimitKind, Option<u64>); N]) -> Wanted {
    BTreeMap::from(limits)
}

async fn limit(test: &TestHouse, patron: PatronId, kind: LimitKind, value: u64) {
    test.house.set_limits(patron, &wanted([(kind, Some(value))])).await.expect("it is tighter");
}

/// What a refused slip could have staked; none if it was not refused for a limit.
fn left<T>(answer: Result<T, Rejection>) -> Option<(LimitKind, u64)> {
    match answer.err() {
        Some(Rejection::Refused(HouseRefusal::Protection(
            ProtectionRefusal::StakeLimit { limit, left, .. }
            | ProtectionRefusal::LossLimit { limit, left, .. },
        ))) => Some((limit, left.minor())),
        _ => None,
    }
}

/// What the patron has lost so far, by their history: below zero after winning.
async fn lost(test: &TestHouse, patron: PatronId) -> i64 {
    let rounds = test.history(patron).await;
    let wagers = rounds.iter().flat_map(|round| &round.wagers);
    wagers.map(|own| own.stake.amount().signed() - own.payout.signed()).sum()
}

/// A house with both default tables.
async fn two_tables() -> TestHouse {
    TestHouse::open(default_tables().into_iter().take(2).collect()).await
}

#[tokio::test(start_paused = true)]
async fn a_slip_keeps_to_each_limit_on_money_and_the_refusal_says_what_is_left() {
    for kind in [LimitKind::StakeRound, LimitKind::StakeDay, LimitKind::StakeWeek, LimitKind::StakeMonth] {
        let (test, patron, _) = TestHouse::with_guest(SALON).await;
        limit(&test, patron, kind, 5_000).await;
        test.place(patron, SALON, 1, "player 3000").await.expect("it is within the limit");
        assert_eq!(left(test.place(patron, SALON, 2, "tie 2100").await), Some((kind, 2_000)), "{kind}");
        test.place(patron, SALON, 3, "tie 2000").await.expect("it is what is left");
        assert_eq!(left(test.place(patron, SALON, 4, "tie 100").await), Some((kind, 0)));
        test.end(SALON).await;
        test.betting(SALON).await;
        let next = test.place(patron, SALON, 5, "player 100").await;
        assert_eq!(next.is_ok(), kind == LimitKind::StakeRound, "{kind}: another round");
    }
    for kind in [LimitKind::LossDay, LimitKind::LossWeek, LimitKind::LossMonth] {
        let (test, patron, _) = TestHouse::with_guest(SALON).await;
        limit(&test, patron, kind, 5_000).await;
        test.place(patron, SALON, 1, "tie 3000").await.expect("it is within the limit");
        let at_risk = test.place(patron, SALON, 2, "tie 2100").await;
        assert_eq!(left(at_risk), Some((kind, 2_000)), "{kind}: what is at risk counts as lost");
        test.end(SALON).await;
        test.betting(SALON).await;
        let rest = u64::try_from(5_000 - lost(&test, patron).await).expect("it is not lost");
        let spread = |stake: u64| format!("player {} tie {}", stake - 100, 100);
        assert_eq!(left(test.place(patron, SALON, 3, &spread(rest + 1)).await), Some((kind, rest)));
        test.place(patron, SALON, 4, &spread(rest)).await.expect("winnings can be staked again");
    }
}

#[tokio::test(start_paused = true)]
async fn two_tables_at_once_do_not_pass_a_limit_together() {
    for kind in [LimitKind::StakeDay, LimitKind::LossDay] {
        let test = two_tables().await;
        let patron = test.guest("Mara").await;
        test.betting(SALON).await;
        test.betting(GOLD).await;
        limit(&test, patron, kind, 1_000).await;
        let (salon, gold) = tokio::join!(
            test.place(patron, SALON, 1, "player 600"),
            test.place(patron, GOLD, 2, "player 600")
        );
        assert!(salon.is_ok() != gold.is_ok(), "{salon:?} {gold:?}");
        assert_eq!(left(if salon.is_ok() { gold } else { salon }), Some((kind, 400)));
        let (salon, gold) = tokio::join!(
            test.place(patron, SALON, 3, "player 300"),
            test.place(patron, GOLD, 4, "player 100")
        );
        assert!(salon.is_ok() && gold.is_ok(), "{salon:?} {gold:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_tightened_during_a_round_counts_from_the_next_slip_on() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 3000").await.expect("nothing limits it");
    limit(&test, patron, LimitKind::StakeDay, 2_000).await;
    assert_eq!(left(test.place(patron, SALON, 2, "tie 100").await), Some((LimitKind::StakeDay, 0)));
    let now = test.house.now();
    let fewer = test.house.replace_wagers(patron, SALON, round, RequestId(3), raw_wagers("player 2500"), now);
    assert!(fewer.await.is_ok(), "what lowers the stake is never refused");
    test.end(SALON).await;
    let settled = &test.history(patron).await[0];
    assert_eq!(settled.wagers[0].stake.minor(), 2_500, "accepted wagers are settled");
}

#[tokio::test(start_paused = true)]
async fn a_slip_that_replaces_others_counts_what_it_adds() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    limit(&test, patron, LimitKind::StakeDay, 1_000).await;
    test.place(patron, SALON, 1, "player 800").await.expect("within the limit");
    let replace = |id, wagers| {
        let (now, wagers) = (test.house.now(), raw_wagers(wagers));
        test.house.replace_wagers(patron, SALON, round, RequestId(id), wagers, now)
    };
    assert_eq!(left(replace(2, "banker 1100").await), Some((LimitKind::StakeDay, 1_000)));
    assert!(replace(3, "banker 1000").await.is_ok());
    assert!(replace(4, "banker 200").await.is_ok());
    assert_eq!(left(test.place(patron, SALON, 5, "tie 900").await), Some((LimitKind::StakeDay, 800)));
    test.place(patron, SALON, 6, "tie 800").await.expect("what was replaced does not count");
    test.house
        .clear_wagers(patron, SALON, round, RequestId(7), test.house.now())
        .await
        .expect("betting is open");
    test.place(patron, SALON, 8, "tie 1000").await.expect("what was taken back does not count");
}

#[tokio::test(start_paused = true)]
async fn a_restart_keeps_limits_and_sums() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    limit(&test, patron, LimitKind::StakeDay, 5_000).await;
    test.place(patron, SALON, 1, "player 1000").await.expect("within the limit");
    test.end(SALON).await;
    test.betting(SALON).await;
    test.place(patron, SALON, 2, "player 1500").await.expect("within the limit");
    let test = test.restart_after(100).await;
    assert_eq!(left(test.place(patron, SALON, 3, "tie 2600").await), Some((LimitKind::StakeDay, 2_500)));
    test.place(patron, SALON, 4, "tie 2500").await.expect("settled and held stakes count");
    let view = test.house.protection(patron).await.expect("known");
    let day = view.played.expect("a limit counts it")[0];
    assert_eq!((day.0, day.1.staked, view.held.minor()), (Period::Day, 1_000, 4_000));
}

#[tokio::test(start_paused = true)]
async fn corrections_change_what_was_lost() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    limit(&test, patron, LimitKind::LossDay, 10_000).await;
    test.place(patron, SALON, 1, "player 1000 banker 2000 tie 3000").await.expect("within the limit");
    test.end(SALON).await;
    let before = lost(&test, patron).await;
    assert_ne!(before, 0);
    test.correct(round, Ruling::Void { reason: VoidReason::Supervisor }).await;
    let view = test.house.protection(patron).await.expect("known");
    assert_eq!(view.played.expect("a limit counts it")[0].1.lost, 0, "a void round costs nothing");
    test.betting(SALON).await;
    let spread = |stake: u64| format!("player {} tie 5000", stake - 5_000);
    let all = 10_000;
    assert_eq!(left(test.place(patron, SALON, 2, &spread(all + 1)).await), Some((LimitKind::LossDay, all)));
    test.place(patron, SALON, 3, &spread(all)).await.expect("all of the limit is left");
}

#[tokio::test(start_paused = true)]
async fn looser_counts_after_a_day_and_a_second_yes() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    limit(&test, patron, LimitKind::StakeRound, 1_000).await;
    let looser = wanted([(LimitKind::StakeRound, None)]);
    let view = test.house.set_limits(patron, &looser).await.expect("it is asked for");
    let from = view.protection.pending[&LimitKind::StakeRound].from;
    assert_eq!(from.0 - view.now.0, i64::try_from(DAY_MS).unwrap());
    assert_eq!(left(test.place(patron, SALON, 1, "player 1100").await), Some((LimitKind::StakeRound, 1_000)));
    assert_eq!(test.house.confirm_limits(patron).await.map_err(|no| code(&no)), Err("nothing_to_confirm"));
    test.end(SALON).await;
    let test = test.restart_after(DAY_MS).await;
    test.betting(SALON).await;
    assert_eq!(left(test.place(patron, SALON, 2, "player 1100").await), Some((LimitKind::StakeRound, 1_000)));
    test.house.confirm_limits(patron).await.expect("a day has passed");
    test.place(patron, SALON, 3, "player 1100").await.expect("nothing limits it any more");
    let history = test.house.protection_history(patron, None, 10).await.expect("on record");
    let by = |entry: &punto_house::ports::RecordedEntry| match &entry.event {
        HouseEvent::Changed { by, .. } => *by,
        other => panic!("{other:?}"),
    };
    assert_eq!(history.iter().map(by).collect::<Vec<_>>(), [Actor::Patron(patron); 3]);
}

#[tokio::test(start_paused = true)]
async fn a_day_begins_at_midnight_of_utc() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    limit(&test, patron, LimitKind::StakeDay, 1_000).await;
    test.place(patron, SALON, 1, "player 1000").await.expect("within the limit");
    let refused = test.place(patron, SALON, 2, "player 100").await.unwrap_err();
    let Rejection::Refused(HouseRefusal::Protection(ProtectionRefusal::StakeLimit {
        until: Some(until),
        ..
    })) = refused
    else {
        panic!("{refused:?}")
    };
    assert_eq!(until, Period::Day.end(START));
    test.end(SALON).await;
    let rest = u64::try_from(until.0 - test.house.now().0).unwrap();
    let test = test.restart_after(rest).await;
    test.betting(SALON).await;
    test.place(patron, SALON, 3, "player 1000").await.expect("another day");
}

#[tokio::test(start_paused = true)]
async fn a_patron_who_paused_or_is_excluded_cannot_wager_but_reads_their_own() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 1000").await.expect("nothing forbids it");
    test.house.pause(patron, 24).await.expect("a pause");
    let paused = test.place(patron, SALON, 2, "player 100").await;
    let until = Timestamp(test.house.now().0 + i64::try_from(DAY_MS).unwrap());
    let expected = Rejection::from(ProtectionRefusal::Paused { until });
    assert_eq!(paused, Err(expected));
    let again = test.place(patron, SALON, 1, "player 1000").await.expect("it was accepted before");
    assert!(again.repeated, "a slip that was accepted is answered again");
    assert_eq!(test.house.pause(patron, 1).await.map_err(|no| code(&no)), Err("not_shortened"));

    let by_house = |days, why| test.house.exclude_by_house(patron, days, StaffId(3), why);
    assert_eq!(by_house(Some(1), " ").await.map_err(|no| code(&no)), Err("no_reason"));
    by_house(Some(10), "asked for by the family").await.expect("excluded");
    test.house.exclude(patron, None).await.expect("for good");
    assert_eq!(by_house(Some(36_500), "a mistake").await.map_err(|no| code(&no)), Err("not_shortened"));
    let excluded = test.place(patron, SALON, 3, "player 100").await;
    assert_eq!(excluded, Err(ProtectionRefusal::Excluded { until: None }.into()));
    let undone = test.house.clear_wagers(patron, SALON, round, RequestId(4), test.house.now()).await;
    assert!(undone.is_ok(), "wagers can be taken back");

    assert_eq!(test.house.statement(patron, None, 10).await.expect("readable").len(), 1);
    assert!(test.house.wallet(patron).await.is_ok());
    let history = test.house.protection_history(patron, None, 10).await.expect("on record");
    let authors: Vec<String> = history
        .iter()
        .map(|entry| match &entry.event {
            HouseEvent::Changed { by, why, .. } => format!("{by} {why}"),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(authors, ["patron:1 ", "staff:3 asked for by the family", "patron:1 "]);
    test.end(SALON).await;
    let test = test.restart_after(400 * DAY_MS).await;
    test.betting(SALON).await;
    let excluded = test.place(patron, SALON, 5, "player 100").await;
    assert_eq!(excluded, Err(ProtectionRefusal::Excluded { until: None }.into()), "for good");
}

#[tokio::test(start_paused = true)]
async fn a_patron_who_may_not_play_takes_wagers_back_and_places_no_others() {
    for excluded in [false, true] {
        let (test, patron, round) = TestHouse::with_guest(SALON).await;
        test.place(patron, SALON, 1, "player 800").await.expect("nothing forbids it");
        test.place(patron, SALON, 2, "tie 200").await.expect("nothing forbids it");
        let code_of = if excluded {
            test.house.exclude(patron, None).await.expect("an exclusion");
            "excluded"
        } else {
            test.house.pause(patron, 24).await.expect("a pause");
            "paused"
        };
        let replace = |id, wagers| {
            let (now, wagers) = (test.house.now(), raw_wagers(wagers));
            let replaced = test.house.replace_wagers(patron, SALON, round, RequestId(id), wagers, now);
            async { replaced.await.map(|own| own.staked.minor()).map_err(|no| code(&no)) }
        };
        for (id, others) in [(3, "banker 1000"), (4, "player 700 tie 300"), (5, "player 100 banker 100")] {
            assert_eq!(replace(id, others).await, Err(code_of), "{others}");
        }
        assert_eq!(replace(6, "player 500 tie 200").await, Ok(700), "less is taken back");
        let undo = |id| test.house.undo_last(patron, SALON, round, RequestId(id), test.house.now());
        assert_eq!(undo(7).await.map_err(|no| code(&no)).map(|_| ()), Err(code_of), "it would stake more");
        assert_eq!(replace(8, "").await, Ok(0), "all is taken back");
        test.end(SALON).await;
        assert!(test.history(patron).await.is_empty());
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_ends_by_itself() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    test.house.pause(patron, 1).await.expect("a pause");
    test.end(SALON).await;
    let test = test.restart_after(3_600_000).await;
    test.betting(SALON).await;
    let seat = test.house.take_seat(patron, SALON, Pass::default()).await;
    assert_eq!(seat.map_err(|no| no.to_string()).map(|own| own.repeated), Ok(false), "the pause is over");
    test.place(patron, SALON, 1, "player 100").await.expect("the pause is over");
}

#[tokio::test(start_paused = true)]
async fn limits_count_bonus_money_and_nothing_that_supervisors_adjust() {
    let (test, patron, _) = TestHouse::with_guest(SALON).await;
    limit(&test, patron, LimitKind::LossDay, 1_000).await;
    let adjust = |purse, change, id| test.adjust_by_two(patron, purse, change, id);
    let all = i64::try_from(test.balance(patron).await).unwrap();
    adjust(Purse::Cash, -all, 1).await.expect("taken");
    adjust(Purse::Bonus, 5_000, 2).await.expect("granted");
    assert_eq!(left(test.place(patron, SALON, 1, "player 1100").await), Some((LimitKind::LossDay, 1_000)));
    test.place(patron, SALON, 2, "player 1000").await.expect("within the limit");
    assert_eq!(test.house.protection(patron).await.expect("known").held, amount(1_000));
}

#[tokio::test(start_paused = true)]
async fn requests_of_strangers_are_refused() {
    let test = TestHouse::with(SALON).await;
    let nobody = PatronId(99);
    let unknown = Err("unknown_patron");
    assert_eq!(test.house.pause(nobody, 1).await.map_err(|no| code(&no)), unknown);
    assert_eq!(test.house.protection(nobody).await.map_err(|no| code(&no)), unknown);
    let patron = test.guest("Mara").await;
    let view = test.house.protection(patron).await.expect("known");
    assert_eq!((view.held, view.played), (Amount::ZERO, None));
}

#[tokio::test(start_paused = true)]
async fn a_patron_reads_their_turnover_month_by_month() {
    let (test, patron, round) = TestHouse::with_guest(SALON).await;
    test.place(patron, SALON, 1, "player 1000 tie 200").await.expect("accepted");
    test.end(SALON).await;
    let known = test.house.patron(patron).await.expect("readable").expect("known");
    let history = test.history(patron).await;
    let months = test.house.monthly_turnover(&known).await.expect("readable");
    let [(month, sums)] = &months[..] else { panic!("one month: {months:?}") };
    let paid: i64 = history[0].wagers.iter().map(|own| own.payout.signed()).sum();
    assert_eq!((month.as_str(), sums.staked, sums.paid), ("2023-11", 1_200, paid));

    test.end(SALON).await;
    let test = test.restart_after(31 * DAY_MS).await;
    test.correct(round, Ruling::Void { reason: VoidReason::Supervisor }).await;
    let months = test.house.monthly_turnover(&known).await.expect("readable");
    let staked: Vec<_> = months.iter().map(|(month, sums)| (month.as_str(), sums.staked)).collect();
    assert_eq!(staked, [("2023-12", -1_200), ("2023-11", 1_200)], "a correction counts when it is made");
    let test = test.restart_after(400 * DAY_MS).await;
    let months = test.house.monthly_turnover(&known).await.expect("readable");
    assert!(months.is_empty(), "more than a year ago: {months:?}");
}
