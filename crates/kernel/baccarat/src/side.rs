//! The two sides of a coup, a pair of things by side, and the outcome. Knows no cards.

use core::fmt;
use core::ops::Not;

use strum::{EnumString, IntoStaticStr};

/// One of the two hands. "Player" is a hand, never a person; "Banker" is a hand, never the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Side {
    /// The Player hand, dealt first.
    Player,
    /// The Banker hand.
    Banker,
}

impl Side {
    /// Both sides, in dealing order.
    pub const ALL: [Self; 2] = [Self::Player, Self::Banker];

    /// The id used in data: `player` or `banker`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl Not for Side {
    type Output = Self;

    /// The other side.
    fn not(self) -> Self {
        match self {
            Self::Player => Self::Banker,
            Self::Banker => Self::Player,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Outcome::from(*self).fmt(f)
    }
}

/// A pair of things, one for each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySide<T> {
    /// The Player's.
    pub player: T,
    /// The Banker's.
    pub banker: T,
}

impl<T> BySide<T> {
    /// What `f` gives for each side.
    pub fn from_fn(mut f: impl FnMut(Side) -> T) -> Self {
        Self { player: f(Side::Player), banker: f(Side::Banker) }
    }

    /// The one of that side.
    pub const fn get(&self, side: Side) -> &T {
        match side {
            Side::Player => &self.player,
            Side::Banker => &self.banker,
        }
    }

    /// The one of that side, to change.
    pub const fn get_mut(&mut self, side: Side) -> &mut T {
        match side {
            Side::Player => &mut self.player,
            Side::Banker => &mut self.banker,
        }
    }

    /// Both, transformed.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> BySide<U> {
        BySide { player: f(self.player), banker: f(self.banker) }
    }

    /// References to both.
    pub const fn as_ref(&self) -> BySide<&T> {
        BySide { player: &self.player, banker: &self.banker }
    }
}

/// How a coup ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Outcome {
    /// The Player hand has the higher total.
    Player,
    /// The Banker hand has the higher total.
    Banker,
    /// Equal totals.
    Tie,
}

impl Outcome {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Player, Self::Banker, Self::Tie];

    /// The winning side; none on a tie.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Player => Some(Side::Player),
            Self::Banker => Some(Side::Banker),
            Self::Tie => None,
        }
    }

    /// The id used in data: `player`, `banker` or `tie`.
    pub fn id(self) -> &'static str {
        self.into()
    }
}

impl From<Side> for Outcome {
    fn from(side: Side) -> Self {
        match side {
            Side::Player => Self::Player,
            Side::Banker => Self::Banker,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Player => "Player",
            Self::Banker => "Banker",
            Self::Tie => "Tie",
        })
    }
}
