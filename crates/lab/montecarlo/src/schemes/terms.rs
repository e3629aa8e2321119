//! On what terms schemes are played: the money brought, the base stake, and what the table takes. Amounts are minor
//! units of a currency with two decimals.

use baccarat::rules::Limit;
use baccarat::{HouseRules, Spot};
use money::{Amount, Currency, Stake};

use super::scheme::Scheme;

/// What somebody proposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bet {
    /// Where schemes wager that do not choose for themselves.
    pub spot: Spot,
    /// What a session begins with.
    pub bankroll: Amount,
    /// The base stake.
    pub base: Stake,
    /// The largest stake the table takes on a spot, beside what the house rules say.
    pub maximum: Option<Amount>,
}

/// Terms that these house rules allow.
#[derive(Clone, Debug)]
pub struct Terms<'a> {
    rules: &'a HouseRules,
    bet: Bet,
}

/// Why schemes cannot be played so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TermsError {
    /// The house rules have no such spot.
    #[error("{scheme} wagers on {spot}, which {rules} does not have; it has {}", ids(known))]
    NoSpot {
        /// The scheme that needs it.
        scheme: &'static str,
        /// The spot.
        spot: Spot,
        /// The id of the house rules.
        rules: String,
        /// What they have.
        known: Vec<Spot>,
    },
    /// The base stake is not taken.
    #[error(
        "the table takes stakes on {spot} from {} to {}, and the base stake is {}",
        written(*minimum), written(*maximum), written(base.amount())
    )]
    BaseStake {
        /// The spot.
        spot: Spot,
        /// The base stake.
        base: Stake,
        /// The least stake.
        minimum: Amount,
        /// The largest.
        maximum: Amount,
    },
    /// Not even one base stake.
    #[error("a bankroll of {} does not cover the base stake of {}", written(*bankroll), written(base.amount()))]
    Bankroll {
        /// What a session would begin with.
        bankroll: Amount,
        /// The base stake.
        base: Stake,
    },
    /// More money than statistics are kept of.
    #[error("a bankroll is at most {}, not {}", written(Terms::MOST), written(*bankroll))]
    TooMuch {
        /// What a session would begin with.
        bankroll: Amount,
    },
}

fn written(amount: Amount) -> String {
    Currency::PLAY.format(amount)
}

fn ids(spots: &[Spot]) -> String {
    spots.iter().map(|spot| spot.id()).collect::<Vec<_>>().join(", ")
}

impl<'a> Terms<'a> {
    /// The largest bankroll and the largest stake: ten million in a currency with cents. It keeps the sums of squares
    /// over a thousand million sessions within 128 bits.
    pub const MOST: Amount = match Amount::new(1_000_000_000) {
        Ok(most) => most,
        Err(_) => Amount::MAX,
    };

    /// The terms for these schemes.
    ///
    /// # Errors
    /// The first [`TermsError`] in the order of that enum.
    pub fn new(rules: &'a HouseRules, bet: Bet, schemes: &[&'static Scheme]) -> Result<Self, TermsError> {
        let terms = Self { rules, bet };
        let wagers: Vec<(&Scheme, Spot)> = schemes
            .iter()
            .flat_map(|scheme| scheme.spots(bet.spot).into_iter().map(move |spot| (*scheme, spot)))
            .collect();
        for (scheme, spot) in &wagers {
            if rules.spot(*spot).is_none() {
                return Err(TermsError::NoSpot {
                    scheme: scheme.id,
                    spot: *spot,
                    rules: rules.id.clone(),
                    known: rules.spots.iter().map(|spot| spot.spot).collect(),
                });
            }
        }
        wagers.iter().try_for_each(|(_, spot)| terms.check_base(*spot))?;
        if bet.bankroll < bet.base.amount() {
            return Err(TermsError::Bankroll { bankroll: bet.bankroll, base: bet.base });
        }
        if bet.bankroll > Self::MOST {
            return Err(TermsError::TooMuch { bankroll: bet.bankroll });
        }
        Ok(terms)
    }

    fn check_base(&self, spot: Spot) -> Result<(), TermsError> {
        let (base, minimum, maximum) = (self.bet.base, self.limit(spot).minimum, self.maximum(spot));
        if (minimum..=maximum).contains(&base.amount()) {
            return Ok(());
        }
        Err(TermsError::BaseStake { spot, base, minimum, maximum })
    }

    /// The house rules.
    pub const fn rules(&self) -> &'a HouseRules {
        self.rules
    }

    /// The proposed terms, which are allowed.
    pub const fn bet(&self) -> &Bet {
        &self.bet
    }

    /// What the table takes on a spot.
    fn limit(&self, spot: Spot) -> Limit {
        let table = Limit { minimum: Amount::ZERO, maximum: self.bet.maximum };
        self.rules.spot(spot).map_or(table, |rules| rules.limit(2).intersection(table))
    }

    /// The largest stake the table takes on a spot.
    pub fn maximum(&self, spot: Spot) -> Amount {
        self.limit(spot).maximum.map_or(Self::MOST, |maximum| maximum.min(Self::MOST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schemes::SCHEMES;

    fn terms(
        rules: &str,
        spot: Spot,
        bankroll: u64,
        base: u64,
        maximum: Option<u64>,
    ) -> Result<(), TermsError> {
        let bet = Bet {
            spot,
            bankroll: Amount::new(bankroll).unwrap(),
            base: Stake::new(base).unwrap(),
            maximum: maximum.map(|most| Amount::new(most).unwrap()),
        };
        let rules = HouseRules::builtin(rules).unwrap();
        Terms::new(rules, bet, &SCHEMES.each_ref()).map(|_| ())
    }

    #[test]
    fn terms_are_held_against_the_house_rules() {
        assert_eq!(terms("sixty-round", Spot::Tie, 100_000, 1_000, Some(50_000)), Ok(()));
        for (refused, message) in [
            (
                terms("three-bet", Spot::PlayerPair, 10, 20, None),
                "flat wagers on Player Pair, which three-bet does not have; it has player, banker, tie",
            ),
            (
                terms("sixty-round", Spot::Tie, 1_000_000_000, 7_500_001, None),
                "the table takes stakes on Tie from 0.01 to 75,000.00, and the base stake is 75,000.01",
            ),
            (
                terms("gold-card", Spot::Banker, 10, 20, Some(19)),
                "the table takes stakes on Banker from 0.01 to 0.19, and the base stake is 0.20",
            ),
            (
                terms("gold-card", Spot::Banker, 10, 20, None),
                "a bankroll of 0.10 does not cover the base stake of 0.20",
            ),
            (
                terms("gold-card", Spot::Banker, 1_000_000_001, 20, None),
                "a bankroll is at most 10,000,000.00, not 10,000,000.01",
            ),
        ] {
            assert_eq!(refused.unwrap_err().to_string(), message);
        }
    }
}
