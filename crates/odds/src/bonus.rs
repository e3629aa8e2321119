//! The rule against staking bonus money on near-certainties (vendor document 004). Knows no wallet: it is told how
//! much of a stake is bonus money.

use std::collections::BTreeMap;

use baccarat::rules::BonusMoneyRule;
use baccarat::{HouseRules, Paytable, Resolution, Spot, Wagers};
use money::{Amount, Rounding};

use crate::composition::{Composition, CompositionError};
use crate::joint::JointLaw;
use crate::plan::BY_BOTH;
use crate::ratio::Ratio;

/// Judges slips by the bonus-money rule of one document of house rules.
///
/// A round breaches the rule when more than a share of the patron's stake in it is bonus money, and at least one of
/// their wagers is paid more than its stake with more than a given chance: on the exact counts of a fresh shoe, all
/// wagers together, in integers. Make it once for some rules and keep it.
#[derive(Clone, Debug)]
pub struct BonusJudge {
    rule: BonusMoneyRule,
    rounding: Rounding,
    spots: Vec<Spot>,
    draws: u128,
    /// Draws by what each spot comes to in them.
    classes: Vec<(Vec<Resolution>, u128)>,
}

impl BonusJudge {
    /// The judge of these house rules; none if they have no such rule.
    ///
    /// # Errors
    /// [`CompositionError::Decks`] when there is no such shoe.
    pub fn of_rules(rules: &HouseRules) -> Result<Option<Self>, CompositionError> {
        let Some(rule) = rules.bonus_money else { return Ok(None) };
        let shoe = Composition::of_rules(rules)?;
        let law = JointLaw::of(&shoe).expect("a deck has 52 cards");
        let paytables: Vec<&Paytable> = rules.spots.iter().map(|spot| &spot.paytable).collect();
        Ok(Some(Self {
            rule,
            rounding: rules.rounding,
            spots: rules.spots.iter().map(|spot| spot.spot).collect(),
            draws: law.draws(),
            classes: classes(&law, &paytables),
        }))
    }

    /// In how many of [`BonusJudge::draws`] at least one of the wagers is paid more than its stake.
    ///
    /// Payouts are those of settlement: a profit that is rounded down to nothing is none. A wager on a spot that is not
    /// on the layout goes back, and is never paid more.
    pub fn paid_more(&self, wagers: &Wagers) -> u128 {
        let wagers: Vec<_> = wagers
            .iter()
            .filter_map(|wager| Some((self.spots.iter().position(|spot| *spot == wager.spot)?, wager.stake)))
            .collect();
        let pays_more = |resolution: Resolution, stake| match resolution {
            Resolution::Win(odds) => !odds.profit(stake, self.rounding).is_zero(),
            Resolution::Push | Resolution::Lose => false,
        };
        let any = |resolutions: &[Resolution]| {
            wagers.iter().any(|(spot, stake)| pays_more(resolutions[*spot], *stake))
        };
        self.classes.iter().filter(|(resolutions, _)| any(resolutions)).map(|(_, count)| *count).sum()
    }

    /// All draws of a fresh shoe.
    pub const fn draws(&self) -> u128 {
        self.draws
    }

    /// The chance that at least one of the wagers is paid more than its stake.
    pub fn chance(&self, wagers: &Wagers) -> Ratio {
        Ratio::share(self.paid_more(wagers), self.draws)
    }

    /// Whether these wagers, all that a patron has in one round, breach the rule if `bonus` of their stakes is bonus
    /// money.
    pub fn breaches(&self, wagers: &Wagers, bonus: Amount) -> bool {
        let (share, chance) = (self.rule.stake_share, self.rule.win_chance);
        exceeds(bonus.minor().into(), wagers.total().minor().into(), share)
            && exceeds(self.paid_more(wagers), self.draws, chance)
    }
}

/// Whether `part / whole` is more than a fraction. Parts are below 2^65 and fractions of 32 bits: products fit.
fn exceeds(part: u128, whole: u128, (num, den): (u32, u32)) -> bool {
    part * u128::from(den) > whole * u128::from(num)
}

fn classes(law: &JointLaw, paytables: &[&Paytable]) -> Vec<(Vec<Resolution>, u128)> {
    let mut seen: BTreeMap<Vec<Option<(u64, u64)>>, usize> = BTreeMap::new();
    let mut classes: Vec<(Vec<Resolution>, u128)> = Vec::new();
    for (place, facts) in BY_BOTH.iter().filter(|(place, _)| law.flat()[*place] > 0) {
        let resolutions: Vec<_> = paytables.iter().map(|paytable| paytable.resolve(*facts)).collect();
        let idx = *seen.entry(resolutions.iter().copied().map(key).collect()).or_insert(classes.len());
        if idx == classes.len() {
            classes.push((resolutions, 0));
        }
        classes[idx].1 += u128::from(law.flat()[*place]);
    }
    classes
}

/// The odds a wager is won at, in a form that can be sorted. Pushed or lost is the same here: not paid more.
fn key(resolution: Resolution) -> Option<(u64, u64)> {
    match resolution {
        Resolution::Win(odds) => Some((odds.numerator(), odds.denominator())),
        Resolution::Push | Resolution::Lose => None,
    }
}
