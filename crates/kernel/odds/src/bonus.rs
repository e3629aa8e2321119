//! The rule against staking bonus money on near-certainties (vendor document 004). Knows no wallet: the caller says how
//! much of a stake is bonus money.

use std::collections::BTreeMap;

use baccarat::rules::BonusMoneyRule;
use baccarat::{HouseRules, Paytable, Resolution, Spot, Wager, Wagers};
use money::{Amount, Odds, Rounding};

use crate::bonus_sets::BonusSets;
use crate::composition::{Composition, CompositionError};
use crate::joint::JointLaw;
use crate::plan::BY_BOTH;
use crate::ratio::Ratio;

/// Judges slips by the bonus-money rule of one document of house rules.
///
/// A round breaches the rule when more than a share of the patron's stake in it is bonus money, and the chance that at
/// least one of their wagers pays more than its stake is above a limit. The chance is counted exactly on a fresh shoe,
/// in integers. Make one judge for each document and keep it.
#[derive(Clone, Debug)]
pub struct BonusJudge {
    rule: BonusMoneyRule,
    rounding: Rounding,
    spots: Vec<Spot>,
    draws: u128,
    /// The draws, grouped by the odds at which each spot is won; none where it is not.
    classes: Vec<(Vec<Option<Odds>>, u128)>,
    /// The sets of spots that can breach at all; none for a layout of very many spots.
    sets: Option<BonusSets>,
}

impl BonusJudge {
    /// The judge of these house rules; none if they have no such rule.
    ///
    /// # Errors [`CompositionError::Decks`] when the rules name more decks than a shoe can have.
    pub fn of_rules(rules: &HouseRules) -> Result<Option<Self>, CompositionError> {
        let Some(rule) = rules.bonus_money else { return Ok(None) };
        let shoe = Composition::of_rules(rules)?;
        let law = JointLaw::of(&shoe).expect("a deck has 52 cards");
        let paytables: Vec<&Paytable> = rules.spots.iter().map(|spot| &spot.paytable).collect();
        let (draws, classes) = (law.draws(), classes(&law, &paytables));
        let sets = BonusSets::of(paytables.len(), &classes, |count| exceeds(count, draws, rule.win_chance));
        let spots = rules.spots.iter().map(|spot| spot.spot).collect();
        Ok(Some(Self { rule, rounding: rules.rounding, spots, draws, classes, sets }))
    }

    /// The number of [`BonusJudge::draws`] in which at least one of the wagers is paid more than its stake.
    ///
    /// Payouts are those of settlement: a profit that is rounded down to zero does not count. A wager on a spot outside
    /// the layout goes back and is never paid more.
    pub fn paid_more(&self, wagers: &Wagers) -> u128 {
        let wagers: Vec<_> = wagers
            .iter()
            .filter_map(|wager| Some((self.spots.iter().position(|spot| *spot == wager.spot)?, wager.stake)))
            .collect();
        let pays_more = |odds: Odds, stake| !odds.profit(stake, self.rounding).is_zero();
        let any = |won: &[Option<Odds>]| {
            wagers.iter().any(|(spot, stake)| won[*spot].is_some_and(|odds| pays_more(odds, *stake)))
        };
        self.classes.iter().filter(|(won, _)| any(won)).map(|(_, count)| *count).sum()
    }

    /// All draws of a fresh shoe.
    pub const fn draws(&self) -> u128 {
        self.draws
    }

    /// The chance that at least one of the wagers is paid more than its stake.
    pub fn chance(&self, wagers: &Wagers) -> Ratio {
        Ratio::share(self.paid_more(wagers), self.draws)
    }

    /// Whether all wagers of a patron in one round breach the rule when `bonus` of their stakes is bonus money.
    pub fn breaches(&self, wagers: &Wagers, bonus: Amount) -> bool {
        let (share, chance) = (self.rule.stake_share, self.rule.win_chance);
        exceeds(bonus.minor().into(), wagers.total().minor().into(), share)
            && self.can_breach(wagers)
            && exceeds(self.paid_more(wagers), self.draws, chance)
    }

    /// A smallest set of spots of these wagers that breach the rule together, in layout order; none when
    /// [`breaches`](Self::breaches) says no.
    pub fn breaching_set(&self, wagers: &Wagers, bonus: Amount) -> Option<Vec<Spot>> {
        if !self.breaches(wagers, bonus) {
            return None;
        }
        let mut needed: Vec<Wager> = self.spots.iter().filter_map(|spot| held(wagers, *spot)).collect();
        for wager in needed.clone().into_iter().rev() {
            let fewer: Vec<Wager> = needed.iter().copied().filter(|other| *other != wager).collect();
            let mut without = Wagers::new();
            let held = fewer.iter().all(|wager| without.add(*wager).is_ok());
            if held && exceeds(self.paid_more(&without), self.draws, self.rule.win_chance) {
                needed = fewer;
            }
        }
        Some(needed.into_iter().map(|wager| wager.spot).collect())
    }

    /// Whether these spots could breach if no profit were rounded down to zero.
    fn can_breach(&self, wagers: &Wagers) -> bool {
        let place = |wager: &Wager| self.spots.iter().position(|spot| *spot == wager.spot);
        let set = wagers.iter().filter_map(place).fold(0, |set, place| set | (1_usize << place));
        self.sets.as_ref().is_none_or(|sets| sets.contains(set))
    }
}

fn held(wagers: &Wagers, spot: Spot) -> Option<Wager> {
    wagers.iter().find(|wager| wager.spot == spot).copied()
}

/// Whether `part / whole` is more than a fraction. Parts are below 2^65 and fractions of 32 bits: products fit.
fn exceeds(part: u128, whole: u128, (num, den): (u32, u32)) -> bool {
    part * u128::from(den) > whole * u128::from(num)
}

fn classes(law: &JointLaw, paytables: &[&Paytable]) -> Vec<(Vec<Option<Odds>>, u128)> {
    // By numerators and denominators, so that the order is always the same.
    let mut classes = BTreeMap::<Vec<Option<(u64, u64)>>, (Vec<Option<Odds>>, u128)>::new();
    for (place, facts) in BY_BOTH.iter().filter(|(place, _)| law.flat()[*place] > 0) {
        let odds = paytables.iter().map(|paytable| match paytable.resolve(*facts) {
            Resolution::Win(odds) => Some(odds),
            Resolution::Push | Resolution::Lose => None,
        });
        let odds: Vec<_> = odds.collect();
        let key = odds.iter().map(|odds| odds.map(|odds| (odds.numerator(), odds.denominator())));
        classes.entry(key.collect()).or_insert((odds, 0)).1 += u128::from(law.flat()[*place]);
    }
    classes.into_values().collect()
}
