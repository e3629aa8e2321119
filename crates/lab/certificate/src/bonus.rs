//! The bonus-money rule as figures: which slips it forbids. Knows no wallet.

use baccarat::{HouseRules, Spot, Wager, Wagers};
use money::Stake;
use odds::{BonusJudge, Ratio};
use serde::Serialize;

use crate::figures::{Chance, Share};

/// What the bonus-money rule forbids, where there is one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BonusFacts {
    /// The share of bonus money in a stake above which the rule applies to a round.
    pub stake_share: Share,
    /// The chance of being paid more than the stake above which it breaches.
    pub win_chance: Share,
    /// The minimal sets of spots that breach. Every slip that breaches holds one of them.
    pub breaching_sets: Vec<BreachingSet>,
    /// Whether these are all. The search is bounded, so a layout of very many spots may have more.
    pub complete: bool,
}

/// Spots that breach the rule together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BreachingSet {
    /// Their ids, in layout order.
    pub spots: Vec<&'static str>,
    /// How often at least one of them pays more than its stake.
    #[serde(flatten)]
    pub chance: Chance,
}

/// The most slips that the search judges. Seven spots take some dozens, the whole catalogue some thousands.
const MOST_JUDGED: u32 = 20_000;

impl BonusFacts {
    pub(crate) fn of(rules: &HouseRules) -> Option<Self> {
        Self::within(rules, MOST_JUDGED)
    }

    fn within(rules: &HouseRules, most_judged: u32) -> Option<Self> {
        let judge = BonusJudge::of_rules(rules).ok().flatten()?;
        let rule = rules.bonus_money?;
        let layout: Vec<Spot> = rules.spots.iter().map(|spot| spot.spot).collect();
        let order = by_chance(&judge, &layout);
        let mut search = Search { judge: &judge, order, left: most_judged, sets: Vec::new() };
        search.grow(&mut Vec::new(), 0);
        let complete = search.left > 0;
        let mut sets: Vec<Vec<Spot>> = search.sets.iter().map(|set| in_order(&layout, set)).collect();
        let place = |spot: &Spot| layout.iter().position(|other| other == spot);
        sets.sort_by_key(|set| (set.len(), set.iter().map(place).collect::<Vec<_>>()));
        let share = |(num, den): (u32, u32)| Share::of(&Ratio::share(num.into(), den.into()));
        Some(Self {
            stake_share: share(rule.stake_share),
            win_chance: share(rule.win_chance),
            breaching_sets: sets.iter().map(|set| BreachingSet::of(&judge, set)).collect(),
            complete,
        })
    }
}

impl BreachingSet {
    fn of(judge: &BonusJudge, spots: &[Spot]) -> Self {
        Self {
            spots: spots.iter().map(|spot| spot.id()).collect(),
            chance: Chance::of(judge.paid_more(&wagers(spots)), judge.draws()),
        }
    }
}

/// One stake on each spot, large enough that no profit is rounded down to nothing.
fn wagers(spots: &[Spot]) -> Wagers {
    let stake = Stake::new(1_000_000).unwrap_or(Stake::MAX);
    let mut wagers = Wagers::new();
    for spot in spots {
        wagers.add(Wager { spot: *spot, stake }).expect("a layout has each spot once");
    }
    wagers
}

/// The likeliest spots first, so that few sets are left without them.
fn by_chance(judge: &BonusJudge, layout: &[Spot]) -> Vec<Spot> {
    let mut spots = layout.to_vec();
    spots.sort_by_key(|spot| core::cmp::Reverse(judge.paid_more(&wagers(&[*spot]))));
    spots
}

fn in_order(layout: &[Spot], set: &[Spot]) -> Vec<Spot> {
    layout.iter().copied().filter(|spot| set.contains(spot)).collect()
}

/// Searches the sets that breach by adding spot after spot. It turns back where even all remaining spots would not
/// breach.
struct Search<'a> {
    judge: &'a BonusJudge,
    order: Vec<Spot>,
    /// How many slips may still be judged.
    left: u32,
    sets: Vec<Vec<Spot>>,
}

impl Search<'_> {
    fn grow(&mut self, chosen: &mut Vec<Spot>, from: usize) {
        for next in from..self.order.len() {
            let all = [chosen.as_slice(), &self.order[next..]].concat();
            if !self.breaches(&all) {
                return;
            }
            chosen.push(self.order[next]);
            if !self.breaches(chosen) {
                self.grow(chosen, next + 1);
            } else if self.is_minimal(chosen) {
                self.sets.push(chosen.clone());
            }
            chosen.pop();
        }
    }

    fn is_minimal(&mut self, set: &[Spot]) -> bool {
        set.iter().all(|spared| {
            let others: Vec<Spot> = set.iter().copied().filter(|spot| spot != spared).collect();
            !self.breaches(&others)
        })
    }

    /// Whether a slip of bonus money on these spots breaches; false once the bound is reached.
    fn breaches(&mut self, spots: &[Spot]) -> bool {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return false;
        }
        let wagers = wagers(spots);
        self.judge.breaches(&wagers, wagers.total())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use baccarat::rules::BonusMoneyRule;

    fn with_rule(rules: &str, win_chance: (u32, u32)) -> HouseRules {
        let rule = BonusMoneyRule { stake_share: (1, 2), win_chance };
        HouseRules { bonus_money: Some(rule), ..HouseRules::builtin(rules).unwrap().clone() }
    }

    fn sets(facts: &BonusFacts) -> Vec<String> {
        facts.breaching_sets.iter().map(|set| set.spots.join(" ")).collect()
    }

    #[test]
    fn two_sets_of_the_seven_spots_breach() {
        let facts = BonusFacts::of(&with_rule("live-commission", (9, 10))).unwrap();
        assert_eq!(sets(&facts), ["player banker", "big small"]);
        assert!(facts.complete);
        assert_eq!(facts.breaching_sets[0].chance.count, "4522770849030144", "all but the ties");
        assert_eq!(facts.breaching_sets[1].chance.share.exact, "1");
        assert_eq!((facts.stake_share.exact.as_str(), facts.win_chance.exact.as_str()), ("1/2", "9/10"));
    }

    #[test]
    fn every_minimal_set_is_found_within_any_bound() {
        for win_chance in [(1, 2), (17, 20), (3, 5), (1, 100), (1, 1)] {
            let rules = with_rule("live-commission", win_chance);
            let judge = BonusJudge::of_rules(&rules).unwrap().unwrap();
            let layout: Vec<Spot> = rules.spots.iter().map(|spot| spot.spot).collect();
            let breaches = |set: usize| {
                let chosen = |(idx, spot): (usize, &Spot)| (set >> idx & 1 == 1).then_some(*spot);
                let wagers = wagers(&layout.iter().enumerate().filter_map(chosen).collect::<Vec<_>>());
                judge.breaches(&wagers, wagers.total())
            };
            let minimal = (1..1 << layout.len()).filter(|set| {
                breaches(*set) && (0..7).all(|idx| set >> idx & 1 == 0 || !breaches(set & !(1 << idx)))
            });
            let facts = BonusFacts::of(&rules).unwrap();
            assert!(facts.complete);
            assert_eq!(sets(&facts).len(), minimal.count(), "{win_chance:?}: {:?}", sets(&facts));
        }
    }

    #[test]
    fn a_search_that_is_cut_short_says_so() {
        let facts = BonusFacts::within(&with_rule("live-commission", (9, 10)), 3).unwrap();
        assert!(!facts.complete);
        assert!(facts.breaching_sets.len() < 2);
    }
}
