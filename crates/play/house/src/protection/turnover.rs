//! A patron's own turnover, month by month. Reads the store; counts by the rule of the house's reports.

use std::collections::BTreeMap;

use table::Timestamp;

use super::limit::Period;
use crate::answer::Failure;
use crate::day::Day;
use crate::house::House;
use crate::ports::Patron;
use crate::reports::patron_turnover::PatronTurnover;
use crate::reports::turnover::{DAY_MS, Turnover};

/// How many days before the present month are shown at least: twelve months.
const DAYS_BACK: i64 = 366;
/// How many rounds are read at once.
const PAGE: u16 = 500;

impl House {
    /// What a patron staked and was paid in the present month and the twelve before it, by month such as `2026-03`,
    /// newest first. Corrections count in the month they were made in.
    ///
    /// # Errors
    /// [`Failure`] of the store.
    pub async fn monthly_turnover(&self, patron: &Patron) -> Result<Vec<(String, Turnover)>, Failure> {
        let store = &self.context.store;
        let month = Period::Month.start(self.now());
        let back = DAYS_BACK.saturating_mul(DAY_MS);
        let since = Period::Month.start(Timestamp(month.0.saturating_sub(back)));
        let (mut turnover, mut before) = (PatronTurnover::new(patron.id), None);
        loop {
            let page = store.patron_rounds(patron.id, before, PAGE).await?;
            before = page.last().map(|round| round.cursor);
            for round in page.iter().filter(|round| round.at >= since) {
                if turnover.add(round) {
                    continue;
                }
                for recorded in store.round_events(round.table, round.round).await? {
                    turnover.follow(round.table, &recorded);
                }
            }
            let is_last = page.len() < usize::from(PAGE);
            if is_last || page.iter().all(|round| round.at < since) {
                break;
            }
        }
        let mut months: BTreeMap<String, Turnover> = BTreeMap::new();
        for line in turnover.lines(patron.currency).iter().filter(|line| line.day >= since) {
            let day = Day::of(line.day).to_string();
            let sums = months.entry(day.chars().take(7).collect()).or_default();
            *sums = sums.plus(line.sums);
        }
        Ok(months.into_iter().rev().collect())
    }
}
