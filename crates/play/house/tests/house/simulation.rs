//! Patrons who wager, take back, leave and send twice, at two tables, in a house that is closed and opened again.
//! An auditor who knows only receipts and histories says what everybody must have in the end.

use std::collections::BTreeMap;

use punto_house::{Rejection, default_tables};
use table::{PatronId, RequestId, RoundRef, TableId, Timings};

use crate::corrections::ONE;
use crate::test_house::{GIFT, GOLD, SALON, TestHouse};

/// A small generator, so that a run can be done again.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 31)) % count
    }

    fn wagers(&mut self) -> String {
        let spots = ["player", "banker", "tie", "player_pair", "banker_pair"];
        let (spot, other) = (self.below(5), self.below(4));
        let names = [
            spots[usize::try_from(spot).expect("small")],
            spots[usize::try_from((spot + 1 + other) % 5).expect("small")],
        ];
        let line = |name: &str, chance: &mut Self| format!("{name} {}", 100 + chance.below(5_000));
        match self.below(3) {
            0 => format!("{} {}", line(names[0], self), line(names[1], self)),
            _ => line(names[0], self),
        }
    }
}

/// What receipts say lies on the tables, by patron, table and round.
#[derive(Default)]
struct Auditor {
    staked: BTreeMap<(PatronId, TableId, RoundRef), u64>,
    refused: usize,
    taken: usize,
}

type Place = (PatronId, TableId, RoundRef);

impl Auditor {
    fn saw(&mut self, place: Place, staked: Option<u64>) {
        match staked {
            Some(staked) => {
                self.staked.insert(place, staked);
            }
            None => {
                self.staked.remove(&place);
            }
        }
    }

    /// Every acknowledged stake ended exactly once, and the cash is what those ends add up to.
    async fn check(mut self, test: &TestHouse, patrons: &[PatronId]) {
        for patron in patrons {
            let mut cash = GIFT;
            for round in test.history(*patron).await {
                let expected = self.staked.remove(&(*patron, round.table, round.round));
                let staked: u64 = round.wagers.iter().map(|wager| wager.stake.minor()).sum();
                let paid: u64 = round.wagers.iter().map(|wager| wager.payout.minor()).sum();
                let ended = round.voided.map_or(staked, money::Amount::minor);
                assert_eq!(Some(ended), expected, "{patron:?} in {} at {:?}", round.round, round.table);
                cash = cash + paid - staked;
            }
            assert_eq!(test.balance(*patron).await, cash, "{patron:?}");
        }
        assert!(self.staked.is_empty(), "acknowledged and never ended: {:?}", self.staked);
        assert!(self.taken > 50 && self.refused > 5, "{} taken, {} refused", self.taken, self.refused);
    }
}

async fn act(test: &TestHouse, chance: &mut Chance, auditor: &mut Auditor, patron: PatronId, number: u128) {
    let table = if chance.below(2) == 0 { SALON } else { GOLD };
    let Some(round) = test.house.snapshot(table).and_then(|snapshot| snapshot.view.round) else { return };
    let (place, now) = ((patron, table, round), test.house.now());
    match chance.below(10) {
        0 => {
            let cleared = test.house.clear_wagers(patron, table, round, RequestId(number), now).await;
            if cleared.is_ok() {
                auditor.saw(place, None);
            }
        }
        1 => {
            let left = test.house.leave(patron, table, now).await;
            if left.is_ok_and(|receipt| !receipt.returned.is_zero()) {
                auditor.saw(place, None);
            }
        }
        twice => {
            let wagers = chance.wagers();
            let send = || test.place_in(patron, table, round, number, &wagers, now);
            let mut answers = vec![send().await];
            if twice == 2 {
                answers.push(send().await);
            }
            for answer in answers {
                match answer {
                    Ok(receipt) if !receipt.repeated => {
                        auditor.saw((patron, receipt.table, receipt.round), Some(receipt.staked.minor()));
                        auditor.taken += 1;
                    }
                    Ok(receipt) => assert!(twice == 2 && receipt.staked.minor() > 0),
                    Err(refused) => {
                        assert!(matches!(refused, Rejection::Refused(_)), "{refused}");
                        auditor.refused += 1;
                    }
                }
            }
        }
    }
}

async fn simulate(seed: u64) {
    let mut tables = default_tables();
    for settings in &mut tables {
        settings.timings =
            Timings { betting_ms: 2_000, drain_ms: 20, card_ms: 50, result_ms: 100, shuffle_ms: 100 };
    }
    let (mut test, mut chance, mut auditor) =
        (TestHouse::open(tables).await, Chance(seed), Auditor::default());
    let mut patrons = Vec::new();
    for number in 0..6 {
        patrons.push(test.guest(&format!("Patron {number}")).await);
    }
    for number in 1..=250 {
        let patron = patrons[usize::try_from(chance.below(6)).expect("small")];
        act(&test, &mut chance, &mut auditor, patron, number).await;
        tokio::time::sleep(std::time::Duration::from_millis(chance.below(300))).await;
        if chance.below(25) == 0 {
            let round = test.house.snapshot(SALON).and_then(|snapshot| snapshot.view.round);
            if let Some(round) = round {
                let _ = test.house.void_this_round(SALON, round, ONE).await;
            }
        }
        if chance.below(20) == 0 {
            test = test.restart_after(chance.below(3_000)).await;
        }
        test.audit().await;
    }
    for table in [SALON, GOLD] {
        test.end(table).await;
    }
    // One of the tables may have begun another round meanwhile; nobody has wagers in it.
    assert_eq!(test.audit().await, 0);
    auditor.check(&test, &patrons).await;
}

#[tokio::test(start_paused = true)]
async fn every_acknowledged_stake_ends_exactly_once() {
    for seed in 1..=4 {
        simulate(seed).await;
    }
}
