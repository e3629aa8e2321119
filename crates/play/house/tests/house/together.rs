//! Slips of one patron that come together: they come to exactly what they would one by one, in fewer commits.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use baccarat::Spot;
use futures_util::future::join_all;
use proptest::prelude::*;
use proptest::sample::select;
use punto_house::{Notice, Purse, Rejection, SlipReceipt, default_tables};
use table::{PatronId, RequestId, RoundRef, Slip, SlipKind, SpotLimits, TableId};

use crate::batches::{Steps, settle};
use crate::test_house::{GIFT, SALON, TestHouse, amount, code, raw_wagers, written};

/// A table under `three-bet`, which has the rule for bonus money.
const ROOM: TableId = TableId(7);

impl Steps {
    /// Sends slips of a patron together; their answers are noted in the log, in order.
    async fn send_together(&self, patron: usize, slips: &[(u128, &str)]) {
        let (test, store, patron) = (Arc::clone(&self.test), Arc::clone(&self.store), self.patrons[patron]);
        let round = test.betting(SALON).await;
        let slips: Vec<_> = slips
            .iter()
            .map(|(id, wagers)| {
                let who = (patron, RequestId(*id));
                Slip::new(who, round, SlipKind::Adds, raw_wagers(wagers), test.house.now())
            })
            .collect();
        let ids: Vec<_> = slips.iter().map(|slip| slip.slip_id.0).collect();
        tokio::spawn(async move {
            for (id, answer) in ids.into_iter().zip(test.house.place_slips(SALON, slips).await) {
                store.note(match answer {
                    Ok(receipt) => format!("{id} is taken at {}", receipt.staked.minor()),
                    Err(Rejection::Failed(_)) => format!("{id} fails"),
                    Err(refused) => format!("{id} {}", code(&refused)),
                });
            }
        });
        settle().await;
    }
}

