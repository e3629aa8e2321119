//! Settings of the whole house that a manager changes while it runs. Data; they are entity 1 of their kind.

use money::{Amount, Currency, bounds};
use serde::{Deserialize, Serialize};

use crate::money::purse::Purse;

/// The settings of the house. Those that nobody changed are the built-in ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HouseSettings {
    /// What one supervisor may adjust alone.
    pub adjustments: AdjustmentLimits,
}

/// What one supervisor may adjust without a second person, in whole major units of each currency, play money too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjustmentLimits {
    /// The largest change of cash by one adjustment.
    pub cash_each: u64,
    /// All changes of cash on one day (UTC), up and down alike.
    pub cash_day: u64,
    /// The largest change of bonus money by one adjustment.
    pub bonus_each: u64,
    /// All changes of bonus money on one day (UTC), up and down alike.
    pub bonus_day: u64,
}

impl Default for AdjustmentLimits {
    fn default() -> Self {
        Self { cash_each: 1_000, cash_day: 5_000, bonus_each: 500, bonus_day: 2_500 }
    }
}

impl AdjustmentLimits {
    /// The largest limit there may be, in major units.
    pub const MOST: u64 = 100_000_000;

    /// Whether a house may have these limits: none is above [`MOST`](Self::MOST), and none for one adjustment is above
    /// that for a day.
    pub const fn is_valid(&self) -> bool {
        self.cash_day <= Self::MOST
            && self.bonus_day <= Self::MOST
            && self.cash_each <= self.cash_day
            && self.bonus_each <= self.bonus_day
    }

    /// The limits for one adjustment and for a day, in minor units.
    pub fn of(&self, purse: Purse, currency: Currency) -> (Amount, Amount) {
        let (each, day) = match purse {
            Purse::Cash => (self.cash_each, self.cash_day),
            Purse::Bonus => (self.bonus_each, self.bonus_day),
        };
        let scale = 10_u64.saturating_pow(u32::from(currency.decimals()));
        let minor = |major: u64| Amount::new(major.saturating_mul(scale)).unwrap_or(Amount::MAX);
        (minor(each).min(bounds::ADJUSTMENT), minor(day))
    }
}
