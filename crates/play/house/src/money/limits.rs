//! The limits of tables against the bounds of money: what a table may not be set up with, and the maximum of a spot for
//! which nobody named one. Knows no store.

use std::collections::BTreeMap;

use baccarat::rules::SpotRules;
use money::{Amount, Currency, bounds};
use table::{Settings, TableId};

/// Why tables may not have their limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LimitsError {
    /// A spot may hold more than any spot may.
    #[error(
        "table {} allows {} {currency} on {spot}; a spot may hold {} at most",
        table.0, currency.format(*maximum), currency.format(bounds::STAKE)
    )]
    Stake {
        /// The table.
        table: TableId,
        /// The name of the spot.
        spot: &'static str,
        /// What it may hold, in minor units.
        maximum: Amount,
        /// The table's currency.
        currency: Currency,
    },
    /// One patron could be paid too much in the rounds that are under way at the same time.
    #[error(
        "the limits of tables {} let one patron be paid {pays} minor units of {currency} in one round of each; {} is \
         the most",
        list(tables),
        bounds::PAYOUT
    )]
    Payout {
        /// The tables of that currency, by number.
        tables: Vec<TableId>,
        /// What they could pay one patron, in minor units.
        pays: u128,
        /// The currency.
        currency: Currency,
    },
}

fn list(tables: &[TableId]) -> String {
    tables.iter().map(|table| table.0.to_string()).collect::<Vec<_>>().join(", ")
}

/// These settings with a maximum for every spot of their house rules: [`bounds::STAKE_WHERE_UNSET`], or the minimum if
/// that is more, where neither the table nor the house rules name one.
///
/// # Errors
/// [`LimitsError::Stake`] when a spot may hold more than [`bounds::STAKE`].
pub fn with_maxima(mut settings: Settings) -> Result<Settings, LimitsError> {
    let spots: Vec<_> = settings.rules.spots.iter().map(|rules| rules.spot).collect();
    for spot in spots {
        let limit = settings.limit(spot);
        let maximum = limit.maximum.unwrap_or(bounds::STAKE_WHERE_UNSET.max(limit.minimum));
        if maximum > bounds::STAKE {
            let (table, currency) = (settings.id, settings.currency);
            return Err(LimitsError::Stake { table, spot: spot.id(), maximum, currency });
        }
        if limit.maximum.is_none() {
            settings.limits = settings.limits.with(&[spot], limit.minimum, maximum);
        }
    }
    Ok(settings)
}

/// Whether the bounds of money have room for the largest payouts of these tables, which are all that a house has.
/// Call it with settings that have [all maxima](with_maxima).
///
/// # Errors
/// [`LimitsError::Payout`] when one patron could be paid more than [`bounds::PAYOUT`] in one round of each table.
pub fn check_payouts<'a>(tables: impl IntoIterator<Item = &'a Settings>) -> Result<(), LimitsError> {
    let mut currencies = BTreeMap::<Currency, (Vec<TableId>, u128)>::new();
    for table in tables {
        let (ids, pays) = currencies.entry(table.currency).or_default();
        ids.push(table.id);
        *pays = pays.saturating_add(largest_payout(table));
    }
    let over = currencies.into_iter().find(|(_, (_, pays))| *pays > bounds::PAYOUT.minor().into());
    let Some((currency, (mut tables, pays))) = over else { return Ok(()) };
    tables.sort_unstable();
    Err(LimitsError::Payout { tables, pays, currency })
}

/// The most that a round of this table could pay one patron, if every spot won its longest odds at its maximum.
fn largest_payout(table: &Settings) -> u128 {
    let most = |rules: &SpotRules| {
        let maximum = table.limit(rules.spot).maximum.unwrap_or(money::Stake::MAX.amount());
        u128::from(maximum.minor()).saturating_mul(rules.longest_payout().into())
    };
    table.rules.spots.iter().map(most).fold(0, u128::saturating_add)
}

#[cfg(test)]
mod tests {
    use baccarat::Spot;
    use table::SpotLimits;

    use super::*;
    use crate::default_tables;

    fn table(id: u32, limits: SpotLimits) -> Settings {
        Settings { id: TableId(id), limits, ..default_tables().remove(0) }
    }

    fn on_tie(maximum: u64) -> SpotLimits {
        SpotLimits::none().with(&[Spot::Tie], Amount::new(100).unwrap(), Amount::new(maximum).unwrap())
    }

    #[test]
    fn a_spot_without_a_maximum_gets_one_and_keeps_its_minimum() {
        let settings = with_maxima(table(1, on_tie(5_000))).unwrap();
        assert_eq!(settings.limit(Spot::Tie).maximum, Amount::new(5_000).ok());
        for spot in [Spot::Player, Spot::Banker, Spot::Big] {
            let limit = settings.limit(spot);
            assert_eq!(
                (limit.minimum.minor(), limit.maximum),
                (1, Some(bounds::STAKE_WHERE_UNSET)),
                "{spot}"
            );
        }
        assert_eq!(with_maxima(settings.clone()).as_ref(), Ok(&settings));
        let builtin = |rules: &Settings| with_maxima(rules.clone()).as_ref() == Ok(rules);
        assert!(default_tables().iter().all(builtin), "the built-in tables have maxima of their own");
    }

    #[test]
    fn limits_beyond_the_bounds_are_refused_with_what_is_accepted() {
        let stake = bounds::STAKE.minor();
        assert!(with_maxima(table(1, on_tie(stake))).is_ok());
        let over = with_maxima(table(1, on_tie(stake + 1))).unwrap_err().to_string();
        let expected = "table 1 allows 10,000,000,000,000.01 PLAY on tie; a spot may hold 10,000,000,000,000.00 at \
                        most";
        assert_eq!(over, expected);
    }

    #[test]
    fn tables_may_pay_one_patron_so_much_together() {
        // Each of these pays nine stakes on Tie, and thirty-one stakes of 10^11 on the other spots at most.
        let tables = |each: u64| [1, 2].map(|id| with_maxima(table(id, on_tie(each))).unwrap());
        let pays = |tables: &[Settings]| tables.iter().map(largest_payout).sum::<u128>();
        let room = u128::from(bounds::PAYOUT.minor()) - pays(&tables(0));
        let most = u64::try_from(room / 18).unwrap();
        assert_eq!(check_payouts(&tables(most)), Ok(()));
        let over = check_payouts(&tables(most + 1)).unwrap_err();
        assert!(matches!(&over, LimitsError::Payout { tables, .. } if *tables == [TableId(1), TableId(2)]));
        assert!(over.to_string().ends_with("4000000000000000 is the most"), "{over}");
        assert_eq!(check_payouts(&tables(most + 1)[..1]), Ok(()), "one of them alone");
    }
}
