//! Wagers, and judging a slip against house rules: a slip is accepted whole, or refused with the first reason.

use arrayvec::ArrayVec;
use money::{Amount, AmountError, Stake};

use crate::rules::{HouseRules, Limit, SpotRules};
use crate::spot::Spot;

/// One stake on one spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wager {
    /// The spot.
    pub spot: Spot,
    /// The stake.
    pub stake: Stake,
}

/// Wagers on different spots, in the order they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wagers(ArrayVec<Wager, { Spot::COUNT }>);

impl Wagers {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// The stake on a spot.
    pub fn on(&self, spot: Spot) -> Amount {
        self.0.iter().find(|w| w.spot == spot).map_or(Amount::ZERO, |w| w.stake.amount())
    }

    /// The sum of all stakes. At most 23 stakes of 10^16: always fits.
    pub fn total(&self) -> Amount {
        Amount::checked_sum(self.0.iter().map(|w| w.stake.amount()))
            .expect("23 stakes of at most 10^16 are less than 2^63")
    }

    /// Adds a stake to the one on its spot.
    ///
    /// # Errors
    /// The wager, when the spot would hold more than [`Stake::MAX`].
    pub fn add(&mut self, wager: Wager) -> Result<(), Wager> {
        let sum = self.on(wager.spot).checked_add(wager.stake.amount());
        let stake = sum.and_then(|sum| Stake::try_from(sum).ok()).ok_or(wager)?;
        match self.0.iter_mut().find(|w| w.spot == wager.spot) {
            Some(held) => held.stake = stake,
            None => self.0.push(wager),
        }
        Ok(())
    }

    /// The wagers, one a spot.
    pub fn iter(&self) -> core::slice::Iter<'_, Wager> {
        self.0.iter()
    }

    /// How many spots carry a stake.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether nothing is staked.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Wagers {
    type Item = &'a Wager;
    type IntoIter = core::slice::Iter<'a, Wager>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A wager as it was sent: neither the spot nor the stake need be valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawWager<'a> {
    /// The id of a spot.
    pub spot: &'a str,
    /// The stake, or why the number sent is not one. A whole number above [`Stake::MAX`] is above every maximum; any
    /// other number is a bad stake.
    pub stake: Result<Stake, AmountError>,
}

/// Why a slip is refused, in the order of judgement: each reason is checked on the whole slip before the next.
#[derive(Clone, Debug, PartialEq, Eq, strum::IntoStaticStr, strum::VariantNames, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
#[non_exhaustive]
pub enum SlipRefusal {
    /// Not a spot of these house rules.
    #[error("there is no spot {spot:?} at this table; there are {}", list(accepted))]
    UnknownSpot {
        /// What was sent, shortened to 40 characters.
        spot: String,
        /// The spots there are.
        accepted: Vec<Spot>,
    },
    /// A spot occurs twice.
    #[error("{spot} stands twice on the slip; write its stake once")]
    DuplicateSpot {
        /// The spot.
        spot: Spot,
    },
    /// Not a stake.
    #[error("the stake on {spot} must be a whole number of minor units from 1 to {}", Stake::MAX)]
    BadStake {
        /// The spot.
        spot: Spot,
    },
    /// The spot takes no wagers in this round.
    #[error("{spot} takes no wagers from round {from_round} of a shoe; this is round {round_no}")]
    SpotClosed {
        /// The spot.
        spot: Spot,
        /// The first round in which it is closed.
        from_round: u16,
        /// This round.
        round_no: u16,
    },
    /// Player and Banker in one round, where that is refused.
    #[error("these house rules refuse wagers on Player and Banker in the same round")]
    OpposingSides,
    /// The spot would hold less than its minimum.
    #[error("the least stake on {spot} is {minimum}; this would make it {would_be} (minor units)")]
    BelowMinimum {
        /// The spot.
        spot: Spot,
        /// The least total stake.
        minimum: Amount,
        /// What would lie on the spot.
        would_be: Amount,
    },
    /// The spot would hold more than its maximum.
    #[error("the limit on {spot} is {maximum}; {already} already lies there (minor units)")]
    AboveMaximum {
        /// The spot.
        spot: Spot,
        /// The largest total stake.
        maximum: Amount,
        /// What already lies on the spot.
        already: Amount,
    },
}

fn list(spots: &[Spot]) -> String {
    spots.iter().map(|s| s.id()).collect::<Vec<_>>().join(", ")
}

