//! How a stake follows from the results before it, in base stakes. Knows no money and no spot.

/// A rule for the next stake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progression {
    /// Always one.
    Flat,
    /// Twice as many after a loss, one after a win.
    Martingale,
    /// One more after a loss, one less after a win.
    DAlembert,
    /// 1, 3, 2, 6 while it wins.
    OneThreeTwoSix,
}

/// A progression under way. A stake that goes back leaves it where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ladder {
    progression: Progression,
    /// For 1-3-2-6 the index of the step, for all others the number of base stakes.
    rung: u64,
}

impl Ladder {
    /// The foot of a progression.
    pub const fn new(progression: Progression) -> Self {
        let rung = if matches!(progression, Progression::OneThreeTwoSix) { 0 } else { 1 };
        Self { progression, rung }
    }

    /// How many base stakes come next; at least one.
    pub fn base_stakes(&self) -> u64 {
        match self.progression {
            Progression::OneThreeTwoSix => match self.rung {
                0 => 1,
                1 => 3,
                2 => 2,
                _ => 6,
            },
            _ => self.rung,
        }
    }

    /// The wager won.
    pub fn win(&mut self) {
        self.rung = match self.progression {
            Progression::Flat | Progression::Martingale => 1,
            Progression::DAlembert => self.rung.saturating_sub(1).max(1),
            Progression::OneThreeTwoSix => (self.rung + 1) % 4,
        };
    }

    /// The wager lost.
    pub fn lose(&mut self) {
        self.rung = match self.progression {
            Progression::Flat => 1,
            Progression::Martingale => self.rung.saturating_mul(2),
            Progression::DAlembert => self.rung.saturating_add(1),
            Progression::OneThreeTwoSix => 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stakes before each result and after the last.
    fn stakes(progression: Progression, results: &str) -> Vec<u64> {
        let mut ladder = Ladder::new(progression);
        let mut stakes = vec![ladder.base_stakes()];
        for result in results.chars() {
            let step = if result == 'w' { Ladder::win } else { Ladder::lose };
            step(&mut ladder);
            stakes.push(ladder.base_stakes());
        }
        stakes
    }

    #[test]
    fn stakes_follow_their_rule() {
        let results = "llwlwwwwwl";
        for (progression, expected) in [
            (Progression::Flat, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]),
            (Progression::Martingale, [1, 2, 4, 1, 2, 1, 1, 1, 1, 1, 2]),
            (Progression::DAlembert, [1, 2, 3, 2, 3, 2, 1, 1, 1, 1, 2]),
            (Progression::OneThreeTwoSix, [1, 1, 1, 3, 1, 3, 2, 6, 1, 3, 1]),
        ] {
            assert_eq!(stakes(progression, results), expected, "{progression:?}");
        }
    }

    #[test]
    fn a_hundred_losses_in_a_row_still_have_a_next_stake() {
        assert_eq!(stakes(Progression::Martingale, &"l".repeat(100)).last(), Some(&u64::MAX));
    }
}
