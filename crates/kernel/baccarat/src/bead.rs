//! A bead: one round as the road maps write it, an outcome and a few flags. Knows no cards and no money.

use core::fmt;
use core::str::FromStr;

use crate::side::{BySide, Outcome};

/// One round on a road map: who won, which sides held a pair, and two marks without effect on the layout.
///
/// Written `P`, `B` or `T`, then any of `p` (Player pair), `b` (Banker pair), `n` (natural), `6` (Lucky 6: Banker won
/// with six), each at most once. It prints in that order and reads in any. Flags are not checked against the outcome:
/// the writer of a bead is responsible for them.
///
/// ```
/// use punto_baccarat::{Bead, Outcome};
/// let bead: Bead = "Bb6".parse().unwrap();
/// assert_eq!(bead.outcome, Outcome::Banker);
/// assert!(bead.pair.banker && !bead.pair.player && bead.lucky_6);
/// assert_eq!(bead.to_string(), "Bb6");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bead {
    /// How the round ended.
    pub outcome: Outcome,
    /// Which sides' first two cards were a pair.
    pub pair: BySide<bool>,
    /// Whether either side held a natural.
    pub natural: bool,
    /// Whether Banker won with a total of six.
    pub lucky_6: bool,
}

impl Bead {
    /// A bare outcome, no flags.
    pub const fn new(outcome: Outcome) -> Self {
        Self { outcome, pair: BySide { player: false, banker: false }, natural: false, lucky_6: false }
    }
}

impl fmt::Display for Bead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::with_capacity(5);
        text.push(match self.outcome {
            Outcome::Player => 'P',
            Outcome::Banker => 'B',
            Outcome::Tie => 'T',
        });
        for (flag, letter) in
            [(self.pair.player, 'p'), (self.pair.banker, 'b'), (self.natural, 'n'), (self.lucky_6, '6')]
        {
            if flag {
                text.push(letter);
            }
        }
        f.pad(&text)
    }
}

/// Why a text is not a bead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BeadError {
    /// Nothing at all.
    #[error("a round starts with P, B or T; this one is empty")]
    Empty,
    /// The first letter is not an outcome.
    #[error("a round starts with P, B or T, not {0:?}")]
    Outcome(char),
    /// A later letter is not a flag.
    #[error("after P, B or T only p, b, n and 6 may follow, not {0:?}")]
    Flag(char),
    /// A flag stands twice.
    #[error("the flag {0:?} stands twice")]
    Repeated(char),
}

impl FromStr for Bead {
    type Err = BeadError;

    fn from_str(text: &str) -> Result<Self, BeadError> {
        let mut letters = text.chars();
        let mut bead = Self::new(match letters.next().ok_or(BeadError::Empty)? {
            'P' => Outcome::Player,
            'B' => Outcome::Banker,
            'T' => Outcome::Tie,
            other => return Err(BeadError::Outcome(other)),
        });
        for letter in letters {
            let flag = match letter {
                'p' => &mut bead.pair.player,
                'b' => &mut bead.pair.banker,
                'n' => &mut bead.natural,
                '6' => &mut bead.lucky_6,
                other => return Err(BeadError::Flag(other)),
            };
            if core::mem::replace(flag, true) {
                return Err(BeadError::Repeated(letter));
            }
        }
        Ok(bead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_read_in_any_order_and_print_in_one() {
        assert_eq!("Tnbp".parse::<Bead>().unwrap().to_string(), "Tpbn");
        assert_eq!("B6b".parse::<Bead>().unwrap().to_string(), "Bb6");
        assert_eq!("P".parse::<Bead>(), Ok(Bead::new(Outcome::Player)));
        assert_eq!("T6n".parse::<Bead>().unwrap().to_string(), "Tn6");
    }

    #[test]
    fn bad_beads_say_what_is_wrong() {
        for (text, error) in [
            ("", BeadError::Empty),
            ("X", BeadError::Outcome('X')),
            ("b", BeadError::Outcome('b')),
            ("Bx", BeadError::Flag('x')),
            ("BB", BeadError::Flag('B')),
            ("Bpp", BeadError::Repeated('p')),
            ("闲", BeadError::Outcome('闲')),
        ] {
            assert_eq!(text.parse::<Bead>(), Err(error), "{text:?}");
        }
    }
}
