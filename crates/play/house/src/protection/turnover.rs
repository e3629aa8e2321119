//! A patron's own turnover, month by month. The store adds it up by day; counts by the rule of the house's reports.

use std::collections::BTreeMap;

use table::Timestamp;

use super::limit::Period;
use crate::answer::Failure;
use crate::day::Day;
use crate::house::House;
use crate::ports::Patron;
use crate::reports::turnover::{DAY_MS, Turnover};

/// How many days before the present month are shown at least: twelve months.
const DAYS_BACK: i64 = 366;

impl House {
    /// What a patron staked and was paid in the present month and the twelve before it, by month such as `2026-03`,
    /// newest first. Corrections count in the month they were made in.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn monthly_turnover(&self, patron: &Patron) -> Result<Vec<(String, Turnover)>, Failure> {
        let month = Period::Month.start(self.now());
        let back = DAYS_BACK.saturating_mul(DAY_MS);
        let since = Period::Month.start(Timestamp(month.0.saturating_sub(back)));
        let mut months: BTreeMap<String, Turnover> = BTreeMap::new();
        for (day, turned_over) in self.context.store.patron_turnover(patron.id, since).await? {
            let sums = months.entry(Day::of(day).to_string().chars().take(7).collect()).or_default();
            *sums = sums.plus(turned_over);
        }
        Ok(months.into_iter().rev().collect())
    }
}