#[tokio::test(start_paused = true)]
async fn slips_that_come_together_are_one_commit_and_tell_the_wallet_once() {
    let steps = Steps::new(1_000_000).await;
    let mut notices = steps.test.house.notices(steps.patrons[0]);
    steps.send_together(0, &[(1, "player 100"), (2, "player 50"), (3, "banker 25")]).await;
    assert_eq!(steps.log(), ["begins 1 2 3"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["1 is taken at 100", "2 is taken at 150", "3 is taken at 175"]);
    let told = std::iter::from_fn(|| notices.try_recv().ok());
    let wallets = told.filter_map(|told| match told.notice {
        Notice::Wallet(wallet) => Some(wallet.wallet.cash.minor()),
        _ => None,
    });
    assert_eq!(wallets.collect::<Vec<_>>(), [GIFT - 175]);
    steps.test.end(SALON).await;
    assert_eq!(steps.test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_slip_behind_one_that_the_ledger_refuses_is_judged_without_it() {
    let steps = Steps::new(1_000_000_000).await;
    let slips = [(1, "player 600000"), (2, "player 500000"), (3, "banker 100000"), (4, "banker 300001")];
    steps.send_together(0, &slips).await;
    assert_eq!(steps.log(), ["begins 1 2 3 4"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 3"], "the third rested on the second");
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 4"], "what was skipped once rests on no other slip");
    steps.store.step().await;
    let answers =
        ["1 is taken at 600000", "2 insufficient_funds", "3 is taken at 700000", "4 insufficient_funds"];
    assert_eq!(steps.log(), answers);
    steps.test.end(SALON).await;
    assert_eq!(steps.test.audit().await, 0);
}

#[tokio::test(start_paused = true)]
async fn a_slip_is_refused_only_for_what_those_ahead_of_it_came_to() {
    let steps = Steps::new(1_000).await;
    // The first is not covered; if it counted, the second would exceed what the table can take.
    steps
        .send_together(0, &[(1, "player 1000000 banker 1000000"), (2, "player 900"), (3, "player 200")])
        .await;
    assert_eq!(steps.log(), ["begins 1"], "the second waits for what becomes of it");
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 2"]);
    steps.store.step().await;
    assert_eq!(steps.log(), ["1 insufficient_funds", "2 is taken at 900", "3 exposure_limit"]);
}

#[tokio::test(start_paused = true)]
async fn the_ledger_looks_once_at_each_of_many_slips_that_no_money_covers() {
    let steps = Steps::new(1_000_000_000).await;
    let ids: Vec<u128> = (1..=100).collect();
    let slips: Vec<_> = ids.iter().map(|id| (*id, "player 2000000 banker 2000000")).collect();
    steps.send_together(0, &slips).await;
    steps.send(1, 200, "player 100").await;
    let mut begun = Vec::new();
    for _ in 0..120 {
        steps.store.step().await;
        begun.extend(steps.log());
    }
    let units: usize =
        begun.iter().filter(|line| line.starts_with("begins")).map(|line| line.split(' ').count() - 1).sum();
    assert!((101..=101 + 4 * 32).contains(&units), "{units} units: {begun:?}");
    let refused = begun.iter().filter(|line| line.ends_with("insufficient_funds")).count();
    assert_eq!((refused, begun.iter().any(|line| line == "200 is taken at 100")), (100, true));
}

#[tokio::test(start_paused = true)]
async fn slips_that_come_together_fail_together() {
    let steps = Steps::new(1_000_000).await;
    steps.store.fails.store(true, Ordering::Relaxed);
    steps.send_together(0, &[(1, "player 100"), (2, "player 50")]).await;
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 1 2", "1 fails", "2 fails"]);
    steps.send_together(0, &[(1, "player 100"), (2, "player 50")]).await;
    steps.store.step().await;
    assert_eq!(steps.log(), ["begins 1 2", "1 is taken at 100", "2 is taken at 150"]);
    steps.test.end(SALON).await;
    assert_eq!(steps.test.audit().await, 0);
}

/// One slip of a law: its kind, its id among a few, its wagers.
type LawSlip = (SlipKind, u128, &'static str);

fn law_slip() -> impl Strategy<Value = LawSlip> {
    let kinds =
        select(vec![SlipKind::Adds, SlipKind::Adds, SlipKind::Adds, SlipKind::Replaces, SlipKind::Undoes]);
    let wagers = select(vec![
        "player 100",
        "player 400 tie 50",
        "banker 700",
        "player 900",
        "banker 300 player 300",
        "tie 60",
        "player 5",
        "nothing 10",
        "",
    ]);
    (kinds, 1_u128..12, wagers).prop_map(|(kind, id, wagers)| {
        let wagers = if kind == SlipKind::Undoes { "" } else { wagers };
        (kind, id, wagers)
    })
}

/// A house with one table that has limits, and two patrons with little cash and bonus money.
async fn law_house(exposure: Option<u64>, (cash, bonus): (u64, u64)) -> (TestHouse, [PatronId; 2], RoundRef) {
    let rules = Arc::new(baccarat::HouseRules::builtin("three-bet").expect("built in").clone());
    let limits = SpotLimits::none().with(&[Spot::Player, Spot::Banker], amount(10), amount(1_500)).with(
        &[Spot::Tie],
        amount(10),
        amount(100),
    );
    let exposure = exposure.map(amount);
    let settings = table::Settings { id: ROOM, rules, limits, exposure, ..default_tables().remove(0) };
    let test = TestHouse::open(vec![settings]).await;
    let patrons = [test.guest("Mara").await, test.guest("Noor").await];
    for (patron, id) in patrons.into_iter().zip([1, 11]) {
        let taken = cash.cast_signed() - GIFT.cast_signed();
        test.adjust_by_two(patron, Purse::Cash, taken, id).await.expect("adjusted");
        if bonus > 0 {
            test.adjust_by_two(patron, Purse::Bonus, bonus.cast_signed(), id + 1).await.expect("adjusted");
        }
    }
    let round = test.betting(ROOM).await;
    (test, patrons, round)
}

/// Sends one slip, and says what came of it.
async fn send(test: &TestHouse, patron: PatronId, round: RoundRef, (kind, id, wagers): LawSlip) -> String {
    let (house, id, now) = (&test.house, RequestId(id), test.house.now());
    let wagers = raw_wagers(wagers);
    let answer = match kind {
        SlipKind::Adds => house.place_slip(patron, ROOM, round, id, wagers, now).await,
        SlipKind::Replaces => house.replace_wagers(patron, ROOM, round, id, wagers, now).await,
        SlipKind::Undoes => house.undo_last(patron, ROOM, round, id, now).await,
    };
    told(answer)
}

fn told(answer: Result<SlipReceipt, Rejection>) -> String {
    match answer {
        Ok(receipt) => format!("{} at {}", written(&receipt.wagers), receipt.seq),
        Err(refused) => refused.to_string(),
    }
}

/// What the two patrons have at the end: wagers and purses.
async fn ends(test: &TestHouse, patrons: [PatronId; 2]) -> Vec<String> {
    let mut all = Vec::new();
    for patron in patrons {
        let view = test.house.patron_view(patron, ROOM).await.expect("the table runs");
        let wallet = test.house.wallet(patron).await.expect("the store");
        all.push(format!("{} {} {}", written(&view.wagers), wallet.cash.minor(), wallet.bonus.minor()));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Slips of two patrons, sent all at once, have the answers and leave the money that the same slips have and leave
    /// one by one. Of one patron where the table has a limit on its exposure, because a slip that is judged again after
    /// those of others may find other room.
    #[test]
    fn slips_at_once_come_to_what_they_come_to_one_by_one(
        slips in proptest::collection::vec((0_usize..2, law_slip()), 2..14),
        exposure in proptest::option::of(select(vec![500_u64, 1_200])),
        purses in select(vec![(10_000_u64, 0_u64), (1_000, 0), (600, 700), (0, 2_000)]),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
        runtime.block_on(async {
            let (test, patrons, round) = law_house(exposure, purses).await;
            let mut one_by_one = Vec::new();
            let of = |who: &usize| if exposure.is_some() { 0 } else { *who };
            for (who, slip) in &slips {
                one_by_one.push(send(&test, patrons[of(who)], round, *slip).await);
            }
            let expected = (one_by_one, ends(&test, patrons).await);
            let (test, patrons, round) = law_house(exposure, purses).await;
            let at_once = slips.iter().map(|(who, slip)| send(&test, patrons[of(who)], round, *slip));
            let at_once = join_all(at_once).await;
            let found = (at_once, ends(&test, patrons).await);
            prop_assert_eq!(found, expected);
            test.end(ROOM).await;
            prop_assert_eq!(test.audit().await, 0);
            Ok(())
        })?;
    }
}
