//! What a supervisor adjusted alone on one day. The entry of each adjustment has the new state, so the sum grows with
//! the money, and one read tells it. Pure.

use money::{Amount, Currency};
use serde::{Deserialize, Serialize};
use table::{StaffId, Timestamp};

use super::refusal::ByHandRefusal;
use super::settings::AdjustmentLimits;
use crate::day::Day;
use crate::money::purse::Purse;

/// What a supervisor adjusted alone on the latest day on which they adjusted anything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjuster {
    /// The supervisor.
    pub staff: StaffId,
    /// The first moment of the day (UTC).
    pub day: Timestamp,
    /// What they adjusted on that day, by currency.
    pub adjusted: Vec<Adjusted>,
}

/// What was adjusted in one currency, ups and downs added up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjusted {
    /// The code of the currency.
    pub currency: String,
    /// How many decimals it has.
    pub decimals: u8,
    /// The cash, in minor units.
    #[serde(default)]
    pub cash: u64,
    /// The bonus money, in minor units.
    #[serde(default)]
    pub bonus: u64,
}

impl Adjuster {
    /// The state after one more adjustment. `before` is the state before it; none for the first one ever.
    ///
    /// # Errors
    /// [`ByHandRefusal::AboveLimit`] when the supervisor may not adjust so much alone.
    pub fn after(
        before: Option<&Self>,
        staff: StaffId,
        at: Timestamp,
        (purse, currency, change): (Purse, Currency, i64),
        limits: &AdjustmentLimits,
    ) -> Result<Self, ByHandRefusal> {
        // The clock may have been set back; a day that has begun does not begin again.
        let day = before.map_or(Day::of(at), |before| Day::of(at).max(Day::of(before.day))).start();
        let same_day = before.filter(|before| before.day == day);
        let mut next = same_day.cloned().unwrap_or(Self { staff, day, adjusted: Vec::new() });
        let spent = next.in_currency(currency);
        let sum = match purse {
            Purse::Cash => &mut spent.cash,
            Purse::Bonus => &mut spent.bonus,
        };
        let (each, whole_day) = limits.of(purse, currency);
        let left = whole_day.minor().saturating_sub(*sum);
        if change.unsigned_abs() > each.minor().min(left) {
            let left = Amount::new(left).unwrap_or(Amount::MAX);
            return Err(ByHandRefusal::AboveLimit { each, left });
        }
        *sum = sum.saturating_add(change.unsigned_abs());
        Ok(next)
    }

    fn in_currency(&mut self, currency: Currency) -> &mut Adjusted {
        let is_it = |one: &Adjusted| one.currency == currency.code() && one.decimals == currency.decimals();
        let place = self.adjusted.iter().position(is_it).unwrap_or_else(|| {
            let (code, decimals) = (currency.code().to_owned(), currency.decimals());
            self.adjusted.push(Adjusted { currency: code, decimals, cash: 0, bonus: 0 });
            self.adjusted.len().saturating_sub(1)
        });
        &mut self.adjusted[place]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400_000;

    #[test]
    fn a_supervisor_adjusts_so_much_at_once_and_a_day() {
        let eur = Currency::new("EUR", 2).unwrap();
        let jpy = Currency::new("JPY", 0).unwrap();
        let limits = AdjustmentLimits::default();
        let mut known: Option<Adjuster> = None;
        for (at, purse, currency, change, left) in [
            (0, Purse::Cash, eur, 100_001, Some(500_000)),
            (0, Purse::Cash, eur, 100_000, None),
            (1, Purse::Cash, eur, -100_000, None),
            (2, Purse::Cash, eur, 100_000, None),
            (3, Purse::Cash, eur, 100_000, None),
            (4, Purse::Cash, eur, 60_000, None),
            (5, Purse::Cash, eur, 40_001, Some(40_000)),
            (6, Purse::Cash, eur, -40_000, None),
            (7, Purse::Cash, eur, 1, Some(0)),
            (8, Purse::Bonus, eur, 50_000, None),
            (8, Purse::Bonus, eur, 50_001, Some(200_000)),
            (9, Purse::Cash, jpy, 1_000, None),
            (9, Purse::Cash, jpy, 1_001, Some(4_000)),
            (DAY, Purse::Cash, eur, 100_000, None),
            (DAY - 1, Purse::Cash, eur, 100_000, None),
            (DAY - 1, Purse::Cash, eur, 100_000, None),
            (DAY + 1, Purse::Cash, eur, 100_000, None),
            (DAY + 1, Purse::Cash, eur, 100_000, None),
            (DAY + 2, Purse::Cash, eur, 100_000, Some(0)),
        ] {
            let what = (purse, currency, change);
            let next = Adjuster::after(known.as_ref(), StaffId(1), Timestamp(at), what, &limits);
            match (next, left) {
                (Ok(next), None) => known = Some(next),
                (Err(ByHandRefusal::AboveLimit { left: room, .. }), Some(left)) => {
                    assert_eq!(room.minor(), left, "{at} {change}");
                }
                (other, _) => panic!("{at} {change}: {other:?}"),
            }
        }
    }
}
