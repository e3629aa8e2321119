//! What many sessions of one scheme came to. Integers only, so that sessions may be counted in any order.

use std::collections::BTreeMap;

use baccarat::Spot;
use money::Amount;

use super::scheme::Scheme;
use super::session::Session;
use crate::estimate::RatioSums;

/// The results of some sessions of a scheme.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchemeTally {
    /// The scheme.
    pub scheme: &'static Scheme,
    /// How many sessions ended with so much won, or lost where negative, in minor units.
    pub results: BTreeMap<i64, u64>,
    /// How many sessions ended with less than a base stake left.
    pub ruined: u64,
    /// How many wagers were made.
    pub wagers: u64,
    /// The stakes on each spot, in minor units.
    pub staked: BTreeMap<Spot, u128>,
    /// The largest stake of all.
    pub largest: Amount,
    /// Losses over stakes, session by session, in minor units.
    pub loss: RatioSums,
}

impl SchemeTally {
    pub(crate) fn new(scheme: &'static Scheme) -> Self {
        Self {
            scheme,
            results: BTreeMap::new(),
            ruined: 0,
            wagers: 0,
            staked: BTreeMap::new(),
            largest: Amount::ZERO,
            loss: RatioSums::default(),
        }
    }

    /// A session ended.
    pub(crate) fn count(&mut self, session: &Session<'_>) {
        let result = session.result();
        *self.results.entry(result).or_default() += 1;
        self.ruined += u64::from(session.is_ruined());
        self.wagers += session.wagers;
        for (spot, staked) in &session.staked {
            *self.staked.entry(*spot).or_default() += u128::from(*staked);
        }
        self.largest = self.largest.max(session.largest);
        self.loss.add(-result, i64::try_from(session.staked.values().sum::<u64>()).unwrap_or(i64::MAX));
    }

    /// Adds other sessions of the same scheme.
    pub(crate) fn merge(&mut self, other: &Self) {
        for (result, count) in &other.results {
            *self.results.entry(*result).or_default() += count;
        }
        self.ruined += other.ruined;
        self.wagers += other.wagers;
        for (spot, staked) in &other.staked {
            *self.staked.entry(*spot).or_default() += staked;
        }
        self.largest = self.largest.max(other.largest);
        self.loss.merge(&other.loss);
    }

    /// How many sessions.
    pub fn sessions(&self) -> u64 {
        self.results.values().sum()
    }

    /// How many sessions ended with something won.
    pub fn ahead(&self) -> u64 {
        self.results.range(1..).map(|(_, count)| count).sum()
    }

    /// The least result that at least this share, `part` of `whole`, of the sessions do not exceed.
    pub fn quantile(&self, part: u64, whole: u64) -> Option<i64> {
        let needed = u128::from(self.sessions()) * u128::from(part);
        let mut seen = 0_u128;
        self.results.iter().find_map(|(result, count)| {
            seen += u128::from(*count);
            (seen * u128::from(whole) >= needed).then_some(*result)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::SCHEMES;

    #[test]
    fn quantiles_are_results_that_occurred() {
        let mut tally = SchemeTally::new(&SCHEMES[0]);
        assert_eq!(tally.quantile(1, 2), None);
        tally.results = [(-50, 1), (-10, 4), (0, 1), (20, 4)].into_iter().collect();
        assert_eq!((tally.sessions(), tally.ahead()), (10, 4));
        let quantiles = [0, 5, 10, 50, 51, 60, 61, 100].map(|part| tally.quantile(part, 100).unwrap());
        assert_eq!(quantiles, [-50, -50, -50, -10, 0, 0, 20, 20]);
    }
}
