//! The exposure of a table: what is staked on the round under way, and what the house may have to pay.
//!
//! The table's task adds up its stakes and payouts spot by spot ([`RoundTotals`]). What they come to over all coups is
//! computed apart from it ([`TableExposure`]), because every wager of a spot is resolved alike.

use std::sync::Arc;

use baccarat::{BySide, Resolution, Spot, SpotRules};
use money::{Amount, Stake};
use table::{RoundRef, Settings, Table};

/// The stakes of a round by spot, and what each spot would pay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundTotals {
    /// How the table is set up, with the house rules of its shoe.
    pub settings: Arc<Settings>,
    /// The present or the latest round of the shoe.
    pub round: Option<RoundRef>,
    /// The name of the table's phase.
    pub phase: &'static str,
    /// How many patrons have wagers.
    pub patrons: u64,
    /// The spots in layout order.
    pub spots: Vec<SpotTotals>,
    /// The stakes on the two sides, in minor units.
    pub sides: BySide<u128>,
}

/// The stakes on one spot, and what it would pay. Sums of minor units; no sum of a table's stakes exceeds 128 bits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotTotals {
    /// The spot.
    pub spot: Spot,
    /// How many patrons have a stake on it.
    pub patrons: u64,
    /// What is staked in cash.
    pub cash: u128,
    /// What is staked in bonus money.
    pub bonus: u128,
    /// What is paid in all, stakes included, for each resolution that pays anything.
    pub pays: Vec<(Resolution, u128)>,
}

/// The exposure of a table in its present round, in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableExposure {
    /// What is staked.
    pub totals: RoundTotals,
    /// All stakes of the round: what the table holds.
    pub held: u128,
    /// The most that any coup pays, stakes included, and what the house has left of the stakes then: its worst result.
    pub worst: Worst,
    /// The same of the coups in which each spot wins, in layout order.
    pub spots: Vec<Worst>,
}

/// The worst of some coups for the house.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worst {
    /// The most that is paid, stakes included.
    pub paid: u128,
    /// What the house wins at least; below zero when it loses.
    pub result: i128,
}

impl SpotTotals {
    fn of(rules: &SpotRules) -> Self {
        let mut pays = vec![(Resolution::Push, 0)];
        for odds in rules.paytable.odds().map(Resolution::Win) {
            if pays.iter().all(|(known, _)| *known != odds) {
                pays.push((odds, 0));
            }
        }
        Self { spot: rules.spot, patrons: 0, cash: 0, bonus: 0, pays }
    }

    fn paid(&self, resolution: Resolution) -> u128 {
        self.pays.iter().find(|(known, _)| *known == resolution).map_or(0, |(_, paid)| *paid)
    }

    /// The most that this spot pays when it wins, stakes included.
    pub fn pays_at_most(&self) -> u128 {
        let wins = self.pays.iter().filter(|(resolution, _)| matches!(resolution, Resolution::Win(_)));
        wins.map(|(_, paid)| *paid).max().unwrap_or_default()
    }

    fn add(&mut self, stake: Stake, bonus: Amount, settings: &Settings) {
        let plus = |sum: &mut u128, amount: Amount| *sum = sum.saturating_add(amount.minor().into());
        self.patrons = self.patrons.saturating_add(1);
        plus(&mut self.bonus, bonus);
        plus(&mut self.cash, stake.amount().saturating_sub(bonus));
        for (resolution, sum) in &mut self.pays {
            match resolution {
                Resolution::Win(odds) => plus(sum, odds.payout(stake, settings.rules.rounding)),
                Resolution::Push => plus(sum, stake.amount()),
                Resolution::Lose => {}
            }
        }
    }
}

impl RoundTotals {
    /// The sums of a table's present round.
    pub fn of(table: &Table) -> Self {
        let settings = Arc::clone(table.settings());
        let mut spots: Vec<SpotTotals> = settings.rules.spots.iter().map(SpotTotals::of).collect();
        let mut patrons = 0_u64;
        for (_, own) in table.wagers().active() {
            patrons = patrons.saturating_add(1);
            for wager in own.wagers() {
                if let Some(totals) = spots.iter_mut().find(|totals| totals.spot == wager.spot) {
                    totals.add(wager.stake, own.bonus_on(wager.spot), &settings);
                }
            }
        }
        let (round, phase, sides) = (table.round(), table.phase().id(), table.wagers().sides());
        Self { settings, round, phase, patrons, spots, sides }
    }
}

impl TableExposure {
    /// What a round's totals come to over these combinations of resolutions, which are all that can be.
    pub fn of(totals: RoundTotals, resolutions: &[Vec<Resolution>]) -> Self {
        let stakes = totals.spots.iter().flat_map(|spot| [spot.cash, spot.bonus]);
        let held = stakes.fold(0, u128::saturating_add);
        let paid = |resolutions: &Vec<Resolution>| {
            let spots = totals.spots.iter().zip(resolutions);
            spots.map(|(spot, resolution)| spot.paid(*resolution)).fold(0, u128::saturating_add)
        };
        let worst = |coups: &mut dyn Iterator<Item = &Vec<Resolution>>| {
            let paid = coups.map(paid).max().unwrap_or_default();
            let signed = |sum: u128| i128::try_from(sum).unwrap_or(i128::MAX);
            Worst { paid, result: signed(held).saturating_sub(signed(paid)) }
        };
        let wins = |resolutions: &Vec<Resolution>, place: usize| {
            matches!(resolutions.get(place), Some(Resolution::Win(_)))
        };
        let of_spot = |place| worst(&mut resolutions.iter().filter(|resolutions| wins(resolutions, place)));
        let spots = (0..totals.spots.len()).map(of_spot).collect();
        Self { held, worst: worst(&mut resolutions.iter()), spots, totals }
    }
}
