//! Where a simulated shoe makes a fault on purpose, as the command line names it: `12.B2`, `3.after`, `burn`.

use std::fmt;
use std::str::FromStr;

use scanner::frame::Slot;

/// The places of cards in a round, in the order in which they fall.
const SLOTS: [Slot; 6] = [Slot::P1, Slot::B1, Slot::P2, Slot::B2, Slot::P3, Slot::B3];

/// Where a fault is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At the card of a round; the index of its place in the order in which cards fall.
    Card(usize, u8),
    /// After a round.
    After(usize),
    /// While wagers of a round are taken.
    Betting(usize),
    /// At the cards that are burned; a fault of one card is at the first of them.
    Burn,
    /// At the shoe as it is loaded, or as a whole.
    Shoe,
}

impl Place {
    /// The card at this place of a round.
    pub(super) fn card(round: usize, slot: Slot) -> Option<Self> {
        let index = SLOTS.iter().position(|known| *known == slot)?;
        Some(Self::Card(round, u8::try_from(index).ok()?))
    }

    /// Whether a record is made at this place.
    pub(super) const fn has_record(self) -> bool {
        matches!(self, Self::Card(..) | Self::Burn | Self::Shoe)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Card(round, index) => {
                let slot = SLOTS.get(usize::from(*index)).copied().map_or("", <&str>::from);
                write!(f, "{round}.{slot}")
            }
            Self::After(round) => write!(f, "{round}.after"),
            Self::Betting(round) => write!(f, "{round}.betting"),
            Self::Burn => f.write_str("burn"),
            Self::Shoe => f.write_str("shoe"),
        }
    }
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text {
            "burn" => return Ok(Self::Burn),
            "shoe" => return Ok(Self::Shoe),
            _ => {}
        }
        let (round, at) = text.split_once('.').ok_or(())?;
        let round: usize = round.parse().ok().filter(|round| *round > 0).ok_or(())?;
        match at {
            "after" => Ok(Self::After(round)),
            "betting" => Ok(Self::Betting(round)),
            _ => {
                let slot = SLOTS.into_iter().find(|known| <&str>::from(*known) == at).ok_or(())?;
                Self::card(round, slot).ok_or(())
            }
        }
    }
}