impl SlipRefusal {
    /// The stable code of this refusal: its name in snake case.
    pub fn code(&self) -> &'static str {
        self.into()
    }

    /// The codes of all refusals, in the order of judgement.
    pub const fn codes() -> &'static [&'static str] {
        <Self as strum::VariantNames>::VARIANTS
    }

    /// The spot it is about, if it is about one of the table's.
    pub const fn spot(&self) -> Option<Spot> {
        match self {
            Self::DuplicateSpot { spot }
            | Self::BadStake { spot }
            | Self::SpotClosed { spot, .. }
            | Self::BelowMinimum { spot, .. }
            | Self::AboveMaximum { spot, .. } => Some(*spot),
            Self::UnknownSpot { .. } | Self::OpposingSides => None,
        }
    }
}

impl HouseRules {
    /// Judges a slip for round `round_no` of a shoe by a patron who has `already` wagered in this round.
    ///
    /// `limit` returns what the table allows on a spot (house rules, table and patron combined). Returns the slip's own
    /// wagers.
    ///
    /// # Errors
    /// The first [`SlipRefusal`] in the order of that enum.
    pub fn judge<'a>(
        &self,
        round_no: u16,
        slip: impl IntoIterator<Item = RawWager<'a>> + Clone,
        already: &Wagers,
        limit: impl Fn(Spot) -> Limit,
    ) -> Result<Wagers, SlipRefusal> {
        let mut spots = ArrayVec::<&SpotRules, { Spot::COUNT }>::new();
        let mut duplicate = None;
        for wager in slip.clone() {
            let rules = self.spot_named(wager.spot)?;
            if spots.iter().any(|seen| seen.spot == rules.spot) {
                duplicate = duplicate.or(Some(rules.spot));
            } else {
                spots.push(rules);
            }
        }
        if let Some(spot) = duplicate {
            return Err(SlipRefusal::DuplicateSpot { spot });
        }
        let (mut wagers, mut beyond) = (Wagers::new(), None);
        for (rules, wager) in spots.iter().zip(slip) {
            let stake = match wager.stake {
                Ok(stake) => stake,
                Err(AmountError::TooLarge) => {
                    beyond = beyond.or(Some(rules.spot));
                    Stake::MAX
                }
                Err(_) => return Err(SlipRefusal::BadStake { spot: rules.spot }),
            };
            wagers.0.push(Wager { spot: rules.spot, stake });
        }
        let closed = spots.iter().find(|rules| rules.is_closed(round_no));
        if let Some(SpotRules { spot, closed_from_round: Some(from_round), .. }) = closed {
            return Err(SlipRefusal::SpotClosed { spot: *spot, from_round: *from_round, round_no });
        }
        self.judge_sides(&wagers, already)?;
        judge_limits(&wagers, already, beyond, limit)?;
        Ok(wagers)
    }

    fn spot_named(&self, id: &str) -> Result<&SpotRules, SlipRefusal> {
        self.spots.iter().find(|rules| rules.spot.id() == id).ok_or_else(|| SlipRefusal::UnknownSpot {
            spot: id.chars().take(40).collect(),
            accepted: self.spots.iter().map(|rules| rules.spot).collect(),
        })
    }

    fn judge_sides(&self, wagers: &Wagers, already: &Wagers) -> Result<(), SlipRefusal> {
        let on = |spot| !wagers.on(spot).is_zero() || !already.on(spot).is_zero();
        if !self.opposing_sides && on(Spot::Player) && on(Spot::Banker) {
            return Err(SlipRefusal::OpposingSides);
        }
        Ok(())
    }
}

/// `beyond` is a spot whose stake is larger than any that can be counted.
fn judge_limits(
    wagers: &Wagers,
    already: &Wagers,
    beyond: Option<Spot>,
    limit: impl Fn(Spot) -> Limit,
) -> Result<(), SlipRefusal> {
    let would_be = |wager: &Wager| {
        let sum = already.on(wager.spot).checked_add(wager.stake.amount());
        sum.unwrap_or(Amount::MAX)
    };
    for wager in wagers {
        let minimum = limit(wager.spot).minimum;
        if would_be(wager) < minimum {
            return Err(SlipRefusal::BelowMinimum { spot: wager.spot, minimum, would_be: would_be(wager) });
        }
    }
    for wager in wagers {
        let maximum = limit(wager.spot).maximum.unwrap_or(Stake::MAX.amount()).min(Stake::MAX.amount());
        if would_be(wager) > maximum || beyond == Some(wager.spot) {
            return Err(SlipRefusal::AboveMaximum {
                spot: wager.spot,
                maximum,
                already: already.on(wager.spot),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use strum::VariantNames as _;

    use super::*;

    #[test]
    fn codes_are_stable() {
        let codes = [
            "unknown_spot",
            "duplicate_spot",
            "bad_stake",
            "spot_closed",
            "opposing_sides",
            "below_minimum",
            "above_maximum",
        ];
        assert_eq!(SlipRefusal::VARIANTS, codes);
        assert_eq!(SlipRefusal::OpposingSides.code(), "opposing_sides");
    }
}
