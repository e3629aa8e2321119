//! Wagers as events write them: placed, settled, given back. Data only.

use baccarat::Spot;
use money::{Amount, Stake};
use serde::{Deserialize, Serialize};

use crate::ids::PatronId;

/// A stake on a spot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedWager {
    /// The spot.
    pub spot: Spot,
    /// The stake in minor units.
    #[serde(with = "minor")]
    pub stake: Stake,
    /// How much of the stake is bonus money, in minor units; the rest is cash. Not written when there is none.
    #[serde(with = "minor", default, skip_serializing_if = "is_none")]
    pub bonus: Amount,
}

impl PlacedWager {
    /// A stake in cash.
    pub const fn in_cash(spot: Spot, stake: Stake) -> Self {
        Self { spot, stake, bonus: Amount::ZERO }
    }

    /// How much of the stake is cash, in minor units.
    pub const fn cash(self) -> Amount {
        self.stake.amount().saturating_sub(self.bonus)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
pub(crate) fn is_none(amount: &Amount) -> bool {
    amount.is_zero()
}

/// What a slip put in its own place: all wagers that the patron had in the round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replaced {
    /// Their stakes, which went back, in minor units; nothing when there were none.
    #[serde(with = "minor")]
    pub returned: Amount,
    /// Whether the slip undid the last one, so that its wagers are those before that one.
    #[serde(default, skip_serializing_if = "is_false")]
    pub undo: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
const fn is_false(flag: &bool) -> bool {
    !*flag
}

/// What a slip does about the wagers that its patron has in the round.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SlipKind {
    /// It adds its wagers to them.
    #[default]
    Adds,
    /// It replaces all of them, in one unit. Without wagers it takes them back.
    Replaces,
    /// It replaces all of them by those that stood before the last slip.
    Undoes,
}

impl SlipKind {
    /// The kind of an accepted slip.
    pub const fn of(replaced: Option<Replaced>) -> Self {
        match replaced {
            None => Self::Adds,
            Some(Replaced { undo: false, .. }) => Self::Replaces,
            Some(Replaced { undo: true, .. }) => Self::Undoes,
        }
    }

    /// Whether it gives back what the patron has in the round.
    pub const fn replaces(self) -> bool {
        !matches!(self, Self::Adds)
    }
}

/// What one patron's wagers of a round came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PatronSettlement {
    /// Whose.
    pub patron: PatronId,
    /// One line a spot.
    pub wagers: Vec<SettledSpot>,
}

/// What all of a patron's wagers on one spot came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettledSpot {
    /// The spot.
    pub spot: Spot,
    /// The stake on it, in minor units.
    #[serde(with = "minor")]
    pub stake: Stake,
    /// What became of it.
    pub resolution: ResolutionKind,
    /// What is paid, the stake included, in minor units.
    #[serde(with = "minor")]
    pub payout: Amount,
}

/// What became of a wager, without its odds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResolutionKind {
    /// Paid.
    Win,
    /// The stake came back by rule.
    Push,
    /// The stake is gone.
    Lose,
}

impl ResolutionKind {
    /// The stable id: `win`, `push` or `lose`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Push => "push",
            Self::Lose => "lose",
        }
    }
}

/// A stake given back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Returned {
    /// To whom.
    pub patron: PatronId,
    /// How much, in minor units.
    #[serde(with = "minor")]
    pub amount: Amount,
}

pub(crate) mod minor {
    //! Amounts and stakes as integers of minor units.
    use core::fmt::Display;

    use money::Amount;
    use serde::{Deserialize as _, Deserializer, Serializer, de::Error as _};

    pub(crate) fn serialize<A: Copy + Into<Amount>, S: Serializer>(
        amount: &A,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64((*amount).into().minor())
    }

    pub(crate) fn deserialize<'de, A, D: Deserializer<'de>>(deserializer: D) -> Result<A, D::Error>
    where
        A: TryFrom<Amount, Error: Display>,
    {
        let amount = Amount::new(u64::deserialize(deserializer)?).map_err(D::Error::custom)?;
        amount.try_into().map_err(D::Error::custom)
    }
}
